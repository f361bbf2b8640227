import { signal } from "@preact/signals";
import type { Explanation } from "../generated";

export interface Told extends Explanation {
  /** Whether a click would tell more. */
  hasMore?: boolean;
  /** Whether the server has said nothing, so that only the picture tells what stands there. */
  isPictured?: boolean;
}

export interface InspectionOptions {
  /** Asks the server to explain a place; null without an explanation. */
  explain(place: string): Promise<Told | null>;
  /** Runs a function later; tests pass their own time. */
  later(run: () => void, milliseconds: number): void;
}

/** The pointer has to rest this long, so that crossing the board asks nothing. */
const REST_MS = 80;
/** After a move the page has something else to show first. */
const MOVED_MS = 250;

/** The inspected place and its explanation. */
export class Inspection {
  /** It stays until there is another, or until nothing is pointed at, so that a moving pointer does not make it flicker. */
  readonly explanation = signal<Told | null>(null);
  private place: string | null = null;
  /** The place that was clicked, or pressed for long: somebody wants to know more about it. */
  private pressed: string | null = null;
  private question = 0;

  constructor(private readonly options: InspectionOptions) {}

  /** Asks for all there is to say about a place. */
  press(place: string): void {
    if (this.pressed === place && this.place === place) return;
    this.pressed = place;
    this.place = place;
    this.wait(REST_MS);
  }

  isPressed(place: string): boolean {
    return this.pressed === place;
  }

  /** Points at a place. Pointing at the same place again asks nothing: a board redrawn under the pointer does that. */
  point(place: string | null): void {
    if (place === this.place) return;
    this.place = place;
    if (place !== this.pressed) this.pressed = null;
    if (place === null) this.forget();
    else this.wait(REST_MS);
  }

  /** The position has changed: what is pointed at may have become something else. */
  lookAgain(): void {
    if (this.place !== null) this.wait(MOVED_MS);
  }

  private forget(): void {
    this.question += 1;
    this.explanation.value = null;
  }

  /** Asks after a while, unless something else has been pointed at by then. */
  private wait(milliseconds: number): void {
    const question = ++this.question;
    this.options.later(() => {
      if (question === this.question) void this.ask(question);
    }, milliseconds);
  }

  private async ask(question: number): Promise<void> {
    if (this.place === null) return;
    const explanation = await this.options.explain(this.place);
    if (question === this.question) this.explanation.value = explanation;
  }
}
