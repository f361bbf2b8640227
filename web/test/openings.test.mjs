import assert from "node:assert/strict";
import { test } from "node:test";
import { readOpenings } from "../learn/openings.mjs";
import { openingOf } from "../src/model/openings";

const TEXT = `# names
e4: King's Pawn Game
e4 e5 Nf3 Nc6 Bb5: Ruy Lopez
f3 e5 g4 Qh4#: Fool's Mate
`;

test("a game is named by its longest beginning that has a name", () => {
  const openings = readOpenings(TEXT);
  const name = (moves) => openingOf(openings, moves.split(" "));
  assert.equal(name("e4"), "King's Pawn Game");
  assert.equal(name("e4 e5 Nf3"), "King's Pawn Game");
  assert.equal(name("e4 e5 Nf3 Nc6 Bb5 a6 Ba4"), "Ruy Lopez");
  assert.equal(name("f3 e5 g4 Qh4#"), "Fool's Mate");
  assert.equal(name("d4 d5"), null);
  assert.equal(openingOf(openings, []), null);
});
