import type { Place } from "../generated";
import {
  aborted,
  type Chosen,
  type Kind,
  type Lines,
  type QuestionOf,
  type ReplyTo,
  type Rules,
  readReply,
} from "./rules";
import type { FromWorker, ToWorker } from "./worker";

/** What is needed of a worker; tests pass a double. */
export interface WorkerLike {
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: unknown) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

/** A slice of thinking takes about so long: a page that wants it to stop waits no longer. */
const SLICE_MS = 120;
const FIRST_STATES = 4000;
const MAX_STATES = 4_000_000;

interface Waiting {
  resolve(answer: string): void;
  reject(why: Error): void;
}

/** A worker with a module in it, started when it is first asked. */
class Thinker {
  private worker: WorkerLike | null = null;
  private started: Promise<void> | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private counter = 0;

  constructor(
    private readonly create: () => WorkerLike,
    private readonly module: string,
  ) {}

  /** Starts it; rejected where the browser cannot. */
  start(): Promise<void> {
    this.started ??= new Promise((resolve, reject) => {
      const worker = this.create();
      this.worker = worker;
      worker.onerror = () => {
        reject(new Error("worker"));
        this.stop(new Error("worker"));
      };
      worker.onmessage = ({ data }) => {
        if (!("ready" in data)) this.receive(data);
        else if (data.ready) resolve();
        else reject(new Error("module"));
      };
      worker.postMessage({ module: this.module });
    });
    return this.started;
  }

  async ask(question: object): Promise<string> {
    await this.start();
    const number = ++this.counter;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.worker?.postMessage({ number, question: JSON.stringify(question) });
    });
  }

  /** Ends whatever it does, at once. The next question starts it again. */
  stop(why: Error): void {
    this.worker?.terminate();
    this.worker = null;
    this.started = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of waiting) one.reject(why);
  }

  private receive(data: Exclude<FromWorker, { ready: boolean }>): void {
    const one = this.waiting.get(data.number);
    this.waiting.delete(data.number);
    if ("answer" in data) one?.resolve(data.answer);
    else {
      const why = new Error(data.failed);
      one?.reject(why);
      this.stop(why);
    }
  }
}

/**
 * The rules in workers of this browser: one answers at once, one thinks about lines in slices, and one chooses actions for a
 * computer player, which cannot be sliced without changing what it chooses, and is ended with its worker.
 */
export class BrowserRules implements Rules {
  readonly isLocal = true;
  private readonly quick: Thinker;
  private readonly analyst: Thinker;
  private readonly player: Thinker;
  private thought = 0;
  private choice = 0;

  constructor(create: () => WorkerLike, module: string) {
    this.quick = new Thinker(create, module);
    this.analyst = new Thinker(create, module);
    this.player = new Thinker(create, module);
  }

  /** Rejected where the browser cannot run it. */
  start(): Promise<void> {
    return this.quick.start();
  }

  async ask<K extends Kind>(question: QuestionOf<K>): Promise<ReplyTo<K>> {
    return readReply<K>(await this.quick.ask(question));
  }

  async think(
    place: Place,
    count: number,
    onFound: (found: Lines) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const thought = ++this.thought;
    const isOver = () => signal.aborted || thought !== this.thought;
    let states = FIRST_STATES;
    while (!isOver()) {
      const begun = performance.now();
      const question = { type: "lines", place, count, states };
      const found = readReply<"lines">(await this.analyst.ask(question));
      if (isOver()) return;
      onFound(found);
      if (found.done) return;
      const took = performance.now() - begun;
      if (took < SLICE_MS / 2) states = Math.min(states * 2, MAX_STATES);
      else if (took > SLICE_MS * 2) states = Math.max(states / 2, FIRST_STATES);
    }
  }

  async choose(place: Place, level: number, seed: number, signal?: AbortSignal): Promise<Chosen> {
    if (signal?.aborted) throw aborted();
    // A caller that waits for an earlier choice hears that it is over.
    if (this.choice > 0) this.player.stop(aborted());
    const own = ++this.choice;
    const stop = () => this.player.stop(aborted());
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const question = { type: "choose", place, level, seed };
      return readReply<"choose">(await this.player.ask(question));
    } finally {
      signal?.removeEventListener("abort", stop);
      if (own === this.choice) this.choice = 0;
    }
  }

  close(): void {
    this.thought += 1;
    for (const one of [this.quick, this.analyst, this.player]) one.stop(aborted());
  }
}
