// The pieces on the boards, and how they get from one picture to the next.
//
// All pieces of a kind and a seat are drawn at once, as one rank of copies; a man is where a copy stands.
import {
  CircleGeometry,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  type Object3D,
  Vector3,
} from "three";
import type { Cell, Scene, Token } from "../../../generated";
import type { Motion } from "../beats";
import type { Workshop } from "./men";
import type { Palette } from "./palette";
import { ORDER, pointOf } from "./world";

interface Man {
  token: Token;
  cell: string;
  body: Object3D;
  /** The height of the square below. */
  ground: number;
}

/** Called with the part of a motion that is over, from 0 to 1. */
export type Progress = (part: number) => void;

/** Pieces that are locked look dull. */
const BRIGHT = new Color(1, 1, 1);
const DULL = new Color(0.55, 0.55, 0.58);
const LIFT = 0.16;
const HELD = 0.25;
/** As many pieces as there are squares at most. */
const MOST = 96;

export class Army {
  readonly group = new Group();
  private readonly spot = new CircleGeometry(0.36, 20).rotateX(-Math.PI / 2);
  /** All shadows are drawn at once. */
  private readonly shadows: InstancedMesh;
  private readonly ranks = new Map<string, InstancedMesh>();
  private readonly shade = new Matrix4();
  /** Everybody who is seen, also those who are about to leave. */
  private readonly present = new Set<Man>();
  private men = new Map<string, Man>();

  constructor(
    private readonly workshop: Workshop,
    palette: Palette,
  ) {
    this.shadows = new InstancedMesh(this.spot, palette.shadow, MOST);
    this.shadows.frustumCulled = false;
    this.shadows.renderOrder = ORDER.shadows;
    this.shadows.raycast = () => {};
    this.group.add(this.shadows);
  }

  /** Where the piece of a cell stands. */
  standingAt(cell: string): Vector3 | undefined {
    return this.men.get(cell)?.body.position;
  }

  /** Everything that can be pointed at. */
  get pickable(): Object3D[] {
    return [...this.ranks.values()];
  }

  holds(object: Object3D): boolean {
    return object instanceof InstancedMesh && object.parent === this.group;
  }

  /** Puts every piece where it belongs; chosen ones are lifted a little. */
  sync(scene: Scene, chosen: string[]): void {
    const old = this.men;
    this.men = new Map();
    const cells = new Map(scene.cells.map((cell) => [cell.id, cell]));
    for (const token of scene.tokens) {
      const cell = cells.get(token.cell);
      if (!cell) continue;
      const man = reuse(old, token) ?? this.recruit(token);
      man.token = token;
      this.join(man, token.cell);
      stand(man, pointOf(cell), chosen.includes(token.cell) ? LIFT : 0);
    }
    this.present.clear();
    for (const man of this.men.values()) this.present.add(man);
    this.deploy();
  }

  /** Draws everybody where they stand now. A shadow stays on the square when its piece is lifted. */
  deploy(): void {
    for (const rank of this.ranks.values()) rank.count = 0;
    let shadows = 0;
    for (const man of this.present) {
      this.fallIn(man);
      const { x, z } = man.body.position;
      this.shadows.setMatrixAt(shadows, this.shade.makeTranslation(x, man.ground + 0.005, z));
      shadows += 1;
    }
    this.shadows.count = shadows;
    for (const rank of this.ranks.values()) rank.visible = rank.count > 0;
    for (const mesh of [this.shadows, ...this.ranks.values()]) {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      // It is found out again when somebody points at them.
      mesh.boundingSphere = null;
    }
  }

  /** Holds a piece above a square while it is dragged. */
  hold(cell: string, at: Vector3): void {
    const man = this.men.get(cell);
    if (!man) return;
    stand(man, at, HELD);
    this.deploy();
  }

  /** Begins a motion and tells how to continue it; null where there is nothing to see. */
  begin(motion: Motion, cells: Map<string, Cell>): Progress | null {
    if (motion.type === "moved") return this.walk(motion.from, cells.get(motion.to), motion.to);
    if (motion.type === "removed") return this.vanish(motion.at);
    if (motion.type === "board_moved") return null;
    if (motion.type === "changed") this.drop(motion.at);
    return this.grow(motion.token, cells.get(motion.at));
  }

  dispose(): void {
    this.spot.dispose();
    this.shadows.dispose();
    for (const rank of this.ranks.values()) rank.dispose();
  }

  private walk(from: string, to: Cell | undefined, name: string): Progress | null {
    const man = this.men.get(from);
    if (!man || !to) return null;
    this.men.delete(from);
    this.join(man, name);
    const start = man.body.position.clone();
    const end = pointOf(to);
    const hop = 0.35 + start.distanceTo(end) * 0.06;
    const at = new Vector3();
    return (part) => stand(man, at.lerpVectors(start, end, part), Math.sin(part * Math.PI) * hop);
  }

  private vanish(at: string): Progress | null {
    const man = this.men.get(at);
    if (!man) return null;
    this.men.delete(at);
    const size = man.body.scale.x;
    return (part) => {
      man.body.scale.setScalar(Math.max(size * (1 - part), 0.001));
      if (part === 1) this.present.delete(man);
    };
  }

  private grow(token: Token, cell: Cell | undefined): Progress | null {
    if (!cell) return null;
    const man = this.recruit(token);
    this.join(man, token.cell);
    stand(man, pointOf(cell), 0);
    const size = man.body.scale.x;
    return (part) => man.body.scale.setScalar(Math.max(size * part, 0.001));
  }

  private drop(at: string): void {
    const man = this.men.get(at);
    if (man) this.present.delete(man);
    this.men.delete(at);
  }

  private recruit(token: Token): Man {
    return { token, cell: token.cell, body: this.workshop.pose(token), ground: 0 };
  }

  private join(man: Man, cell: string): void {
    man.cell = cell;
    this.men.set(cell, man);
    this.present.add(man);
  }

  /** Takes the next place in the rank of a man's kind. */
  private fallIn({ token, body, cell }: Man): void {
    const rank = this.rankOf(token);
    if (rank.count >= MOST) return;
    body.updateMatrix();
    rank.setMatrixAt(rank.count, body.matrix);
    rank.setColorAt(rank.count, isLocked(token) ? DULL : BRIGHT);
    (rank.userData.places as string[])[rank.count] = cell;
    rank.count += 1;
  }

  private rankOf(token: Token): InstancedMesh {
    const key = `${token.seat} ${token.kind}`;
    const known = this.ranks.get(key);
    if (known) return known;
    const rank = new InstancedMesh(
      this.workshop.geometry(token.kind),
      this.workshop.material(token.seat),
      MOST,
    );
    rank.count = 0;
    rank.frustumCulled = false;
    rank.userData.places = [];
    this.ranks.set(key, rank);
    this.group.add(rank);
    return rank;
  }
}

const isLocked = (token: Token) => token.badges?.some((badge) => badge.kind === "lock") ?? false;

function reuse(men: Map<string, Man>, token: Token): Man | undefined {
  const man = men.get(token.cell);
  if (man?.token.kind !== token.kind || man.token.seat !== token.seat) return undefined;
  men.delete(token.cell);
  return man;
}

function stand(man: Man, at: Vector3, lift: number): void {
  man.body.position.set(at.x, at.y + lift, at.z);
  man.ground = at.y;
}
