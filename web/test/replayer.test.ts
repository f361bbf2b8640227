import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scene } from "../src/generated";
import { type Picture, PictureCache } from "../src/model/picturecache";
import { Replayer } from "../src/model/replayer";

const picture = (name: string): Picture => ({
  scene: { shape: "flat", boards: [], cells: [], tokens: [] } as Scene,
  setup: name,
  events: [],
});

/** A server whose answers arrive when the test says so. */
function slowServer() {
  const waiting: { at: number; answer(found: Picture | null): void }[] = [];
  const fetchPicture = (at: number) =>
    new Promise<Picture | null>((answer) => waiting.push({ at, answer }));
  /** Answers the oldest question and lets everything that follows from it happen. */
  const answer = async (name?: string) => {
    const { at, answer } = waiting.shift()!;
    answer(name === undefined ? picture(`after ${at}`) : picture(name));
    await new Promise((done) => setImmediate(done));
    return at;
  };
  return {
    fetchPicture,
    answer,
    asked: () => waiting.map((one) => one.at),
    fail: () => waiting.shift()!.answer(null),
  };
}

const shownIn = (replayer: Replayer) => replayer.shown.value?.setup ?? null;
const line = (n: number, word = "m") => Array.from({ length: n }, (_, index) => `${word}${index}`);

test("pictures are asked for once and kept", async () => {
  const server = slowServer();
  const cache = new PictureCache(server.fetchPicture);
  cache.follow(line(4), picture("now"));
  const first = cache.picture(2);
  await server.answer();
  assert.equal((await first)?.setup, "after 2");
  assert.equal((await cache.picture(2))?.setup, "after 2");
  assert.equal((await cache.picture(4))?.setup, "now");
  assert.deepEqual(server.asked(), []);
});

test("a picture of a line that was taken back meanwhile is asked for again", async () => {
  const server = slowServer();
  const cache = new PictureCache(server.fetchPicture);
  cache.follow(line(6), null);
  const wanted = cache.picture(3);
  cache.follow([...line(2), ...line(3, "x")], null);
  await server.answer("of the old line");
  await server.answer("of the new line");
  assert.equal((await wanted)?.setup, "of the new line");
});

test("pictures before a takeback stay, those after it go", () => {
  const cache = new PictureCache(() => Promise.resolve(null));
  for (let n = 0; n <= 4; n++) cache.follow(line(n), picture(`after ${n}`));
  cache.follow(line(2), picture("back at 2"));
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((at) => cache.known(at)?.setup ?? null),
    ["after 0", "after 1", "back at 2", null, null],
  );
});

test("an answer that comes late is never shown for another moment", async () => {
  const server = slowServer();
  const replayer = new Replayer(server.fetchPicture);
  replayer.follow(line(9), picture("now"));
  for (const to of [7, 5, 3]) replayer.step({ to });
  assert.deepEqual(server.asked(), [7], "one question at a time");
  await server.answer();
  assert.deepEqual(shownIn(replayer), null);
  assert.deepEqual(server.asked(), [3], "what was passed meanwhile is not asked for");
  await server.answer();
  assert.equal(shownIn(replayer), "after 3");
});

test("returning to the end while a picture loads stays at the end", async () => {
  const server = slowServer();
  const replayer = new Replayer(server.fetchPicture);
  replayer.follow(line(9), picture("now"));
  replayer.step({ to: 5 });
  replayer.step("last");
  await server.answer();
  assert.equal(replayer.shown.value, null);
  assert.equal(replayer.replay.value.at, null);
});

test("a step forward tells what its events begin at", async () => {
  const replayer = new Replayer((at) => Promise.resolve(picture(`after ${at}`)));
  replayer.follow(line(5), picture("now"));
  const settled = () => new Promise((done) => setImmediate(done));
  replayer.step("first");
  await settled();
  const start = replayer.shown.value;
  assert.equal(start?.before, null);
  replayer.step("forward");
  await settled();
  assert.equal(replayer.shown.value?.before?.scene, start?.scene);
});

test("a picture that cannot be loaded is missing until the next step", async () => {
  const server = slowServer();
  const replayer = new Replayer(server.fetchPicture);
  replayer.follow(line(5), picture("now"));
  replayer.step({ to: 2 });
  server.fail();
  await new Promise((done) => setImmediate(done));
  assert.equal(replayer.isMissing.value, true);
  replayer.step("last");
  assert.equal(replayer.isMissing.value, false);
});

test("a moment that was taken back is left", () => {
  const replayer = new Replayer((at) => Promise.resolve(picture(`after ${at}`)));
  replayer.follow(line(5), picture("now"));
  replayer.step({ to: 4 });
  replayer.follow(line(3), picture("back"));
  assert.equal(replayer.replay.value.at, null);
});
