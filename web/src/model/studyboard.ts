import { batch, computed, signal } from "@preact/signals";
import type { Offer, Seat } from "../generated";
import type { Study } from "../learn/study";
import type { Shown } from "./replayer";

export type StudyState = "loading" | "open" | "answering" | "done" | "failed" | "shown";

/** A study as a page shows it: a board on which one side, or both, may act while it is open. */
export abstract class StudyBoard {
  readonly state = signal<StudyState>("loading");
  /** The side that sees the board from below. */
  readonly learner = signal<Seat>("white");
  private readonly changes = signal(0);
  private shown: Shown | null = null;

  protected abstract readonly study: Study;

  /** Something was played on the board, if the study has more actions than before. */
  protected abstract noticePlayed(): void;

  /** The board and everything that can be chosen on it; read again whenever it changes. */
  readonly board = computed(() => {
    this.changes.value;
    const { study } = this;
    return {
      scene: study.scene,
      position: study.position,
      line: study.line,
      offers: this.state.value === "open" ? study.offers : [],
      selection: study.selection,
      change: study.change,
      taps: study.taps,
      ghosts: study.ghosts,
      message: study.message,
      shown: this.shown,
    };
  });

  /** Places that are pointed out beyond what the game itself points out. */
  get hints(): string[] {
    return [];
  }

  tap(place: string): void {
    if (this.state.value === "open") void this.study.tap(place);
  }

  async drag(from: string, to: string): Promise<void> {
    if (this.state.value !== "open") return;
    if (this.study.taps.at(-1) !== from) await this.study.tap(from);
    await this.study.tap(to);
  }

  choose(offer: Offer): void {
    if (this.state.value === "open") void this.study.choose(offer);
  }

  cancel(): void {
    void this.study.cancel();
  }

  lookAt(moment: number | null): void {
    void this.study.lookAt(moment);
  }

  /** To be called whenever the study has changed. */
  protected changed(): void {
    const { scene, events, position } = this.study;
    if (scene !== null && scene !== this.shown?.scene) {
      const before = this.shown === null ? null : { ...this.shown, before: null };
      this.shown = { scene, setup: position?.setup ?? "", events, before };
    }
    batch(() => {
      if (this.state.value === "open") this.noticePlayed();
      this.changes.value += 1;
    });
  }
}
