import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferSet, Scene, SceneDelta } from "../src/generated";
import { sceneChecksum } from "../src/model/scenechecksum";
import { applyDelta } from "../src/model/scenedelta";
import { select, tapped } from "../src/model/selection";
import { areUnknown, expandOffers, known, mergeOffers } from "../src/model/shortoffers";
import deltas from "./fixtures/deltas.json";

interface Recorded {
  variant: string;
  scene: Scene;
  checksum: string;
  steps: { delta: SceneDelta; checksum: string }[];
}

test("deltas lead through games of every kind, and both ends compute the same checksums", () => {
  const games = deltas as unknown as Recorded[];
  assert.ok(games.length >= 4);
  for (const game of games) {
    let scene = game.scene;
    assert.equal(sceneChecksum(scene), game.checksum, game.variant);
    for (const [index, { delta, checksum }] of game.steps.entries()) {
      scene = applyDelta(scene, delta);
      assert.equal(sceneChecksum(scene), checksum, `${game.variant}, action ${index + 1}`);
    }
  }
});

test("offers that were not told are asked for when their taps are", () => {
  const first: OfferSet = {
    offers: [{ action: "wait", taps: [], label: "Wait" }],
    more: ["a", "b"],
  };
  let offers = expandOffers(first);
  assert.deepEqual(
    known(offers).map((offer) => offer.action),
    ["wait"],
  );
  const taps = tapped(offers, [], "a");
  assert.deepEqual(taps, ["a"]);
  assert.ok(areUnknown(offers, taps));
  assert.equal(select(offers, taps).type, "open");
  offers = mergeOffers(offers, taps, { offers: ["a c", "a d"] });
  assert.ok(!areUnknown(offers, taps));
  assert.ok(areUnknown(offers, ["b"]));
  const selection = select(offers, ["a", "d"]);
  assert.equal(selection.type === "decided" ? selection.offer.action : "", "ad");
});
