import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Request, View } from "../src/generated";
import { Chat, mayTalk } from "../src/model/chat";

function shelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

const done = async (): Promise<Answer> => ({ type: "done" });
const said = (game: string, text: string) =>
  ({ type: "said", game, seat: "white", text, now: 1 }) as const;

test("only what was said at this game is shown, and a reload shows it again", () => {
  const tab = shelf();
  const chat = new Chat("g", done, tab);
  chat.hear(said("g", "good luck"));
  chat.hear(said("other", "psst"));
  assert.deepEqual(chat.lines.value, [{ seat: "white", text: "good luck" }]);
  assert.deepEqual(new Chat("g", done, tab).lines.value, chat.lines.value);
  assert.deepEqual(new Chat("h", done, tab).lines.value, []);
});

test("old lines make room", () => {
  const chat = new Chat("g", done, shelf());
  for (let n = 0; n < 150; n++) chat.hear(said("g", `${n}`));
  assert.equal(chat.lines.value.length, 100);
  assert.equal(chat.lines.value.at(-1)!.text, "149");
});

test("what cannot be said is told, and what is on the shelf may be anything", async () => {
  const asked: Request[] = [];
  const broken = {
    getItem: () => "{",
    setItem: () => {
      throw new Error("full");
    },
  };
  const chat = new Chat(
    "g",
    async (request) => {
      asked.push(request);
      throw new Error("too much");
    },
    broken,
  );
  assert.equal(await chat.say("hello"), false);
  assert.equal(chat.refusal.value, "too much");
  assert.deepEqual(asked, [{ type: "say", game: "g", text: "hello" }]);
  chat.hear(said("g", "still heard"));
  assert.equal(chat.lines.value.length, 1);
});

test("players talk to people, not to computers or empty seats", () => {
  const view = (black: string | null) =>
    ({ seats: { white: { player: "p1" }, black: { player: black } } }) as unknown as View;
  assert.ok(mayTalk(view("p2"), "white"));
  assert.ok(!mayTalk(view("computer-3"), "white"));
  assert.ok(!mayTalk(view(null), "white"));
  assert.ok(!mayTalk(view("p2"), null));
});
