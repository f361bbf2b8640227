import { drawPiece } from "../boards/pieces";
import { Embedded } from "./element";

const SVG = "http://www.w3.org/2000/svg";

type Piece = [kind: string, seat: string, x: number, y: number, scale?: number];

/** Little pictures for the cards: a few squares and pieces that show what is special about each game. */
const PICTURES: Record<
  string,
  {
    box?: string;
    boards: [x: number, y: number, columns: number, rows: number, lean: number][];
    pieces: Piece[];
    lines?: string;
  }
> = {
  orthodox: {
    boards: [[10, 0, 5, 3, 0]],
    pieces: [
      ["king", "white", 55, 90],
      ["queen", "white", 100, 90],
      ["knight", "black", 145, 45],
      ["pawn", "black", 55, 0],
      ["rook", "black", 190, 0],
    ],
  },
  wisconsin: {
    boards: [[10, 0, 5, 3, 0]],
    pieces: [
      ["war", "black", 100, 0],
      ["original", "black", 145, 0],
      ["constructive", "white", 55, 45],
      ["simple", "white", 145, 90],
      ["brilliant", "white", 190, 90],
      ["confined", "white", 10, 90],
      ["warp", "black", 190, 0],
    ],
  },
  tridim: {
    box: "0 -46 245 192",
    boards: [
      [36, 104, 4, 2, 16],
      [54, 60, 4, 2, 16],
      [72, 16, 4, 2, 16],
      [20, 78, 2, 1, 16],
      [154, -10, 2, 1, 16],
    ],
    pieces: [
      ["king", "white", 92, 82, 0.9],
      ["rook", "white", 30, 46, 0.8],
      ["knight", "black", 132, 36, 0.9],
      ["queen", "black", 116, -6, 0.9],
      ["rook", "black", 184, -40, 0.8],
    ],
    lines: "M62 112V90M196 30V2",
  },
  timetravel: {
    boards: [
      [0, 22, 2, 2, 0],
      [77, 22, 2, 2, 0],
      [154, 22, 2, 2, 0],
    ],
    pieces: [
      ["bishop", "white", 0, 67],
      ["queen", "white", 122, 22],
      ["pawn", "black", 200, 22],
      ["king", "black", 155, 67],
      ["bishop", "white", 77, 67],
      ["rook", "black", 45, 22],
    ],
    lines: "M200 14C165-8 80-8 48 12M48 12l13-9M48 12l14 4",
  },
};

function draw(variant: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `variant-picture picture-${variant}`);
  svg.setAttribute("aria-hidden", "true");
  const picture = PICTURES[variant] ?? PICTURES.orthodox;
  svg.setAttribute("viewBox", picture.box ?? "0 -18 245 163");
  for (const board of picture.boards) svg.append(...squares(board));
  if (picture.lines !== undefined) {
    const lines = document.createElementNS(SVG, "path");
    lines.setAttribute("d", picture.lines);
    lines.setAttribute("class", "picture-lines");
    svg.append(lines);
  }
  for (const [kind, seat, x, y, scale = 1] of picture.pieces) {
    const piece = drawPiece(kind, seat, "");
    piece.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    svg.append(piece);
  }
  return svg;
}

/** The squares of one board; a leaning board is drawn as seen from the side. */
function squares([left, top, columns, rows, lean]: [
  number,
  number,
  number,
  number,
  number,
]): SVGElement[] {
  const size = lean > 0 ? 34 : 45;
  const height = lean > 0 ? 15 : size;
  const cells: SVGElement[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = document.createElementNS(SVG, "polygon");
      const [x, y] = [left + column * size + (rows - 1 - row) * lean, top + row * height];
      const corners = [
        [x + lean, y],
        [x + size + lean, y],
        [x + size, y + height],
        [x, y + height],
      ];
      cell.setAttribute("points", corners.map((corner) => corner.join()).join(" "));
      cell.setAttribute("class", (row + column) % 2 === 0 ? "cell-light" : "cell-dark");
      cells.push(cell);
    }
  }
  return cells;
}

export function VariantPicture({ variant }: { variant: string }) {
  return <Embedded make={() => draw(variant)} of={variant} className="card-picture" />;
}
