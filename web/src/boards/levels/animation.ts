// Events as a sequence of steps: what is shown at the same time, one step after the other.
import type { Token } from "../../generated";
import { more } from "../../texts/more";

export type Motion =
  | { type: "moved"; from: string; to: string }
  | { type: "removed"; at: string }
  | { type: "placed"; at: string; token: Token }
  | { type: "changed"; at: string; token: Token }
  | { type: "board_moved"; board: string; from: string; to: string; rotated: boolean };

export type AnimationStep = Motion[];

const MOTIONS = new Set(["moved", "removed", "placed", "changed", "board_moved"]);

const isMotion = (event: unknown): event is Motion =>
  typeof event === "object" &&
  event !== null &&
  MOTIONS.has(String((event as { type?: unknown }).type));

/** What events say in words because nothing moves: once, although both sides may have waited for it. */
export function announcementsOf(events: unknown[]): string[] {
  const all = events as ({ type?: unknown; file?: unknown } | null)[];
  const files = all.flatMap((event) =>
    event?.type === "plane_restored" && typeof event.file === "string" ? [event.file] : [],
  );
  return [...new Set(files)].map(more.levels.planeRestored);
}

/**
 * A captured piece leaves while its captor arrives, and a rider travels with its board: these share a step. All else
 * has a step of its own. `null` says that the old picture leads nowhere and the new one is to be drawn.
 */
export function animationSteps(events: unknown[]): AnimationStep[] | null {
  const redraw = events.some((event) => (event as { type?: unknown } | null)?.type === "redraw");
  if (redraw) return null;
  const steps: AnimationStep[] = [];
  for (const motion of events.filter(isMotion)) {
    const last = steps.at(-1);
    if (last?.length === 1 && belongTogether(last[0], motion)) last.push(motion);
    else steps.push([motion]);
  }
  return steps;
}

function belongTogether(first: Motion | undefined, next: Motion): boolean {
  return (first?.type === "removed" || first?.type === "board_moved") && next.type === "moved";
}
