import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Request, Seat, StepNotice, View } from "../src/generated";
import { keepDraft } from "../src/model/draft";
import { sceneChecksum } from "../src/model/scenechecksum";
import { Table } from "../src/model/table";
import orthodox from "./fixtures/orthodox.json";
import past from "./fixtures/past.json";
import promotion from "./fixtures/promotion.json";
import { viewOf } from "./views";

type Fixture = typeof orthodox | typeof past | typeof promotion;

const view = (fixture: Fixture): View => viewOf("g", fixture);

const settled = () => new Promise((done) => setTimeout(done));

/** A table whose server opens the fixture and answers everything else with `answers`. */
async function sit(
  fixture: Fixture,
  seats: Seat[],
  answers: (request: Request) => Answer | Promise<Answer> = () => ({ type: "done" }),
  prepare: (table: Table) => void = () => undefined,
) {
  const asked: Request[] = [];
  const table = new Table("g", {
    ask: (request) => {
      asked.push(request);
      // Who has seen everything is shown nothing again.
      const hasSeenAll = request.type === "open" && request.from === 3;
      const opened: Answer = {
        type: "opened",
        game: "g",
        seq: 3,
        now: 0,
        seats: [...seats],
        missed: null,
        view: hasSeenAll ? null : view(fixture),
        offers: { offers: fixture.offers },
      };
      return Promise.resolve(request.type === "open" ? opened : answers(request));
    },
    now: () => 0,
    later: (run) => run(),
    confirms: () => false,
    promotesToQueen: () => false,
  });
  prepare(table);
  await table.open();
  return { table, asked };
}

test("two taps send the action with the number of moves seen", async () => {
  const { table, asked } = await sit(orthodox, ["white"]);
  table.tap("e2");
  assert.deepEqual(table.taps.value, ["e2"]);
  table.tap("e4");
  assert.deepEqual(asked.at(-1), {
    type: "ask",
    game: "g",
    seat: "white",
    ask: { type: "act", action: "e2e4", after: 0 },
  });
});

test("a player who sits elsewhere after logging in opens the whole game, and sees the old one until then", async () => {
  const seats: Seat[] = [];
  const { table, asked } = await sit(orthodox, seats);
  seats.push("white");
  const shown: boolean[] = [];
  const stop = table.game.subscribe((game) => shown.push(game !== null));
  await table.open();
  await settled();
  stop();
  assert.deepEqual(table.game.value?.seats, ["white"]);
  const froms = asked.map((request) => request.type === "open" && request.from);
  assert.deepEqual(froms, [undefined, 3, undefined]);
  assert.ok(!shown.includes(false));
});

test("taps of a spectator do nothing", async () => {
  const { table, asked } = await sit(orthodox, []);
  table.drag("e2", "e4");
  assert.equal(asked.length, 1);
  assert.deepEqual(table.premoves.queue.value, []);
});

/** Lists what Black may prepare: two pieces at first, one of them where it was sent. */
const reached = (request: Request): Answer =>
  request.type === "reach"
    ? {
        type: "reached",
        game: "g",
        after: 0,
        reach: request.prepared === undefined ? ["e7 e6 e5", "b8 c6 a6"] : ["e5 e4", "b8 c6"],
      }
    : { type: "done" };

test("out of turn a drag is a premove, and Escape drops it", async () => {
  const { table } = await sit(orthodox, ["black"], reached);
  table.drag("e7", "e5");
  await settled();
  assert.deepEqual(table.premoves.queue.value, [["e7", "e5"]]);
  assert.ok(table.shownScene.value?.tokens.some((token) => token.cell === "e5"));
  assert.ok(!table.scene.value?.tokens.some((token) => token.cell === "e5"));
  table.tap("e5");
  await settled();
  assert.deepEqual(table.premoves.targets.value, ["e4"]);
  table.tap("e4");
  assert.deepEqual(table.premoves.queue.value, [
    ["e7", "e5"],
    ["e5", "e4"],
  ]);
  table.cancel();
  assert.ok(table.premoves.isEmpty);
});

test("what is not listed is not prepared: another piece is chosen, or all is cancelled", async () => {
  const { table } = await sit(orthodox, ["black"], reached);
  table.tap("e7");
  await settled();
  table.tap("b8");
  assert.equal(table.premoves.from.value, "b8");
  table.tap("c6");
  await settled();
  assert.deepEqual(table.premoves.queue.value, [["b8", "c6"]]);
  table.tap("h4");
  assert.ok(table.premoves.isEmpty);
});

test("a piece stands where it was sent until the server has answered, and goes back if refused", async () => {
  let refuse: (why: Error) => void = () => undefined;
  const { table } = await sit(orthodox, ["white"], (request) =>
    request.type === "ask" ? new Promise((_, reject) => (refuse = reject)) : { type: "done" },
  );
  const isAt = (cell: string) =>
    table.shownScene.value?.tokens.some((token) => token.cell === cell);
  table.tap("e2");
  table.tap("e4");
  assert.ok(isAt("e4") && !isAt("e2"));
  refuse(new Error("the game is over"));
  await settled();
  assert.ok(isAt("e2") && !isAt("e4"));
  assert.match(table.remark.value, /the game is over/);
});

