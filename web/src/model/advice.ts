import { signal } from "@preact/signals";
import type { Answer, Evaluation, Explanation, Request, View } from "../generated";
import { texts } from "../texts";
import { labelInWords } from "./words";

/** What a computer would do. */
export interface Hint {
  action: string;
  label: string;
}

/** The prefix of the ids of computer players. */
const COMPUTER = "computer-";

export const isComputer = (player: string | null | undefined): boolean =>
  player?.startsWith(COMPUTER) ?? false;

/** Hints and evaluation are for games against a computer and for finished games. */
export function mayAdvise({ seats, phase }: View): boolean {
  return phase.type === "over" || isComputer(seats.white.player) || isComputer(seats.black.player);
}

/** What a player has to see alone while a game between people goes on. */
const HELP = new Set(["attacked", "defended", "pinned"]);

/** An explanation without attackers, defenders and pins: between people these are help from outside. */
export function withoutHelp(explanation: Explanation): Explanation {
  return { ...explanation, notes: explanation.notes.filter(({ code }) => !HELP.has(code)) };
}

/** Whether there is something that only those are told who ask for it. */
export const hasHelp = ({ notes }: Explanation): boolean =>
  notes.some(({ code }) => HELP.has(code));

/** How much of a bar is White's, from 0 to 1: an even game is the middle, and four pawns are most of it. */
export function shareOfWhite({ balance, win }: Evaluation): number {
  if (win !== null) return win.seat === "white" ? 1 : 0;
  return 1 / (1 + Math.exp(-balance / 220));
}

/** `+1.3`, or `White wins in 3`. */
export function evaluationInWords({ balance, win }: Evaluation): string {
  if (win !== null) return texts.advice.wins(texts.seats[win.seat], Math.ceil(win.actions / 2));
  const pawns = (Math.abs(balance) / 100).toFixed(1);
  return pawns === "0.0" ? pawns : `${balance > 0 ? "+" : "−"}${pawns}`;
}

/** Asks a computer about one game. Answers count only for the moment they were asked for. */
export class Adviser {
  readonly hint = signal<Hint | null>(null);
  readonly evaluation = signal<Evaluation | null>(null);
  readonly isThinking = signal(false);
  private questions = 0;
  private moment = -1;

  constructor(
    private readonly game: string,
    private readonly ask: (request: Request) => Promise<Answer>,
  ) {}

  /** Fetches a hint. Returns it as text, or the reason why there is none. */
  async advise(after: number): Promise<string> {
    const question = ++this.questions;
    this.isThinking.value = true;
    try {
      const answer = await this.ask({ type: "hint", game: this.game, after });
      if (question !== this.questions || answer.type !== "hint") return "";
      this.hint.value = { action: answer.action, label: answer.label };
      return texts.advice.tryThis(labelInWords(answer));
    } catch (why) {
      return (why as Error).message;
    } finally {
      if (question === this.questions) this.isThinking.value = false;
    }
  }

  /** A hint is for one position: a move or a look at another position drops it. */
  forget(): void {
    this.questions++;
    this.isThinking.value = false;
    this.hint.value = null;
  }

  /** Evaluates the position after this many actions. */
  async judge(after: number): Promise<void> {
    if (after === this.moment) return;
    this.moment = after;
    const answer = await this.ask({ type: "evaluate", game: this.game, after }).catch(() => null);
    if (this.moment === after && answer?.type === "evaluated") this.evaluation.value = answer.score;
  }
}
