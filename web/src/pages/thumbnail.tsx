import { CELL, layOut } from "../boards/flat/layout";
import { drawPiece } from "../boards/pieces";
import type { Scene, Seat } from "../generated";
import { Embedded } from "./element";

const SVG = "http://www.w3.org/2000/svg";

/** A small picture of a scene, to look at and not to play on. */
export function Thumbnail({ scene, orientation = "white" }: { scene: Scene; orientation?: Seat }) {
  const key = JSON.stringify([
    scene.tokens.map((token) => [token.cell, token.letter]),
    scene.marks,
    orientation,
    scene.boards.map((board) => board.name),
  ]);
  return <Embedded make={() => draw(scene, orientation)} of={key} className="thumbnail" />;
}

interface Drawn {
  id: string;
  shade: string;
  /** The four corners. */
  corners: [number, number][];
  /** Where a piece on it begins, and how large it is. */
  piece: [x: number, y: number, scale: number];
}

function draw(scene: Scene, orientation: Seat): SVGSVGElement {
  const cells = scene.shape === "levels" ? leaning(scene, orientation) : lying(scene, orientation);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", around(cells));
  svg.setAttribute("aria-hidden", "true");
  const marked = new Map(
    (scene.marks ?? []).flatMap((mark) => mark.cells.map((cell) => [cell, mark.kind] as const)),
  );
  const tokens = new Map(scene.tokens.map((token) => [token.cell as string, token]));
  for (const cell of cells) {
    svg.append(polygon(`cell-${cell.shade}`, cell.corners));
    const mark = marked.get(cell.id);
    if (mark !== undefined) svg.append(polygon(`mark-${mark}`, cell.corners));
    const token = tokens.get(cell.id);
    if (token === undefined) continue;
    const piece = drawPiece(token.kind, token.seat, token.letter);
    const [x, y, scale] = cell.piece;
    piece.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    svg.append(piece);
  }
  return svg;
}

function lying(scene: Scene, orientation: Seat): Drawn[] {
  return [...layOut(scene, orientation).places.values()].map(({ cell, x, y }) => ({
    id: cell.id,
    shade: cell.shade,
    corners: [
      [x, y],
      [x + CELL, y],
      [x + CELL, y + CELL],
      [x, y + CELL],
    ],
    piece: [x, y, 1],
  }));
}

/** How far a board leans to the right, how flat it is, and how far apart two heights are, in cells. */
const LEAN = 0.4;
const FLATNESS = 0.45;
const STOREY = 0.85;

/** Boards above each other, seen from the side; what lies behind or below is drawn first. */
function leaning(scene: Scene, orientation: Seat): Drawn[] {
  const turn = orientation === "white" ? 1 : -1;
  const ordered = [...scene.cells].sort((a, b) => a.z - b.z || turn * (b.y - a.y));
  return ordered.map((cell) => {
    const at = (x: number, y: number): [number, number] => [
      (turn * x + LEAN * turn * y) * CELL,
      -(FLATNESS * turn * y + STOREY * cell.z) * CELL,
    ];
    const corners = [
      at(cell.x, cell.y),
      at(cell.x + 1, cell.y),
      at(cell.x + 1, cell.y + 1),
      at(cell.x, cell.y + 1),
    ];
    const [x, y] = at(cell.x + 0.5, cell.y + 0.5);
    return {
      id: cell.id,
      shade: cell.shade,
      corners,
      piece: [x - CELL * 0.42, y - CELL * 0.68, 0.84],
    };
  });
}

function around(cells: Drawn[]): string {
  const xs = cells.flatMap((cell) => cell.corners.map(([x]) => x));
  const ys = cells.flatMap((cell) => [...cell.corners.map(([, y]) => y), cell.piece[1]]);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return `${left} ${top} ${Math.max(...xs) - left} ${Math.max(...ys) - top}`;
}

function polygon(className: string, corners: [number, number][]): SVGPolygonElement {
  const shape = document.createElementNS(SVG, "polygon");
  shape.setAttribute("class", className);
  shape.setAttribute("points", corners.map((corner) => corner.join()).join(" "));
  return shape;
}
