// The three main boards, the four attack boards and the pins they stand on.
import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  Group,
  type Material,
  Matrix4,
  Mesh,
  type Object3D,
  SphereGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Board, Cell, Scene } from "../../../generated";
import { isMain, type Pin } from "../geometry";
import { CoordinateLabels } from "./coordinatelabels";
import { isTakenApart, middleOf, ORDER, pointOf, RISE } from "./coordinates";
import { type Instance, Instances } from "./instances";
import type { Palette } from "./palette";

const THICK = 0.1;
/** As many as there can be: squares of a board, attack boards, pins. */
const SQUARES = 16;
const ATTACK_BOARDS = 4;
/** How little is left of a board that hides what is pointed at. */
const FADED = 0.16;
const PINS = 12;
const RIM_BELOW = new Vector3(0, -THICK / 2 - 0.01, 0);

/** The place of what a ray hit: that of a mesh, or of one instance of a mesh. */
export function placeOf({
  object,
  instanceId,
}: {
  object: Object3D;
  instanceId?: number;
}): string | undefined {
  const { place, places } = object.userData as { place?: string; places?: (string | undefined)[] };
  return place ?? (instanceId === undefined ? undefined : places?.[instanceId]);
}

/** An attack board: where it is, and what has to be there with it. */
interface AttackBoard {
  board: Board;
  cells: Cell[];
  middle: Vector3;
  /** Holds what is written on it. */
  group: Group;
  written: string;
}

export class Boards {
  readonly group = new Group();
  private readonly square = new BoxGeometry(0.985, THICK, 0.985);
  private readonly rim = rimOf(2, 0.15);
  private readonly post = new CylinderGeometry(0.055, 0.075, RISE - THICK, 12).translate(
    0,
    (RISE - THICK) / 2,
    0,
  );
  private readonly stub = mergeGeometries([
    new CylinderGeometry(0.05, 0.07, 0.22, 12).translate(0, 0.1, 0),
    new SphereGeometry(0.11, 16, 12).translate(0, 0.26, 0),
  ]);
  /** Each board can fade by itself. What stands under an attack board shines through it. */
  private readonly squares = new Map<string, { instances: Instances; material: Material }>();
  private readonly rims: Instances;
  private readonly posts: Instances;
  private readonly stubs: Instances;
  private readonly attackBoards = new Map<string, AttackBoard>();
  private readonly writing = new CoordinateLabels();
  /** Rims and pillars of the main boards, which never move. */
  private fixed: Mesh | null = null;
  private readonly names = new Group();
  private written = "";

  constructor(private readonly palette: Palette) {
    this.rims = new Instances(this.rim, palette.rims, ATTACK_BOARDS);
    this.posts = new Instances(this.post, palette.pins, PINS);
    this.stubs = new Instances(this.stub, palette.pins, PINS);
    this.group.add(...this.instances.map((one) => one.mesh), this.names);
  }

  /** Everything on the boards that can be pointed at. */
  get pickable(): Object3D[] {
    return this.instances.map((one) => one.mesh);
  }

  private get instances(): Instances[] {
    const squares = [...this.squares.values()].map(({ instances }) => instances);
    return [...squares, this.rims, this.posts, this.stubs];
  }

  /** The squares, each mesh with the id of its board. */
  get surfaces(): Object3D[] {
    return [...this.squares.values()].map(({ instances }) => instances.mesh);
  }

  /** Lets these boards be seen through, and no others. */
  fade(boards: Set<string>): void {
    for (const [id, { instances, material }] of this.squares) {
      const whole = instances.mesh.userData.opacity as number;
      material.opacity = boards.has(id) ? FADED : whole;
      // What is seen through must not hide what is drawn later.
      material.depthWrite = !boards.has(id);
    }
  }

  private squaresOf(board: string, kind: "main" | "attack"): Instances {
    const known = this.squares.get(board);
    if (known) return known.instances;
    const material = this.palette.squares[kind].clone();
    const instances = new Instances(this.square, material, SQUARES, ORDER[kind].squares);
    instances.mesh.userData.board = board;
    instances.mesh.userData.opacity = material.opacity;
    this.squares.set(board, { instances, material });
    this.group.add(instances.mesh);
    return instances;
  }

  /** The object of an attack board. After moving it, call `updateAttackBoards`. */
  attackBoard(board: string): Object3D | undefined {
    return this.attackBoards.get(board)?.group;
  }

  sync(scene: Scene, pins: Pin[], coordinates: boolean, isTurned: boolean): void {
    if (!this.fixed) this.build(scene);
    this.name(scene, coordinates, isTurned);
    for (const board of scene.boards.filter((one) => !isMain(one))) {
      const cells = cellsOf(scene, board);
      if (cells.length > 0) this.put(board, cells, coordinates, isTurned);
    }
    this.updateAttackBoards();
    // Taken apart, a board no longer stands on its pin.
    const standing = isTakenApart() ? [] : pins.filter((pin) => pin.board !== null);
    this.posts.set(standing.map(pinInstance));
    this.stubs.set(pins.filter((pin) => pin.board === null).map(pinInstance));
  }

