import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Request, StepNotice, View } from "../src/generated";
import { FollowedGames } from "../src/model/followedgames";
import { claimableIn, type GameState } from "../src/model/game";
import { newsInWords } from "../src/pages/news";
import orthodox from "./fixtures/orthodox.json";
import { seat, viewOf } from "./views";

const view = (game: string): View => ({ ...viewOf(game, orthodox), now: 1000, offers: [] });

function followedGames(needed = "") {
  const asked: string[] = [];
  const ask = (request: Request): Promise<Answer> => {
    const game = "game" in request ? request.game : "";
    asked.push(`${request.type} ${game}`);
    return Promise.resolve({
      type: "opened",
      game,
      seq: 3,
      now: 0,
      seats: [],
      missed: null,
      view: view(game),
    });
  };
  return {
    asked,
    followedGames: new FollowedGames({ ask, now: () => 0, isNeeded: (game) => game === needed }),
  };
}

const settled = () => new Promise((done) => setImmediate(done));

test("exactly the games that hang are followed", async () => {
  const { followedGames: wall, asked } = followedGames();
  wall.follow(["a", "b"]);
  wall.follow(["b", "c"]);
  await settled();
  assert.deepEqual(asked, ["open a", "open b", "close a", "open c"]);
  assert.deepEqual([...wall.games.value.keys()], ["b", "c"]);
  wall.reopen();
  assert.deepEqual(asked.slice(4), ["open b", "open c"]);
});

test("a game that is sat at stays open when its picture goes", async () => {
  const { followedGames: wall, asked } = followedGames("a");
  wall.follow(["a"]);
  await settled();
  wall.follow([]);
  assert.deepEqual(asked, ["open a"]);
  assert.equal(wall.games.value.size, 0);
});

test("a picture changes with its game, and is asked for again after a gap", async () => {
  const { followedGames: wall, asked } = followedGames();
  wall.follow(["a"]);
  await settled();
  const base = view("a");
  const notice = (seq: number): StepNotice => ({
    game: "a",
    seq,
    now: 0,
    phase: base.phase,
    setup: "later",
    checksum: "",
  });
  wall.receive(notice(4));
  assert.equal(wall.games.value.get("a")?.view.setup, "later");
  wall.receive(notice(9));
  assert.deepEqual(asked, ["open a", "open a"]);
});

test("who has left can be claimed against after a while", () => {
  const gone = { ...seat, gone_since: 1000, claimable_at: 31_000 };
  const state = (part: Partial<View>): GameState => ({
    view: { ...view("a"), ...part },
    seats: ["white"],
    clock: { reading: view("a").clock, receivedAt: 500 },
    events: [],
    frame: 1,
  });
  const waiting = state({ seats: { white: seat, black: gone } });
  assert.equal(claimableIn(waiting, "white", 500), 30_000);
  assert.equal(claimableIn(waiting, "white", 10_500), 20_000);
  assert.equal(claimableIn(waiting, "white", 99_000), 0);
  assert.equal(claimableIn(waiting, "black", 500), null);
  assert.equal(
    claimableIn(
      state({
        seats: { white: seat, black: gone },
        phase: { type: "over", ending: { score: "1-0", reason: "resignation" } },
      }),
      "white",
      500,
    ),
    null,
  );
});

test("news tell the move and only what is new about the position", () => {
  const scene = {
    ...view("a").scene,
    notes: [
      { kind: "jumps", text: "Ten jumps." },
      { kind: "check", text: "Check!" },
    ],
  };
  const played = {
    ...view("a"),
    scene,
    moves: [{ seat: "black", action: "g8f6", notation: "Nf6", at: 0 } as const],
  };
  assert.equal(newsInWords(played, ["Ten jumps."]), "Black played Nf6. Check! White to move.");
});
