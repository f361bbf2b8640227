// How a kind of piece moves, drawn on a small board: dots where it goes, rings where it captures too, crosses where it only captures.
import type { Token } from "../generated";
import { type Gait, HOME } from "../model/gait";
import type { LevelGait } from "../model/levelgait";
import { leaningCells, type LeaningCell } from "./leaning";
import { drawPiece } from "./pieces";

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 45;
const FILES = "abcdefg";
const RANKS = 7;

/** The seven by seven squares round the piece. */
export function gaitImage(gait: Gait, token: Token, words: string): SVGSVGElement {
  const svg = picture(`0 0 ${FILES.length * SIDE} ${RANKS * SIDE}`, words);
  for (const file of FILES) for (let rank = 1; rank <= RANKS; rank += 1) svg.append(...square(`${file}${rank}`, gait));
  const piece = drawPiece(token.kind, token.seat, token.letter);
  const { x, y } = corner(HOME);
  piece.setAttribute("transform", `translate(${x} ${y})`);
  svg.append(piece);
  return svg;
}

/** The whole set, seen from the side, with the piece on its middle board. */
export function levelGaitImage(gait: LevelGait, token: Token, words: string): SVGSVGElement {
  const cells = leaningCells(gait.scene, "white", 1.5);
  const [xs, ys] = [0, 1].map((axis) => cells.flatMap(({ corners }) => corners.map((at) => at[axis as 0 | 1]))) as [number[], number[]];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const svg = picture(`${left} ${top} ${Math.max(...xs) - left} ${Math.max(...ys) - top}`, words);
  svg.classList.add("gait-levels");
  for (const one of cells) {
    svg.append(...leaningSquare(one, gait));
    if (one.cell.id !== gait.home) continue;
    const piece = drawPiece(token.kind, token.seat, token.letter);
    piece.setAttribute("transform", `translate(${one.middle[0] - SIDE * 0.6} ${one.middle[1] - SIDE}) scale(1.2)`);
    svg.append(piece);
  }
  return svg;
}

function leaningSquare({ cell, corners, middle: [x, y] }: LeaningCell, gait: Gait): SVGElement[] {
  const spot = (radius: number, name: string) => make("ellipse", { cx: x, cy: y, rx: SIDE * radius * 1.3, ry: SIDE * radius * 0.6, class: name });
  const parts = [make("polygon", { points: corners.map((corner) => corner.join()).join(" "), class: `cell-${cell.shade}` })];
  if (gait.both.includes(cell.id) || gait.quiet.includes(cell.id)) parts.push(spot(0.2, "gait-dot"));
  if (gait.both.includes(cell.id)) parts.push(spot(0.32, "gait-ring"));
  if (gait.capture.includes(cell.id)) parts.push(make("path", { d: `M${x - 13} ${y - 7}l26 14m0-14l-26 14`, class: "gait-cross" }));
  return parts;
}

function picture(viewBox: string, words: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("class", "gait");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words);
  return svg;
}

function corner(cell: string): { x: number; y: number } {
  return { x: FILES.indexOf(cell[0] ?? "") * SIDE, y: (RANKS - Number(cell[1])) * SIDE };
}

function square(cell: string, gait: Gait): SVGElement[] {
  const { x, y } = corner(cell);
  const isDark = (FILES.indexOf(cell[0] ?? "") + Number(cell[1])) % 2 === 1;
  const middle = { cx: x + SIDE / 2, cy: y + SIDE / 2 };
  const parts = [make("rect", { x, y, width: SIDE, height: SIDE, class: isDark ? "cell-dark" : "cell-light" })];
  if (gait.both.includes(cell) || gait.quiet.includes(cell)) parts.push(make("circle", { ...middle, r: SIDE * 0.18, class: "gait-dot" }));
  if (gait.both.includes(cell)) parts.push(make("circle", { ...middle, r: SIDE * 0.36, class: "gait-ring" }));
  if (gait.capture.includes(cell)) parts.push(make("path", { d: `M${x + 13} ${y + 13}l19 19m0-19l-19 19`, class: "gait-cross" }));
  return parts;
}

function make(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
