// Coordinates on the squares: all of them on one sheet, so that the names of many squares are drawn at once.
import {
  type BufferGeometry,
  CanvasTexture,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  type Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Cell } from "../../../generated";
import { orderAt, pointOf } from "./world";

const COLUMNS = 8;
const WIDTH = 64;
const HEIGHT = 32;

export class Writing {
  private readonly sheet = document.createElement("canvas");
  private readonly texture: CanvasTexture;
  private readonly material: MeshBasicMaterial;
  private readonly written = new Map<string, number>();

  constructor() {
    this.sheet.width = COLUMNS * WIDTH;
    this.sheet.height = COLUMNS * HEIGHT;
    this.texture = new CanvasTexture(this.sheet);
    this.texture.anisotropy = 4;
    this.material = new MeshBasicMaterial({
      map: this.texture,
      transparent: true,
      depthWrite: false,
    });
  }

  /** The names of squares, each in the corner nearest to the viewer's left hand. */
  on(cells: Cell[], middle: Vector3, isTurned: boolean): Mesh {
    const side = isTurned ? -1 : 1;
    const names = cells.map((cell) => {
      const at = pointOf(cell).sub(middle);
      const plane = this.tile(cell.id.slice(0, 2)).rotateX(-Math.PI / 2);
      if (isTurned) plane.rotateY(Math.PI);
      return plane.translate(at.x - 0.29 * side, at.y + 0.004, at.z + 0.38 * side);
    });
    const mesh = new Mesh(mergeGeometries(names), this.material);
    mesh.raycast = () => {};
    mesh.renderOrder = orderAt(middle.y).writing;
    return mesh;
  }

  dispose(): void {
    this.texture.dispose();
    this.material.dispose();
  }

  private tile(text: string): BufferGeometry {
    const index = this.written.get(text) ?? this.write(text);
    const plane = new PlaneGeometry(0.36, 0.18);
    const corners = plane.getAttribute("uv");
    const left = index % COLUMNS;
    const row = Math.floor(index / COLUMNS);
    for (let n = 0; n < corners.count; n += 1) {
      const v = 1 - (row + 1 - corners.getY(n)) / COLUMNS;
      corners.setXY(n, (left + corners.getX(n)) / COLUMNS, v);
    }
    return plane;
  }

  private write(text: string): number {
    const index = this.written.size;
    this.written.set(text, index);
    const pen = this.sheet.getContext("2d");
    if (pen) {
      pen.font = "bold 27px sans-serif";
      pen.textBaseline = "middle";
      pen.fillStyle = "#2a2118";
      pen.fillText(
        text,
        (index % COLUMNS) * WIDTH + 2,
        (Math.floor(index / COLUMNS) + 0.5) * HEIGHT + 1,
      );
    }
    this.texture.needsUpdate = true;
    return index;
  }
}
