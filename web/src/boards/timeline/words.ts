// The Time-Travelling board in words.
import type { Moment, Scene, Seat } from "../../generated";
import { texts } from "../../texts";
import { more } from "../../texts/more";
import { noteInWords, phraseInWords } from "../../texts/server";
import type { BoardInput } from "../board";
import { canChange, hasBadge, nameOf, numberOf, ownerOf } from "./moments";

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
  if (input.isOver === true) return more.timeline.over;
  if (notes.some((note) => note.kind === "terminus")) {
    return notes.some((note) => note.kind === "unsettled")
      ? more.timeline.unsettled
      : more.timeline.settled;
  }
  const next = moments.length + 1;
  const first = moments.length === 0 && offers.length > 0 && seat !== null ? seat : null;
  if (!notes.some((note) => note.kind === "out_of_step"))
    return more.timeline.inStep(first === null ? named(input, next) : nameFor(first, 1, seat));
  const actor = seatName(ownerOf(moments, next + 1));
  return more.timeline.outOfStep(actor, named(input, next), named(input, next + 1));
}

/** The name of a move to the player at this seat, or at none. */
function nameFor(owner: Seat, number: number, seat: Seat | null): string {
  return owner === seat ? more.timeline.own(number) : more.timeline.others(seatName(owner), number);
}

/** The name of a moment, also of one that is not there yet. */
export function named({ scene, seat }: Pick<BoardInput, "scene" | "seat">, moment: number): string {
  const moments = scene.timeline?.moments ?? [];
  return nameFor(ownerOf(moments, moment), numberOf(moments, moment), seat);
}

/** What somebody is told who wants to move a piece although the line has ended; null when it has not. */
export function endedInWords({ scene, offers }: BoardInput): string | null {
  const end = scene.notes?.find((note) => note.kind === "terminus");
  if (end === undefined || offers.length === 0) return null;
  const canAccept = offers.some((offer) => offer.taps.length === 0);
  const canChangeAny = (scene.timeline?.moments ?? []).some((one) => canChange(offers, one));
  const words = noteInWords(end);
  const how = `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return canChangeAny ? more.timeline.ended(how, canAccept) : more.timeline.endedWithoutChange(how);
}

/** What the buttons without a place on the board do, in words. */
export function pressableInWords(input: BoardInput): string[] {
  const pressable = input.offers.filter((offer) => offer.taps.length === 0);
  return pressable.map((offer) =>
    offer.action === "wait"
      ? more.timeline.waiting(phraseInWords(offer.label))
      : more.timeline.accepting(phraseInWords(offer.label)),
  );
}

/** The order of knight and bishop of each player: fixed as the note says, or still open. */
export function ordersInWords(scene: Scene): { text: string; isOpen: boolean }[] {
  return (["white", "black"] as Seat[]).map((seat) => {
    const note = scene.notes?.find(
      (one) => one.kind === "order" && one.args?.seat?.toLowerCase() === seat,
    );
    return note
      ? { text: noteInWords(note), isOpen: false }
      : { text: more.timeline.openOrder(seatName(seat)), isOpen: true };
  });
}

/** A moment for screen readers. */
export function momentInWords(moment: Moment, number: number, input: BoardInput): string {
  const parts = [named(input, number), nameOf(moment)];
  parts.push(...(moment.badges ?? []).map(noteInWords));
  if (input.ghosts.includes(moment.tap)) parts.push(more.timeline.lost);
  if (canChange(input.offers, moment)) parts.push(more.timeline.changeable);
  return parts.join(", ");
}

export const isFillable = (moment: Moment): boolean =>
  moment.kind === "blank" && !hasBadge(moment, "sealed");
