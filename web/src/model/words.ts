import { numberOf } from "../boards/timeline/moments";
import type { Offer, Scene, Seat } from "../generated";
import { texts } from "../texts";
import { counted } from "../texts/counted";
import { moveInLetters } from "../texts/letters";
import { noteInWords, phraseInWords } from "../texts/server";
import { known } from "./shortoffers";

/** A move or a command typed into the move box. */
export type Typed =
  | { type: "move"; text: string }
  | { type: "where"; what: string }
  | { type: "legal"; place: string | null }
  | {
      type:
        | "last"
        | "clock"
        | "draw"
        | "resign"
        | "takeback"
        | "help"
        | "who"
        | "board"
        | "hint"
        | "nothing";
    };

const PLAIN = new Set([
  "last",
  "clock",
  "draw",
  "resign",
  "takeback",
  "help",
  "who",
  "board",
  "hint",
]);

/** The English word for a command of the reader's language. */
function commandOf(word: string): string {
  const own = Object.entries(texts.words.commands).find(([, known]) => known === word);
  return own?.[0] ?? word;
}

/** Words are commands, everything else is a move. */
export function readTyped(text: string): Typed {
  const trimmed = text.trim();
  const [word = "", ...rest] = trimmed.split(/\s+/);
  const command = commandOf(word.toLowerCase());
  const argument = rest.join(" ");
  if (trimmed === "") return { type: "nothing" };
  if (command === "?") return { type: "help" };
  if (command === "where") return { type: "where", what: argument };
  if (command === "legal") return { type: "legal", place: argument === "" ? null : argument };
  if (PLAIN.has(command) && argument === "") return { type: command } as Typed;
  return { type: "move", text: trimmed };
}

/** Where pieces stand: `knight`, `white knight`, a square, or everything. */
export function where(scene: Scene, what: string): string {
  const wanted = what.toLowerCase();
  const cell = scene.cells.find((one) => one.id.toLowerCase() === wanted);
  if (cell !== undefined) return cellInWords(scene, cell.id);
  const found = scene.tokens.filter((token) =>
    [token.label, phraseInWords(token.label).toLowerCase()].some((name) => name.includes(wanted)),
  );
  if (found.length === 0) return texts.words.nothingLike(what);
  return (["white", "black"] as Seat[])
    .map((seat) => army(found, seat))
    .filter((line) => line !== "")
    .join(" ");
}

function army(tokens: Scene["tokens"], seat: Seat): string {
  const byLabel = new Map<string, string[]>();
  for (const token of tokens.filter((one) => one.seat === seat)) {
    byLabel.set(token.label, [...(byLabel.get(token.label) ?? []), token.cell]);
  }
  return [...byLabel]
    .map(([label, cells]) => `${phraseInWords(label)}: ${cells.sort().join(", ")}.`)
    .join(" ");
}

/** A cell for screen readers: its name, its piece, and its marks. */
export function cellInWords(scene: Scene, cell: string): string {
  const token = scene.tokens.find((one) => one.cell === cell);
  const badges = (token?.badges ?? []).map((badge) => noteInWords(badge));
  const marks = (scene.marks ?? [])
    .filter((mark) => mark.cells.includes(cell))
    .map((mark) => texts.marks[mark.kind] ?? mark.kind);
  const name = token === undefined ? texts.words.empty : phraseInWords(token.label);
  return [`${cell}, ${name}`, ...marks, ...badges].join(", ");
}

const PIECES: Record<string, string> = { Q: "queen", R: "rook", B: "bishop", N: "knight" };

