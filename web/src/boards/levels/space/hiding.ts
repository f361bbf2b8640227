// Which boards are in the way of what somebody wants to see.
import { type Object3D, Raycaster, Vector3 } from "three";

/** Half as high as a piece: what is looked at is not the square itself. */
const ABOVE = new Vector3(0, 0.4, 0);
/** Boards nearer to the point than this carry it. */
const NEAR = 0.2;

/** The ids of the boards between an eye and a point. Of every surface its data names the board. */
export function hiding(
  eye: Vector3,
  point: Vector3,
  own: string,
  surfaces: Object3D[],
): Set<string> {
  const aim = point.clone().add(ABOVE);
  const way = aim.clone().sub(eye);
  const ray = new Raycaster(eye, way.clone().normalize(), 0, Math.max(way.length() - NEAR, 0));
  const hits = ray.intersectObjects(surfaces, false);
  const boards = hits.map(({ object }) => object.userData.board as string);
  return new Set(boards.filter((board) => board !== own));
}
