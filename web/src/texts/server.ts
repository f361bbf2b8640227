import type { Badge, Note, VariantInfo } from "../generated";
import { language, texts } from ".";
import { moveInLetters } from "./letters";
import { more } from "./more";

/** A noun with its gender: `["Turm", "m"]`. */
export type Noun = [name: string, gender: string];

/**
 * What the server says, in another language. English has none of it: the server's own sentences are English. A sentence names
 * its values as the server does, `{piece}`, and may put an article before one, `{der piece}`.
 */
export interface ServerWords {
  /** Pieces by their kinds. */
  pieces: Record<string, Noun>;
  /** The two sides as they stand in a sentence. */
  sides: Record<string, Noun>;
  /** Each article by the gender of what follows, with the blank. */
  articles: Record<string, Record<string, string>>;
  /** A piece with its colour: `weißer Turm`. */
  coloured(noun: Noun, seat: string): string;
  /** Where it stands. */
  placed(piece: string, place: string): string;
  /** Refusals by their codes. */
  refusals: Record<string, Sentences>;
  /** Notes and signs by their codes; `*` has sentences that come under several codes. */
  notes: Record<string, Sentences>;
  /** Names, labels and values, by their English form. */
  phrases: Record<string, string>;
}

/** What is said under a code: one sentence, or several by their English form. */
export type Sentences = string | Record<string, string>;

type Args = Record<string, string | undefined>;

type Value = (name: string, article?: string) => string | null;

const SLOT = /\{(?:([^{} ]+) )?(\w+)(?::\?)?\}/g;

const filled = (sentence: string, put: (name: string, article?: string) => string) =>
  sentence.replace(SLOT, (_, article: string | undefined, name: string) => put(name, article));

/** A refusal in the reader's language, or else the server's sentence. */
export function refusalInWords(code: string, message: string, args: Args = {}): string {
  const words = more?.server;
  if (words === undefined || language === "en") return message;
  const known = chosen(words.refusals[code], (english) => message.endsWith(english), args);
  return put(known, valuesOf(words, args)) ?? phraseInWords(message);
}

/** A note or a sign in the reader's language, or else the server's sentence. */
export function noteInWords(note: Note | Badge): string {
  const { text, args = {} } = note;
  const words = more?.server;
  if (words === undefined || language === "en") return text;
  const code = "kind" in note ? note.kind : note.code;
  const values = valuesOf(words, args);
  // A note may quote a refusal, or another note, of its own code.
  const quoted: Value = (name, article) =>
    name === "why"
      ? refusalInWords(code, args.why ?? "", args)
      : name === "sentence"
        ? noteInWords({ code, text: args.sentence ?? "" })
        : values(name, article);
  for (const sentences of [words.notes["*"], words.notes[code]]) {
    const said = put(
      chosen(sentences, (english) => text === english, args),
      quoted,
    );
    if (said !== null) return /^[A-Z]/.test(text) ? capitalised(said) : said;
  }
  return phraseInWords(text);
}

const capitalised = (text: string) => (text[0] ?? "").toUpperCase() + text.slice(1);

/** The sentence of a code; where there are several, the one whose English form with its values fits. */
function chosen(
  known: Sentences = {},
  fits: (english: string) => boolean,
  args: Args,
): string | undefined {
  if (typeof known === "string") return known;
  const said = ([english]: [string, string]) => fits(filled(english, (name) => args[name] ?? ""));
  return Object.entries(known).find(said)?.[1];
}

/** Values in the reader's language; null where one is missing or does not fit its article. */
const valuesOf =
  (words: ServerWords, args: Args): Value =>
  (name, article) =>
    args[name] === undefined ? null : valueInWords(words, args[name], article);

/** A sentence with its values, or null where there is none or a value is missing. */
function put(sentence: string | undefined, valued: Value): string | null {
  if (sentence === undefined) return null;
  let isWhole = true;
  const text = filled(sentence, (name, article) => {
    const value = valued(name, article);
    isWhole &&= value !== null;
    return value ?? "";
  });
  return isWhole ? text : null;
}

const PIECE = /^(?:(white|black) )?([a-z]+)(?: on (\w+))?$/;

/** A value of a sentence: a piece, a side, several of them, or a phrase of its own. Null where an article has nothing to agree with. */
function valueInWords(words: ServerWords, value: string, article?: string): string | null {
  const parts = value.split(/(?: and |, )(?:the )?/);
  if (parts.length > 1) {
    const all = parts.map((part) => valueInWords(words, part, article));
    if (all.every((part) => part !== null)) return new Intl.ListFormat(language).format(all);
  }
  const before = (noun: Noun) =>
    article === undefined ? "" : (words.articles[article]?.[noun[1]] ?? "");
  const side = words.sides[value.toLowerCase()];
  if (side !== undefined) return before(side) + side[0];
  const [, seat, kind = "", place] = PIECE.exec(value.replace(/^an? /, "")) ?? [];
  const noun = Object.hasOwn(words.pieces, kind) ? words.pieces[kind] : undefined;
  if (noun === undefined) return article === undefined ? moveInLetters(phraseInWords(value)) : null;
  // With an article before it the place tells which piece is meant.
  const named =
    article === undefined && seat !== undefined
      ? words.coloured(noun, seat)
      : before(noun) + noun[0];
  return place === undefined ? named : words.placed(named, place);
}

let patterns: [ServerWords["phrases"], [RegExp, string[], string][]] | null = null;

/** Phrases with values in them, as patterns that find these. */
function patternsOf({ phrases }: ServerWords): [RegExp, string[], string][] {
  if (patterns?.[0] === phrases) return patterns[1];
  const found = Object.entries(phrases)
    .filter(([english]) => english.includes("{"))
    .map(([english, own]): [RegExp, string[], string] => {
      const names = [...english.matchAll(SLOT)].map(([, , name]) => name);
      const literal = english.split(SLOT).filter((_, index) => index % 3 === 0);
      const source = literal
        .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join("(.+)");
      return [new RegExp(`^${source}$`), names, own];
    });
  patterns = [phrases, found];
  return found;
}

const inCatalog = (text: string) => texts.catalog[text] ?? text;

/** A game and its starts in the reader's language. */
export function variantInWords(variant: VariantInfo): VariantInfo {
  const told = <Told extends { name: string; summary: string }>(one: Told) => ({
    ...one,
    name: inCatalog(one.name),
    summary: inCatalog(one.summary),
  });
  return { ...told(variant), presets: variant.presets.map(told) };
}

/** A name, a label or a value of the server in the reader's language, or else as it is. */
export function phraseInWords(text: string): string {
  const words = more?.server;
  if (words === undefined || language === "en") return text;
  if (Object.hasOwn(words.phrases, text)) return words.phrases[text];
  for (const [pattern, names, own] of patternsOf(words)) {
    const values = pattern.exec(text)?.slice(1);
    if (values === undefined) continue;
    const args = Object.fromEntries(names.map((name, at) => [name, values[at]]));
    const said = put(own, valuesOf(words, args));
    if (said !== null) return said;
  }
  const piece = PIECE.exec(text.toLowerCase());
  if (piece === null || !Object.hasOwn(words.pieces, piece[2])) return text;
  const named = valueInWords(words, text.toLowerCase()) ?? text;
  // The name of a piece on a button begins with a capital.
  return /^[A-Z]/.test(text) ? capitalised(named) : named;
}
