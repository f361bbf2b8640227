import assert from "node:assert/strict";
import { test } from "node:test";
import { nextNumber } from "../src/model/replay";
import { numbered } from "../src/model/wisconsin/numbered";

const moves = (...seats: string[]) => seats.map((seat) => ({ seat }));

test("the number of the next move follows the score sheet", () => {
  assert.equal(nextNumber(moves()), 1);
  assert.equal(nextNumber(moves("white")), 1);
  assert.equal(nextNumber(moves("white", "black")), 2);
  assert.equal(nextNumber(moves("black"), 12), 13);
  assert.equal(nextNumber(moves("black", "white"), 12), 13);
});

test("a position text of Wisconsin Chess takes the number before its options", () => {
  const setup = "4k3/8/8/8/8/8/8/4K3 w - b 0";
  assert.equal(numbered(setup, 1), setup);
  assert.equal(numbered(setup, 12), `${setup} 12`);
  assert.equal(numbered(`${setup}; threefold`, 12), `${setup} 12; threefold`);
  assert.equal(numbered(`${setup} 12`, 12), `${setup} 12`);
});
