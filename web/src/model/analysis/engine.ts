import { batch, signal } from "@preact/signals";
import type { Evaluation, Place } from "../../generated";
import type { Lines, Rules } from "../../rules";

/** A position is thought about when it has been looked at for so long: who steps through a game asks nothing. */
const REST_MS = 150;

export interface EngineOptions {
  rules: Rules;
  now(): number;
  later(run: () => void, milliseconds: number): void;
}

/** What a computer finds in the position that is looked at. */
export class Engine {
  readonly isOn = signal(false);
  readonly count = signal(1);
  /** Whether it thinks about what the other side would do if it had the turn. */
  readonly isThreat = signal(false);
  readonly found = signal<Lines | null>(null);
  /** States a second. */
  readonly speed = signal(0);
  readonly isThinking = signal(false);
  readonly message = signal("");
  /** The position that the lines are about. */
  readonly place = signal<Place | null>(null);
  private thinking: AbortController | null = null;
  private questions = 0;

  constructor(private readonly options: EngineOptions) {}

  /** Thinks about a position from now on; null stops. */
  follow(place: Place | null): void {
    const question = ++this.questions;
    this.stop();
    batch(() => {
      this.found.value = null;
      this.message.value = "";
      this.place.value = place;
    });
    if (place === null) return;
    this.options.later(() => {
      if (question === this.questions) void this.think(place, question);
    }, REST_MS);
  }

  stop(): void {
    this.thinking?.abort();
    this.thinking = null;
    this.isThinking.value = false;
  }

  private async think(place: Place, question: number): Promise<void> {
    const own = new AbortController();
    this.thinking = own;
    this.isThinking.value = true;
    const begun = this.options.now();
    const hear = (found: Lines) =>
      batch(() => {
        if (question !== this.questions) return;
        this.found.value = found;
        const seconds = (this.options.now() - begun) / 1000;
        this.speed.value = seconds > 0 ? found.states / seconds : 0;
      });
    try {
      await this.options.rules.think(place, this.count.peek(), hear, own.signal);
    } catch (why) {
      if (question === this.questions && !own.signal.aborted)
        this.message.value = (why as Error).message;
    } finally {
      if (question === this.questions) this.isThinking.value = false;
    }
  }
}

/** What the best line is worth; null while nothing is known. */
export const bestScore = (found: Lines | null): Evaluation | null => found?.lines[0]?.score ?? null;

/** `850`, `12 k`, `3.4 M`. */
export function short(states: number): string {
  if (states < 1000) return String(Math.round(states));
  if (states < 1_000_000) return `${Math.round(states / 1000)} k`;
  return `${(states / 1_000_000).toFixed(1)} M`;
}
