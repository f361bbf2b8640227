import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Scene, Start } from "../src/generated";
import { Study } from "../src/learn/study";
import past from "./fixtures/past.json";
import promotion from "./fixtures/promotion.json";

type Fixture = typeof promotion | typeof past;

/** A server that shows the same picture again and again; of a history, every action costs the last move. */
function study(fixture: Fixture) {
  const asked: { start: Start; actions: string[]; moment?: number }[] = [];
  const look = (_: string, start: Start, actions: string[], moment?: number) => {
    asked.push({ start, actions, ...(moment === undefined ? {} : { moment }) });
    const { offers, setup, status } = fixture;
    const scene = structuredClone(fixture.scene) as Scene;
    if (moment !== undefined && scene.timeline) scene.timeline.shown = moment;
    const last = actions.length > 0 ? scene.timeline?.moments.at(-1) : undefined;
    if (last) last.kind = "blank";
    const position = {
      n_actions: actions.length,
      last: null,
      events: [{ type: "redraw" }],
      status,
      setup,
      scene,
    };
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
  const knight = promotion.offers.find((offer) => offer.action === "a7a8n")!;
  await board.choose(knight);
  assert.deepEqual(asked.at(-1)?.actions, ["a7a8n"]);
  assert.equal(board.events.length, 1);
  await board.takeBack();
  assert.deepEqual(asked.at(-1)?.actions, []);
  assert.deepEqual(board.events, []);
  assert.equal(board.canTakeBack, false);
});

test("a change of the past is previewed in a study, and can be cancelled", async () => {
  const { study: board, asked } = study(past);
  await board.open();
  for (const place of ["ply:1", "b1", "c3"]) await board.tap(place);
  assert.equal(board.change?.offer.action, "1^b1c3");
  assert.deepEqual([board.change?.lost, board.ghosts], [[2], ["ply:2"]]);
  assert.equal(board.canTakeBack, false, "nothing has been done yet");
  await board.cancel();
  assert.deepEqual([board.change, board.taps, board.ghosts], [null, [], []]);
  for (const place of ["ply:1", "b1", "c3"]) await board.tap(place);
  await board.choose(board.change!.offer);
  assert.deepEqual(asked.at(-1)?.actions, ["1^b1c3"]);
  assert.deepEqual([board.change, board.canTakeBack], [null, true]);
});

test("a study shows moments of the past, and the answer to the last question wins", async () => {
  const { study: board, asked } = study(past);
  await board.open();
  await board.lookAt(1);
  assert.deepEqual([asked.at(-1)?.moment, board.scene?.timeline?.shown], [1, 1]);
  const slow = board.lookAt(0);
  await board.lookAt(null);
  await slow;
  assert.equal(board.scene, board.position?.scene);
});
