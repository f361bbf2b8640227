// Where the camera has to stand for the whole set to fill the picture, whatever its shape.
import { Spherical, Vector3 } from "three";
import { pointOf, RISE } from "./coordinates";

/** Lowest rank and height of the six pairs of pins. */
const PINS = [
  [0, 1],
  [4, 1],
  [2, 3],
  [6, 3],
  [4, 5],
  [8, 5],
] as const;
/** Room for rims, for signs beside the boards and for pieces on them. */
const ASIDE = 0.85;
const ALONG = 0.7;
const ABOVE = 1.5;
const MARGIN = 1.02;

const edge = () => [
  ...PINS.flatMap(([rank, z]) => corners(rank - ALONG, rank + 1 + ALONG, z)),
  ...corners(1 - ALONG, 4 + ALONG, -0.1),
];

function corners(near: number, far: number, z: number): Vector3[] {
  const flat = [-ASIDE, 5 + ASIDE].flatMap((x) => [near, far].map((y) => pointOf({ x, y, z })));
  return flat.flatMap((point) => [point, point.clone().setY(z * RISE + ABOVE)]);
}

export interface Frame {
  target: Vector3;
  distance: number;
}

/** `up` and `across` are the tangents of half the angles of view. */
export function frameSet(azimuth: number, polar: number, up: number, across: number): Frame {
  const back = new Vector3().setFromSpherical(new Spherical(1, polar, azimuth));
  const right = new Vector3(0, 1, 0).cross(back).normalize();
  const top = back.clone().cross(right);
  const target = new Vector3(0, 5, 0);
  const points = edge();
  let distance = 0;
  // Perspective makes the middle depend on the distance and the reverse; a few rounds settle both.
  for (let round = 0; round < 8; round += 1) {
    const seen = points
      .map((point) => point.clone().sub(target))
      .map((at) => ({
        x: at.dot(right),
        y: at.dot(top),
        near: at.dot(back),
      }));
    distance = Math.max(
      ...seen.map(({ x, y, near }) => near + Math.max(Math.abs(x) / across, Math.abs(y) / up)),
    );
    const sideways = seen.map(({ x, near }) => x / (distance - near));
    const upwards = seen.map(({ y, near }) => y / (distance - near));
    target
      .addScaledVector(right, middle(sideways) * distance)
      .addScaledVector(top, middle(upwards) * distance);
  }
  return { target, distance: distance * MARGIN };
}

const middle = (parts: number[]) => (Math.max(...parts) + Math.min(...parts)) / 2;
