import assert from "node:assert/strict";
import { test } from "node:test";
import type { Offer, Scene } from "../src/generated";
import {
  changedMoment,
  legalInWords,
  offerByWords,
  offerInWords,
  playedInWords,
} from "../src/model/words";
import hexapawn from "./fixtures/hexapawn.json";
import orthodox from "./fixtures/orthodox.json";
import past from "./fixtures/past.json";
import promotion from "./fixtures/promotion.json";
import timetravel from "./fixtures/timetravel.json";
import tridim from "./fixtures/tridim.json";
import wisconsin from "./fixtures/wisconsin.json";

interface Recorded {
  scene: Scene;
  offers: Offer[];
}

const recorded = (fixture: unknown) => fixture as Recorded;

test("no offer is told by its action text where the two differ", () => {
  for (const fixture of [wisconsin, tridim, timetravel, past].map(recorded)) {
    for (const offer of fixture.offers) {
      const words = offerInWords(fixture.scene, offer);
      assert.doesNotMatch(words, /[\^_+]|^[a-h][1-8][a-h][1-8]/, `${offer.action}: ${words}`);
    }
  }
});

test("a change of the past names the move, what stood there and what comes instead", () => {
  const { scene, offers } = recorded(past);
  const change = offers.find((offer) => changedMoment(scene, offer) !== null)!;
  const number = changedMoment(scene, change)!;
  const moment = scene.timeline!.moments[number - 1]!;
  const words = offerInWords(scene, change);
  const name = `${moment.seat === "white" ? "White" : "Black"}’s move ${Math.ceil(number / 2)}`;
  assert.ok(
    words.startsWith(
      moment.kind === "move" ? `change ${name} from ${moment.label} to ` : `fill ${name} with `,
    ),
    words,
  );
});

test("a promotion in a list says which pawn", () => {
  const { scene, offers } = recorded(promotion);
  const queen = offers.find((offer) => offer.label === "Queen")!;
  assert.equal(offerInWords(scene, queen), `${queen.taps.join(" to ")}: Queen`);
  assert.match(legalInWords(scene, offers, queen.taps[0]!), /Queen/);
});

test("what changed the past is said, not spelt", () => {
  const line = recorded(timetravel).scene;
  const flat = recorded(orthodox).scene;
  const white = (notation: string) => ({ seat: "white" as const, notation });
  assert.equal(playedInWords(line, white("3^Nc3")), "White changed move 2 to Nc3.");
  assert.equal(playedInWords(line, white("4_Nd5+")), "White filled move 2 with Nd5+.");
  assert.equal(playedInWords(line, white("ok")), "White accepted the end of the line.");
  assert.equal(playedInWords(line, white("wait")), "White waited.");
  assert.equal(playedInWords(line, white("Nf3")), "White played Nf3.");
  assert.equal(playedInWords(flat, white("=Q+")), "White promoted to a queen.");
  assert.equal(playedInWords(flat, white("O-O")), "White played O-O.");
});

test("whatever the list of legal moves says can be typed", () => {
  for (const { scene, offers } of [
    orthodox,
    promotion,
    wisconsin,
    tridim,
    timetravel,
    past,
    hexapawn,
  ].map(recorded)) {
    for (const offer of offers) {
      assert.equal(offerByWords(scene, offers, offerInWords(scene, offer))?.action, offer.action);
    }
    assert.equal(offerByWords(scene, offers, "nonsense"), undefined);
  }
  const { scene, offers } = recorded(promotion);
  const queens = offers.filter((offer) => offer.label === "Queen");
  assert.equal(
    offerByWords(scene, offers, "queen")?.action,
    queens.length === 1 ? queens[0]!.action : undefined,
  );
});
