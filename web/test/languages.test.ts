import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Badge, Scene, VariantInfo } from "../src/generated";
import { LANGUAGES, type Language, speak, type Texts } from "../src/texts";
import { languageOf } from "../src/texts/choice";
import { counted } from "../src/texts/counted";
import { dictionary as de } from "../src/texts/de";
import { more as deMore } from "../src/texts/de/more";
import { dictionary as en } from "../src/texts/en";
import { more as enMore } from "../src/texts/en/more";
import { dictionary as es } from "../src/texts/es";
import { more as esMore } from "../src/texts/es/more";
import { dictionary as fr } from "../src/texts/fr";
import { more as frMore } from "../src/texts/fr/more";
import { hasOwnLetters, moveFromLetters, moveInLetters } from "../src/texts/letters";
import { type More, speakMore } from "../src/texts/more";
import { noteInWords, phraseInWords, refusalInWords, variantInWords } from "../src/texts/server";
import orthodox from "./fixtures/orthodox.json";
import past from "./fixtures/past.json";
import promotion from "./fixtures/promotion.json";
import timetravel from "./fixtures/timetravel.json";
import tridim from "./fixtures/tridim.json";
import wisconsin from "./fixtures/wisconsin.json";

const OTHERS: Record<Exclude<Language, "en">, [Texts, More]> = {
  de: [de, deMore],
  es: [es, esMore],
  fr: [fr, frMore],
};

/** Runs a check in every language but English, and speaks English again afterwards. */
function inEach(check: (language: string, texts: Texts, more: More) => void): void {
  for (const [language, [texts, more]] of Object.entries(OTHERS)) {
    speak(language as Language, texts);
    speakMore(more);
    try {
      check(language, texts, more);
    } finally {
      speak("en", en);
      speakMore(enMore);
    }
  }
}

/** Every text of a dictionary by its path. */
function leaves(part: unknown, path = ""): Map<string, unknown> {
  if (typeof part !== "object" || part === null) return new Map([[path, part]]);
  return new Map(
    Object.entries(part).flatMap(([key, value]) => [...leaves(value, `${path}.${key}`)]),
  );
}

const own = ({ armies, levels, puzzles, timeline }: More) => ({
  armies,
  levels,
  puzzles,
  timeline,
});
const pages = ({ catalog: _, ...rest }: Texts) => rest;

test("every language has the same texts as English, none missing and none left over", () => {
  assert.deepEqual(
    Object.keys(OTHERS).sort(),
    Object.keys(LANGUAGES)
      .filter((one) => one !== "en")
      .sort(),
  );
  inEach((language, texts, more) => {
    for (const [english, other] of [
      [leaves(pages(en)), leaves(pages(texts))],
      [leaves(own(enMore)), leaves(own(more))],
    ] as const) {
      assert.deepEqual([...other.keys()].sort(), [...english.keys()].sort(), language);
      for (const [path, text] of other) {
        assert.equal(typeof text, typeof english.get(path), `${language} ${path}`);
        if (english.get(path) !== "") assert.notEqual(text, "", `${language} ${path}`);
        const numbers = (one: unknown) => (String(one).includes("#") ? 1 : 0);
        if (!path.endsWith(".one"))
          assert.equal(numbers(text), numbers(english.get(path)), `${language} ${path}`);
      }
    }
  });
});

test("every text is used by the page", () => {
  const source = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/^texts[\\/](en|de|es|fr)/.test(name))
    .map((name) => readFileSync(join("src", name), "utf8"))
    .join("\n");
  const groups = { ...pages(en), ...own(enMore) };
  for (const [group, texts] of Object.entries(groups)) {
    const uses = source.split(new RegExp(`\\b(?:texts|more)\\.${group}\\b`)).length - 1;
    assert.ok(uses > 0, group);
    for (const key of Object.keys(texts)) {
      const isFound = [`${group}.${key}`, `"${key}"`, `{ ${key}`, `${key} }`, `${key},`].some(
        (one) => source.includes(one),
      );
      // Names that are found by a word of the server are looked up with brackets.
      const isLookedUp = source.includes(`.${group}[`);
      assert.ok(isFound || isLookedUp, `${group}.${key}`);
    }
  }
});

