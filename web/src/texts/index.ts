import type { dictionary } from "./en";

/** The languages, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français" };

export type Language = keyof typeof LANGUAGES;

/** The form of a dictionary. English has it; the compiler makes sure that the others do. */
export type Texts = typeof dictionary;

/** The language of the reader. */
export let language: Language = "en";

/**
 * Every text of the client in the reader's language, set before anything is drawn. What is needed only in a game is in `more`.
 * Use it inside functions: while modules are loaded there is no language yet.
 */
export let texts: Texts;

/** Sets the language, once. */
export function speak(chosen: Language, dictionary: Texts): void {
  language = chosen;
  texts = dictionary;
}
