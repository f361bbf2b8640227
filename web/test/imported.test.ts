import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, ImportedGame, Request, Scene, VariantInfo } from "../src/generated";
import { namedVariant, namesOf, tagOf, Viewer, variantsToTry } from "../src/model/imported";

const variants = [
  { id: "orthodox", name: "Chess" },
  { id: "timetravel", name: "Time-Travelling Chess" },
] as VariantInfo[];

const game: ImportedGame = {
  tags: [
    ["White", "Ada"],
    ["Black", "?"],
  ],
  setup: "start",
  moves: [
    { seat: "white", action: "e2e4", notation: "e4" },
    { seat: "black", action: "e7e5", notation: "e5" },
  ],
  status: { to_act: "white" },
  result: null,
};

test("a text says what it is by a tag or by its records", () => {
  assert.equal(namedVariant('[Variant "time travelling chess"]', variants), "timetravel");
  assert.equal(
    namedVariant('{"v":1,"change":{"type":"created","variant":"orthodox"}}', variants),
    "orthodox",
  );
  assert.equal(namedVariant('[Variant "Atomic"]', variants), null);
  assert.equal(namedVariant("1. e4 e5", variants), null);
});

test("what says nothing is tried as every game", () => {
  assert.deepEqual(variantsToTry("1. e4", variants), ["orthodox", "timetravel"]);
  assert.deepEqual(variantsToTry('[Variant "Chess"]', variants), ["orthodox"]);
});

test("players are named as far as they are known", () => {
  assert.equal(tagOf(game, "White"), "Ada");
  assert.equal(tagOf(game, "Black"), null);
  assert.equal(namesOf(game), "Ada – Black");
});

test("a viewer begins at the start and asks for what the moves lead to", async () => {
  const asked: Request[] = [];
  const scene = { shape: "flat", boards: [], cells: [], tokens: [] } as Scene;
  const ask = (request: Request): Promise<Answer> => {
    asked.push(request);
    const n = request.type === "look" ? (request.actions?.length ?? 0) : -1;
    return Promise.resolve({
      type: "looked",
      start: "start",
      offers: [],
      position: {
        n_actions: n,
        last: null,
        events: [],
        status: { to_act: "white" },
        setup: `after ${n}`,
        scene,
      },
    });
  };
  const viewer = new Viewer("orthodox", game, ask);
  await viewer.open();
  assert.equal(viewer.picture.value?.setup, "after 0");
  viewer.replayer.step("last");
  assert.equal(viewer.picture.value?.setup, "after 2");
  assert.deepEqual(
    asked.map((request) => (request.type === "look" ? request.actions : null)),
    [[], ["e2e4", "e7e5"]],
  );
});
