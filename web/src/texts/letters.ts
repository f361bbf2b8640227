import { signal } from "@preact/signals";
import { texts } from ".";

const ENGLISH = ["K", "Q", "R", "B", "N"];

/** Whether moves are written with the letters of the reader's language. Games with pieces of their own have letters of their own. */
export const hasOwnLetters = signal(false);

const ownLetters = () => texts.settings.notations.own.split(" ");

/** The letter of a piece before a square, and that of a promotion: neither in `QL1`, which is a board, nor in words. */
const PIECE = /(?<![a-zA-Z])([A-Z])(?=[a-hz]?\d?x?[a-hz]\d)|(?<==)([A-Z])/g;

const exchanged = (move: string, from: string[], to: string[]) =>
  move.replace(PIECE, (letter) => to[from.indexOf(letter)] ?? letter);

/** A move of the server as the reader writes it. */
export function moveInLetters(move: string): string {
  return hasOwnLetters.value ? exchanged(move, ENGLISH, ownLetters()) : move;
}

/** A move that a reader has typed as the server writes it. English letters that mean nothing else are understood too. */
export function moveFromLetters(typed: string): string {
  return hasOwnLetters.peek() ? exchanged(typed, ownLetters(), ENGLISH) : typed;
}
