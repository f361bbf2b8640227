// How a kind of piece moves, drawn on a small board: dots where it goes, rings where it captures too, crosses where it only captures.
import type { Token } from "../generated";
import { type Gait, HOME } from "../model/gait";
import type { LevelGait } from "../model/levelgait";
import { COLUMNS, type Item, planOf, ROWS_PER_STOREY } from "./levels/plan";
import { drawPiece } from "./pieces";

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 45;
const FILES = "abcdefg";
const RANKS = 7;
/** Gaps between a main board and the attack boards beside it, and between two storeys. */
const ASIDE = 8;
const BETWEEN = 40;
const STOREYS = 3;
const WIDTH = COLUMNS * SIDE + 2 * ASIDE;

interface Corner {
  x: number;
  y: number;
}

/** The seven by seven squares round the piece. */
export function gaitImage(gait: Gait, token: Token, words: string): SVGSVGElement {
  const svg = picture(`0 0 ${FILES.length * SIDE} ${RANKS * SIDE}`, words);
  for (const file of FILES) {
    for (let rank = 1; rank <= RANKS; rank += 1) {
      const cell = `${file}${rank}`;
      svg.append(...square(cell, corner(cell), (FILES.indexOf(file) + rank) % 2 === 1, gait));
    }
  }
  svg.append(standing(token, corner(HOME)));
  return svg;
}

/** All levels as on the floor plan, but side by side, lowest first, with the piece on the middle one. */
export function levelGaitImage(gait: LevelGait, token: Token, words: string): SVGSVGElement {
  const items = planOf(gait.scene, "white", []).items.filter((item) => item.cell !== undefined);
  const svg = picture(`0 0 ${STOREYS * WIDTH + (STOREYS - 1) * BETWEEN} ${4 * SIDE}`, words);
  for (const item of items) {
    const at = planCorner(item);
    svg.append(...square(item.tap, at, item.cell?.shade === "dark", gait));
    if (item.tap === gait.home) svg.append(standing(token, at));
  }
  return svg;
}

/** Without the rows that hold the names of boards, and with the gaps between boards. */
function planCorner({ column, row, storey }: Item): Corner {
  const gaps = column < 2 ? 0 : column < 6 ? 1 : 2;
  const left = (STOREYS - 1 - storey) * (WIDTH + BETWEEN);
  return { x: left + column * SIDE + gaps * ASIDE, y: (row - storey * ROWS_PER_STOREY - 1) * SIDE };
}

function picture(viewBox: string, words: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("class", "gait");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words);
  return svg;
}

function corner(cell: string): Corner {
  return { x: FILES.indexOf(cell[0] ?? "") * SIDE, y: (RANKS - Number(cell[1])) * SIDE };
}

function standing(token: Token, { x, y }: Corner): SVGGElement {
  const piece = drawPiece(token.kind, token.seat, token.letter);
  piece.setAttribute("transform", `translate(${x} ${y})`);
  return piece;
}

function square(cell: string, { x, y }: Corner, isDark: boolean, gait: Gait): SVGElement[] {
  const middle = { cx: x + SIDE / 2, cy: y + SIDE / 2 };
  const parts = [
    make("rect", { x, y, width: SIDE, height: SIDE, class: isDark ? "cell-dark" : "cell-light" }),
  ];
  if (gait.both.includes(cell) || gait.quiet.includes(cell))
    parts.push(make("circle", { ...middle, r: SIDE * 0.18, class: "gait-dot" }));
  if (gait.both.includes(cell))
    parts.push(make("circle", { ...middle, r: SIDE * 0.36, class: "gait-ring" }));
  if (gait.capture.includes(cell))
    parts.push(make("path", { d: `M${x + 13} ${y + 13}l19 19m0-19l-19 19`, class: "gait-cross" }));
  return parts;
}

function make(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
