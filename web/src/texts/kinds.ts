import type { Noun } from "./server";

/** Kinds of pieces that are called the same in every language. */
const KINDS = [
  "war",
  "form",
  "constructive",
  "confined",
  "original",
  "irrelevant",
  "evident",
  "line",
  "impossible",
  "convenient",
  "appropriate",
  "warp",
  "brilliant",
  "simple",
  "exit",
  "imperfect",
  "derange",
];

/** These kinds as nouns, spelt as the language spells nouns. */
export const sameKinds = (spell: (kind: string) => string = (kind) => kind): Record<string, Noun> =>
  Object.fromEntries(KINDS.map((kind) => [kind, [spell(kind), "m"]]));
