import assert from "node:assert/strict";
import { test } from "node:test";
import type { PuzzleInfo } from "../src/generated";
import {
  afterMistake,
  afterSolved,
  dailyPuzzle,
  exerciseOf,
  judgePuzzle,
  keepPuzzleProgress,
  lineOf,
  loadPuzzleProgress,
  NO_PROGRESS,
  nextPuzzle,
} from "../src/model/puzzle";

const puzzle = (id: string): PuzzleInfo => ({
  id,
  goal: { type: "mate", actions: 3 },
  grade: 5,
  theme: "check",
  setup: "a position",
  solution: [{ action: "a", replies: ["b", "=q"] }, { action: "c" }, { action: "d" }],
});

test("the solution is played with its replies, and everything else is wrong", () => {
  const one = puzzle("one");
  assert.deepEqual(judgePuzzle(one, ["a"]), { type: "reply", action: "b", more: ["=q"] });
  assert.deepEqual(judgePuzzle(one, ["a", "c"]), { type: "open" });
  assert.deepEqual(judgePuzzle(one, ["a", "c", "d"]), { type: "done" });
  for (const own of [["b"], ["a", "d"], ["a", "c", "c"], ["a", "c", "d", "d"]])
    assert.equal(judgePuzzle(one, own).type, "failed", own.join(" "));
  assert.deepEqual(lineOf(one), ["a", "b", "=q", "c", "d"]);
  assert.deepEqual(exerciseOf(one).solutions, [["a", "c", "d"]]);
});

test("a streak grows with clean solutions, waits after help and ends with a mistake", () => {
  let progress = afterSolved(NO_PROGRESS, "one", true);
  progress = afterSolved(progress, "two", true);
  assert.deepEqual(progress, { solved: ["one", "two"], streak: 2, best: 2 });
  assert.equal(afterSolved(progress, "two", true), progress, "it counts once");
  progress = afterSolved(progress, "three", false);
  assert.equal(progress.streak, 2);
  progress = afterSolved(afterMistake(progress), "four", true);
  assert.deepEqual([progress.streak, progress.best, progress.solved.length], [1, 2, 4]);
});

test("what was done is kept, and whatever is not understood is left out", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const progress = { solved: ["one"], streak: 1, best: 4 };
  keepPuzzleProgress(storage, "x", progress);
  keepPuzzleProgress(storage, "y", NO_PROGRESS);
  assert.deepEqual(loadPuzzleProgress(storage), { x: progress, y: NO_PROGRESS });
  for (const bad of ["", "null", "[1]", "{", '{"x":{"solved":[1],"streak":1,"best":1}}']) {
    kept.set("rookery.puzzles", bad);
    assert.deepEqual(loadPuzzleProgress(storage), {}, bad);
  }
  const forbidden = {
    getItem: () => null,
    setItem: () => {
      throw new Error("forbidden");
    },
  };
  keepPuzzleProgress(forbidden, "x", progress);
});

test("every day has its puzzle, and the next is one that is not solved", () => {
  const list = ["one", "two", "three"].map(puzzle);
  const day = 24 * 60 * 60 * 1000;
  const days = [0, 1, 2, 3].map((n) => dailyPuzzle(list, n * day + 5)?.id);
  assert.deepEqual(days, ["one", "two", "three", "one"]);
  assert.equal(dailyPuzzle([], day), undefined);
  assert.equal(nextPuzzle(list, [], null)?.id, "one");
  assert.equal(nextPuzzle(list, ["one"], null)?.id, "two");
  assert.equal(nextPuzzle(list, ["three"], "two")?.id, "one");
  assert.equal(nextPuzzle(list, ["one", "two", "three"], "three")?.id, "one", "all are solved");
  assert.equal(nextPuzzle([list[0]], ["one"], "one")?.id, "one");
  assert.equal(nextPuzzle([], [], null), undefined);
});
