import assert from "node:assert/strict";
import { test } from "node:test";
import type { Place, PositionView, Scene, Seat } from "../src/generated";
import { type KeptGame, keepGame, loadGames, removeGame } from "../src/model/keptgames";
import { LocalGame } from "../src/model/localgame";
import type { Rules } from "../src/rules";
import promotion from "./fixtures/promotion.json";

const settled = () => new Promise((resolve) => setImmediate(resolve));
const seatOf = (index: number): Seat => (index % 2 === 0 ? "white" : "black");

/** Rules by which both sides add actions in turn until there are six, and then White has won. */
class Double implements Rules {
  readonly isLocal = true;
  readonly chosen: { place: Place; signal?: AbortSignal; resolve(action: string): void }[] = [];

  ask(question: { type: string; place?: Place; text?: string }): Promise<never> {
    const actions = question.place?.actions ?? [];
    if (question.type === "read") {
      if (question.text === "no") return Promise.reject(new Error("not legal"));
      return Promise.resolve({ type: "read", action: question.text, notation: "" } as never);
    }
    const over = { over: { winner: "white" as const, reason: "checkmate" } };
    const position: PositionView = {
      n_actions: actions.length,
      last: null,
      events: [],
      status: actions.length === 6 ? over : { to_act: seatOf(actions.length) },
      setup: "",
      scene: structuredClone(promotion.scene) as Scene,
    };
    const line = actions.map((action, n) => ({ seat: seatOf(n), action, notation: action }));
    return Promise.resolve({ type: "looked", start: "", position, offers: [], line } as never);
  }
  think(): Promise<void> {
    return Promise.resolve();
  }
  choose(place: Place, _level: number, _seed: number, signal?: AbortSignal): Promise<never> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
      const answer = (action: string) => resolve({ type: "chosen", action } as never);
      this.chosen.push({ place, resolve: answer, ...(signal === undefined ? {} : { signal }) });
    });
  }
  close(): void {}
}

function open(opponent: KeptGame["opponent"], actions: string[] = []) {
  const rules = new Double();
  const kept: KeptGame = {
    id: "1",
    variant: "x",
    setup: "",
    opponent,
    seed: 7,
    actions,
    outcome: null,
    at: 0,
  };
  const stored: KeptGame[] = [];
  const game = new LocalGame({ rules, kept, keep: (now) => stored.push(now) });
  return { rules, game, stored };
}

test("the computer answers what the person plays, and all of it is kept", async () => {
  const { rules, game, stored } = open({ type: "computer", level: 2, name: "", seat: "white" });
  await game.open();
  assert.equal(game.state.value, "open");
  await game.type("a");
  await settled();
  assert.equal(game.state.value, "answering");
  assert.deepEqual(rules.chosen[0]!.place.actions, ["a"]);
  rules.chosen[0]!.resolve("b");
  await settled();
  assert.equal(game.state.value, "open");
  assert.deepEqual(stored.at(-1)!.actions, ["a", "b"]);
  await assert.rejects(game.type("no"), /not legal/);
  assert.equal(game.state.value, "open");
});

test("a takeback ends the computer's thought and gives the person the move again", async () => {
  const { rules, game, stored } = open({ type: "computer", level: 2, name: "", seat: "white" });
  await game.open();
  await game.type("a");
  await settled();
  await game.takeBack();
  assert.equal(rules.chosen[0]!.signal!.aborted, true);
  assert.deepEqual(stored.at(-1)!.actions, []);
  assert.equal(game.state.value, "open");
  assert.equal(game.failure.value, "");
  assert.equal(game.canTakeBack, false);
});

test("a game that is opened again goes on where it was, also with the computer to move", async () => {
  const { rules, game } = open({ type: "computer", level: 2, name: "", seat: "black" }, ["a", "b"]);
  await game.open();
  assert.equal(game.state.value, "answering");
  assert.equal(game.learner.value, "black");
  assert.deepEqual(rules.chosen[0]!.place.actions, ["a", "b"]);
});

test("two people play to the end by the rules, or until one gives up", async () => {
  const one = open({ type: "person" }, ["a", "b", "c", "d", "e"]);
  await one.game.open();
  await one.game.type("f");
  await settled();
  assert.equal(one.game.state.value, "done");
  assert.deepEqual(one.stored.at(-1)!.outcome, { winner: "white", reason: "checkmate" });
  const other = open({ type: "person" }, ["a"]);
  await other.game.open();
  other.game.resign();
  assert.deepEqual(other.game.outcome.value, { winner: "white", reason: "resignation" });
  assert.equal(other.game.canTakeBack, false);
});

test("games are kept, replaced and removed, and nonsense is left out", () => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  assert.deepEqual(loadGames(storage), []);
  const { game } = open({ type: "person" });
  for (let n = 0; n < 105; n++) keepGame(storage, { ...game.kept, id: `${n}` });
  assert.equal(loadGames(storage).length, 100);
  keepGame(storage, { ...game.kept, id: "50", actions: ["a"] });
  assert.deepEqual(loadGames(storage)[0]!.actions, ["a"]);
  assert.equal(loadGames(storage).length, 100);
  removeGame(storage, "50");
  assert.equal(loadGames(storage).length, 99);
  for (const nonsense of ["", "{", "{}", '[1,null,{"id":"x"}]']) {
    for (const key of values.keys()) values.set(key, nonsense);
    assert.deepEqual(loadGames(storage), []);
  }
  const full = { ...storage, setItem: () => assert.fail("full") };
  assert.doesNotThrow(() => keepGame(full, game.kept));
});
