// The history as data: columns of two plies, what a ply is, and what can be done with it.
import type { Moment, Offer, Scene, Seat, Timeline } from "../../generated";

/** A full move: White's ply above Black's. Moments are numbered from 1; 0 is the start. */
export interface Column {
  number: number;
  white: number | null;
  black: number | null;
}

export function columnsOf(moments: Moment[]): Column[] {
  const columns: Column[] = [];
  moments.forEach((moment, index) => {
    const last = columns.at(-1);
    const isFree = last !== undefined && last[moment.seat] === null && moment.seat === "black";
    const column = isFree ? last : { number: columns.length + 1, white: null, black: null };
    column[moment.seat] = index + 1;
    if (!isFree) columns.push(column);
  });
  return columns;
}

export const hasBadge = (moment: Moment | undefined, kind: string): boolean =>
  moment?.badges?.some((badge) => badge.kind === kind) ?? false;

/** What a moment is called: its move, or the word for a hole. */
export const nameOf = (moment: Moment): string =>
  moment.kind === "move" ? moment.label : moment.kind;

/** The last moment of the line. What comes after it is dormant and has no position of its own. */
export const endOf = (timeline: Timeline): number =>
  timeline.moments.filter((moment) => !hasBadge(moment, "dormant")).length;

/** The moment a step leads to, within the line. */
export function stepTo(timeline: Timeline, wanted: number): number {
  return Math.min(Math.max(wanted, 0), endOf(timeline));
}

export const canChange = (offers: Offer[], moment: Moment | undefined): boolean =>
  moment !== undefined && offers.some((offer) => offer.taps[0] === moment.tap);

/** The number of the moment that the taps are about to change, or null. */
export function changing(timeline: Timeline, taps: string[]): number | null {
  const index = timeline.moments.findIndex((moment) => moment.tap === taps[0]);
  return index < 0 ? null : index + 1;
}

/**
 * The tap that comes before a square: none for the position that is now, the next ply for one of the past. `null` says
 * that the square means nothing there.
 */
export function prefixFor(scene: Scene, offers: Offer[], square: string): string[] | null {
  const { timeline } = scene;
  if (!timeline || timeline.shown === endOf(timeline)) return [];
  const next = timeline.moments[timeline.shown];
  const fits = offers.some((offer) => offer.taps[0] === next?.tap && offer.taps[1] === square);
  return next && fits ? [next.tap] : null;
}

export const otherSeat = (seat: Seat): Seat => (seat === "white" ? "black" : "white");

/** Who owns the ply after the last one. Without any ply it is whoever may act, or White. */
export function ownerOfNext(moments: Moment[], actor: Seat | null): Seat {
  const last = moments.at(-1);
  return last ? otherSeat(last.seat) : (actor ?? "white");
}
