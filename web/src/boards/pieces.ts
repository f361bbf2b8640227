/**
 * Own drawings of pieces in a 45 by 45 box: six bodies, and for every further kind a mark on the body of its
 * base. A mark is a shape, not a colour, so that kinds can be told apart without colour and in every theme.
 */

/** Outlines of the six bodies; the second path holds lines that are only stroked, the number says how thick. */
export type Bodies = Record<string, [outline: string, lines: string, width?: number]>;

const BODIES: Bodies = {
  pawn: [
    "M22.5 8.2a5.6 5.6 0 0 0-3.6 9.9c-2.9 1.2-4.9 3.4-4.9 5.4h4.6c-.5 4.4-2.6 7.7-6.6 10.3-1 .7-1.5 1.7-1.5 2.9v1.6h24v-1.6c0-1.2-.5-2.2-1.5-2.9-4-2.6-6.1-5.9-6.6-10.3H31c0-2-2-4.2-4.9-5.4a5.6 5.6 0 0 0-3.6-9.9z",
    "M18.6 23.5h7.8",
  ],
  rook: [
    "M11 38.3v-3.4l3-2.4 1.3-12.6-3.4-3V8.2h5.2v3.5h3.7V8.2h3.4v3.5h3.7V8.2h5.2v8.7l-3.4 3L31 32.5l3 2.4v3.4z",
    "M15.5 19.9h14M14 32.5h17M12.6 16.5h19.8",
  ],
  knight: [
    "M23.7 8.3 21 5.6l-1 3.4c-4.9 1.5-8.2 5.9-9.7 11.2l-3.2 5.5c-.7 1.2-.2 2.8 1.1 3.4l1.9.9c1 .5 2.2.2 2.9-.7l2.2-2.9c3.7.1 5.9-.9 7.8-2.6-.3 4.3-5.4 6.6-7.4 10.6-.5 1-.6 2.3-.6 3.9h20.6c.9-9.5.8-17.9-3.3-23.8-2-2.9-4.8-4.9-8.6-6.2z",
    "M16.5 16.2l1.9-.6M10.6 26.3l1.2-.8M27.2 12.5c3.7 3.1 5.5 8.6 5.4 17.4",
  ],
  bishop: [
    "M22.5 5.2a2.3 2.3 0 0 0-1.5 4c-4.2 3.4-6.9 7.3-6.9 11.4 0 2.7 1.2 4.9 3.1 6.7l-.9 5.1c-2.2 1.1-4.8 1.6-8.3 1.7v4.2c6 0 10.6-.4 14.5-2.5 3.9 2.1 8.5 2.5 14.5 2.5v-4.2c-3.5-.1-6.1-.6-8.3-1.7l-.9-5.1c1.9-1.8 3.1-4 3.1-6.7 0-4.1-2.7-8-6.9-11.4a2.3 2.3 0 0 0-1.5-4z",
    "M17.2 27.3h10.6M16.3 32.4h12.4M22.5 14.5v7M19 18h7",
  ],
  queen: [
    "M22.5 6.3a2.5 2.5 0 0 0-1.5 4.5l-3 9.7-6.3-8.7a2.4 2.4 0 1 0-2.1.9L12 28.5l-1.3 6.1v3.7h23.6v-3.7L33 28.5l2.4-15.8a2.4 2.4 0 1 0-2.1-.9L27 20.5l-3-9.7a2.5 2.5 0 0 0-1.5-4.5z",
    "M12 28.5c6.5-2 14.5-2 21 0M10.8 34.6c7-1.8 16.4-1.8 23.4 0",
  ],
  king: [
    "M21.1 4.2v2.7h-2.7v2.8h2.7v3.5c-1.5.9-2.4 2.3-2.4 4 0 .8.2 1.6.5 2.3-2.6-2.7-5.8-3.5-8.3-2.2-3.6 1.8-4.4 6.3-1.6 9.7l2.5 3.4v7.9h21.4v-7.9l2.5-3.4c2.8-3.4 2-7.9-1.6-9.7-2.5-1.3-5.7-.5-8.3 2.2.3-.7.5-1.5.5-2.3 0-1.7-.9-3.1-2.4-4V9.7h2.7V6.9h-2.7V4.2z",
    "M11.8 30.4c6.7-1.8 14.7-1.8 21.4 0M11.8 34.5c6.7-1.7 14.7-1.7 21.4 0M22.5 29v-6.5",
  ],
};

/** The sets that can be chosen. All but the first are loaded when somebody wants them. */
const SETS: Record<string, () => Promise<{ bodies: Bodies }>> = {
  classic: () => Promise.resolve({ bodies: BODIES }),
  angular: () => import("./piecesets/angular"),
  round: () => import("./piecesets/round"),
  letters: () => import("./piecesets/letters"),
};

let drawn = BODIES;

/** From now on pieces are drawn like this. Without the set, for whatever reason, they stay as they are. */
export async function choosePieceSet(name: string): Promise<void> {
  try {
    const set = await (SETS[name] ?? SETS.classic)();
    drawn = set.bodies;
  } catch {
    // The chunk could not be fetched.
  }
}

