import type { Shape } from "../generated";
import type { BoardFactory } from "./board";
import { createBoard as createFlatBoard } from "./flat";

/** Finds the board for a shape. Boards beyond the flat one are loaded only where they are needed. */
export async function loadBoard(shape: Shape): Promise<BoardFactory> {
  try {
    if (shape === "levels") return (await import("boards:levels")).createBoard;
    if (shape === "timeline") return (await import("boards:timeline")).createBoard;
  } catch {
    // The chunk could not be fetched; every game can be played on the flat board.
  }
  return createFlatBoard;
}
