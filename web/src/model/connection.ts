import type { Answer, Frame, Notice, Refusal, Request, Welcome } from "../generated";
import { refusalInWords } from "../texts/server";

/** A transport of text frames; a WebSocket in the browser, a double in tests. */
export interface Transport {
  send(text: string): void;
  close(): void;
}
export interface TransportEvents {
  opened(): void;
  received(text: string): void;
  closed(): void;
}
export type Connect = (events: TransportEvents) => Transport;

/**
 * `stalled`: something was asked, and for seconds the server has said nothing at all. `unreachable`: there has not been a
 * connection yet.
 */
export type ConnectionState = "connecting" | "open" | "stalled" | "lost" | "unreachable";

export interface ConnectionOptions {
  connect: Connect;
  /** Runs a function later; tests pass their own time. */
  later(run: () => void, milliseconds: number): void;
  /** The prefix of all tags, unique among the connections of this player. */
  word: string;
  /** Whether a game is being played, so that a dead line should be noticed at once. */
  isPlaying(): boolean;
  onState(state: ConnectionState): void;
  onNotice(notice: Notice): void;
  /** Says who we are, at the beginning and after every reconnect: the moment to open games again. */
  onWelcome(welcome: Welcome, isReconnect: boolean): void;
}

/** A refusal, told in the reader's language. */
export class Refused extends Error {
  readonly code: string;
  constructor({ code, message, args }: Refusal) {
    super(refusalInWords(code, message, args));
    this.code = code;
  }
}

interface Pending {
  request: Request;
  resolve(answer: Answer): void;
  reject(why: Error): void;
}

const RETRY_MS = [300, 1000, 2000, 4000, 8000];
const FAILED_RETRY_MS = 1500;
const SECOND_MS = 1000;
/** Seconds of silence after which the server is pinged: a player who waits for a move should know early that the line is dead. */
const PING_SECONDS = { playing: 3, otherwise: 8 } as const;
/** After a request, so long without a word from the server until it is pinged, until players are told, until the line is given up. */
const PATIENCE_MS = [1500, 1500, 3000] as const;
/** The same after a ping, without the first. */
const PING_PATIENCE_MS = [1500, 1500] as const;
/** A server that takes a connection and says nothing stands still; another try may lead to another one. */
const HELLO_MS = 10_000;

/**
 * A session with the server that survives reconnects.
 *
 * Every request keeps its tag until it is answered. After a reconnect the unanswered ones are sent again
 * with the same tags, and the server sees to it that nothing is done twice.
 */
export class Connection {
  private transport: Transport | null = null;
  private readonly pending = new Map<string, Pending>();
  private counter = 0;
  private attempts = 0;
  private generation = 0;
  private greeted = false;
  private hasBeenGreeted = false;
  private isClosed = false;
  private lastHeard = 0;
  private nSilentSeconds = 0;
  /** Something was asked since the server was last heard. */
  private isExpecting = false;
  private isStalled = false;

  constructor(private readonly options: ConnectionOptions) {}

  open(): void {
    const generation = ++this.generation;
    const isCurrent = () => generation === this.generation;
    this.greeted = false;
    if (this.attempts === 0) this.tell(this.hasBeenGreeted ? "lost" : "connecting");
    this.transport = this.options.connect({
      opened: () => isCurrent() && this.sendHello(),
      received: (text) => isCurrent() && this.receive(text),
      closed: () => isCurrent() && this.lose(),
    });
    this.options.later(() => {
      if (isCurrent() && !this.greeted) this.giveUp();
    }, HELLO_MS);
  }

  /** Sends a request, now or as soon as there is a connection. */
  ask(request: Request): Promise<Answer> {
    const tag = this.nextTag();
    return new Promise((resolve, reject) => {
      this.pending.set(tag, { request, resolve, reject });
      if (this.greeted) this.transmit(tag, request);
    });
  }

  /** Connects again as the player of the browser's cookie. What was asked and not answered is asked again. */
  reopen(): void {
    this.transport?.close();
    this.hasBeenGreeted = false;
    this.open();
  }

  /** How many requests wait for an answer. */
  get nWaiting(): number {
    return this.pending.size;
  }

  private tell(state: ConnectionState): void {
    this.isStalled = state === "stalled";
    this.options.onState(state);
  }

  close(): void {
    this.isClosed = true;
    this.generation++;
    this.transport?.close();
  }

