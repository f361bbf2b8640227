import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scene, Seat, Token } from "../src/generated";
import { materialOf } from "../src/model/material";

const scene = (...pieces: [Seat, string][]) =>
  ({ tokens: pieces.map(([seat, kind]) => ({ seat, kind }) as Token) }) as Scene;

test("what one side has more is counted, and the other has nothing", () => {
  const board = scene(["white", "queen"], ["white", "pawn"], ["black", "rook"], ["black", "pawn"]);
  assert.deepEqual(materialOf(board, "white"), { surplus: ["queen"], ahead: 4 });
  assert.deepEqual(materialOf(board, "black"), { surplus: ["rook"], ahead: -4 });
});

test("special kinds count as the piece they were made from", () => {
  const board = scene(["white", "war"], ["white", "constructive"], ["black", "pawn"]);
  assert.deepEqual(materialOf(board, "white"), { surplus: ["knight"], ahead: 3 });
});

test("pieces that the page does not know are not counted", () => {
  assert.equal(materialOf(scene(["white", "dragon"]), "white"), null);
});
