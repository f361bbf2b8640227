import assert from "node:assert/strict";
import { test } from "node:test";
import type { Played, Seat } from "../src/generated";
import { Redo } from "../src/model/redo";

let clock = 0;
function played(seat: Seat, action: string): Played {
  clock += 1;
  return { seat, action, notation: action, at: clock };
}

test("moves that were taken back are played again in their order, until another one is played", () => {
  const redo = new Redo();
  const [e4, e5, d4, d5] = [
    played("white", "e2e4"),
    played("black", "e7e5"),
    played("white", "d2d4"),
    played("black", "d7d5"),
  ];
  redo.follow([e4, e5, d4, d5], [e4, e5], "white");
  redo.follow([e4, e5], [], "white");
  assert.deepEqual(redo.actions.value, ["d2d4", "e2e4"]);
  const again = [played("white", "e2e4"), played("black", "c7c5")];
  redo.follow([], again.slice(0, 1), "white");
  redo.follow(again.slice(0, 1), again, "white");
  assert.deepEqual(redo.actions.value, ["d2d4"], "the opponent may play something else");
  redo.follow(again, [...again, played("white", "g1f3")], "white");
  assert.deepEqual(redo.actions.value, []);
});

test("a spectator has nothing to play again", () => {
  const redo = new Redo();
  redo.follow([played("white", "e2e4")], [], null);
  assert.deepEqual(redo.actions.value, []);
});
