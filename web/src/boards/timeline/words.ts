// Every text of the Time-Travelling board, in one place. Sentences about the rules come with the scene.
import type { Moment, Scene, Seat } from "../../generated";
import type { BoardInput } from "../board";
import { canChange, endOf, hasBadge, otherSeat, ownerOfNext } from "./moments";

const SEATS: Record<Seat, string> = { white: "White", black: "Black" };

export const words = {
  history: "History. Left and right arrows step through it.",
  slider: "Moment that is shown",
  start: "Start",
  startLabel: "The start position",
  first: "To the start",
  back: "One ply back (key [)",
  forward: "One ply on (key ])",
  last: "To the present",
  now: "Back to the present",
  cancel: "Leave the past as it is",
  chooseToChange: "Choose a ply of the history to look at it. Those with a green edge can be changed.",
  chooseToLook: "Choose a ply of the history to look at it.",
  replace: (ply: number, label: string) => `Replace ply ${ply} (${label})`,
  fill: (ply: number) => `Fill ply ${ply}`,
  looking: (moment: number, end: number) => `You are looking at ply ${moment} of ${end}.`,
  lookingAtStart: "You are looking at the start.",
  present: "This is the present.",
  changing: (ply: number, label: string) =>
    `Changing ply ${ply} (${label}): the board shows the position before it. Choose a piece and its new square.`,
  losing: (plies: number[]) =>
    plies.length === 0 ? "" : `This would cost ${plies.length === 1 ? "the move" : "the moves"} at ply ${plies.join(", ")}.`,
  orders: "Knight or bishop",
  openOrder: (seat: Seat) => `${SEATS[seat]}: still open`,
  openOrderHint: "Open means: a bishop’s move may replace a knight’s and the reverse. Whoever does it first settles the own order for the whole game.",
  legend: "What the signs mean",
};

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

export const LEGEND: [string, string][] = [
  ["▲", "can be replaced by a move of a more valuable piece"],
  ["?", "a blank: a move was lost here, and its owner can fill it"],
  ["×", "a blank that can no longer be filled"],
  ["–", "a pass: given up for good"],
  ["+", "check"],
  ["‼", "a king is left in check"],
  ["■", "the line ends here; what follows is dormant"],
  ["↻", "written more than once"],
  ["●", "written as often as allowed"],
];

/** Whose turn it is, and whose ply comes next, which need not be the same. */
export function turnInWords(input: BoardInput): string {
  const { scene, seat, offers } = input;
  const moments = scene.timeline?.moments ?? [];
  const notes = scene.notes ?? [];
  if (notes.some((note) => note.kind === "terminus")) {
    const isSettled = !notes.some((note) => note.kind === "unsettled");
    if (isSettled) return "The line has an end, and nobody has anything left to change: the game is over.";
    return "The line has an end: nobody can play on. Only a change of the past, or accepting the end, is possible.";
  }
  const owner = ownerOfNext(moments, offers.length > 0 ? seat : null);
  const next = moments.length + 1;
  if (!notes.some((note) => note.kind === "out_of_step")) {
    return `Turn and next ply are both ${SEATS[owner]}’s: a move becomes ply ${next}.`;
  }
  const actor = SEATS[otherSeat(owner)];
  return `It is ${actor}’s turn, but ply ${next} is ${SEATS[owner]}’s: playing on makes it a pass, and the move becomes ply ${next + 1}.`;
}

/** What the buttons without a place on the board do, in words. */
export function pressableInWords(input: BoardInput): string[] {
  const pressable = input.offers.filter((offer) => offer.taps.length === 0);
  return pressable.map((offer) =>
    offer.action === "wait"
      ? `${offer.label}: nothing else is possible, so the turn goes to the opponent.`
      : `${offer.label}: agree to the end of the line and change nothing. If the opponent changes nothing either, the game ends so.`,
  );
}

/** The order of knight and bishop of each player: fixed as the note says, or still open. */
export function ordersInWords(scene: Scene): { text: string; isOpen: boolean }[] {
  return (["white", "black"] as Seat[]).map((seat) => {
    const note = scene.notes?.find((one) => one.kind === "order" && one.text.startsWith(SEATS[seat]));
    return note ? { text: note.text, isOpen: false } : { text: words.openOrder(seat), isOpen: true };
  });
}

/** A moment for ears. */
export function momentInWords(moment: Moment, number: number, input: BoardInput): string {
  const parts = [`Ply ${number}`, SEATS[moment.seat], moment.kind === "move" ? moment.label : moment.kind];
  parts.push(...(moment.badges ?? []).map((badge) => badge.text));
  if (input.ghosts.includes(moment.tap)) parts.push("would be lost");
  if (canChange(input.offers, moment)) parts.push("you can change it");
  return parts.join(", ");
}

/** What is shown, for the slider. */
export function shownInWords(scene: Scene): string {
  const { timeline } = scene;
  if (!timeline || timeline.shown === 0) return words.startLabel;
  const moment = timeline.moments[timeline.shown - 1];
  const isEnd = timeline.shown === endOf(timeline);
  return `After ply ${timeline.shown}, ${moment?.label ?? ""}${isEnd ? ", the present" : ""}`;
}

export const isFillable = (moment: Moment): boolean => moment.kind === "blank" && !hasBadge(moment, "sealed");