/** A refusal in the source of the server: its code and its English sentence. */
const REFUSAL = /= "([\w-]+)"(?:\s*=>\s*\w+)?,\s*"((?:[^"\\]|\\[\s\S])*)"/g;

/** A note or a sign there: its code, its sentence and its values. One whose code is computed comes under several. */
const NOTE =
  /\b(?:note|badge)!\(\s*(?:"([\w-]+)"|[\w.]+(?:\(\))?),\s*"((?:[^"\\]|\\[\s\S])*)"(?=([^;]{0,300}))/g;

/** A table of words or sentences: `Mark::Stopped => "It cannot move."`. */
const ROW = /([\w:]+) => (?:\{\s*)?"([^"]+)"/g;

/** Sentences of the server by their codes. */
class Spoken extends Map<string, Set<string>> {
  add(code: string, raw: string): void {
    const sentence = raw.replace(/\\\n\s*/g, "").replace(/\\"/g, '"');
    // A sentence that is only a value has no translation.
    if (/^\{\w+\}$/.test(sentence)) return;
    this.set(code, (this.get(code) ?? new Set()).add(sentence));
  }
}

/** The source of the server, without its tests. */
const sources = (): string[] =>
  readdirSync("../crates", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".rs") && !/tests|lichess|(refusals|note)\.rs/.test(name))
    .map((name) => readFileSync(join("../crates", name), "utf8"));

/** All refusals that the page can meet. */
function refusalsOfServer(): Spoken {
  const found = new Spoken();
  for (const source of sources().filter((one) => one.includes("refusals! {")))
    for (const [, code, raw] of source.matchAll(REFUSAL)) found.add(code!, raw!);
  return found;
}

/** All notes and signs. */
function notesOfServer(): Spoken {
  const found = new Spoken();
  for (const source of sources())
    for (const [, code = "*", raw, values] of source.matchAll(NOTE)) {
      found.add(code, raw!);
      for (const name of slots(raw!)) assert.match(values!, new RegExp(`\\b${name}\\b`), raw);
    }
  for (const file of ["mod", "marks"]) {
    const path = `../crates/games/wisconsin/src/characteristics/${file}.rs`;
    const rows = [...readFileSync(path, "utf8").matchAll(ROW)];
    const words = new Map(rows.map(([, arm, text]) => [arm, text]).reverse() as [string, string][]);
    for (const [, arm, text] of rows) if (text!.endsWith(".")) found.add(words.get(arm!)!, text!);
  }
  return found;
}

const slots = (sentence: string) =>
  [...sentence.matchAll(/\{(?:[^{} ]+ )?(\w+)(?::\?)?\}/g)].map(([, name]) => name);

function expectTranslated(
  language: string,
  known: Spoken,
  told: Record<string, string | Record<string, string>>,
): void {
  assert.deepEqual(Object.keys(told).sort(), [...known.keys()].sort(), language);
  for (const [code, own] of Object.entries(told)) {
    const sentences = [...known.get(code)!];
    if (typeof own !== "string")
      assert.deepEqual(Object.keys(own).sort(), sentences.sort(), `${language} ${code}`);
    const pairs =
      typeof own === "string" ? sentences.map((one) => [one, own] as const) : Object.entries(own);
    for (const [english, other] of pairs)
      for (const name of slots(other))
        assert.ok(slots(english).includes(name), `${language} ${code}: ${name}`);
  }
}

test("every refusal of the server is translated, and nothing else is", () => {
  const known = refusalsOfServer();
  assert.ok(known.size > 150, `${known.size}`);
  inEach((language, _, { server }) => expectTranslated(language, known, server!.refusals));
});

test("every note and sign of the server is translated, and nothing else is", () => {
  const known = notesOfServer();
  assert.ok(known.size > 70, `${known.size}`);
  inEach((language, _, { server }) => {
    expectTranslated(language, known, server!.notes);
    for (const [code, own] of Object.entries(server!.notes))
      if (known.get(code)!.size > 1) assert.equal(typeof own, "object", `${language} ${code}`);
  });
});

