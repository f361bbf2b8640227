import type { Evaluation, Outcome, Seat } from "../../generated";
import { shareOfWhite } from "../advice";

/** What an action is by how much of the winning chance it loses, from this many points on. */
export const LIMITS = { inaccuracy: 10, mistake: 20, blunder: 30 } as const;

export type Fault = keyof typeof LIMITS;

/** White's winning chance in points from 0 to 100: `100 / (1 + exp(-balance / 220))`, and all or nothing for a forced win. */
export const chanceOf = (evaluation: Evaluation): number => 100 * shareOfWhite(evaluation);

/** The same for a game that is over. */
export function chanceOfOutcome({ winner }: Outcome): number {
  if (winner === null) return 50;
  return winner === "white" ? 100 : 0;
}

/** How many points the mover has lost between two chances of White. */
export function lossOf(seat: Seat, before: number, after: number): number {
  const lost = seat === "white" ? before - after : after - before;
  return Math.max(0, lost);
}

/** What a loss makes of an action; null for one that is good enough. */
export function faultOf(loss: number): Fault | null {
  if (loss >= LIMITS.blunder) return "blunder";
  if (loss >= LIMITS.mistake) return "mistake";
  return loss >= LIMITS.inaccuracy ? "inaccuracy" : null;
}

/** The sign that stands behind such an action, by its number in PGN. */
export const GLYPHS: Record<Fault, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };
