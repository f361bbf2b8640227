import { signal } from "@preact/signals";
import type { Answer, GameNotice, Request } from "../generated";
import { applyGameNotice, applyOpened, type GameState } from "./game";

export interface GalleryOptions {
  ask(request: Request): Promise<Answer>;
  now(): number;
  /** Whether somebody else on the page follows this game, so that it must stay open. */
  isNeeded(game: string): boolean;
}

/** Small live pictures of games: those that hang here are followed, all others are not. */
export class Gallery {
  readonly games = signal<ReadonlyMap<string, GameState>>(new Map());
  private hanging = new Set<string>();

  constructor(private readonly options: GalleryOptions) {}

  has(game: string): boolean {
    return this.hanging.has(game);
  }

  /** Shows exactly these games. */
  hang(games: string[]): void {
    const gone = [...this.hanging].filter((game) => !games.includes(game));
    const fresh = games.filter((game) => !this.hanging.has(game));
    this.hanging = new Set(games);
    for (const game of gone) this.take(game);
    for (const game of fresh) void this.open(game);
  }

  /** After a lost connection the server knows of no follower any more. */
  reopen(): void {
    this.hanging.forEach((game) => void this.open(game));
  }

  receive(notice: GameNotice): void {
    const before = this.games.value.get(notice.game);
    if (before === undefined || !this.has(notice.game)) return;
    const after = applyGameNotice(before, notice, this.options.now());
    if (after === null) void this.open(notice.game);
    else this.put(notice.game, after);
  }

  private async open(game: string): Promise<void> {
    const answer = await this.options.ask({ type: "open", game }).catch(() => null);
    if (answer?.type !== "opened" || !this.has(game)) return;
    const state = applyOpened(null, answer, this.options.now());
    if (state !== null) this.put(game, state);
  }

  private take(game: string): void {
    const rest = new Map(this.games.value);
    rest.delete(game);
    this.games.value = rest;
    if (!this.options.isNeeded(game))
      void this.options.ask({ type: "close", game }).catch(() => undefined);
  }

  private put(game: string, state: GameState): void {
    this.games.value = new Map(this.games.value).set(game, state);
  }
}
