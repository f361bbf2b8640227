import { computed, signal } from "@preact/signals";
import type { Offer, PositionView, Seat } from "../generated";
import { type Look, type OffersAfter, Study } from "../learn/study";
import type { Step, Verdict } from "./course";
import type { Selection } from "./selection";
import { StudyBoard } from "./studyboard";

/** How long an own action is looked at before the opponent answers. */
const ANSWER_MS = 700;

/** What somebody tries: a position, what leads to its goal, and what the opponent does first. */
export type Exercise = Pick<Step, "setup" | "before" | "solutions">;

interface LessonOptions {
  variant: string;
  step: Exercise;
  /** Says what has become of a try. */
  judge(learner: Seat, position: PositionView, own: string[]): Verdict;
  look: Look;
  /** Where there may be too much to tell at once. */
  offersAfter?: OffersAfter;
  later(run: () => void, milliseconds: number): void;
  onDone(): void;
}

/** One step of a course while somebody tries it. */
export class Lesson extends StudyBoard {
  /** Which sentence tells why the last try failed; null for the usual one. */
  readonly why = signal<string | null>(null);
  /** How much of the solution is shown: nothing, where it begins, or where it leads. */
  readonly help = signal<0 | 1 | 2>(0);
  protected readonly study: Study;
  /** The learner's actions, and how many actions of all were judged. */
  private own: string[] = [];
  private judged = 0;
  private tries = 0;

  constructor(private readonly options: LessonOptions) {
    super();
    const { variant, step, look } = options;
    const onChange = () => this.changed();
    this.study = new Study(variant, step.setup, look, onChange, options.offersAfter);
  }

  /** Where the solution begins, once the learner has asked. */
  readonly hinted = computed<string[]>(() => {
    const { offers } = this.board.value;
    if (this.help.value === 0 || this.state.value !== "open") return [];
    const next = this.options.step.solutions
      .filter((solution) => this.own.every((action, index) => solution[index] === action))
      .map((solution) => solution[this.own.length]);
    const taps = offers.find((offer) => next.includes(offer.action))?.taps ?? [];
    return this.help.value === 1 ? taps.slice(0, 1) : taps;
  });

  async open(): Promise<void> {
    const attempt = ++this.tries;
    this.state.value = "loading";
    this.why.value = null;
    this.own = [];
    await this.study.open();
    const { before = [] } = this.options.step;
    for (const action of before) {
      if (attempt !== this.tries) return;
      await this.study.play(action);
    }
    const position = this.study.position;
    if (attempt !== this.tries || position === null) return;
    this.judged = before.length;
    if ("to_act" in position.status) this.learner.value = position.status.to_act;
    this.state.value = "open";
  }

  /** Takes the last own action back, to try another one. */
  async retry(): Promise<void> {
    const attempt = ++this.tries;
    this.state.value = "loading";
    await this.study.takeBack();
    if (attempt !== this.tries) return;
    this.own = this.own.slice(0, -1);
    this.judged = this.study.played.length;
    this.state.value = "open";
  }

  /** Plays what is left of the solution, one action after the other. */
  async showSolution(line: string[]): Promise<void> {
    const attempt = ++this.tries;
    this.state.value = "answering";
    const isShown = line.every(
      (action, index) => index >= this.study.played.length || this.study.played[index] === action,
    );
    if (!isShown) await this.study.takeBack();
    const { later } = this.options;
    const goOn = async () => {
      const next = line[this.study.played.length];
      if (attempt !== this.tries) return;
      if (next === undefined) {
        this.state.value = "shown";
        return;
      }
      await this.study.play(next);
      later(() => void goOn(), ANSWER_MS);
    };
    await goOn();
  }

  get hasPlayed(): boolean {
    return this.board.value.scene !== null && this.own.length > 0;
  }

  override get hints(): string[] {
    return this.hinted.value;
  }

  protected override noticePlayed(): void {
    if (this.study.played.length > this.judged) this.judge();
  }

  private judge(): void {
    const { study } = this;
    const { position, played } = study;
    const action = played.at(-1);
    if (position === null || action === undefined) return;
    this.judged = played.length;
    this.own = [...this.own, action];
    const { onDone, later } = this.options;
    const verdict = this.options.judge(this.learner.value, position, this.own);
    switch (verdict.type) {
      case "done":
        this.state.value = "done";
        onDone();
        return;
      case "failed":
        this.why.value = verdict.why;
        this.state.value = "failed";
        return;
      case "open":
        return;
      case "reply": {
        const attempt = this.tries;
        this.state.value = "answering";
        const replies = [verdict.action, ...(verdict.more ?? [])];
        later(() => void this.answer(replies, attempt), ANSWER_MS);
      }
    }
  }

  private async answer(replies: string[], attempt: number): Promise<void> {
    for (const action of replies) {
      if (attempt !== this.tries) return;
      await this.study.play(action);
    }
    if (attempt !== this.tries) return;
    this.judged = this.study.played.length;
    this.state.value = "open";
  }
}

/** What can be pressed instead of pointed at. */
export function pressable(selection: Selection, offers: Offer[]): Offer[] {
  if (selection.type === "choice") return selection.choices;
  return offers.filter((offer) => offer.taps.length === 0);
}
