// Signs that always face the camera: one draw call for each kind.
import {
  BufferGeometry,
  CanvasTexture,
  Group,
  Points,
  PointsMaterial,
  SRGBColorSpace,
  type Vector3,
} from "three";
import { paintSign } from "../signs";
import { FIELD_OF_VIEW, ORDER } from "./coordinates";
import { halfTangent } from "./views";

const SIZE = 0.36;

export interface Sign {
  kind: string;
  at: Vector3;
}

export class SignSprites {
  readonly group = new Group();
  private readonly boards = new Map<string, Points<BufferGeometry, PointsMaterial>>();

  private pointsPerUnit = 1 / halfTangent(FIELD_OF_VIEW);

  /** Keeps the size of the signs when another camera sees them. */
  seenWith(pointsPerUnit: number): void {
    if (pointsPerUnit === this.pointsPerUnit) return;
    this.pointsPerUnit = pointsPerUnit;
    for (const { material } of this.boards.values()) material.size = SIZE * pointsPerUnit;
  }

  /** Replaces all signs. */
  show(signs: Sign[]): void {
    for (const board of this.boards.values()) board.visible = false;
    for (const kind of new Set(signs.map((sign) => sign.kind))) {
      const board = this.board(kind);
      board.geometry.dispose();
      board.geometry = new BufferGeometry().setFromPoints(
        signs.filter((sign) => sign.kind === kind).map((sign) => sign.at),
      );
      board.visible = true;
    }
  }

  dispose(): void {
    for (const { geometry, material } of this.boards.values()) {
      geometry.dispose();
      material.map?.dispose();
      material.dispose();
    }
  }

  private board(kind: string): Points<BufferGeometry, PointsMaterial> {
    const known = this.boards.get(kind);
    if (known) return known;
    const board = new Points(
      new BufferGeometry(),
      new PointsMaterial({
        map: drawn(kind),
        size: SIZE * this.pointsPerUnit,
        transparent: true,
      }),
    );
    board.renderOrder = ORDER.signs;
    board.frustumCulled = false;
    this.boards.set(kind, board);
    this.group.add(board);
    return board;
  }
}

function drawn(kind: string): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 96;
  const pen = canvas.getContext("2d");
  if (pen) paintSign(pen, kind, canvas.width);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
