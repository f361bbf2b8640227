// Events as a sequence of beats: what is shown at the same time, one beat after the other.
import type { Token } from "../../generated";

export type Motion =
  | { type: "moved"; from: string; to: string }
  | { type: "removed"; at: string }
  | { type: "placed"; at: string; token: Token }
  | { type: "changed"; at: string; token: Token }
  | { type: "board_moved"; board: string; from: string; to: string; rotated: boolean };

export type Beat = Motion[];

const MOTIONS = new Set(["moved", "removed", "placed", "changed", "board_moved"]);

const isMotion = (event: unknown): event is Motion =>
  typeof event === "object" &&
  event !== null &&
  MOTIONS.has(String((event as { type?: unknown }).type));

/** What events say in words because nothing moves. */
export function newsOf(events: unknown[]): string[] {
  const quiet = events.filter((event) => !isMotion(event)) as ({ text?: unknown } | null)[];
  return [
    ...new Set(quiet.flatMap((event) => (typeof event?.text === "string" ? [event.text] : []))),
  ];
}

/**
 * A captured piece leaves while its captor arrives, and a rider travels with its board: these share a beat. All else
 * has a beat of its own. `null` says that the old picture leads nowhere and the new one is to be drawn.
 */
export function beatsOf(events: unknown[]): Beat[] | null {
  const redraw = events.some((event) => (event as { type?: unknown } | null)?.type === "redraw");
  if (redraw) return null;
  const beats: Beat[] = [];
  for (const motion of events.filter(isMotion)) {
    const last = beats.at(-1);
    if (last?.length === 1 && belongTogether(last[0], motion)) last.push(motion);
    else beats.push([motion]);
  }
  return beats;
}

function belongTogether(first: Motion | undefined, next: Motion): boolean {
  return (first?.type === "removed" || first?.type === "board_moved") && next.type === "moved";
}
