import assert from "node:assert/strict";
import { test } from "node:test";
import { placeCard } from "../src/model/cardplacement";

const SCREEN = 800;
const at = (top: number) => ({ top, bottom: top + 40 });

test("a card lies below what it speaks of where there is room", () => {
  assert.deepEqual(placeCard([at(100), at(300)], SCREEN), { edge: "bottom", room: 360 });
});

test("a card goes to the upper edge rather than hide a place near the lower one", () => {
  assert.deepEqual(placeCard([at(500), at(700)], SCREEN), { edge: "top", room: 360 });
});

test("between places at both ends a card takes the larger gap and becomes smaller", () => {
  assert.deepEqual(placeCard([at(150), at(500)], SCREEN), { edge: "bottom", room: 260 });
  assert.deepEqual(placeCard([at(300), at(600)], SCREEN), { edge: "top", room: 300 });
});

test("places that are scrolled away hide nothing, and a card always shows something", () => {
  assert.deepEqual(placeCard([at(-200), at(900)], SCREEN), { edge: "bottom", room: 360 });
  assert.deepEqual(placeCard([at(20), at(750)], SCREEN), { edge: "top", room: 110 });
});
