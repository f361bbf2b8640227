import { languageOf } from "./texts/choice";

/** The files of the dictionaries by their languages; the build puts them in. */
declare const DICTIONARY_FILES: Record<string, string>;

// Runs before the page, so that its language is known and on its way while the page is still being fetched.
const language = languageOf(localStorage, navigator.languages, Object.keys(DICTIONARY_FILES));
document.documentElement.lang = language;
const link = document.createElement("link");
link.rel = "modulepreload";
link.href = DICTIONARY_FILES[language];
document.head.append(link);
