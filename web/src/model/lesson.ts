import { computed, signal } from "@preact/signals";
import type { Offer } from "../generated";
import { type Look, Study } from "../learn/study";
import { judge, type Step } from "./course";
import type { Selection } from "./selection";
import { StudyBoard } from "./studyboard";

/** How long an own action is looked at before the opponent answers. */
const ANSWER_MS = 700;

interface LessonOptions {
  variant: string;
  step: Step;
  look: Look;
  later(run: () => void, milliseconds: number): void;
  onDone(): void;
}

/** One step of a course while somebody tries it. */
export class Lesson extends StudyBoard {
  /** Which sentence tells why the last try failed; null for the usual one. */
  readonly why = signal<string | null>(null);
  readonly isHinted = signal(false);
  protected readonly study: Study;
  /** The learner's actions, and how many actions of all were judged. */
  private own: string[] = [];
  private judged = 0;
  private tries = 0;

  constructor(private readonly options: LessonOptions) {
    super();
    const { variant, step, look } = options;
    this.study = new Study(variant, step.setup, look, () => this.changed());
  }

  /** Where the solution begins, once the learner has asked. */
  readonly hinted = computed<string[]>(() => {
    const { offers } = this.board.value;
    if (!this.isHinted.value || this.state.value !== "open") return [];
    const next = this.options.step.solutions
      .filter((solution) => this.own.every((action, index) => solution[index] === action))
      .map((solution) => solution[this.own.length]);
    return offers.find((offer) => next.includes(offer.action))?.taps ?? [];
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
    const { step, onDone, later } = this.options;
    const verdict = judge(step, this.learner.value, position, this.own);
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
        later(() => void this.answer(verdict.action, attempt), ANSWER_MS);
      }
    }
  }

  private async answer(action: string, attempt: number): Promise<void> {
    if (attempt !== this.tries) return;
    await this.study.play(action);
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
