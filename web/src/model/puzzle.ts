import type { PuzzleInfo } from "../generated";
import type { Verdict } from "./course";
import type { Exercise } from "./lesson";

/** A puzzle as something to try. */
export function exerciseOf({ setup, solution }: PuzzleInfo): Exercise {
  return { setup, solutions: [solution.map((turn) => turn.action)] };
}

/** The actions of both sides, in the order in which they are played. */
export function lineOf({ solution }: PuzzleInfo): string[] {
  return solution.flatMap(({ action, replies = [] }) => [action, ...replies]);
}

/** What has become of a try: the solution is the only good action at every turn, so anything else is wrong. */
export function judgePuzzle({ solution }: PuzzleInfo, own: string[]): Verdict {
  const isRight = own.every((action, index) => action === solution[index]?.action);
  if (!isRight) return { type: "failed", why: null };
  if (own.length === solution.length) return { type: "done" };
  const [action, ...more] = solution[own.length - 1]?.replies ?? [];
  return action === undefined ? { type: "open" } : { type: "reply", action, more };
}

/** What a player has done with the puzzles of one game, in this browser. */
export interface PuzzleProgress {
  solved: string[];
  /** Solved one after the other, without a mistake or a look at the solution. */
  streak: number;
  best: number;
}

export const NO_PROGRESS: PuzzleProgress = { solved: [], streak: 0, best: 0 };

const KEY = "rookery.puzzles";

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;
type Kept = Record<string, PuzzleProgress>;

/** Loads what was done in all games; whatever is invalid is left out. */
export function loadPuzzleProgress(storage: KeyValueStorage): Kept {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, one]) => isProgress(one)));
  } catch {
    return {};
  }
}

function isProgress(value: unknown): value is PuzzleProgress {
  if (typeof value !== "object" || value === null) return false;
  const { solved, streak, best } = value as Record<string, unknown>;
  const isList = Array.isArray(solved) && solved.every((one) => typeof one === "string");
  return isList && Number.isSafeInteger(streak) && Number.isSafeInteger(best);
}

/** What was done after a puzzle is solved. Only a new one that was solved without help prolongs the streak. */
export function afterSolved(before: PuzzleProgress, id: string, isClean: boolean): PuzzleProgress {
  if (before.solved.includes(id)) return before;
  const streak = before.streak + (isClean ? 1 : 0);
  return { solved: [...before.solved, id], streak, best: Math.max(before.best, streak) };
}

/** What was done after something wrong was tried, or the solution was looked at. */
export function afterMistake(before: PuzzleProgress): PuzzleProgress {
  return { ...before, streak: 0 };
}

/** Remembers what was done in a game. */
export function keepPuzzleProgress(
  storage: KeyValueStorage,
  variant: string,
  progress: PuzzleProgress,
): void {
  try {
    const kept = { ...loadPuzzleProgress(storage), [variant]: progress };
    storage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The browser may forbid storage; the progress then lasts as long as the page.
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The puzzle of the day: each day the next one of the list, as the server counts too. */
export function dailyPuzzle(puzzles: PuzzleInfo[], now: number): PuzzleInfo | undefined {
  return puzzles[Math.floor(now / DAY_MS) % puzzles.length];
}

/** The first puzzle after this one that is not solved yet; when all are, simply the next. */
export function nextPuzzle(
  puzzles: PuzzleInfo[],
  solved: string[],
  after: string | null,
): PuzzleInfo | undefined {
  const place = puzzles.findIndex((puzzle) => puzzle.id === after) + 1;
  const inTurn = [...puzzles.slice(place), ...puzzles.slice(0, place)];
  const others = inTurn.filter((puzzle) => puzzle.id !== after);
  return others.find((puzzle) => !solved.includes(puzzle.id)) ?? others[0] ?? inTurn[0];
}
