import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isDrawn } from "../src/boards/pieces";
import {
  isArmy,
  KINDS,
  kindsFor,
  loadFavourites,
  REGULAR,
  randomArmy,
  SLOTS,
  saveFavourites,
  setupOf,
  withFavourite,
  withSlot,
} from "../src/model/wisconsin/army";
import { more } from "../src/texts/more";

test("the kinds are those of the rules, in their order", () => {
  const rules = readFileSync("../docs/rules/wisconsin.md", "utf8");
  const rows = [...rules.matchAll(/^\| \*\*W-2\.\d+\*\* \| ([A-Z]) \| (\w+) \| (\w+) \|/gm)];
  const told = rows.map(([, letter, kind, base]) => ({ letter, kind, base }));
  assert.equal(told.length, 23);
  assert.deepEqual(KINDS, told);
});

test("every kind has a drawing and a sentence", () => {
  for (const { kind } of KINDS) {
    assert.ok(isDrawn(kind), kind);
    assert.ok((more.armies.kinds[kind] ?? "").length > 10, kind);
  }
});

test("a slot takes the kinds of its base", () => {
  assert.equal(kindsFor(0).length, 7);
  assert.deepEqual(
    kindsFor(11).map((one) => one.kind),
    ["queen"],
  );
  assert.deepEqual(
    kindsFor(12).map((one) => one.kind),
    ["king"],
  );
  assert.ok(isArmy(withSlot(REGULAR, 0, "W")));
  assert.ok(!isArmy(withSlot(REGULAR, 0, "Q")));
  assert.ok(!isArmy("PPP"));
});

test("random armies can be played, whatever chance says", () => {
  for (const chance of [0, 0.3, 0.5, 0.999999]) {
    const army = randomArmy(() => chance);
    assert.equal(army.length, SLOTS);
    assert.ok(isArmy(army), army);
  }
  assert.equal(setupOf(REGULAR, REGULAR), `army:${REGULAR}/${REGULAR}; repetition=threefold`);
});

test("favourites are loaded, and invalid armies are dropped", () => {
  const kept = new Map<string, string>();
  const shelf = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  assert.deepEqual(loadFavourites(shelf), []);
  const once = withFavourite([], " Sappers ", withSlot(REGULAR, 0, "W"));
  const twice = withFavourite(once, "Sappers", REGULAR);
  assert.deepEqual(twice, [{ name: "Sappers", army: REGULAR }]);
  assert.deepEqual(withFavourite(twice, "  ", REGULAR), twice);
  saveFavourites(shelf, twice);
  assert.deepEqual(loadFavourites(shelf), twice);
  for (const nonsense of [
    "{",
    "7",
    "null",
    '[null, 3, {"name":"x"}, {"name":"x","army":"QQQQ"}]',
  ]) {
    kept.set("rookery.armies", nonsense);
    assert.deepEqual(loadFavourites(shelf), []);
  }
});