test("phrases of all languages are the same, with the same values and known articles", () => {
  const keys = Object.keys(deMore.server!.phrases).sort();
  inEach((language, _, { server }) => {
    assert.deepEqual(Object.keys(server!.phrases).sort(), keys, language);
    for (const [english, other] of [
      ...Object.entries(server!.phrases),
      ...[...Object.values(server!.refusals), ...Object.values(server!.notes)].flatMap((one) =>
        typeof one === "string" ? [] : Object.entries(one),
      ),
    ]) {
      for (const name of slots(other))
        assert.ok(slots(english).includes(name), `${language} ${other}`);
      for (const [, article] of other.matchAll(/\{([^{} ]+) \w+\}/g))
        assert.ok(article in server!.articles, `${language} ${other}`);
    }
  });
});

test("a refusal is told by its code with its values, with articles that agree", () => {
  speak("de", de);
  speakMore(deMore);
  const message = "the knight on c6 is pinned to the king on e8 by the queen on a4";
  const args = { piece: "knight on c6", king: "e8", pinner: "queen on a4" };
  assert.equal(
    refusalInWords("pinned", message, args),
    "der Springer auf c6 ist durch die Dame auf a4 an den König auf e8 gefesselt",
  );
  assert.equal(
    refusalInWords("name-taken", "there is an account with this name"),
    "ein Konto mit diesem Namen gibt es schon",
  );
  const white = { kind: "rook", at: "a1W", seat: "white" };
  assert.equal(
    refusalInWords("not-your-piece", "the rook on a1W is white's", white),
    "der Turm auf a1W gehört Weiß",
  );
  assert.equal(refusalInWords("unknown-code", "the server says no"), "the server says no");
  assert.equal(refusalInWords("pinned", "without values"), "without values");
  speak("en", en);
  speakMore(enMore);
  assert.equal(refusalInWords("pinned", message, args), message);
});

interface Recorded {
  scene: Scene;
}

/** Every note and sign that stands in a picture. */
const signsIn = ({ scene }: Recorded): Badge[] =>
  [
    ...scene.boards,
    ...scene.tokens,
    ...(scene.timeline?.moments ?? []),
    { badges: scene.notes ?? [] },
  ].flatMap((one) => one.badges ?? []);

/** Every name that stands in a picture. */
function namesIn({ scene }: Recorded): string[] {
  return [
    ...scene.tokens.map((token) => token.label),
    ...scene.boards.map((board) => board.name),
    ...(scene.spots ?? []).map((spot) => spot.name),
  ];
}

/** Pictures of busy games that the boards are tried with. */
const staged = (): Recorded[] =>
  readdirSync("harness/fixtures").map((name) =>
    JSON.parse(readFileSync(join("harness/fixtures", name), "utf8")),
  );

test("everything in recorded pictures is put into the reader's language", () => {
  const recorded = [
    orthodox,
    past,
    promotion,
    timetravel,
    tridim,
    wisconsin,
  ] as unknown as Recorded[];
  const pictures = [...recorded, ...staged()];
  const names = new Set(pictures.flatMap(namesIn));
  const signs = pictures.flatMap(signsIn);
  assert.ok(names.size > 30);
  assert.ok(new Set(signs.map((sign) => sign.text)).size > 20);
  inEach((language) => {
    for (const text of names) assert.notEqual(phraseInWords(text), text, `${language}: ${text}`);
    for (const sign of signs)
      assert.notEqual(noteInWords(sign), sign.text, `${language}: ${sign.text}`);
  });
});

test("notes name pieces, lists and sides as the language does", () => {
  const by = "rook on e8 and the queen on f6";
  const note = { code: "attacked", text: `attacked by the ${by}`, args: { by } };
  const told: Record<string, string> = {};
  inEach((language) => {
    told[language] =
      `${noteInWords(note)} | ${phraseInWords("White's move 3")} | ${phraseInWords("Queen")} | ${phraseInWords("black rook on a8")}`;
  });
  assert.deepEqual(told, {
    de: "angegriffen durch den Turm auf e8 und die Dame auf f6 | Zug 3 von Weiß | Dame | schwarzer Turm auf a8",
    es: "ataque: la torre de e8 y la dama de f6 | jugada 3 de las blancas | Dama | torre negra de a8",
    fr: "attaque : la tour en e8 et la dame en f6 | coup 3 des Blancs | Dame | tour noire en a8",
  });
});

