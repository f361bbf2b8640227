import assert from "node:assert/strict";
import { test } from "node:test";
import type { Offer } from "../src/generated";
import { buttons, choiceKey, isPromotion, select, tapped } from "../src/model/selection";
import hexapawn from "./fixtures/hexapawn.json";
import orthodox from "./fixtures/orthodox.json";
import owed from "./fixtures/owed.json";
import past from "./fixtures/past.json";
import promotion from "./fixtures/promotion.json";
import timetravel from "./fixtures/timetravel.json";
import tridim from "./fixtures/tridim.json";
import wisconsin from "./fixtures/wisconsin.json";

const offersOf = (fixture: { offers: unknown }) => fixture.offers as Offer[];

test("a tap shows where to go, a second one decides", () => {
  const offers = offersOf(orthodox);
  const once = select(offers, ["e2"]);
  assert.deepEqual(once, { type: "open", taps: ["e2"], targets: ["e3", "e4"], choices: [] });
  const twice = select(offers, ["e2", "e4"]);
  assert.equal(twice.type === "decided" && twice.offer.action, "e2e4");
});

/** Hexapawn is not one of our games: no part of the page has heard of it. */
test("every offer of every variant can be reached by its taps", () => {
  for (const fixture of [orthodox, wisconsin, tridim, timetravel, promotion, past, hexapawn]) {
    for (const offer of offersOf(fixture)) {
      const taps = offer.taps.reduce<string[]>(
        (sofar, place) => tapped(offersOf(fixture), sofar, place),
        [],
      );
      assert.deepEqual(taps, offer.taps, `${fixture.variant} ${offer.action}`);
      const selection = select(offersOf(fixture), taps);
      const reached = selection.type === "decided" ? [selection.offer] : selection.choices;
      assert.ok(reached.includes(offer), `${fixture.variant} ${offer.action}`);
    }
  }
});

test("a promotion leaves four choices with the keys of their pieces, and can be dropped", () => {
  const selection = select(offersOf(promotion), ["a7", "a8"]);
  assert.ok(selection.type === "choice");
  assert.equal(selection.isForced, false);
  assert.ok(isPromotion(selection.choices));
  assert.deepEqual(selection.choices.map(choiceKey), ["q", "r", "b", "n"]);
});

test("a promotion that is owed asks by itself", () => {
  const selection = select(offersOf(owed), []);
  assert.ok(selection.type === "choice" && selection.isForced);
  assert.deepEqual(selection.taps, ["a8"]);
});

test("a tap elsewhere starts over, a tap on the same place deselects", () => {
  const offers = offersOf(orthodox);
  assert.deepEqual(tapped(offers, ["e2"], "d2"), ["d2"]);
  assert.deepEqual(tapped(offers, ["e2"], "e2"), []);
  assert.deepEqual(tapped(offers, ["e2"], "h8"), []);
  assert.deepEqual(tapped(offers, [], "h8"), []);
});

test("another piece of the same moment keeps the moment", () => {
  const offers = offersOf(past);
  assert.deepEqual(tapped(offers, ["ply:1", "b1"], "g1"), ["ply:1", "g1"]);
  assert.deepEqual(tapped(offers, ["ply:1", "b1"], "e4"), []);
});

test("choices that are not complete alone are told apart from buttons", () => {
  const press: Offer = { action: "accept", taps: [], label: "Accept" };
  const turn: Offer = { action: "turn", taps: ["WQL"], label: "turn by 180°" };
  const move: Offer = { action: "move", taps: ["WQL", "QL2"], label: "as is" };
  assert.deepEqual(buttons([press, turn, move]), [press]);
  assert.deepEqual(select([press, turn, move], ["WQL"]), {
    type: "open",
    taps: ["WQL"],
    targets: ["QL2"],
    choices: [turn],
  });
});
