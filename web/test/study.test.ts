import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Start } from "../src/generated";
import { Study } from "../src/learn/study";
import past from "./fixtures/past.json";
import promotion from "./fixtures/promotion.json";

type Fixture = typeof promotion | typeof past;

function study(fixture: Fixture) {
  const asked: { start: Start; actions: string[] }[] = [];
  const look = (_: string, start: Start, actions: string[]) => {
    asked.push({ start, actions });
    const { scene, offers, setup, status } = fixture;
    const position = { n_actions: actions.length, last: null, events: [{ type: "redraw" }], status, setup, scene };
    return Promise.resolve({ type: "looked", start: setup, position, offers } as unknown as Answer);
  };
  return { asked, study: new Study(fixture.variant, fixture.setup, look, () => undefined) };
}

test("a study is played on by taps, with a choice where several actions are meant, and taken back", async () => {
  const { study: board, asked } = study(promotion);
  await board.open();
  await board.tap("a7");
  await board.tap("a8");
  assert.equal(board.selection.type, "choice");
  await board.play("a7a8n");
  assert.deepEqual(asked.at(-1)?.actions, ["a7a8n"]);
  assert.equal(board.events.length, 1);
  await board.takeBack();
  assert.deepEqual(asked.at(-1)?.actions, []);
  assert.deepEqual(board.events, []);
  assert.equal(board.canTakeBack, false);
});

test("a study offers nothing that it could not show", async () => {
  const { study: board } = study(past);
  await board.open();
  assert.ok(past.offers.some((offer) => offer.taps[0]?.startsWith("ply:")));
  assert.ok(!board.offers.some((offer) => offer.taps[0]?.startsWith("ply:")));
});
