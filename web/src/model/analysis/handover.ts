import type { Move } from "./tree";

/** A line of moves that another page hands over to the analysis board. */
export interface Handed {
  variant: string;
  setup: string;
  first: number;
  moves: Move[];
  tags: [string, string][];
  /** After how many of its moves it is looked at. */
  at: number;
  /** The game with its variations, where it has such. */
  pgn?: string;
}

let waiting: Handed | null = null;

export function handOver(handed: Handed): void {
  waiting = handed;
}

/** What was handed over last, once. */
export function handedOver(): Handed | null {
  const handed = waiting;
  waiting = null;
  return handed;
}