  private nextTag(): string {
    this.counter += 1;
    return `${this.options.word}-${this.counter}`;
  }

  private transmit(tag: string, request: Request): void {
    this.transport?.send(JSON.stringify({ tag, request }));
    if (this.greeted) this.expectWord();
  }

  /** Says hello without a token: the browser sends it along as a cookie, which no script can read. */
  private sendHello(): void {
    this.transmit("hello", { type: "hello" });
  }

  private receive(text: string): void {
    this.lastHeard += 1;
    this.nSilentSeconds = 0;
    this.isExpecting = false;
    if (this.isStalled) this.tell("open");
    const frame = JSON.parse(text) as Frame;
    if (frame.type === "notice") {
      this.options.onNotice(frame.notice);
    } else if (frame.tag === "hello") {
      this.welcome(frame);
    } else {
      this.settle(frame);
    }
  }

  private welcome(frame: Frame): void {
    if (frame.type === "ok" && frame.answer.type === "welcome") {
      const isReconnect = this.hasBeenGreeted;
      this.greeted = true;
      this.hasBeenGreeted = true;
      this.attempts = 0;
      this.tell("open");
      // What was asked before comes first, so that a move made offline is played before the game is opened again.
      for (const [tag, pending] of this.pending) this.transmit(tag, pending.request);
      this.options.onWelcome(frame.answer, isReconnect);
      this.watch(this.generation);
    } else {
      this.giveUp();
    }
  }

  private settle(frame: Exclude<Frame, { type: "notice" }>): void {
    const tag = frame.tag ?? "";
    const pending = this.pending.get(tag);
    if (pending === undefined) return;
    if (frame.type === "error") {
      const { generation } = this;
      this.options.later(() => {
        if (generation === this.generation && this.pending.has(tag))
          this.transmit(tag, pending.request);
      }, FAILED_RETRY_MS);
      return;
    }
    this.pending.delete(tag);
    if (frame.type === "ok") {
      pending.resolve(frame.answer);
    } else {
      pending.reject(new Refused(frame.refusal));
    }
  }

  private giveUp(): void {
    this.transport?.close();
    this.lose();
  }

  private lose(): void {
    if (this.isClosed) return;
    this.generation++;
    this.greeted = false;
    this.isExpecting = false;
    this.tell(this.hasBeenGreeted ? "lost" : "unreachable");
    const wait = RETRY_MS[Math.min(this.attempts, RETRY_MS.length - 1)];
    this.attempts += 1;
    this.options.later(() => {
      if (!this.isClosed) this.open();
    }, wait);
  }

  /** Pings after a silence, so that a dead line is noticed when nothing is asked either. */
  private watch(generation: number): void {
    this.options.later(() => {
      if (generation !== this.generation) return;
      this.nSilentSeconds += 1;
      const most = PING_SECONDS[this.options.isPlaying() ? "playing" : "otherwise"];
      if (this.nSilentSeconds >= most && !this.isExpecting) {
        this.ping();
        this.waitInSteps(PING_PATIENCE_MS, [() => this.tell("stalled"), () => this.giveUp()]);
      }
      this.watch(generation);
    }, SECOND_MS);
  }

  private ping(): void {
    this.transport?.send(
      JSON.stringify({ tag: `${this.options.word}-ping`, request: { type: "ping" } }),
    );
  }

  /** Waits for any word of the server after a request: first it is pinged, then players are told, then the line is given up. */
  private expectWord(): void {
    if (this.isExpecting) return;
    this.waitInSteps(PATIENCE_MS, [
      () => this.ping(),
      () => this.tell("stalled"),
      () => this.giveUp(),
    ]);
  }

  /** Takes step after step for as long as the server says nothing. */
  private waitInSteps(patience: readonly number[], steps: (() => void)[]): void {
    this.isExpecting = true;
    const { generation, lastHeard } = this;
    const wait = (n: number) =>
      this.options.later(() => {
        const isSilent = generation === this.generation && lastHeard === this.lastHeard;
        if (!isSilent || steps[n] === undefined) return;
        steps[n]();
        if (n + 1 < steps.length) wait(n + 1);
      }, patience[n] ?? 0);
    wait(0);
  }
}

/** A transport over a WebSocket. */
export function webSocketTransport(url: string): Connect {
  return (events) => {
    const socket = new WebSocket(url);
    socket.onopen = () => events.opened();
    socket.onmessage = (message) => events.received(String(message.data));
    socket.onclose = () => events.closed();
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  };
}