/** Kinds that stand on the body of another, with the mark that tells them from it, drawn in a 14 by 14 disc. */
const MARKED: Record<string, { base: string; mark: string; filled?: boolean }> = {
  war: {
    base: "pawn",
    filled: true,
    mark: "M7 1l1.3 3.6 3.5-1.6-1.6 3.5L13 7l-2.8 1.5 1.6 3.5-3.5-1.6L7 13l-1.3-2.6-3.5 1.6 1.6-3.5L1 7l2.8-.5-1.6-3.5 3.5 1.6z",
  },
  form: { base: "pawn", mark: "M2.5 10.5C3 4.5 11 4.5 11.5 10.5M9.2 8.8l2.3 2 1-2.8" },
  confined: { base: "pawn", mark: "M7 2.5v9M2.5 7h9M4 4l6 6M10 4l-6 6" },
  evident: { base: "pawn", mark: "M3 4l4 4 4-4M3 8l4 4 4-4" },
  imperfect: { base: "pawn", mark: "M7 2.5v9M3.8 8.3L7 11.5l3.2-3.2" },
  derange: { base: "pawn", mark: "M10.8 5A4.4 4.4 0 1 0 11.4 8M11.4 2.5V5.3H8.6" },
  constructive: { base: "knight", filled: true, mark: "M2.5 4h6V2l4 5-4 5v-2h-6z" },
  line: { base: "knight", mark: "M3 11.5V7h4V3h4.5M9.5 1.5l2 1.5-2 1.5" },
  appropriate: {
    base: "knight",
    mark: "M7 2l4.5 1.5v3.7c0 2.5-1.8 4-4.5 5.3-2.7-1.3-4.5-2.8-4.5-5.3V3.5z",
  },
  brilliant: { base: "knight", filled: true, mark: "M7 1.5l4.5 5.5L7 12.5 2.5 7z" },
  original: { base: "bishop", filled: true, mark: "M4.8 1.8h4.4l3 3v4.4l-3 3H4.8l-3-3V4.8z" },
  convenient: {
    base: "bishop",
    mark: "M7 2l4.5 1.5v3.7c0 2.5-1.8 4-4.5 5.3-2.7-1.3-4.5-2.8-4.5-5.3V3.5z",
  },
  exit: { base: "bishop", mark: "M2.5 7h8.5M8 3.8L11.3 7 8 10.2M2.5 3v8" },
  irrelevant: { base: "rook", mark: "M3 11L11 3M7 2.2a4.8 4.8 0 1 0 .01 0" },
  impossible: {
    base: "rook",
    filled: true,
    mark: "M3 6.5h8v6H3zM4.5 6.5V4.7a2.5 2.5 0 0 1 5 0v1.8H8.3V4.7a1.3 1.3 0 0 0-2.6 0v1.8z",
  },
  warp: {
    base: "rook",
    mark: "M7 7.4a.6.6 0 1 1 .7-.7c0 1.3-2.3 1.5-2.5-.2C5 4 9.5 3.6 9.8 7c.2 3.6-6.3 4.2-6.8-.3",
  },
  simple: { base: "rook", mark: "M2.5 5h9M2.5 9h9" },
};

const MARK_SIZE = 17;

/** Kinds may be told with blanks or capitals; drawings are found by the plain word. */
function plain(kind: string): string {
  return kind.toLowerCase().replace(/[^a-z]/g, "");
}

export function baseOf(kind: string): string {
  const word = plain(kind);
  return MARKED[word]?.base ?? (word in BODIES ? word : "pawn");
}

/** Whether there is a drawing for this kind, so that others can be shown by their letter. */
export function isDrawn(kind: string): boolean {
  const word = plain(kind);
  return word in BODIES || word in MARKED;
}

/** Whether this is one of the six kinds that everybody knows. */
export function isOrdinary(kind: string): boolean {
  return plain(kind) in BODIES;
}

const SVG = "http://www.w3.org/2000/svg";

function path(d: string, className: string): SVGPathElement {
  const element = document.createElementNS(SVG, "path");
  element.setAttribute("d", d);
  element.setAttribute("class", className);
  return element;
}

/** A piece as an SVG group in a 45 by 45 box. Colours come from the style sheet. */
export function drawPiece(kind: string, seat: string, letter: string): SVGGElement {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `piece piece-${seat}`);
  const [outline, lines, width] = drawn[baseOf(kind)];
  const strokes = path(lines, "piece-lines");
  if (width !== undefined) strokes.style.strokeWidth = String(width);
  group.append(path(outline, "piece-body"), strokes);
  const mark = MARKED[plain(kind)];
  if (mark !== undefined) group.append(drawMark(mark.mark, mark.filled === true));
  else if (!isDrawn(kind)) group.append(drawLetter(letter));
  return group;
}

function drawMark(d: string, isFilled: boolean): SVGGElement {
  const mark = document.createElementNS(SVG, "g");
  mark.setAttribute(
    "transform",
    `translate(${45 - MARK_SIZE} ${45 - MARK_SIZE}) scale(${MARK_SIZE / 14})`,
  );
  const disc = document.createElementNS(SVG, "circle");
  disc.setAttribute("cx", "7");
  disc.setAttribute("cy", "7");
  disc.setAttribute("r", "7");
  disc.setAttribute("class", "piece-disc");
  mark.append(disc);
  const inner = document.createElementNS(SVG, "g");
  inner.setAttribute("transform", "translate(1.4 1.4) scale(.8)");
  inner.append(path(d, isFilled ? "piece-mark piece-mark-filled" : "piece-mark"));
  mark.append(inner);
  // The sign itself can be moved by the style sheet.
  const sign = document.createElementNS(SVG, "g");
  sign.setAttribute("class", "piece-sign");
  sign.append(mark);
  return sign;
}

function drawLetter(letter: string): SVGTextElement {
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("x", "22.5");
  text.setAttribute("y", "32");
  text.setAttribute("class", "piece-letter");
  text.textContent = letter;
  return text;
}

/** A piece as a picture of its own, for buttons and cards. */
export function pieceImage(kind: string, seat: string, letter = "?"): SVGSVGElement {
  const image = document.createElementNS(SVG, "svg");
  image.setAttribute("viewBox", "0 0 45 45");
  image.setAttribute("class", "piece-image");
  image.setAttribute("aria-hidden", "true");
  image.append(drawPiece(kind, seat, letter));
  return image;
}
