// The three main boards, the four attack boards and the pins they stand on.
import {
  BoxGeometry,
  type BufferGeometry,
  CanvasTexture,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  SphereGeometry,
  type Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Board, Cell, Scene } from "../../../generated";
import { type Pin, isMain } from "../geometry";
import type { Palette } from "./palette";
import { RISE, middleOf, pointOf } from "./world";

const THICK = 0.1;

/** Meshes of places carry what tapping them means. */
export const placeOf = (object: Object3D): string | undefined => object.userData.place as string | undefined;

export class Boards {
  readonly group = new Group();
  private readonly square = new BoxGeometry(0.985, THICK, 0.985);
  private readonly post = new CylinderGeometry(0.055, 0.075, RISE - THICK, 12);
  private readonly stub = new CylinderGeometry(0.05, 0.07, 0.22, 12);
  private readonly knob = new SphereGeometry(0.11, 16, 12);
  private readonly decal = new PlaneGeometry(0.36, 0.18);
  private readonly frames = { main: rim(4, 0.06), attack: rim(2, 0.15) };
  private readonly slabs = new Map<string, Group>();
  private readonly pins = new Group();
  private readonly decals = new Map<string, MeshBasicMaterial>();

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
    this.pins.clear();
    for (const pin of pins) this.pins.add(...this.pinParts(pin));
  }

  dispose(): void {
    const { main, attack } = this.frames;
    for (const geometry of [this.square, this.post, this.stub, this.knob, this.decal, main, attack]) geometry.dispose();
    for (const material of this.decals.values()) {
      material.map?.dispose();
      material.dispose();
    }
  }

  private put(board: Board, cells: Cell[], coordinates: boolean, isTurned: boolean): void {
    const slab = this.slabs.get(board.id) ?? new Group();
    const middle = centre(cells);
    this.slabs.set(board.id, slab);
    this.group.add(slab);
    slab.position.copy(middle);
    slab.rotation.set(0, 0, 0);
    slab.clear();
    slab.add(this.frame(board));
    for (const cell of cells) {
      const square = this.squareOf(cell, isMain(board));
      square.position.copy(pointOf(cell)).sub(middle);
      square.position.y = -THICK / 2;
      slab.add(square);
      if (coordinates) slab.add(this.decalOf(cell, square.position, isTurned));
    }
  }

  /** What stands under an attack board shines through it. */
  private squareOf(cell: Cell, onMain: boolean): Mesh {
    const mesh = new Mesh(this.square, this.palette[onMain ? "main" : "attack"][cell.shade]);
    mesh.userData.place = cell.id;
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

  private decalOf(cell: Cell, at: Vector3, isTurned: boolean): Mesh {
    const mesh = new Mesh(this.decal, this.decalMaterial(cell.id.slice(0, 2), cell.shade));
    const side = isTurned ? -1 : 1;
    mesh.rotation.set(-Math.PI / 2, 0, isTurned ? Math.PI : 0);
    mesh.position.set(at.x - 0.29 * side, 0.004, at.z + 0.38 * side);
    return mesh;
  }

  private decalMaterial(text: string, shade: string): MeshBasicMaterial {
    const key = text + shade;
    const known = this.decals.get(key);
    if (known) return known;
    const material = new MeshBasicMaterial({ map: written(text, shade), transparent: true, depthWrite: false });
    this.decals.set(key, material);
    return material;
  }

  private pinParts(pin: Pin): Mesh[] {
    const foot = middleOf(pin).y - RISE;
    const part = (geometry: Mesh["geometry"], height: number) => {
      const mesh = new Mesh(geometry, this.palette.brass);
      mesh.position.copy(middleOf(pin));
      mesh.position.y = foot + height;
      mesh.userData.place = pin.board?.tap ?? pin.id;
      return mesh;
    };
    return pin.board ? [part(this.post, (RISE - THICK) / 2)] : [part(this.stub, 0.1), part(this.knob, 0.26)];
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

/** A short text as a texture, dark on light squares and light on dark ones. */
function written(text: string, shade: string): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = 64;
  canvas.height = 32;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.font = "bold 27px sans-serif";
    pen.textBaseline = "middle";
    pen.fillStyle = shade === "light" ? "#6b4a2b" : "#fbeed8";
    pen.fillText(text, 2, 17);
  }
  const texture = new CanvasTexture(canvas);
  texture.anisotropy = 4;
  return texture;
}
