// The pieces on the boards, and how they get from one picture to the next.
import { CircleGeometry, Group, InstancedMesh, Matrix4, type Mesh, type Object3D, type Vector3 } from "three";
import type { Cell, Scene, Token } from "../../../generated";
import type { Motion } from "../beats";
import type { Workshop } from "./men";
import type { Palette } from "./palette";
import { ORDER, pointOf } from "./world";

interface Man {
  token: Token;
  mesh: Mesh;
  /** The height of the square below. */
  ground: number;
}

/** Called with the part of a motion that is over, from 0 to 1. */
export type Progress = (part: number) => void;

const LIFT = 0.16;
/** More pieces than any position holds. */
const MOST = 64;

export class Army {
  readonly group = new Group();
  private readonly spot = new CircleGeometry(0.36, 20).rotateX(-Math.PI / 2);
  /** All shadows are drawn at once. */
  private readonly shadows: InstancedMesh;
  private men = new Map<string, Man>();

  constructor(
    private readonly workshop: Workshop,
    palette: Palette,
  ) {
    this.shadows = new InstancedMesh(this.spot, palette.shadow, MOST);
    this.shadows.frustumCulled = false;
    this.shadows.renderOrder = ORDER.shadows;
    this.group.add(this.shadows);
  }

  meshAt(cell: string): Mesh | undefined {
    return this.men.get(cell)?.mesh;
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
      man.mesh.userData.place = token.cell;
      this.men.set(token.cell, man);
      stand(man, pointOf(cell), chosen.includes(token.cell) ? LIFT : 0);
    }
    for (const man of old.values()) this.dismiss(man);
    this.shade();
  }

  /** Puts a shadow under every piece; it stays on the square when the piece is lifted. */
  shade(): void {
    const men = [...this.men.values()].slice(0, MOST);
    men.forEach(({ mesh, ground }, index) => {
      const { x, z } = mesh.position;
      this.shadows.setMatrixAt(index, new Matrix4().makeTranslation(x, ground + 0.005, z));
    });
    this.shadows.count = men.length;
    this.shadows.instanceMatrix.needsUpdate = true;
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
  }

  private walk(from: string, to: Cell | undefined, name: string): Progress | null {
    const man = this.men.get(from);
    if (!man || !to) return null;
    this.men.delete(from);
    this.men.set(name, man);
    const start = man.mesh.position.clone();
    const end = pointOf(to);
    const hop = 0.35 + start.distanceTo(end) * 0.06;
    return (part) => {
      const at = start.clone().lerp(end, part);
      stand(man, at, Math.sin(part * Math.PI) * hop);
    };
  }

  private vanish(at: string): Progress | null {
    const man = this.men.get(at);
    if (!man) return null;
    this.men.delete(at);
    const size = man.mesh.scale.x;
    return (part) => {
      man.mesh.scale.setScalar(Math.max(size * (1 - part), 0.001));
      if (part === 1) this.dismiss(man);
    };
  }

  private grow(token: Token, cell: Cell | undefined): Progress | null {
    if (!cell) return null;
    const man = this.recruit(token);
    this.men.set(token.cell, man);
    stand(man, pointOf(cell), 0);
    const size = man.mesh.scale.x;
    return (part) => man.mesh.scale.setScalar(Math.max(size * part, 0.001));
  }

  private drop(at: string): void {
    const man = this.men.get(at);
    if (man) this.dismiss(man);
    this.men.delete(at);
  }

  private recruit(token: Token): Man {
    const mesh = this.workshop.make(token);
    this.group.add(mesh);
    mesh.userData.place = token.cell;
    return { token, mesh, ground: 0 };
  }

  private dismiss(man: Man): void {
    this.group.remove(man.mesh);
  }
}

function reuse(men: Map<string, Man>, token: Token): Man | undefined {
  const man = men.get(token.cell);
  if (man?.token.kind !== token.kind || man.token.seat !== token.seat) return undefined;
  men.delete(token.cell);
  return man;
}

function stand(man: Man, at: Vector3, lift: number): void {
  man.mesh.position.set(at.x, at.y + lift, at.z);
  man.ground = at.y;
}

/** Everything of an army that can be pointed at. */
export const soldiers = (army: Army): Object3D[] => army.group.children.filter((one) => one.userData.place !== undefined);