test("a change of the past is previewed and waits for a yes", async () => {
  const preview = {
    action: "1^b1a3",
    status: { to_act: "black" },
    setup: "",
    lost: [1, 2],
    terminus: null,
    notes: [],
  } as const;
  const { table, asked } = await sit(past, ["white"], () => ({
    type: "previewed",
    preview: { ...preview, lost: [...preview.lost], notes: [] },
  }));
  for (const place of ["ply:1", "b1", "a3"]) table.tap(place);
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  assert.equal(table.toConfirm.value?.action, "1^b1a3");
  assert.ok(
    asked.some((one) => one.type === "preview" && one.game === "g" && one.action === "1^b1a3"),
  );
  // The present afterwards is shown beside the present as it is.
  assert.equal(asked.at(-1)?.type, "look");
  assert.deepEqual(table.ghosts.value, ["ply:1", "ply:2"]);
  table.choose(table.toConfirm.value!);
  assert.equal(asked.at(-1)?.type, "ask");
  assert.deepEqual(table.ghosts.value, []);
});

/** What a browser keeps while a tab is open. */
function shelf() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test("an open choice comes back after a reload, and is forgotten when it is dropped or out of date", async () => {
  const drafts = shelf();
  const before = (await sit(promotion, ["white"])).table;
  const stop = keepDraft(before, drafts);
  before.tap("a7");
  before.tap("a8");
  assert.equal(before.selection.value.type, "choice");
  stop();
  const { table: after } = await sit(
    promotion,
    ["white"],
    undefined,
    (table) => void keepDraft(table, drafts),
  );
  assert.deepEqual(after.taps.value, ["a7", "a8"]);
  after.cancel();
  assert.equal(drafts.kept.size, 0);
  drafts.setItem("rookery.draft", JSON.stringify({ game: "g", seq: 2, taps: ["a7", "a8"] }));
  const later = (await sit(promotion, ["white"])).table;
  keepDraft(later, drafts);
  assert.deepEqual(later.taps.value, []);
});

test("a late answer does not bring back a moment that was left", async () => {
  const { table } = await sit(past, ["white"], () => ({
    type: "scene",
    scene: past.scene as unknown as View["scene"],
  }));
  const late = table.look(1);
  await table.look(null);
  await late;
  assert.equal(table.looked.value, null);
});

/** The notice that White has played on e4. */
function playedE4(): StepNotice {
  const base = view(orthodox);
  return {
    game: "g",
    seq: 4,
    now: 0,
    to_act: "white",
    setup: "x",
    checksum: sceneChecksum(base.scene),
    moves: [{ seat: "white", action: "e2e4", notation: "e4", at: 0 }],
    offers: { offers: ["d2 d4", "e4 e5"] },
  };
}

test("what has been played is not offered again between the server's yes and the new picture", async () => {
  const { table } = await sit(orthodox, ["white"]);
  assert.ok(await table.act("e2e4"));
  assert.deepEqual(table.offers.value, [], "the yes alone brings nothing back");
  table.receive(playedE4());
  assert.ok(table.offers.value.length > 0, "the new picture has offers of its own");
});

test("a refused move leaves everything else possible", async () => {
  const { table } = await sit(orthodox, ["white"], () => Promise.reject(new Error("no")));
  assert.ok(!(await table.act("e2e5")));
  assert.equal(table.message.value, "no");
  assert.ok(table.offers.value.length > 0);
});

test("what is pointed at is asked about again when the position changes", async () => {
  const { table, asked } = await sit(orthodox, ["white"], () => ({
    type: "explained",
    explanation: {
      cell: "e4",
      title: "empty square e4",
      notes: [{ code: "x", text: "y", cells: ["d5"] }],
    },
  }));
  const answered = () => new Promise((done) => setTimeout(done));
  table.inspection.point("e4");
  await answered();
  const ghosts = table.ghosts.value;
  assert.deepEqual(ghosts, ["d5"], "where it comes from is pointed out");
  table.inspection.point("e4");
  await answered();
  assert.equal(
    table.ghosts.value,
    ghosts,
    "a board redrawn under the pointer asks and changes nothing",
  );
  table.receive(playedE4());
  assert.deepEqual(asked.filter((request) => request.type === "explain").length, 2);
});

test("of several looks at the timeline the last one counts", async () => {
  const waiting: ((answer: Answer) => void)[] = [];
  const { table } = await sit(
    past,
    ["white"],
    () => new Promise<Answer>((answer) => waiting.push(answer)),
  );
  const scenes = [1, 2].map((shown) => ({
    ...(past.scene as unknown as View["scene"]),
    timeline: { moments: [], shown },
  }));
  const [first, second] = [table.look(1), table.look(2)];
  waiting[1]!({ type: "scene", scene: scenes[1]! });
  waiting[0]!({ type: "scene", scene: scenes[0]! });
  await Promise.all([first, second]);
  assert.equal(table.scene.value?.timeline?.shown, 2);
});
