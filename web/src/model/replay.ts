/** The position of a replay in the moves of a game. */
export interface Replay {
  /** How many moves are shown as played; null follows the game. */
  at: number | null;
  playing: boolean;
}

export const LIVE: Replay = { at: null, playing: false };

export type ReplayStep = "first" | "back" | "forward" | "last" | { to: number };

/** Where a step leads from one place of a line that ends at `last`. */
export function placeAfter(how: ReplayStep, now: number, last: number): number {
  const wanted =
    how === "first"
      ? 0
      : how === "back"
        ? now - 1
        : how === "forward"
          ? now + 1
          : how === "last"
            ? last
            : how.to;
  return Math.min(Math.max(0, wanted), last);
}

export function step(replay: Replay, nMoves: number, how: ReplayStep): Replay {
  const at = placeAfter(how, replay.at ?? nMoves, nMoves);
  return { at: at === nMoves ? null : at, playing: replay.playing && at < nMoves };
}

/** Starts or stops playing; at the end it starts from the beginning. */
export function togglePlaying(replay: Replay): Replay {
  if (replay.playing) return { ...replay, playing: false };
  return { at: replay.at ?? 0, playing: true };
}

/** A move list in rows of one number each: `1. e4 e5`. A seat may act twice in a row. */
export interface MoveRow {
  number: number;
  white: number | null;
  black: number | null;
}

/** The number of the move that follows these. */
export function nextNumber(moves: { seat: string }[], first = 1): number {
  const rows = moveRows(moves, first);
  const last = rows.at(-1);
  return last !== undefined && last.black === null ? last.number : first + rows.length;
}

/** The rows of a score sheet, which need not begin with the first move of a game. */
export function moveRows(moves: { seat: string }[], first = 1): MoveRow[] {
  const rows: MoveRow[] = [];
  moves.forEach((move, index) => {
    const last = rows.at(-1);
    const isWhite = move.seat === "white";
    if (!isWhite && last !== undefined && last.black === null) {
      last.black = index;
    } else {
      rows.push({
        number: rows.length + first,
        white: isWhite ? index : null,
        black: isWhite ? null : index,
      });
    }
  });
  return rows;
}
