import type { Ending, Seat } from "../generated";
import { texts } from "../texts";

/** `White wins by checkmate`. */
export function endingInWords(ending: Ending): string {
  return `${resultInWords(ending)} ${reasonInWords(ending)}`.trim();
}

export function resultInWords({ score, reason }: Ending): string {
  if (reason === "aborted") return texts.endings.aborted;
  if (score === "1-0") return texts.endings.win(texts.seats.white);
  if (score === "0-1") return texts.endings.win(texts.seats.black);
  return score === "*" ? texts.endings.none : texts.endings.draw;
}

export function reasonInWords({ reason }: Ending): string {
  return texts.endings.reasons[reason] ?? reason.replaceAll("_", " ");
}

/** `1–0`, as on a score sheet. */
export function scoreOf({ score }: Ending): string {
  return score === "1/2-1/2" ? "½–½" : score.replace("-", "–");
}

/** The points of a seat: `1`, `½` or `0`; empty without a result. */
export function pointsOf({ score }: Ending, seat: Seat): string {
  if (score === "1/2-1/2") return "½";
  if (score === "*") return "";
  return (score === "1-0") === (seat === "white") ? "1" : "0";
}
