import type { Shape } from "../generated";
import { loadMore } from "../texts/more";
import type { BoardFactory } from "./board";
import { createBoard as createFlatBoard } from "./flat";

/** Finds the board for a shape. Boards beyond the flat one are loaded only where they are needed. */
export async function loadBoard(shape: Shape): Promise<BoardFactory> {
  try {
    if (shape === "levels") return await withTexts(import("boards:levels"));
    if (shape === "timeline") return await withTexts(import("boards:timeline"));
  } catch {
    // The chunk could not be fetched; every game can be played on the flat board.
  }
  return createFlatBoard;
}

async function withTexts(board: Promise<{ createBoard: BoardFactory }>): Promise<BoardFactory> {
  const [{ createBoard }] = await Promise.all([board, loadMore()]);
  return createBoard;
}
