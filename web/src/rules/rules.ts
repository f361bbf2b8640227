import type { Place, Question, Refusal, Reply } from "../generated";
import { Refused } from "../model/connection";

export type Kind = Question["type"];
type ReplyKinds = {
  variants: "variants";
  look: "looked";
  legal: "legal";
  offers: "offers";
  reach: "reach";
  explain: "explained";
  preview: "previewed";
  read: "read";
  lines: "lines";
  choose: "chosen";
  sheet: "sheet";
};

/** A question of one kind, and the reply that it gets. */
export type QuestionOf<K extends Kind> = Extract<Question, { type: K }>;
export type ReplyTo<K extends Kind> = Extract<Reply, { type: ReplyKinds[K] }>;
export type Looked = ReplyTo<"look">;
export type Lines = ReplyTo<"lines">;
export type Chosen = ReplyTo<"choose">;

/**
 * The rules of a game and its computer player, wherever they run: in a worker of this browser, or on the server. Both are the
 * same code and give the same answers. Whatever is refused is thrown as `Refused`.
 */
export interface Rules {
  /** Whether it works without the server. */
  readonly isLocal: boolean;
  /** Asks something that needs no thinking. */
  ask<K extends Kind>(question: QuestionOf<K>): Promise<ReplyTo<K>>;
  /**
   * Thinks about the best lines of a position until nothing more can be found or the signal is aborted, and tells what it has found
   * again and again. Another call ends the one before.
   */
  think(
    place: Place,
    count: number,
    onFound: (found: Lines) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** What a computer player does. Another call ends the one before, and so does the signal: then it is rejected. */
  choose(place: Place, level: number, seed: number, signal?: AbortSignal): Promise<Chosen>;
  /** Frees what it holds. */
  close(): void;
}

/** What was answered, or why not. */
export function readReply<K extends Kind>(text: string): ReplyTo<K> {
  const answer = JSON.parse(text) as Reply | Refusal;
  if (!("type" in answer)) throw new Refused(answer);
  return answer as ReplyTo<K>;
}

/** Why a promise is rejected whose signal was aborted. */
export const aborted = () => new DOMException("aborted", "AbortError");
