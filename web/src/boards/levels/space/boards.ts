// The three main boards, the four attack boards and the pins they stand on.
import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  type Object3D,
  SphereGeometry,
  type Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Board, Cell, Scene } from "../../../generated";
import { type Pin, isMain } from "../geometry";
import type { Palette } from "./palette";
import { RISE, middleOf, orderAt, pointOf } from "./world";
import { Writing } from "./writing";

const THICK = 0.1;

/** What was hit stands for a place: a mesh for its own, an instance for one of a list. */
export function placeOf({ object, instanceId }: { object: Object3D; instanceId?: number }): string | undefined {
  const { place, places } = object.userData as { place?: string; places?: string[] };
  return place ?? (instanceId === undefined ? undefined : places?.[instanceId]);
}

export class Boards {
  readonly group = new Group();
  private readonly square = new BoxGeometry(0.985, THICK, 0.985);
  private readonly post = new CylinderGeometry(0.055, 0.075, RISE - THICK, 12);
  private readonly stub = mergeGeometries([
    new CylinderGeometry(0.05, 0.07, 0.22, 12).translate(0, 0.1, 0),
    new SphereGeometry(0.11, 16, 12).translate(0, 0.26, 0),
  ]);
  private readonly frames = { main: rim(4, 0.06), attack: rim(2, 0.15) };
  private readonly slabs = new Map<string, Group>();
  private readonly pins = new Group();
  private readonly writing = new Writing();

  constructor(private readonly palette: Palette) {
    this.group.add(this.pins);
  }

  /** Everything on the board that can be pointed at. */
  get pickable(): Object3D[] {
    return [...this.slabs.values(), this.pins];
  }

  slab(board: string): Group | undefined {
    return this.slabs.get(board);
  }

  sync(scene: Scene, pins: Pin[], coordinates: boolean, isTurned: boolean): void {
    if (this.slabs.size === 0) this.pillars(scene);
    for (const board of scene.boards) {
      const cells = scene.cells.filter((cell) => cell.board === board.id);
      if (cells.length > 0) this.put(board, cells, coordinates, isTurned);
    }
    clear(this.pins);
    const isTaken = (pin: Pin) => pin.board !== null;
    this.pins.add(this.pinsOf(pins.filter(isTaken), this.post, (RISE - THICK) / 2));
    this.pins.add(this.pinsOf(pins.filter((pin) => !isTaken(pin)), this.stub, 0));
  }

  dispose(): void {
    const { main, attack } = this.frames;
    for (const geometry of [this.square, this.post, this.stub, main, attack]) geometry.dispose();
    for (const group of [...this.slabs.values(), this.pins]) clear(group);
    this.writing.dispose();
  }

  private put(board: Board, cells: Cell[], coordinates: boolean, isTurned: boolean): void {
    const slab = this.slabs.get(board.id) ?? new Group();
    const middle = centre(cells);
    this.slabs.set(board.id, slab);
    this.group.add(slab);
    slab.position.copy(middle);
    slab.rotation.set(0, 0, 0);
    // Most updates only choose something: what is drawn already stays.
    const drawn = JSON.stringify([cells.map((cell) => cell.id), coordinates, isTurned]);
    if (slab.userData.drawn === drawn) return;
    slab.userData.drawn = drawn;
    clear(slab);
    slab.add(this.frame(board));
    for (const shade of ["light", "dark"] as const) slab.add(this.squaresOf(cells, middle, shade, isMain(board)));
    if (coordinates) slab.add(this.writing.on(cells, middle, isTurned));
  }

  /** All squares of one shade, drawn at once. What stands under an attack board shines through it. */
  private squaresOf(cells: Cell[], middle: Vector3, shade: "light" | "dark", onMain: boolean): InstancedMesh {
    const own = cells.filter((cell) => cell.shade === shade);
    const mesh = new InstancedMesh(this.square, this.palette[onMain ? "main" : "attack"][shade], own.length);
    own.forEach((cell, index) => {
      const at = pointOf(cell).sub(middle);
      mesh.setMatrixAt(index, new Matrix4().makeTranslation(at.x, -THICK / 2, at.z));
    });
    mesh.renderOrder = orderAt(middle.y).squares;
    mesh.userData.places = own.map((cell) => cell.id);
    return mesh;
  }

  /** The rim: of an attack board it is wide enough to be grasped. */
  private frame(board: Board): Mesh {
    const material = isMain(board) ? this.palette.brass : this.palette.frame[board.seat ?? "none"];
    const mesh = new Mesh(isMain(board) ? this.frames.main : this.frames.attack, material);
    mesh.position.y = -THICK / 2 - 0.01;
    if (board.tap !== undefined) mesh.userData.place = board.tap;
    return mesh;
  }

  /** A pin with a board stands for the board. */
  private pinsOf(pins: Pin[], form: BufferGeometry, height: number): InstancedMesh {
    const mesh = new InstancedMesh(form, this.palette.brass, pins.length);
    pins.forEach((pin, index) => {
      const at = middleOf(pin);
      mesh.setMatrixAt(index, new Matrix4().makeTranslation(at.x, at.y - RISE + height, at.z));
    });
    mesh.userData.places = pins.map((pin) => pin.board?.tap ?? pin.id);
    return mesh;
  }

  /** Main boards are held by pillars where two of them overlap. */
  private pillars(scene: Scene): void {
    const mains = scene.boards.filter(isMain).map((board) => scene.cells.filter((cell) => cell.board === board.id));
    mains.slice(1).forEach((upper, index) => {
      const lower = mains[index] ?? [];
      const top = centre(upper);
      const bottom = centre(lower);
      const height = top.y - bottom.y - THICK;
      const pillar = new Mesh(new CylinderGeometry(0.07, 0.07, height, 16), this.palette.brass);
      pillar.position.set(0, bottom.y + height / 2, (top.z + bottom.z) / 2);
      this.group.add(pillar);
    });
  }
}

function clear(group: Group): void {
  for (const part of group.children) if (part instanceof InstancedMesh) part.dispose();
  group.clear();
}

/** Four bars round a board of so many squares. */
function rim(size: number, width: number): BufferGeometry {
  const long = size + 2 * width;
  const off = (size + width) / 2;
  const bars = [-1, 1].flatMap((side) => [
    new BoxGeometry(long, THICK, width).translate(0, 0, side * off),
    new BoxGeometry(width, THICK, size).translate(side * off, 0, 0),
  ]);
  return mergeGeometries(bars);
}

function centre(cells: Cell[]): Vector3 {
  const low = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return pointOf({ x: low(cells.map((cell) => cell.x)), y: low(cells.map((cell) => cell.y)), z: cells[0]?.z ?? 0 });
}
