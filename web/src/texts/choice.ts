/** Where the choice of a reader is kept. */
const KEY = "rookery.language";

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;

/** The language that was chosen here, or else the first of the browser's that there is, or else English. */
export function languageOf(
  storage: KeyValueStorage,
  preferred: readonly string[],
  known: readonly string[],
): string {
  const codes = preferred.map((tag) => tag.toLowerCase().split("-")[0]);
  return [chosenIn(storage), ...codes].find((code) => known.includes(code)) ?? "en";
}

function chosenIn(storage: KeyValueStorage): string {
  try {
    return storage.getItem(KEY) ?? "";
  } catch {
    // The browser may forbid storage.
    return "";
  }
}

/** Keeps the choice of a reader for the next page. */
export function chooseLanguage(storage: KeyValueStorage, language: string): void {
  try {
    storage.setItem(KEY, language);
  } catch {
    // Without storage the browser's own languages decide.
  }
}
