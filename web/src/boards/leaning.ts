// Boards above each other as a flat picture: seen from the side, what lies behind or below is drawn first.
import type { Cell, Scene, Seat } from "../generated";
import { CELL } from "./flat/layout";

/** How far a board leans to the right, how flat it is, and how far apart two heights are, in cells. */
const LEAN = 0.4;
const FLATNESS = 0.45;
const STOREY = 0.85;

export interface LeaningCell {
  cell: Cell;
  corners: [number, number][];
  middle: [number, number];
}

export function leaningCells(scene: Scene, orientation: Seat, storey = STOREY): LeaningCell[] {
  const turn = orientation === "white" ? 1 : -1;
  const ordered = [...scene.cells].sort((a, b) => a.z - b.z || turn * (b.y - a.y));
  return ordered.map((cell) => {
    const at = (x: number, y: number): [number, number] => [(turn * x + LEAN * turn * y) * CELL, -(FLATNESS * turn * y + storey * cell.z) * CELL];
    const corners = [at(cell.x, cell.y), at(cell.x + 1, cell.y), at(cell.x + 1, cell.y + 1), at(cell.x, cell.y + 1)];
    return { cell, corners, middle: at(cell.x + 0.5, cell.y + 0.5) };
  });
}
