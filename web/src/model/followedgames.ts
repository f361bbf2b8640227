import { signal } from "@preact/signals";
import type { Answer, Request, StepNotice } from "../generated";
import { applyOpened, applyStep, type GameState } from "./game";

export interface FollowedGamesOptions {
  ask(request: Request): Promise<Answer>;
  now(): number;
  /** Whether another part of the page follows this game, so that it must stay open. */
  isNeeded(game: string): boolean;
}

/** The games whose thumbnails are shown live: each of them is open at the server. */
export class FollowedGames {
  readonly games = signal<ReadonlyMap<string, GameState>>(new Map());
  private followed = new Set<string>();
  private listed: string[] = [];
  private also: string[] = [];

  constructor(private readonly options: FollowedGamesOptions) {}

  has(game: string): boolean {
    return this.followed.has(game);
  }

  /** Follows exactly these games, besides those that are shown also. */
  follow(games: string[]): void {
    this.listed = games;
    this.change();
  }

  /** Follows these games too, whatever else is followed. */
  showAlso(games: string[]): void {
    this.also = games;
    this.change();
  }

  private change(): void {
    const games = [...this.listed, ...this.also];
    const gone = [...this.followed].filter((game) => !games.includes(game));
    const fresh = games.filter((game) => !this.followed.has(game));
    this.followed = new Set(games);
    for (const game of gone) this.unfollow(game);
    for (const game of fresh) void this.open(game);
  }

  /** Opens all games again: after a reconnect the server has forgotten who follows them. */
  reopen(): void {
    this.followed.forEach((game) => void this.open(game));
  }

  receive(notice: StepNotice): void {
    const before = this.games.value.get(notice.game);
    if (before === undefined || !this.has(notice.game)) return;
    const after = applyStep(before, notice, this.options.now());
    if (after === null) void this.open(notice.game);
    else this.put(notice.game, after);
  }

  private async open(game: string): Promise<void> {
    const answer = await this.options
      .ask({ type: "open", game, detail: "delta" })
      .catch(() => null);
    if (answer?.type !== "opened" || !this.has(game)) return;
    const state = applyOpened(null, answer, this.options.now());
    if (state !== null) this.put(game, state);
  }

  private unfollow(game: string): void {
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
