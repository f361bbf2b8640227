import type {
  Ask,
  BoardEvent,
  Offer,
  Opened,
  Phase,
  Seat,
  SeatView,
  StepNotice,
  View,
} from "../generated";
import { asksOf, refreshed } from "./asks";
import type { TimedReading } from "./clock";
import { sceneChecksum } from "./scenechecksum";
import { applyDelta } from "./scenedelta";
import { expandOffers } from "./shortoffers";

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
  // A game can be opened twice at the same moment. What brings nothing new must not undo a choice that has begun.
  // A player who has logged in meanwhile sits elsewhere, and is told of other offers and buttons.
  const isKnown = old?.view.seq === opened.seq && old.seats.join() === opened.seats.join();
  if (isKnown) return old;
  if (opened.view === null) return null;
  const view = { ...opened.view, offers: expandOffers(opened.offers) };
  return {
    view,
    seats: opened.seats,
    clock: { reading: view.clock, receivedAt: localNow },
    events: [],
    frame: (old?.frame ?? 0) + 1,
  };
}

/**
 * The state after a notice; null when notices are missing or the picture is not the server's, so that the game must be opened
 * again.
 */
export function applyStep(
  state: GameState,
  notice: StepNotice,
  localNow: number,
): GameState | null {
  const { view } = state;
  if (notice.seq <= view.seq) return state;
  if ((notice.from ?? notice.seq - 1) !== view.seq) return null;
  const { seq, now, moves = [], events = [] } = notice;
  const phase = phaseOf(notice, view);
  const kept = notice.kept ?? view.moves.length;
  const scene = notice.scene === undefined ? view.scene : applyDelta(view.scene, notice.scene);
  if (notice.scene !== undefined && sceneChecksum(scene) !== notice.checksum) return null;
  const clock = {
    control: view.clock.control,
    left: notice.left ?? null,
    running: runningClock(notice),
    waits: notice.waits ?? 0,
  };
  const isNewPicture = moves.length > 0 || kept < view.moves.length;
  const after: View = {
    ...view,
    ...{ seq, now, phase, clock, scene },
    setup: notice.setup ?? view.setup,
    moves: [...view.moves.slice(0, kept), ...moves],
    events,
    offers: expandOffers(notice.offers),
    rematch: notice.rematch ?? view.rematch,
  };
  return {
    ...state,
    view: { ...after, seats: seatsAfter(state, after, notice) },
    clock: { reading: clock, receivedAt: localNow },
    // Several steps at once, or a step back, are shown as a new picture.
    events:
      moves.length === 1 && notice.kept === undefined ? (events as unknown as BoardEvent[]) : [],
    frame: isNewPicture ? state.frame + 1 : state.frame,
  };
}

function phaseOf(notice: StepNotice, view: View): Phase {
  if (notice.to_act !== undefined) return { type: "running", to_act: notice.to_act };
  return notice.phase ?? view.phase;
}

/** The clock of the seat to act runs in a timed game, unless it is said to be stopped. */
function runningClock(notice: StepNotice): Seat | null {
  const runs = notice.left !== undefined && notice.stopped !== true;
  return runs ? (notice.to_act ?? null) : null;
}

/** Both seats; what the player can ask for is kept for the own one. */
function seatsAfter(state: GameState, view: View, notice: StepNotice): View["seats"] {
  const seats = notice.seats ?? view.seats;
  const seat = ownSeat({ ...state, view });
  if (seat === null) return seats;
  const context = { seat, seats, moves: view.moves };
  const asks: Ask[] =
    notice.asks === undefined
      ? refreshed(state.view.seats[seat].asks, context)
      : asksOf(notice.asks, context);
  const own: SeatView = { ...seats[seat], asks };
  return { ...seats, [seat]: own };
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
 * How long until the opponent's absence can be claimed, in milliseconds: 0 once it can, null when the opponent is present or
 * nothing can be claimed.
 */
export function claimableIn(state: GameState, seat: Seat, localNow: number): number | null {
  const { claimable_at } = state.view.seats[other(seat)];
  if (claimable_at === null || state.view.phase.type !== "running") return null;
  const serverNow = state.view.now + (localNow - state.clock.receivedAt);
  return Math.max(0, claimable_at - serverNow);
}
