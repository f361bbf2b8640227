/** The settings of a player in this browser. */
export interface Settings {
  appearance: "system" | "light" | "dark";
  boardTheme: "walnut" | "slate" | "meadow" | "ocean" | "rose" | "paper";
  /** The letters of pieces in moves: those of the reader's language, or the English ones. */
  notation: "own" | "english";
  /** Which drawings of the pieces, by their name. */
  pieceSet: "classic" | "angular" | "round" | "letters";
  /** How much of the room for it the board takes, in per cent. */
  boardSize: number;
  sound: boolean;
  soundSet: "wood" | "bells" | "digital";
  coordinates: boolean;
  /** Whether coordinates stand on the squares or beside the board. */
  coordinatesAt: "inside" | "outside";
  largePieces: boolean;
  reducedMotion: boolean;
  lowDetail: boolean;
  legalDots: boolean;
  textMode: boolean;
  confirmMoves: boolean;
  /** Whether a pawn becomes a queen without a question. */
  autoQueen: boolean;
  /** How fast pieces glide. */
  animation: "none" | "fast" | "usual" | "slow";
  /** Whether the field for typed moves is open. */
  typing: boolean;
  /** Whether chat is shown, if the server allows it. */
  chat: boolean;
  /** Whether the evaluation is shown in games against the computer. */
  evaluation: boolean;
  /** The time control of quick games, by its name. */
  quickClock: string;
  /** The level that was played against last. */
  computerLevel: number;
}

export const DEFAULT_SETTINGS: Settings = {
  appearance: "system",
  boardTheme: "walnut",
  notation: "own",
  pieceSet: "classic",
  boardSize: 100,
  sound: true,
  soundSet: "wood",
  coordinates: true,
  coordinatesAt: "inside",
  largePieces: false,
  reducedMotion: false,
  lowDetail: false,
  legalDots: true,
  textMode: false,
  confirmMoves: false,
  autoQueen: false,
  animation: "usual",
  typing: true,
  chat: false,
  evaluation: false,
  quickClock: "rapid",
  computerLevel: 2,
};

const KEY = "rookery.settings";

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;

/** Loads the settings; invalid values become defaults. */
export function loadSettings(storage: KeyValueStorage): Settings {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "{}");
    return validSettings(kept);
  } catch {
    return DEFAULT_SETTINGS;
  }
}

function validSettings(kept: unknown): Settings {
  if (typeof kept !== "object" || kept === null) return DEFAULT_SETTINGS;
  const entries = Object.entries(DEFAULT_SETTINGS).map(([key, usual]) => {
    const value = (kept as Record<string, unknown>)[key];
    return [key, typeof value === typeof usual ? value : usual];
  });
  return Object.fromEntries(entries) as Settings;
}

export function saveSettings(storage: KeyValueStorage, settings: Settings): void {
  try {
    storage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The browser may forbid storage; the settings then last as long as the page.
  }
}
