// From places of the scene to points in space: one unit to a file or rank.
import { Vector3 } from "three";
import type { Pin, Place } from "../geometry";

/** Levels are 4 units apart where squares are 2.1 wide. */
export const RISE = 4 / 2.1;

/** How much the camera sees from top to bottom, in degrees. */
export const FIELD_OF_VIEW = 36;

/** How far main boards, and attack boards beside them, are moved apart when the set is taken apart. */
const APART_ALONG = 2.2;
const APART_ASIDE = 1.15;

/** Of the one set that is drawn. */
let isApart = false;

/** Takes the set apart, so that no board lies above another, or puts it together again. */
export function takeApart(wanted: boolean): void {
  isApart = wanted;
}

export const isTakenApart = (): boolean => isApart;

export function pointOf({ x, y, z }: Place): Vector3 {
  const point = new Vector3(x - 2.5, z * RISE, 4.5 - y);
  if (!isApart) return point;
  // Two heights are one storey: a main board and the attack boards above it.
  point.z -= (Math.floor(z / 2) - 1) * APART_ALONG;
  if (Math.round(z) % 2 !== 0) point.x += Math.sign(point.x) * APART_ASIDE;
  return point;
}

/** The middle of the four squares of a pin, which is the outer corner of its main board. */
export const middleOf = (pin: Pin): Vector3 =>
  pointOf({ x: pin.originX + 0.5, y: pin.originY + 0.5, z: pin.z });

/**
 * The order in which see-through things are drawn: everything of the main boards before the attack boards above them,
 * so that marks under an attack board shine through it like pieces do.
 */
export const ORDER = {
  main: { squares: 0, writing: 1, marks: 2 },
  attack: { squares: 3, writing: 4, marks: 5 },
  shadows: 6,
  signs: 7,
} as const;

/** Main boards lie at even heights, attack boards at odd ones. */
export const orderAt = (height: number) =>
  Math.round(height / RISE) % 2 === 0 ? ORDER.main : ORDER.attack;
