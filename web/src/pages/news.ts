import type { View } from "../generated";
import { toAct } from "../model/game";
import { playedInWords } from "../model/words";
import { texts } from "../texts";
import { noteInWords } from "../texts/server";
import { endingInWords } from "./ending";

/** An announcement for screen readers: the move, new facts about the position, and the side to move. */
export function newsInWords(view: View, known: string[]): string {
  const last = view.moves.at(-1);
  const played = last === undefined ? "" : playedInWords(view.scene, last);
  const notes = (view.scene.notes ?? [])
    .map(noteInWords)
    .filter((text) => !known.includes(text))
    .map(asSentence);
  const turn = toAct(view.phase);
  const now =
    view.phase.type === "over"
      ? `${endingInWords(view.phase.ending)}.`
      : turn === null
        ? ""
        : texts.words.turn(texts.seats[turn]);
  return [played, ...notes, now].filter((words) => words !== "").join(" ");
}

/** Notes stand alone on the page; read out one after the other they need an end. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
