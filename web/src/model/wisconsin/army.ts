/**
 * Armies of Wisconsin Chess as texts, as docs/rules/wisconsin.md (W-11) has them: sixteen letters, first the eight pawns
 * from White's left, then the back rank. The server judges; this is what is needed to offer only armies it takes.
 */
export type Base = "pawn" | "rook" | "knight" | "bishop" | "queen" | "king";

export interface Kind {
  letter: string;
  kind: string;
  base: Base;
}

const kind = (letter: string, name: string, base: Base): Kind => ({ letter, kind: name, base });

export const KINDS: readonly Kind[] = [
  kind("K", "king", "king"),
  kind("Q", "queen", "queen"),
  kind("R", "rook", "rook"),
  kind("B", "bishop", "bishop"),
  kind("N", "knight", "knight"),
  kind("P", "pawn", "pawn"),
  kind("W", "war", "pawn"),
  kind("F", "form", "pawn"),
  kind("C", "constructive", "knight"),
  kind("D", "confined", "pawn"),
  kind("O", "original", "bishop"),
  kind("I", "irrelevant", "rook"),
  kind("E", "evident", "pawn"),
  kind("L", "line", "knight"),
  kind("M", "impossible", "rook"),
  kind("V", "convenient", "bishop"),
  kind("A", "appropriate", "knight"),
  kind("Z", "warp", "rook"),
  kind("T", "brilliant", "knight"),
  kind("S", "simple", "rook"),
  kind("X", "exit", "bishop"),
  kind("J", "imperfect", "pawn"),
  kind("G", "derange", "pawn"),
];

export const REGULAR = "PPPPPPPPRNBQKBNR";
export const SLOTS = REGULAR.length;

export function kindOf(letter: string): Kind {
  return KINDS.find((one) => one.letter === letter) ?? KINDS[5];
}

/** What may stand in a slot: every kind of the base that ordinary chess has there. */
export function kindsFor(slot: number): Kind[] {
  const { base } = kindOf(REGULAR[slot] ?? "P");
  return KINDS.filter((one) => one.base === base);
}

export function isArmy(text: string): boolean {
  return (
    text.length === SLOTS &&
    [...text].every((letter, slot) => kindsFor(slot).some((one) => one.letter === letter))
  );
}

export function withSlot(army: string, slot: number, letter: string): string {
  return army.slice(0, slot) + letter + army.slice(slot + 1);
}

/** Every slot gets any of its kinds with the same chance. `random` gives numbers from 0 up to 1. */
export function randomArmy(random: () => number): string {
  const pick = (slot: number) => {
    const kinds = kindsFor(slot);
    return kinds[Math.floor(random() * kinds.length)].letter;
  };
  return Array.from({ length: SLOTS }, (_, slot) => pick(slot)).join("");
}

/** The text a game of two armies starts from; a position that comes for the third time is a draw. */
export function setupOf(white: string, black: string): string {
  return `army:${white}/${black}; repetition=threefold`;
}

/** A saved army. */
export interface Favourite {
  name: string;
  army: string;
}

const KEY = "rookery.armies";
const MAX_FAVOURITES = 30;
const MAX_NAME = 30;

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;

/** Loads the saved armies; invalid ones are dropped. */
export function loadFavourites(storage: KeyValueStorage): Favourite[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.flatMap(validFavourites).slice(0, MAX_FAVOURITES) : [];
  } catch {
    return [];
  }
}

function validFavourites(kept: unknown): Favourite[] {
  const { name, army } = (kept ?? {}) as Partial<Favourite>;
  return typeof name === "string" && typeof army === "string" && isArmy(army)
    ? [{ name: name.slice(0, MAX_NAME), army }]
    : [];
}

/** The favourites with one more; one of the same name is replaced. */
export function withFavourite(favourites: Favourite[], name: string, army: string): Favourite[] {
  const short = name.trim().slice(0, MAX_NAME);
  if (short === "") return favourites;
  return [...favourites.filter((one) => one.name !== short), { name: short, army }].slice(
    -MAX_FAVOURITES,
  );
}

export function saveFavourites(storage: KeyValueStorage, favourites: Favourite[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(favourites));
  } catch {
    // The browser may forbid storage; the armies then last as long as the dialog.
  }
}
