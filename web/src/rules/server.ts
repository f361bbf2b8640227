import type { Answer, Place, Refusal } from "../generated";
import { Refused } from "../model/connection";
import type { Chosen, Kind, Lines, QuestionOf, ReplyTo, Rules } from "./rules";

/** The server thinks no longer than this about one question, in states of ordinary chess. */
const STATES = [10_000, 40_000, 100_000];

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** The rules on the server, for browsers and builds without their own copy. */
export class ServerRules implements Rules {
  readonly isLocal = false;
  private thinking: AbortController | null = null;
  private choosing: AbortController | null = null;

  constructor(private readonly fetch: Fetch = (path, init) => globalThis.fetch(path, init)) {}

  async ask<K extends Kind>(question: QuestionOf<K>, signal?: AbortSignal): Promise<ReplyTo<K>> {
    const response = await this.fetch("/api/rules", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question }),
      ...(signal === undefined ? {} : { signal }),
    });
    const answer = (await response.json()) as Answer | Refusal;
    if (!("type" in answer)) throw new Refused(answer);
    if (answer.type !== "rules") throw new Error(answer.type);
    return answer.reply as ReplyTo<K>;
  }

  async think(
    place: Place,
    count: number,
    onFound: (found: Lines) => void,
    signal: AbortSignal,
  ): Promise<void> {
    this.thinking?.abort();
    const own = new AbortController();
    this.thinking = own;
    const either = AbortSignal.any([signal, own.signal]);
    for (const states of STATES) {
      if (either.aborted) return;
      try {
        const found = await this.ask<"lines">({ type: "lines", place, count, states }, either);
        if (either.aborted) return;
        onFound(found);
        if (found.done) return;
      } catch (why) {
        if (either.aborted) return;
        throw why;
      }
    }
  }

  choose(place: Place, level: number, seed: number, signal?: AbortSignal): Promise<Chosen> {
    this.choosing?.abort();
    const own = new AbortController();
    this.choosing = own;
    const either = AbortSignal.any(signal === undefined ? [own.signal] : [signal, own.signal]);
    return this.ask<"choose">({ type: "choose", place, level, seed }, either);
  }

  close(): void {
    this.thinking?.abort();
    this.choosing?.abort();
  }
}
