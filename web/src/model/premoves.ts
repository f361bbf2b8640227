import { batch, computed, signal } from "@preact/signals";
import type { Answer, Request, Seat, Token } from "../generated";
import type { Step } from "./projection";

/** What the server lists as reachable: places to point at first, and those to point at then. */
type Listing = Map<string, string[]>;

interface PremoveOptions {
  game: string;
  ask(request: Request): Promise<Answer>;
}

/** The situation in which a player prepares moves. */
export interface Waiting {
  seat: Seat;
  /** Grows with every record of the game. */
  seq: number;
  /** The pieces as they will stand after what is prepared. */
  tokens: Token[];
}

/**
 * Moves that a player prepares while the opponent thinks. What can be prepared is listed by the server, when a piece is first
 * pointed at; the page only compares places with the listing.
 */
export class Premoves {
  readonly queue = signal<Step[]>([]);
  /** The piece that was pointed at. */
  readonly from = signal<string | null>(null);
  private readonly listing = signal<{ key: string; listing: Listing } | null>(null);
  /** What was pointed at before the listing was there. */
  private wanted: string | null = null;
  private asked = "";

  /** Where the chosen piece may be sent. */
  readonly targets = computed<string[]>(() => {
    const { from, listing } = this;
    return from.value === null ? [] : (listing.value?.listing.get(from.value) ?? []);
  });
  /** All places to be marked. */
  readonly places = computed<string[]>(() => {
    const chosen = this.from.value;
    return [...this.queue.value.flat(), ...(chosen === null ? [] : [chosen])];
  });

  constructor(private readonly options: PremoveOptions) {}

  get isEmpty(): boolean {
    return this.queue.value.length === 0 && this.from.value === null;
  }

  /** A place was pointed at: a piece is chosen, sent, chosen instead, or everything is cancelled. */
  tap(place: string, waiting: Waiting): void {
    const { from } = this;
    if (from.value === null) this.choose(place, waiting);
    else if (from.value === place) this.drop();
    else if (this.knows(waiting)) this.send(place, waiting);
    else {
      this.wanted = place;
      void this.load(waiting);
    }
  }

  /** Takes back all that was prepared. */
  clear(): void {
    batch(() => {
      this.drop();
      if (this.queue.value.length > 0) this.queue.value = [];
    });
  }

  /** The next prepared move, which is then no longer prepared. */
  shift(): Step | null {
    const [next, ...rest] = this.queue.value;
    if (next !== undefined) this.queue.value = rest;
    return next ?? null;
  }

  /** The chosen piece, which is then no longer chosen here. */
  takeChosen(): string | null {
    const chosen = this.from.value;
    this.drop();
    return chosen;
  }

  private drop(): void {
    this.from.value = null;
    this.wanted = null;
  }

  private choose(place: string, waiting: Waiting): void {
    const isOwn = waiting.tokens.some(
      (token) => token.cell === place && token.seat === waiting.seat,
    );
    // Boards and other things that move are in the listing, and nothing else says whose they are.
    const isListed = this.knows(waiting) && this.listing.value?.listing.has(place) === true;
    if (isOwn || isListed) {
      this.from.value = place;
      void this.load(waiting);
    } else if (this.queue.value.length > 0) {
      this.clear();
    } else if (!waiting.tokens.some((token) => token.cell === place)) {
      void this.load(waiting).then(() => this.chooseListed(place));
    }
  }

  private chooseListed(place: string): void {
    const isListed = this.listing.value?.listing.has(place) === true;
    if (isListed && this.from.value === null && this.queue.value.length === 0)
      this.from.value = place;
  }

  private send(place: string, waiting: Waiting): void {
    const from = this.from.value;
    if (from === null) return;
    const canGo = this.targets.value.includes(place);
    this.drop();
    if (canGo) this.queue.value = [...this.queue.value, [from, place]];
    else this.choose(place, waiting);
  }

  private key({ seat, seq }: Waiting): string {
    return JSON.stringify([seat, seq, this.queue.value]);
  }

  private knows(waiting: Waiting): boolean {
    return this.listing.value?.key === this.key(waiting);
  }

  /** Asks what can be prepared now, once for each situation. */
  private async load(waiting: Waiting): Promise<void> {
    const key = this.key(waiting);
    if (this.asked === key) return;
    this.asked = key;
    const prepared = this.queue.value;
    const answer = await this.options
      .ask({
        type: "reach",
        game: this.options.game,
        seat: waiting.seat,
        ...(prepared.length === 0 ? {} : { prepared }),
      })
      .catch(() => null);
    if (answer?.type !== "reached") {
      this.asked = "";
      return;
    }
    if (this.asked === key) batch(() => this.take(key, answer.reach, waiting));
  }

  private take(key: string, lines: string[], waiting: Waiting): void {
    const listing: Listing = new Map(
      lines.map((line) => {
        const [from, ...to] = line.split(" ");
        return [from, to];
      }),
    );
    this.listing.value = { key, listing };
    // Where only one move can be prepared, a new one takes its place.
    if (listing.size === 0 && this.queue.value.length > 0) {
      const [chosen, wanted] = [this.from.value, this.wanted];
      this.queue.value = [];
      this.from.value = chosen;
      this.wanted = wanted;
      void this.load(waiting);
      return;
    }
    const { wanted } = this;
    this.wanted = null;
    if (listing.size === 0) this.drop();
    else if (wanted !== null) this.send(wanted, waiting);
  }
}
