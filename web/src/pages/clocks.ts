import type { Clock } from "../generated";
import { formatClock } from "../model/clock";
import { texts } from "../texts";

/** Time controls that have a name. */
export const CLOCKS: Record<string, Clock> = {
  untimed: { type: "untimed" },
  bullet: { type: "fischer", initial: 60_000, increment: 0 },
  blitz: { type: "fischer", initial: 180_000, increment: 2000 },
  rapid: { type: "fischer", initial: 600_000, increment: 5000 },
  classical: { type: "fischer", initial: 1_800_000, increment: 20_000 },
};

/** Those that quick games can have. */
export const QUICK_CLOCKS = ["bullet", "blitz", "rapid", "classical", "untimed"];

export function quickClock(name: string): Clock {
  return CLOCKS[QUICK_CLOCKS.includes(name) ? name : "rapid"];
}

/** A time control as text. */
export function clockInWords(clock: Clock): string {
  return clock.type === "untimed" ? texts.create.clockKinds.untimed : formatClock(clock);
}
