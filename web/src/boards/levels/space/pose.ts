// Where the player looks at the set from, kept for the next game: one place for each side.
import type { Pose } from "./stage";
import { VIEWS } from "./views";

const KEY = "rookery.camera";

const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** Whether something that was kept is a place to look from. */
export function isPose(kept: unknown): kept is Pose {
  if (typeof kept === "string") return kept in VIEWS;
  if (typeof kept !== "object" || kept === null) return false;
  const { azimuth, polar, size, fieldOfView, isFlat, target } = kept as Record<string, unknown>;
  return (
    [azimuth, polar].every(isNumber) &&
    [size, fieldOfView].every((one) => isNumber(one) && one > 0) &&
    typeof isFlat === "boolean" &&
    Array.isArray(target) &&
    target.length === 3 &&
    target.every(isNumber)
  );
}

/** Null when nothing was kept, or nothing that is understood. */
export function loadPose(side: string): Pose | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${KEY}.${side}`) ?? "null");
    return isPose(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function keepPose(side: string, pose: Pose): void {
  try {
    localStorage.setItem(`${KEY}.${side}`, JSON.stringify(pose));
  } catch {
    // The browser may forbid storage; the set is then seen as usual.
  }
}
