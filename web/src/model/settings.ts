/** What a player has chosen for this browser. */
export interface Settings {
  appearance: "system" | "light" | "dark";
  boardTheme: "walnut" | "slate" | "meadow";
  sound: boolean;
  coordinates: boolean;
  largePieces: boolean;
  reducedMotion: boolean;
  lowDetail: boolean;
  legalDots: boolean;
  textMode: boolean;
  confirmMoves: boolean;
  /** Whether what opponents say is shown, where the host lets people talk. */
  chat: boolean;
  /** Whether games against the computer are judged beside the board. */
  evaluation: boolean;
  /** The clock of quick games, by its name. */
  quickClock: string;
  /** The level that was played against last. */
  computerLevel: number;
}

export const DEFAULT_SETTINGS: Settings = {
  appearance: "system",
  boardTheme: "walnut",
  sound: true,
  coordinates: true,
  largePieces: false,
  reducedMotion: false,
  lowDetail: false,
  legalDots: true,
  textMode: false,
  confirmMoves: false,
  chat: false,
  evaluation: false,
  quickClock: "rapid",
  computerLevel: 2,
};

const KEY = "rookery.settings";

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;

/** Settings as they were kept; whatever cannot be understood is as usual. */
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
    // A browser may forbid keeping anything; the settings then last as long as the page.
  }
}
