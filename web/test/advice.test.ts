import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Request, View } from "../src/generated";
import { Adviser, evaluationInWords, mayAdvise, shareOfWhite } from "../src/model/advice";

const score = (balance: number) => ({ balance, win: null });

/** A server whose answers arrive when the test says so. */
function slow() {
  const waiting: { request: Request; answer(given: Answer): void; refuse(why: Error): void }[] = [];
  const adviser = new Adviser(
    "g",
    (request) => new Promise((answer, refuse) => waiting.push({ request, answer, refuse })),
  );
  return { adviser, waiting };
}

const settled = () => new Promise((done) => setImmediate(done));

test("a bar is even in an even game and full at a forced win", () => {
  assert.equal(shareOfWhite(score(0)), 0.5);
  assert.ok(shareOfWhite(score(300)) > 0.75 && shareOfWhite(score(-300)) < 0.25);
  assert.equal(shareOfWhite({ balance: 10_000, win: { seat: "white", actions: 3 } }), 1);
  assert.equal(shareOfWhite({ balance: -10_000, win: { seat: "black", actions: 2 } }), 0);
});

test("worth is told in pawns", () => {
  assert.equal(evaluationInWords(score(134)), "+1.3");
  assert.equal(evaluationInWords(score(-50)), "−0.5");
  assert.equal(evaluationInWords(score(3)), "0.0");
  assert.equal(
    evaluationInWords({ balance: 10_000, win: { seat: "white", actions: 3 } }),
    "White wins in 2",
  );
});

test("advice is for games against the computer and games that are over", () => {
  const seats = (black: string) =>
    ({ white: { player: "p1" }, black: { player: black } }) as unknown as View["seats"];
  const running = { type: "running", to_act: "white" } as const;
  assert.ok(mayAdvise({ seats: seats("computer-3"), phase: running } as View));
  assert.ok(!mayAdvise({ seats: seats("p2"), phase: running } as View));
  assert.ok(
    mayAdvise({
      seats: seats("p2"),
      phase: { type: "over", ending: { score: "1-0", reason: "checkmate" } },
    } as View),
  );
});

test("a hint that comes after the move is not shown", async () => {
  const { adviser, waiting } = slow();
  const first = adviser.advise(0);
  assert.equal(adviser.isThinking.value, true);
  adviser.forget();
  waiting[0]!.answer({
    type: "hint",
    game: "g",
    after: 0,
    action: "e2e4",
    label: "e4",
    score: score(20),
  });
  assert.equal(await first, "");
  assert.equal(adviser.hint.value, null);
  const second = adviser.advise(2);
  waiting[1]!.answer({
    type: "hint",
    game: "g",
    after: 2,
    action: "g1f3",
    label: "Nf3",
    score: score(20),
  });
  assert.match(await second, /Nf3/);
  assert.deepEqual(adviser.hint.value, { action: "g1f3", label: "Nf3" });
});

test("a refusal is told", async () => {
  const { adviser, waiting } = slow();
  const told = adviser.advise(0);
  waiting[0]!.refuse(new Error("not in this game"));
  assert.equal(await told, "not in this game");
  assert.equal(adviser.isThinking.value, false);
});

test("only the judgement of the moment that is looked at counts", async () => {
  const { adviser, waiting } = slow();
  void adviser.judge(1);
  void adviser.judge(2);
  waiting[1]!.answer({ type: "evaluated", game: "g", after: 2, score: score(200) });
  waiting[0]!.answer({ type: "evaluated", game: "g", after: 1, score: score(-100) });
  await settled();
  assert.equal(adviser.evaluation.value?.balance, 200);
  await adviser.judge(2);
  assert.equal(waiting.length, 2, "nothing is asked twice");
});
