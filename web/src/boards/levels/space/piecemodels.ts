// Pieces turned on a lathe. One geometry for each kind, shared by all pieces of that kind.
import {
  BoxGeometry,
  type BufferGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  type Material,
  Object3D,
  Shape,
  SphereGeometry,
  Vector2,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Token } from "../../../generated";
import { BATTLEMENTS, CROSS, HORSE, type Point, profileOf } from "../shapes";

export class PieceModels {
  private readonly geometries = new Map<string, BufferGeometry>();

  constructor(
    private readonly materials: Record<"white" | "black", Material>,
    private readonly lowDetail: boolean,
    private readonly size: number,
  ) {}

  /** How a piece is turned and how large it is. */
  pose(token: Token): Object3D {
    const body = new Object3D();
    body.scale.setScalar(this.size);
    // Heads of knights are seen best from the side, and look a little at the enemy.
    body.rotation.y = token.seat === "white" ? 0.5 : Math.PI + 0.5;
    return body;
  }

  material(seat: Token["seat"]): Material {
    return this.materials[seat];
  }

  geometry(kind: string): BufferGeometry {
    const known = this.geometries.get(kind);
    if (known) return known;
    const made = this.turn(kind);
    this.geometries.set(kind, made);
    return made;
  }

  dispose(): void {
    for (const geometry of this.geometries.values()) geometry.dispose();
  }

  private turn(kind: string): BufferGeometry {
    const points = profileOf(kind).map(([radius, height]) => new Vector2(radius, height));
    const body = new LatheGeometry(points, this.lowDetail ? 14 : 36);
    const parts = [body, ...this.ornaments(kind)].map((part) =>
      part.index === null ? part : part.toNonIndexed(),
    );
    return mergeGeometries(parts) ?? body;
  }

  private ornaments(kind: string): BufferGeometry[] {
    const detail = this.lowDetail ? 6 : 12;
    if (kind === "knight") return [this.cut(HORSE, 0.2, 0.05)];
    if (kind === "king") return [this.cut(CROSS, 0.07, 0.01)];
    if (kind === "queen")
      return ring(9, 0.235, 1.06, () => new SphereGeometry(0.045, detail, detail));
    if (kind === "rook")
      return ring(6, 0.22, BATTLEMENTS - 0.06, () => new BoxGeometry(0.1, 0.12, 0.15));
    return [];
  }

  /** A flat outline given thickness. */
  private cut(outline: Point[], depth: number, bevel: number): BufferGeometry {
    const shape = new Shape(outline.map(([x, y]) => new Vector2(x, y)));
    const made = new ExtrudeGeometry(shape, {
      depth,
      bevelEnabled: true,
      bevelSize: bevel * 0.6,
      bevelThickness: bevel,
      bevelSegments: this.lowDetail ? 1 : 3,
    });
    return made.translate(0, 0, -depth / 2);
  }
}

/** The same part several times, round the axis. */
function ring(
  count: number,
  radius: number,
  height: number,
  make: () => BufferGeometry,
): BufferGeometry[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    const part = make().translate(radius, height, 0);
    return part.rotateY(angle);
  });
}
