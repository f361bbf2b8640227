import type { BoardEvent, GameNotice, Offer, Opened, Phase, Seat, View } from "../generated";
import type { TimedReading } from "./clock";

/** A game as this client knows it. */
export interface GameState {
  view: View;
  /** Where this player sits. */
  seats: Seat[];
  clock: TimedReading;
  /** What the last step did, to be animated once; empty when the picture is simply new. */
  events: BoardEvent[];
  /** Grows with every picture, so that a board knows when to animate. */
  frame: number;
}

/** The state after `open` was answered; null when the answer does not fit and all must be asked for again. */
export function applyOpened(
  old: GameState | null,
  opened: Opened,
  localNow: number,
): GameState | null {
  if (opened.view === null) {
    return old !== null && old.view.seq === opened.seq ? { ...old, seats: opened.seats } : null;
  }
  const { view } = opened;
  return {
    view,
    seats: opened.seats,
    clock: { reading: view.clock, receivedAt: localNow },
    events: [],
    frame: (old?.frame ?? 0) + 1,
  };
}

/** The state after a notice; null when notices are missing and the game must be opened again. */
export function applyGameNotice(
  state: GameState,
  notice: GameNotice,
  localNow: number,
): GameState | null {
  if (notice.seq <= state.view.seq) return state;
  if (notice.seq !== state.view.seq + notice.records.length) return null;
  if (notice.update === undefined) return null;
  const { kept, moves, events, ...changed } = notice.update;
  const { seq, now, phase, clock } = notice;
  const played = [...state.view.moves.slice(0, kept), ...moves];
  const isNewPicture = moves.length > 0 || kept < state.view.moves.length;
  return {
    ...state,
    view: { ...state.view, ...changed, seq, now, phase, clock, events, moves: played },
    clock: { reading: clock, receivedAt: localNow },
    // Several steps at once, or a step back, are shown as a new picture.
    events:
      moves.length === 1 && kept === state.view.moves.length
        ? (events as unknown as BoardEvent[])
        : [],
    frame: isNewPicture ? state.frame + 1 : state.frame,
  };
}

/** The seat for which this player acts: the one to move if it is theirs, otherwise their only one. */
export function ownSeat(state: GameState): Seat | null {
  const turn = toAct(state.view.phase);
  if (turn !== null && state.seats.includes(turn)) return turn;
  return state.seats[0] ?? null;
}

export function toAct(phase: Phase): Seat | null {
  return phase.type === "running" ? phase.to_act : null;
}

/** What this player can do on the board now. */
export function ownOffers(state: GameState): Offer[] {
  const turn = toAct(state.view.phase);
  return turn !== null && state.seats.includes(turn) ? state.view.offers : [];
}

export function other(seat: Seat): Seat {
  return seat === "white" ? "black" : "white";
}

/**
 * How long until the opponent's absence can be claimed, in milliseconds: 0 once it can, null when nobody is gone or
 * nothing can be claimed.
 */
export function claimableIn(state: GameState, seat: Seat, localNow: number): number | null {
  const { claimable_at } = state.view.seats[other(seat)];
  if (claimable_at === null || state.view.phase.type !== "running") return null;
  const serverNow = state.view.now + (localNow - state.clock.receivedAt);
  return Math.max(0, claimable_at - serverNow);
}
