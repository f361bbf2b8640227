// The pieces on the boards, and how they get from one picture to the next.
//
// All pieces of one kind and seat are one instanced mesh; each piece is an instance of it.
import { CircleGeometry, Group, InstancedMesh, Matrix4, type Object3D, Vector3 } from "three";
import type { Cell, Scene, Token } from "../../../generated";
import type { Motion } from "../animation";
import { ORDER, pointOf } from "./coordinates";
import type { Palette } from "./palette";
import type { PieceModels } from "./piecemodels";

interface Piece {
  token: Token;
  cell: string;
  body: Object3D;
  /** The height of the square below. */
  ground: number;
}

/** Called with the part of a motion that is over, from 0 to 1. */
export type Progress = (part: number) => void;

const LIFT = 0.16;
const HELD = 0.25;
/** There are never more pieces than squares. */
const MAX_PIECES = 96;

export class Pieces {
  readonly group = new Group();
  private readonly spot = new CircleGeometry(0.36, 20).rotateX(-Math.PI / 2);
  /** All shadows are drawn at once. */
  private readonly shadows: InstancedMesh;
  private readonly meshes = new Map<string, InstancedMesh>();
  private readonly shade = new Matrix4();
  /** All visible pieces, including those that are being removed. */
  private readonly present = new Set<Piece>();
  private pieces = new Map<string, Piece>();

  constructor(
    private readonly models: PieceModels,
    palette: Palette,
  ) {
    this.shadows = new InstancedMesh(this.spot, palette.shadow, MAX_PIECES);
    this.shadows.frustumCulled = false;
    this.shadows.renderOrder = ORDER.shadows;
    this.shadows.raycast = () => {};
    this.group.add(this.shadows);
  }

  /** Where the piece of a cell stands. */
  standingAt(cell: string): Vector3 | undefined {
    return this.pieces.get(cell)?.body.position;
  }

  /** Everything that can be pointed at. */
  get pickable(): Object3D[] {
    return [...this.meshes.values()];
  }

  holds(object: Object3D): boolean {
    return object instanceof InstancedMesh && object.parent === this.group;
  }

  /** Puts every piece where it belongs; chosen ones are lifted a little. */
  sync(scene: Scene, chosen: string[]): void {
    const old = this.pieces;
    this.pieces = new Map();
    const cells = new Map(scene.cells.map((cell) => [cell.id, cell]));
    for (const token of scene.tokens) {
      const cell = cells.get(token.cell);
      if (!cell) continue;
      const piece = reuse(old, token) ?? this.create(token);
      piece.token = token;
      this.place(piece, token.cell);
      stand(piece, pointOf(cell), chosen.includes(token.cell) ? LIFT : 0);
    }
    this.present.clear();
    for (const piece of this.pieces.values()) this.present.add(piece);
    this.updateInstances();
  }

  /** Writes all instances at their present places. A shadow stays on the square when its piece is lifted. */
  updateInstances(): void {
    for (const mesh of this.meshes.values()) mesh.count = 0;
    let shadows = 0;
    for (const piece of this.present) {
      this.addInstance(piece);
      const { x, z } = piece.body.position;
      this.shadows.setMatrixAt(shadows, this.shade.makeTranslation(x, piece.ground + 0.005, z));
      shadows += 1;
    }
    this.shadows.count = shadows;
    for (const mesh of this.meshes.values()) mesh.visible = mesh.count > 0;
    for (const mesh of [this.shadows, ...this.meshes.values()]) {
      mesh.instanceMatrix.needsUpdate = true;
      // Computed again by the next raycast.
      mesh.boundingSphere = null;
    }
  }

  /** Holds a piece above a square while it is dragged. */
  hold(cell: string, at: Vector3): void {
    const piece = this.pieces.get(cell);
    if (!piece) return;
    stand(piece, at, HELD);
    this.updateInstances();
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
    for (const mesh of this.meshes.values()) mesh.dispose();
  }

  private walk(from: string, to: Cell | undefined, name: string): Progress | null {
    const piece = this.pieces.get(from);
    if (!piece || !to) return null;
    this.pieces.delete(from);
    this.place(piece, name);
    const start = piece.body.position.clone();
    const end = pointOf(to);
    const hop = 0.35 + start.distanceTo(end) * 0.06;
    const at = new Vector3();
    return (part) => stand(piece, at.lerpVectors(start, end, part), Math.sin(part * Math.PI) * hop);
  }

  private vanish(at: string): Progress | null {
    const piece = this.pieces.get(at);
    if (!piece) return null;
    this.pieces.delete(at);
    const size = piece.body.scale.x;
    return (part) => {
      piece.body.scale.setScalar(Math.max(size * (1 - part), 0.001));
      if (part === 1) this.present.delete(piece);
    };
  }

  private grow(token: Token, cell: Cell | undefined): Progress | null {
    if (!cell) return null;
    const piece = this.create(token);
    this.place(piece, token.cell);
    stand(piece, pointOf(cell), 0);
    const size = piece.body.scale.x;
    return (part) => piece.body.scale.setScalar(Math.max(size * part, 0.001));
  }

  private drop(at: string): void {
    const piece = this.pieces.get(at);
    if (piece) this.present.delete(piece);
    this.pieces.delete(at);
  }

  private create(token: Token): Piece {
    return { token, cell: token.cell, body: this.models.pose(token), ground: 0 };
  }

  private place(piece: Piece, cell: string): void {
    piece.cell = cell;
    this.pieces.set(cell, piece);
    this.present.add(piece);
  }

  /** Adds a piece to the mesh of its kind. */
  private addInstance({ token, body, cell }: Piece): void {
    const mesh = this.meshFor(token);
    if (mesh.count >= MAX_PIECES) return;
    body.updateMatrix();
    mesh.setMatrixAt(mesh.count, body.matrix);
    (mesh.userData.places as string[])[mesh.count] = cell;
    mesh.count += 1;
  }

  private meshFor(token: Token): InstancedMesh {
    const key = `${token.seat} ${token.kind}`;
    const known = this.meshes.get(key);
    if (known) return known;
    const mesh = new InstancedMesh(
      this.models.geometry(token.kind),
      this.models.material(token.seat),
      MAX_PIECES,
    );
    mesh.count = 0;
    mesh.frustumCulled = false;
    mesh.userData.places = [];
    this.meshes.set(key, mesh);
    this.group.add(mesh);
    return mesh;
  }
}

function reuse(pieces: Map<string, Piece>, token: Token): Piece | undefined {
  const piece = pieces.get(token.cell);
  if (piece?.token.kind !== token.kind || piece.token.seat !== token.seat) return undefined;
  pieces.delete(token.cell);
  return piece;
}

function stand(piece: Piece, at: Vector3, lift: number): void {
  piece.body.position.set(at.x, at.y + lift, at.z);
  piece.ground = at.y;
}
