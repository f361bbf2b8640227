import type { GameSummary, Opened, Seat } from "../../generated";
import { isComputer } from "../advice";

/** Where the player sits in a game that was opened; null for a spectator. */
export const ownSeatOf = ({ seats }: Pick<Opened, "seats">): Seat | null => seats[0] ?? null;

/** Clocks by which both players sit at the board. */
const TIMED = new Set(["fischer", "delay"]);

/**
 * Whether the player is in the middle of a timed game of this kind against somebody else: then no computer helps here with
 * such positions. Against a computer of this server help is allowed.
 */
export function isPlaying(games: readonly GameSummary[], variant: string): boolean {
  return games.some(
    ({ variant: played, stage, seats, clock }) =>
      played === variant &&
      stage.type === "running" &&
      TIMED.has(clock.type) &&
      [seats.white, seats.black].every((sitter) => !isComputer(sitter?.player)),
  );
}
