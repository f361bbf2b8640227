import assert from "node:assert/strict";
import { test } from "node:test";
import type { Place } from "../src/generated";
import { Refused } from "../src/model/connection";
import { BrowserRules, type WorkerLike } from "../src/rules/browser";
import type { Lines } from "../src/rules/rules";
import { ServerRules } from "../src/rules/server";
import type { ToWorker } from "../src/rules/worker";

const place: Place = { variant: "orthodox", start: { type: "usual" }, actions: [] };

/** A worker that answers when it is told to. */
class Double implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  isTerminated = false;
  readonly asked: { number: number; question: { type: string; states?: number } }[] = [];

  constructor(private readonly canStart = true) {}

  postMessage(message: ToWorker): void {
    if ("module" in message) {
      queueMicrotask(() => this.onmessage?.({ data: { ready: this.canStart } }));
      return;
    }
    this.asked.push({ number: message.number, question: JSON.parse(message.question) });
  }

  terminate(): void {
    this.isTerminated = true;
  }

  answer(reply: object): void {
    const { number } = this.asked.at(-1)!;
    this.onmessage?.({ data: { number, answer: JSON.stringify(reply) } });
  }

  fail(why: string): void {
    const { number } = this.asked.at(-1)!;
    this.onmessage?.({ data: { number, failed: why } });
  }
}

function browser(canStart = true) {
  const workers: Double[] = [];
  const create = () => {
    const worker = new Double(canStart);
    workers.push(worker);
    return worker;
  };
  return { workers, rules: new BrowserRules(create, "/assets/module.wasm") };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a question is answered by the worker, and a refusal is thrown", async () => {
  const { workers, rules } = browser();
  const asked = rules.ask<"legal">({ type: "legal", place });
  await settled();
  workers[0]!.answer({ type: "legal", actions: ["e2e4"] });
  assert.deepEqual((await asked).actions, ["e2e4"]);
  const refused = rules.ask<"legal">({ type: "legal", place });
  await settled();
  workers[0]!.answer({ code: "unknown-variant", message: "no" });
  await assert.rejects(refused, Refused);
});

test("thinking goes on in slices until nothing more can be found", async () => {
  const { workers, rules } = browser();
  const found: Lines[] = [];
  const over = rules.think(place, 1, (lines) => found.push(lines), new AbortController().signal);
  for (const done of [false, false, true]) {
    await settled();
    workers[0]!.answer({ type: "lines", lines: [], states: found.length, done });
  }
  await over;
  assert.equal(found.length, 3);
  const states = workers[0]!.asked.map(({ question }) => question.states ?? 0);
  assert.ok(states[1]! > states[0]!, "slices grow while they are short");
});

test("thinking that is aborted tells nothing more, and a new thought ends the old one", async () => {
  const { workers, rules } = browser();
  const controller = new AbortController();
  let n = 0;
  const first = rules.think(place, 1, () => (n += 1), controller.signal);
  await settled();
  controller.abort();
  workers[0]!.answer({ type: "lines", lines: [], states: 1, done: false });
  await first;
  assert.equal(n, 0);
  const second = rules.think(place, 1, () => (n += 1), new AbortController().signal);
  await settled();
  const third = rules.think(place, 2, () => (n += 10), new AbortController().signal);
  await settled();
  const [older, newer] = workers[0]!.asked.slice(-2);
  const data = (number: number, done: boolean) => ({
    data: { number, answer: JSON.stringify({ type: "lines", lines: [], states: 1, done }) },
  });
  workers[0]!.onmessage?.(data(older!.number, false));
  workers[0]!.onmessage?.(data(newer!.number, true));
  await Promise.all([second, third]);
  assert.equal(n, 10);
});

test("a choice is cancelled with its worker, and the next one gets another", async () => {
  const { workers, rules } = browser();
  const controller = new AbortController();
  const choice = rules.choose(place, 8, 1, controller.signal);
  await settled();
  controller.abort();
  await assert.rejects(choice, { name: "AbortError" });
  assert.equal(workers[0]!.isTerminated, true);
  const next = rules.choose(place, 1, 1);
  await settled();
  workers[1]!.answer({ type: "chosen", action: "e2e4", notation: "e4" });
  assert.equal((await next).action, "e2e4");
});

test("a module that fails is replaced, and a browser that cannot start one says so", async () => {
  const { workers, rules } = browser();
  const asked = rules.ask<"legal">({ type: "legal", place });
  await settled();
  workers[0]!.fail("unreachable");
  await assert.rejects(asked, /unreachable/);
  const again = rules.ask<"legal">({ type: "legal", place });
  await settled();
  workers[1]!.answer({ type: "legal", actions: [] });
  await again;
  await assert.rejects(browser(false).rules.start());
});

test("the server is asked the same questions, and thinks longer step by step", async () => {
  const bodies: { question: { states: number } }[] = [];
  const rules = new ServerRules((_, init) => {
    bodies.push(JSON.parse(init.body as string));
    const reply = { type: "lines", lines: [], states: 1, done: false };
    return Promise.resolve(new Response(JSON.stringify({ type: "rules", reply })));
  });
  let n = 0;
  await rules.think(place, 1, () => (n += 1), new AbortController().signal);
  assert.equal(n, bodies.length);
  const states = bodies.map(({ question }) => question.states);
  assert.deepEqual(
    states,
    [...states].sort((one, other) => one - other),
  );
  const refusing = new ServerRules(() =>
    Promise.resolve(new Response(JSON.stringify({ code: "game-over", message: "over" }))),
  );
  await assert.rejects(refusing.choose(place, 1, 1), Refused);
});
