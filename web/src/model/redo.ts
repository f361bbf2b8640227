// The moves of a player that were taken back, to be played again.
import { signal } from "@preact/signals";
import type { Played, Seat } from "../generated";

/** Own moves that were taken back, the next one to be played again last. A different move forgets them. */
export class Redo {
  readonly actions = signal<string[]>([]);

  /** What a step did to the score sheet: moves were taken back, or one was played. */
  follow(before: Played[], after: Played[], own: Seat | null): void {
    if (own === null) return;
    const kept = before.findIndex((move, index) => after[index]?.at !== move.at);
    if (kept >= 0 && after.length <= kept) this.takenBack(before.slice(kept), own);
    else if (after.length > before.length) this.played(after.slice(before.length), own);
  }

  private takenBack(moves: Played[], own: Seat): void {
    const actions = moves.filter((move) => move.seat === own).map((move) => move.action);
    this.actions.value = [...this.actions.value, ...actions.reverse()];
  }

  private played(moves: Played[], own: Seat): void {
    for (const move of moves.filter((one) => one.seat === own)) {
      const isAgain = this.actions.value.at(-1) === move.action;
      this.actions.value = isAgain ? this.actions.value.slice(0, -1) : [];
    }
  }
}
