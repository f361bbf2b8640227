import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scene } from "../src/generated";
import { gridCommand, gridLineCommand } from "../src/model/gridkeys";
import orthodox from "./fixtures/orthodox.json";
import tridim from "./fixtures/tridim.json";

const flat = orthodox.scene as unknown as Scene;
const levels = tridim.scene as unknown as Scene;
const go = (cell: string) => ({ type: "go", cell });

test("arrows walk and stop at the edge", () => {
  assert.deepEqual(gridCommand(flat, "e2", "ArrowUp", false), go("e3"));
  assert.deepEqual(gridCommand(flat, "e2", "ArrowLeft", false), go("d2"));
  assert.deepEqual(gridCommand(flat, "a1", "ArrowDown", false), go("a1"));
});

test("letters go round all pieces of a kind, and back with Shift", () => {
  const found: string[] = [];
  let at = "a1";
  for (let n = 0; n < 4; n++) {
    const command = gridCommand(flat, at, "n", false);
    assert.ok(command?.type === "go");
    at = command.cell;
    found.push(at);
  }
  assert.deepEqual([...found].sort(), ["b1", "b8", "g1", "g8"]);
  assert.deepEqual(gridCommand(flat, found[1]!, "N", true), go(found[0]!));
  assert.equal(gridCommand({ ...flat, tokens: [] }, "a1", "k", false), null);
});

test("digits choose a rank, with Shift a file", () => {
  assert.deepEqual(gridLineCommand(flat, "e2", "Digit7", false), go("e7"));
  assert.deepEqual(gridLineCommand(flat, "e2", "Digit1", true), go("a2"));
  assert.equal(gridLineCommand(flat, "e2", "KeyA", false), null);
});

test("questions are asked with one key", () => {
  assert.deepEqual(gridCommand(flat, "e2", "o", false), { type: "say", words: "where e2" });
  assert.deepEqual(gridCommand(flat, "e2", "m", false), { type: "say", words: "legal e2" });
  assert.deepEqual(gridCommand(flat, "e2", "i", false), { type: "type" });
  assert.equal(gridCommand(flat, "e2", "x", false), null);
});

test("levels are changed with Page Up and Page Down", () => {
  const boards = levels.boards.map((board) => board.id);
  const first = levels.cells.find((cell) => cell.board === boards[0])!;
  const up = gridCommand(levels, first.id, "PageUp", false);
  assert.ok(up?.type === "go");
  assert.equal(levels.cells.find((cell) => cell.id === up.cell)?.board, boards[1]);
  assert.equal(gridCommand(levels, first.id, "PageDown", false), null);
});