  /** Draws the attack boards where they are now. */
  updateAttackBoards(): void {
    // From below upwards, since they are see-through.
    const attackBoards = [...this.attackBoards.values()].sort(
      (one, other) => one.group.position.y - other.group.position.y,
    );
    for (const { group } of attackBoards) group.updateMatrix();
    for (const { board, cells, middle, group } of attackBoards)
      this.squaresOf(board.id, "attack").set(
        cells.map((cell) => this.squareInstance(cell, middle, group.matrix)),
      );
    this.rims.set(
      attackBoards.map(({ board, group }) => ({
        at: new Matrix4().setPosition(RIM_BELOW).premultiply(group.matrix),
        colour: this.palette.sides[board.seat ?? "none"],
        place: board.tap,
      })),
    );
  }

  dispose(): void {
    for (const one of this.instances) one.dispose();
    for (const { material } of this.squares.values()) material.dispose();
    for (const form of [this.square, this.rim, this.post, this.stub]) form.dispose();
    this.fixed?.geometry.dispose();
    for (const { group } of this.attackBoards.values()) forget(group);
    forget(this.names);
    this.writing.dispose();
  }

  /** What never changes: the main boards, from below upwards, and the pillars that hold them where two overlap. */
  private build(scene: Scene): void {
    const mains = scene.boards.filter(isMain).map((board) => cellsOf(scene, board));
    mains.sort((one, other) => (one[0]?.z ?? 0) - (other[0]?.z ?? 0));
    const still = new Matrix4();
    for (const cells of mains)
      this.squaresOf(cells[0]?.board ?? "", "main").set(
        cells.map((cell) => this.squareInstance(cell, new Vector3(), still)),
      );
    const rims = mains.map((cells) => {
      const { x, y, z } = centre(cells).add(RIM_BELOW);
      return rimOf(4, 0.06).translate(x, y, z);
    });
    const pillars = (isTakenApart() ? [] : mains.slice(1)).map((upper, index) =>
      pillarBetween(centre(mains[index] ?? []), centre(upper)),
    );
    this.fixed = new Mesh(mergeGeometries([...rims, ...pillars]), this.palette.brass);
    this.fixed.raycast = () => {};
    this.group.add(this.fixed);
  }

  /** The names of the squares of the main boards. */
  private name(scene: Scene, coordinates: boolean, isTurned: boolean): void {
    const written = JSON.stringify([coordinates, isTurned]);
    if (written === this.written) return;
    this.written = written;
    forget(this.names);
    const cells = scene.boards.filter(isMain).flatMap((board) => cellsOf(scene, board));
    if (coordinates) this.names.add(this.writing.on(cells, new Vector3(), isTurned));
  }

  private put(board: Board, cells: Cell[], coordinates: boolean, isTurned: boolean): void {
    const middle = centre(cells);
    const group = this.attackBoards.get(board.id)?.group ?? new Group();
    // Most updates only choose something: what is written already stays.
    const written = JSON.stringify([cells.map((cell) => cell.id), coordinates, isTurned]);
    const isWritten = this.attackBoards.get(board.id)?.written === written;
    this.attackBoards.set(board.id, { board, cells, middle, group, written });
    this.group.add(group);
    group.position.copy(middle);
    group.rotation.set(0, 0, 0);
    if (isWritten) return;
    forget(group);
    if (coordinates) group.add(this.writing.on(cells, middle, isTurned));
  }

  /** A square where its board is, given the middle of the board that it was measured from. */
  private squareInstance(cell: Cell, middle: Vector3, board: Matrix4): Instance {
    const { x, y, z } = pointOf(cell).sub(middle);
    const at = new Matrix4().makeTranslation(x, y - THICK / 2, z).premultiply(board);
    return {
      at,
      colour: this.palette.shades[cell.shade === "dark" ? "dark" : "light"],
      place: cell.id,
    };
  }
}

const cellsOf = (scene: Scene, board: Board) =>
  scene.cells.filter((cell) => cell.board === board.id);

/** A pin with a board stands for the board. */
function pinInstance(pin: Pin): Instance {
  const { x, y, z } = middleOf(pin);
  return { at: new Matrix4().makeTranslation(x, y - RISE, z), place: pin.board?.tap ?? pin.id };
}

/** Takes away what was written. */
function forget(group: Group): void {
  for (const part of group.children) if (part instanceof Mesh) part.geometry.dispose();
  group.clear();
}

/** Four bars round a board of so many squares. */
function rimOf(size: number, width: number): BufferGeometry {
  const long = size + 2 * width;
  const off = (size + width) / 2;
  const bars = [-1, 1].flatMap((side) => [
    new BoxGeometry(long, THICK, width).translate(0, 0, side * off),
    new BoxGeometry(width, THICK, size).translate(side * off, 0, 0),
  ]);
  return mergeGeometries(bars);
}

function pillarBetween(bottom: Vector3, top: Vector3): BufferGeometry {
  const height = top.y - bottom.y - THICK;
  return new CylinderGeometry(0.07, 0.07, height, 16).translate(
    0,
    bottom.y + height / 2,
    (top.z + bottom.z) / 2,
  );
}

function centre(cells: Cell[]): Vector3 {
  const low = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return pointOf({
    x: low(cells.map((cell) => cell.x)),
    y: low(cells.map((cell) => cell.y)),
    z: cells[0]?.z ?? 0,
  });
}