/** A move of the score sheet as a sentence. */
export function playedInWords(
  scene: Scene,
  { seat, notation }: { seat: Seat; notation: string },
): string {
  const name = texts.seats[seat];
  const [, piece] = /^=([QRBN])[+#]?$/.exec(notation) ?? [];
  if (piece !== undefined) return texts.words.promoted(name, phraseInWords(PIECES[piece]));
  if (scene.timeline === undefined) return texts.words.last(name, moveInLetters(notation));
  if (notation === "ok") return texts.words.accepted(name);
  if (notation === "wait") return texts.words.waited(name);
  const [, ply, how, move] = /^(\d+)([\^_])(.+)$/.exec(notation) ?? [];
  if (ply === undefined || move === undefined)
    return texts.words.last(name, moveInLetters(notation));
  const number = numberOf(scene.timeline.moments, Number(ply));
  return how === "^"
    ? texts.words.changed(name, number, moveInLetters(move))
    : texts.words.filled(name, number, moveInLetters(move));
}

/** Whether a place does not exist now: neither a square nor another place that can be tapped. */
export function isMissing(scene: Scene | null, place: string): boolean {
  if (scene === null) return false;
  const places = [...scene.cells, ...(scene.spots ?? [])].some((one) => one.id === place);
  const taps = [...scene.boards, ...(scene.timeline?.moments ?? [])].some(
    (one) => one.tap === place,
  );
  return !places && !taps;
}

const OWED = ["promotion", "reverse-promotion", "promotion-required"];

/** Whether the picture says that a promotion is owed: only the player to act is told the offers themselves. */
export function owesPromotion(scene: Scene): boolean {
  const badges = scene.tokens.flatMap((token) => token.badges ?? []);
  return [...(scene.notes ?? []), ...badges].some((badge) => OWED.includes(badge.kind));
}

/** The number of the moment that an offer changes; null when it changes nothing of the past. */
export function changedMoment(scene: Scene, offer: Offer): number | null {
  const index = (scene.timeline?.moments ?? []).findIndex((moment) => moment.tap === offer.taps[0]);
  return index < 0 ? null : index + 1;
}

/** The label of an offer, which is a move or a few words. */
export function labelInWords({ label }: Pick<Offer, "label">): string {
  return moveInLetters(phraseInWords(label));
}

/** An offer as text: the move, the promotion, and the change of the past. */
export function offerInWords(scene: Scene, offer: Offer): string {
  const number = changedMoment(scene, offer);
  const places = number === null ? offer.taps : offer.taps.slice(1);
  // Some labels make sense only beside the board: a promotion piece, a rotation.
  const isWhole = offer.label.includes(places.at(-1) ?? "");
  const label = labelInWords(offer);
  const move = isWhole ? label : texts.words.way(places, label);
  const moment = number === null ? undefined : scene.timeline?.moments[number - 1];
  if (number === null || moment === undefined) return move;
  const count = numberOf(scene.timeline?.moments ?? [], number);
  const name = texts.words.ownMove(texts.seats[moment.seat], count);
  return moment.kind === "move"
    ? texts.words.changes(name, moveInLetters(moment.label), move)
    : texts.words.fills(name, move);
}

/** The legal actions, all of them or those that begin at one place. */
export function legalInWords(scene: Scene, offers: Offer[], place: string | null): string {
  const wanted = place?.toLowerCase();
  const fitting = known(offers).filter(
    (offer) => wanted === undefined || offer.taps.some((tap) => tap.toLowerCase() === wanted),
  );
  if (fitting.length === 0) return texts.words.noLegal;
  return `${counted(texts.words.nLegal, fitting.length)} ${fitting.map((offer) => offerInWords(scene, offer)).join("; ")}.`;
}

/** The offer with this text, or with this label if it is unique; undefined otherwise. */
export function offerByWords(scene: Scene, offers: Offer[], text: string): Offer | undefined {
  const wanted = text.trim().toLowerCase();
  const told = (words: (offer: Offer) => string) =>
    offers.filter((offer) => words(offer).toLowerCase() === wanted);
  const meant =
    [
      told((offer) => offerInWords(scene, offer)),
      told((offer) => labelInWords(offer)),
      told((offer) => offer.label),
    ].find((found) => found.length > 0) ?? [];
  return meant.length === 1 ? meant[0] : undefined;
}
