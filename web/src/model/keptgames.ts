import type { Outcome, Seat } from "../generated";

/** A game that is played on this device and kept in it. */
export interface KeptGame {
  id: string;
  variant: string;
  /** The position text of its start. */
  setup: string;
  /** The other player; the seat is that of the person who plays the computer. */
  opponent: { type: "person" } | { type: "computer"; level: number; name: string; seat: Seat };
  /** Decides the mistakes of the computer. */
  seed: number;
  actions: string[];
  outcome: Outcome | null;
  /** When it was last played, in milliseconds. */
  at: number;
}

const KEY = "rookery-kept-games";
/** So many are kept; the oldest goes first. */
const MAX_GAMES = 100;

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** The games of this device, the last played first. What cannot be read is left out. */
export function loadGames(storage: Storage): KeptGame[] {
  try {
    const games: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(games) ? games.filter(isGame) : [];
  } catch {
    return [];
  }
}

/** Adds a game or replaces it by what it is now. */
export function keepGame(storage: Storage, game: KeptGame): void {
  const others = loadGames(storage).filter(({ id }) => id !== game.id);
  save(storage, [game, ...others].slice(0, MAX_GAMES));
}

export function removeGame(storage: Storage, id: string): void {
  save(
    storage,
    loadGames(storage).filter((game) => game.id !== id),
  );
}

/** A browser that keeps nothing any more still plays. */
function save(storage: Storage, games: KeptGame[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(games));
  } catch {
    // There is no room, or the browser does not allow it.
  }
}

function isGame(value: unknown): value is KeptGame {
  const game = value as Partial<KeptGame> | null;
  return (
    typeof game === "object" &&
    game !== null &&
    typeof game.id === "string" &&
    typeof game.variant === "string" &&
    typeof game.setup === "string" &&
    typeof game.opponent === "object" &&
    typeof game.seed === "number" &&
    Array.isArray(game.actions) &&
    typeof game.at === "number"
  );
}
