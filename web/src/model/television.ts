import type { GameSummary } from "../generated";
import { isComputer } from "./advice";

/** The game that most people would like to watch: people before computers, running clocks before slow games, then the newest. */
export function bestGame(games: GameSummary[]): GameSummary | null {
  const [best] = [...games].sort((one, other) => rank(other) - rank(one));
  return best ?? null;
}

function rank({ seats, clock }: GameSummary): number {
  const people = [seats.white, seats.black].filter(
    (sitter) => sitter !== null && !isComputer(sitter.player),
  );
  const isFast = clock.type === "fischer" || clock.type === "delay";
  return 2 * people.length + (isFast ? 1 : 0);
}
