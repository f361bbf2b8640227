import type { Ending } from "../generated";
import { texts } from "../texts";

/** `White wins by checkmate`. */
export function endingInWords(ending: Ending): string {
  return `${resultInWords(ending)} ${reasonInWords(ending)}`;
}

export function resultInWords({ score }: Ending): string {
  if (score === "1-0") return texts.endings.win(texts.seats.white!);
  if (score === "0-1") return texts.endings.win(texts.seats.black!);
  return score === "*" ? texts.endings.none : texts.endings.draw;
}

export function reasonInWords({ reason }: Ending): string {
  return texts.endings.reasons[reason] ?? reason.replaceAll("_", " ");
}
