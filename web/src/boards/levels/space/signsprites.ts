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
/** Points are measured in heights of the picture at their distance; this makes units of the set of them. */
const perUnit = (fieldOfView: number) => 1 / halfTangent(fieldOfView);

export interface Sign {
  kind: string;
  at: Vector3;
}

export class SignSprites {
  readonly group = new Group();
  private readonly boards = new Map<string, Points<BufferGeometry, PointsMaterial>>();

  private fieldOfView = FIELD_OF_VIEW;

  /** Keeps the size of the signs when the camera has another field of view. */
  seenWith(fieldOfView: number): void {
    if (fieldOfView === this.fieldOfView) return;
    this.fieldOfView = fieldOfView;
    for (const { material } of this.boards.values()) material.size = SIZE * perUnit(fieldOfView);
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
        size: SIZE * perUnit(this.fieldOfView),
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
