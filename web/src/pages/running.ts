import { signal } from "@preact/signals";
import { lobby, myGames, variants } from "../client";
import type { GameSummary, Seat, View } from "../generated";
import { texts } from "../texts";
import { titled } from "./botmark";

/** The game on the television of the lobby. */
export const onAir = signal<GameSummary | null>(null);

export function variantName(id: string): string {
  return variants.value.find((variant) => variant.id === id)?.name ?? id;
}

/** `White – Black`; a game that is followed knows the newest names. */
export function namesOf(game: GameSummary, view?: View): string {
  const name = (seat: Seat) => {
    const sitter = game.seats[seat];
    if (sitter === null) return texts.lobby.openSeat;
    return titled({ ...sitter, name: view?.seats[seat].name ?? sitter.name });
  };
  return texts.lobby.versus(name("white"), name("black"));
}

/** Games of others with somebody at the board, the newest first. */
export function othersRunning(): GameSummary[] {
  const own = new Set(myGames.value.map((game) => game.game));
  return lobby.value.games.filter((game) => !own.has(game.game));
}
