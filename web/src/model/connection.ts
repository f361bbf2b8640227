import type { Answer, Frame, Notice, Refusal, Request, Welcome } from "../generated";

/** A carrier of text frames; a WebSocket in the browser, a double in tests. */
export interface Carrier {
  send(text: string): void;
  close(): void;
}
export interface CarrierEvents {
  opened(): void;
  received(text: string): void;
  closed(): void;
}
export type Connect = (events: CarrierEvents) => Carrier;

export type LinkState = "connecting" | "open" | "lost";

export interface ConnectionOptions {
  connect: Connect;
  /** Runs a function later; tests pass their own time. */
  later(run: () => void, milliseconds: number): void;
  /** A word no other connection of this player uses: tags begin with it. */
  word: string;
  loadToken(): string | null;
  saveToken(token: string): void;
  onState(state: LinkState): void;
  onNotice(notice: Notice): void;
  /** Says who we are, at the beginning and after every reconnect: the moment to open games again. */
  onWelcome(welcome: Welcome, isReconnect: boolean): void;
}

export class Refused extends Error {
  readonly code: string;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
  }
}

interface Pending {
  request: Request;
  resolve(answer: Answer): void;
  reject(why: Error): void;
}

const RETRY_MS = [300, 1000, 2000, 4000, 8000];
const FAILED_RETRY_MS = 1500;
const PING_MS = 15_000;
const SILENCE_MS = 10_000;

/**
 * One lasting conversation with the server over connections that come and go.
 *
 * Every request keeps its tag until it is answered. After a reconnect the unanswered ones are sent again
 * with the same tags, and the server sees to it that nothing is done twice.
 */
export class Connection {
  private carrier: Carrier | null = null;
  private readonly pending = new Map<string, Pending>();
  private counter = 0;
  private attempts = 0;
  private generation = 0;
  private greeted = false;
  private hasBeenGreeted = false;
  private isClosed = false;
  private lastHeard = 0;

  constructor(private readonly options: ConnectionOptions) {}

  open(): void {
    const generation = ++this.generation;
    const isCurrent = () => generation === this.generation;
    this.greeted = false;
    this.options.onState(this.hasBeenGreeted ? "lost" : "connecting");
    this.carrier = this.options.connect({
      opened: () => isCurrent() && this.greet(),
      received: (text) => isCurrent() && this.receive(text),
      closed: () => isCurrent() && this.lose(),
    });
  }

  /** Sends a request, now or as soon as there is a connection. */
  ask(request: Request): Promise<Answer> {
    const tag = this.nextTag();
    return new Promise((resolve, reject) => {
      this.pending.set(tag, { request, resolve, reject });
      if (this.greeted) this.transmit(tag, request);
    });
  }

  /** How many requests wait for an answer. */
  get nWaiting(): number {
    return this.pending.size;
  }

  close(): void {
    this.isClosed = true;
    this.generation++;
    this.carrier?.close();
  }

  private nextTag(): string {
    this.counter += 1;
    return `${this.options.word}-${this.counter}`;
  }

  private transmit(tag: string, request: Request): void {
    this.carrier?.send(JSON.stringify({ tag, request }));
  }

  private greet(): void {
    const token = this.options.loadToken();
    this.transmit("hello", token === null ? { type: "hello" } : { type: "hello", token });
  }

  private receive(text: string): void {
    this.lastHeard += 1;
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
      this.options.saveToken(frame.answer.token);
      this.options.onState("open");
      // What was asked before comes first, so that a move made offline is played before the game is opened anew.
      for (const [tag, pending] of this.pending) this.transmit(tag, pending.request);
      this.options.onWelcome(frame.answer, isReconnect);
      this.watch(this.generation);
    } else if (frame.type === "refused") {
      // The token is no longer good: come back as somebody new.
      this.options.saveToken("");
      this.transmit("hello", { type: "hello" });
    } else {
      this.carrier?.close();
      this.lose();
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
      if (frame.answer.type === "welcome") this.options.saveToken(frame.answer.token);
      pending.resolve(frame.answer);
    } else {
      pending.reject(new Refused(frame.refusal));
    }
  }

  private lose(): void {
    if (this.isClosed) return;
    this.generation++;
    this.greeted = false;
    this.options.onState("lost");
    const wait = RETRY_MS[Math.min(this.attempts, RETRY_MS.length - 1)];
    this.attempts += 1;
    this.options.later(() => {
      if (!this.isClosed) this.open();
    }, wait);
  }

  /** A connection can die without a word; a ping without an answer shows it. */
  private watch(generation: number): void {
    this.options.later(() => {
      if (generation !== this.generation) return;
      const heard = this.lastHeard;
      this.transmit(`${this.options.word}-ping`, { type: "ping" });
      this.options.later(() => {
        if (generation !== this.generation) return;
        if (heard === this.lastHeard) {
          this.carrier?.close();
          this.lose();
        } else {
          this.watch(generation);
        }
      }, SILENCE_MS);
    }, PING_MS);
  }
}

/** The usual carrier. */
export function webSocketCarrier(url: string): Connect {
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
