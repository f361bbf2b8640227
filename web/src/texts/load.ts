import type { Language, Texts } from ".";

/** The languages with what the first page needs in each. A reader loads one of them. */
const DICTIONARIES: Record<Language, () => Promise<{ dictionary: Texts }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  es: () => import("./es"),
  fr: () => import("./fr"),
};

const isKnown = (code: string): code is Language => Object.hasOwn(DICTIONARIES, code);

/** A language with its dictionary; English, if there is no such language or it cannot be fetched. */
export async function loadLanguage(code: string): Promise<[Language, Texts]> {
  const language = isKnown(code) ? code : "en";
  try {
    return [language, (await DICTIONARIES[language]()).dictionary];
  } catch (why) {
    if (language === "en") throw why;
    return loadLanguage("en");
  }
}
