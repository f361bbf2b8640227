import type { Proposal } from "../generated";
import { type GameState, ownSeat } from "./game";

/** The own proposal that a step answered with no: by a word of the opponent, or by playing on. */
export function declinedProposal(old: GameState, now: GameState): Proposal["kind"] | null {
  const seat = ownSeat(now);
  if (seat === null) return null;
  const kinds = (state: GameState) => state.view.seats[seat].proposals.map(({ kind }) => kind);
  const gone = kinds(old).find((kind) => !kinds(now).includes(kind));
  if (gone === undefined || wasAccepted(gone, old, now)) return null;
  const { moves } = now.view;
  const isOwnMove = moves.length > old.view.moves.length && moves.at(-1)?.seat === seat;
  return isOwnMove ? null : gone;
}

function wasAccepted(kind: Proposal["kind"], old: GameState, now: GameState): boolean {
  if (kind === "takeback")
    return now.view.moves.length < old.view.moves.length || hasEnded(old, now);
  return kind === "draw" ? hasEnded(old, now) : now.view.rematch !== null;
}

function hasEnded(old: GameState, now: GameState): boolean {
  return old.view.phase.type === "running" && now.view.phase.type !== "running";
}
