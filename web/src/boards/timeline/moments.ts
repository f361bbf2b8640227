// The history as data: columns of two plies, what a ply is, and what can be done with it.

import type { Moment, Offer, Scene, Seat, Timeline } from "../../generated";
import { moveInLetters } from "../../texts/letters";
import { phraseInWords } from "../../texts/server";

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
  moment.kind === "move" ? moveInLetters(moment.label) : phraseInWords(moment.kind);

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

/** The number of the full move, as the strip counts: also of a moment that is not there yet. */
export function numberOf(moments: Moment[], moment: number): number {
  const blackBegins = moments[0]?.seat === "black";
  return Math.floor((moment + (blackBegins ? 2 : 1)) / 2);
}

/** Whose moment it is: also of one that is not there yet. */
export function ownerOf(moments: Moment[], moment: number): Seat {
  const first = moments[0]?.seat ?? "white";
  return moment % 2 === 1 ? first : otherSeat(first);
}

/** From each change of the past to the moments that it has emptied. */
export function brokenBy(scene: Scene): { cause: string; lost: string[] }[] {
  const marks = (scene.marks ?? []).filter((mark) => mark.kind === "broke");
  return marks.flatMap(({ cells: [cause, ...lost] }) =>
    cause === undefined ? [] : [{ cause, lost }],
  );
}

interface Turn {
  seat: Seat;
  notation: string;
}

/**
 * What was put at each moment, in order: more than one where the past was changed. Empty where the game did not begin
 * with an empty history, so that turns cannot be counted from its first.
 */
export function writesOf(moments: Moment[], turns: Turn[]): Map<number, string[]> {
  const writes = new Map<number, string[]>();
  const put = (moment: number, move: string) =>
    writes.set(moment, [...(writes.get(moment) ?? []), move]);
  let length = 0;
  for (const { seat, notation } of turns) {
    const [, place, move] = /^(\d+)[\^_](.+)$/.exec(notation) ?? [];
    if (place !== undefined && move !== undefined) put(Number(place), move);
    else if (notation !== "ok" && notation !== "wait") {
      length += ownerOf(moments, length + 1) === seat ? 1 : 2;
      put(length, notation);
    }
  }
  return length === moments.length ? writes : new Map();
}