test("a note quotes a refusal or another note of its code, and an unknown one stays English", () => {
  speak("de", de);
  speakMore(deMore);
  const why = "the knight on c6 is pinned to the king on e8 by the queen on a4";
  const args = { piece: "knight on c6", king: "e8", pinner: "queen on a4", why, goal: "QL2" };
  assert.equal(
    noteInWords({ code: "pinned", text: `Not to QL2: ${why}.`, args }),
    "Nicht nach QL2: der Springer auf c6 ist durch die Dame auf a4 an den König auf e8 gefesselt.",
  );
  const sentence = "Only a king or a queen can capture it.";
  assert.equal(
    noteInWords({ code: "tense", text: `${sentence} (switched off now)`, args: { sentence } }),
    "Nur ein König oder eine Dame kann sie schlagen. (zurzeit ausgeschaltet)",
  );
  const lost = { piece: "white rook on e4", by: "e5" };
  assert.equal(
    noteInWords({
      code: "neutralizes",
      text: "The white rook on e4 is lost: the piece on e5 neutralizes.",
      args: lost,
    }),
    "Der Turm auf e4 geht verloren: die Figur auf e5 explodiert.",
  );
  const foreign = { kind: "hexapawn-hint", text: "Nothing of the kind." };
  assert.equal(noteInWords(foreign), foreign.text);
  assert.equal(noteInWords({ code: "attacked", text: "attacked by nobody" }), "attacked by nobody");
  speak("en", en);
  speakMore(enMore);
});

test("games and their starts have names in every language", () => {
  const chess = { name: "Chess", summary: "", presets: [{ name: "Strict", summary: "" }] };
  const told: Record<string, string[]> = {};
  inEach((language) => {
    const { name, presets } = variantInWords(chess as unknown as VariantInfo);
    told[language] = [name, presets[0]!.name];
  });
  assert.deepEqual(told, {
    de: ["Schach", "Streng"],
    es: ["Ajedrez", "Estricto"],
    fr: ["Échecs", "Strict"],
  });
});

test("moves are written with the letters of the language, and typed ones understood with both", () => {
  speak("de", de);
  hasOwnLetters.value = true;
  for (const [english, german] of [
    ["Nf3", "Sf3"],
    ["Qh4xe1+", "Dh4xe1+"],
    ["R1e2", "T1e2"],
    ["exd8=Q#", "exd8=D#"],
    ["3^Nc3", "3^Sc3"],
    ["Ba1W-b3N", "La1W-b3N"],
    ["QL1-QL3", "QL1-QL3"],
    ["O-O", "O-O"],
    ["bxc3", "bxc3"],
    ["Remis annehmen", "Remis annehmen"],
  ]) {
    assert.equal(moveInLetters(english!), german);
    assert.equal(moveFromLetters(german!), english);
  }
  assert.equal(moveFromLetters("Nf3"), "Nf3");
  hasOwnLetters.value = false;
  assert.equal(moveInLetters("Nf3"), "Nf3");
  assert.equal(moveFromLetters("Sf3"), "Sf3");
  speak("en", en);
});

test("numbers have the forms of the language", () => {
  const told: Record<string, string[]> = {};
  inEach((language, texts) => {
    told[language] = [0, 1, 2000].map((n) => counted(texts.lobby.moves, n));
  });
  assert.deepEqual(told, {
    de: ["0 Züge", "1 Zug", "2.000 Züge"],
    es: ["0 jugadas", "1 jugada", "2000 jugadas"],
    fr: ["0 coup", "1 coup", "2\u202f000 coups"],
  });
});

test("the language is the one that was chosen, or else the browser's first that there is", () => {
  const storage = (kept: string | null) => ({ getItem: () => kept, setItem: () => undefined });
  const known = Object.keys(LANGUAGES);
  assert.equal(languageOf(storage(null), ["pt-BR", "fr-CA", "en"], known), "fr");
  assert.equal(languageOf(storage("de"), ["fr"], known), "de");
  assert.equal(languageOf(storage("tlh"), ["pt"], known), "en");
});
