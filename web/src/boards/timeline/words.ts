// The Time-Travelling board in words.
import type { Moment, Scene, Seat } from "../../generated";
import { texts } from "../../texts";
import { words } from "../../texts/timeline";
import type { BoardInput } from "../board";
import { canChange, endOf, hasBadge, otherSeat, ownerOfNext } from "./moments";

/** The signs of the strip with a character each; the words come with the badges. */
export const SIGNS: Record<string, string> = {
  upgradable: "▲",
  check: "+",
  unanswered: "‼",
  terminus: "■",
  blank: "?",
  sealed: "×",
  pass: "–",
  locked: "●",
  rewritten: "↻",
};

const seatName = (seat: Seat) => texts.seats[seat];

/** Whose turn it is, and whose ply comes next, which need not be the same. */
export function turnInWords(input: BoardInput): string {
  const { scene, seat, offers } = input;
  const moments = scene.timeline?.moments ?? [];
  const notes = scene.notes ?? [];
  if (notes.some((note) => note.kind === "terminus")) {
    return notes.some((note) => note.kind === "unsettled") ? words.unsettled : words.settled;
  }
  const owner = ownerOfNext(moments, offers.length > 0 ? seat : null);
  const next = moments.length + 1;
  if (!notes.some((note) => note.kind === "out_of_step")) {
    return words.inStep(seatName(owner), next);
  }
  return words.outOfStep(seatName(otherSeat(owner)), seatName(owner), next);
}

/** What the buttons without a place on the board do, in words. */
export function pressableInWords(input: BoardInput): string[] {
  const pressable = input.offers.filter((offer) => offer.taps.length === 0);
  return pressable.map((offer) =>
    offer.action === "wait" ? words.waiting(offer.label) : words.accepting(offer.label),
  );
}

/** The order of knight and bishop of each player: fixed as the note says, or still open. */
export function ordersInWords(scene: Scene): { text: string; isOpen: boolean }[] {
  return (["white", "black"] as Seat[]).map((seat) => {
    const note = scene.notes?.find(
      (one) => one.kind === "order" && one.text.startsWith(seatName(seat)),
    );
    return note
      ? { text: note.text, isOpen: false }
      : { text: words.openOrder(seatName(seat)), isOpen: true };
  });
}

/** A moment for screen readers. */
export function momentInWords(moment: Moment, number: number, input: BoardInput): string {
  const parts = [
    words.ply(number),
    seatName(moment.seat),
    moment.kind === "move" ? moment.label : moment.kind,
  ];
  parts.push(...(moment.badges ?? []).map((badge) => badge.text));
  if (input.ghosts.includes(moment.tap)) parts.push(words.lost);
  if (canChange(input.offers, moment)) parts.push(words.changeable);
  return parts.join(", ");
}

/** What is shown, for the slider. */
export function shownInWords(scene: Scene): string {
  const { timeline } = scene;
  if (!timeline || timeline.shown === 0) return words.startLabel;
  const moment = timeline.moments[timeline.shown - 1];
  const isEnd = timeline.shown === endOf(timeline);
  const told = words.after(timeline.shown, moment?.label ?? "");
  return isEnd ? `${told}, ${words.isPresent}` : told;
}

export const isFillable = (moment: Moment): boolean =>
  moment.kind === "blank" && !hasBadge(moment, "sealed");
