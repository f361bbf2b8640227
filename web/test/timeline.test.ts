import assert from "node:assert/strict";
import { test } from "node:test";
import blank from "../harness/fixtures/timeline-blank.json";
import mate from "../harness/fixtures/timeline-mate.json";
import outOfStep from "../harness/fixtures/timeline-outofstep.json";
import over from "../harness/fixtures/timeline-over.json";
import pass from "../harness/fixtures/timeline-pass.json";
import start from "../harness/fixtures/timeline-start.json";
import type { BoardInput } from "../src/boards/board";
import {
  brokenBy,
  canChange,
  changing,
  columnsOf,
  endOf,
  numberOf,
  ownerOf,
  prefixFor,
  stepTo,
  writesOf,
} from "../src/boards/timeline/moments";
import {
  endedInWords,
  momentInWords,
  ordersInWords,
  pressableInWords,
  turnInWords,
} from "../src/boards/timeline/words";
import type { Moment, Offer, Scene, Seat, Timeline } from "../src/generated";

interface Fixture {
  scene: Scene;
  offers: Offer[];
  status: { to_act?: Seat };
  looks: Record<string, Scene>;
}
const fixture = (json: unknown) => json as Fixture;
const timelineOf = (json: unknown): Timeline => {
  const { timeline } = fixture(json).scene;
  assert.ok(timeline);
  return timeline;
};
const momentOf = (json: unknown, number: number): Moment => {
  const moment = timelineOf(json).moments[number - 1];
  assert.ok(moment);
  return moment;
};
const inputOf = (json: unknown, more: Partial<BoardInput> = {}): BoardInput => ({
  scene: fixture(json).scene,
  offers: fixture(json).offers,
  taps: [],
  targets: [],
  orientation: "white",
  seat: fixture(json).status.to_act ?? null,
  premove: [],
  ghosts: [],
  settings: {
    theme: "walnut",
    reducedMotion: true,
    lowDetail: true,
    coordinates: true,
    largePieces: false,
  },
  ...more,
});

test("two plies to a column, and a history that Black begins leaves the first place free", () => {
  assert.deepEqual(columnsOf(timelineOf(mate).moments), [
    { number: 1, white: 1, black: 2 },
    { number: 2, white: 3, black: 4 },
    { number: 3, white: 5, black: 6 },
  ]);
  const black = { tap: "ply:1", seat: "black", kind: "move", label: "e5" } as const;
  assert.deepEqual(columnsOf([black, { ...black, tap: "ply:2", seat: "white" }]), [
    { number: 1, white: null, black: 1 },
    { number: 2, white: 2, black: null },
  ]);
  assert.deepEqual(columnsOf([]), []);
});

test("dormant plies lie after the end, and no step leads there", () => {
  assert.equal(timelineOf(over).moments.length, 8);
  assert.equal(endOf(timelineOf(over)), 6);
  assert.equal(stepTo(timelineOf(over), 8), 6);
  assert.equal(stepTo(timelineOf(over), -1), 0);
  assert.equal(stepTo(timelineOf(over), Infinity), 6);
  assert.equal(endOf(timelineOf(start)), 0);
});

test("only plies with an offer can be changed", () => {
  const { offers } = fixture(mate);
  const changeable = timelineOf(mate).moments.filter((moment) => canChange(offers, moment));
  assert.deepEqual(
    changeable.map((moment) => moment.tap),
    ["ply:1", "ply:3", "ply:5"],
  );
  assert.equal(canChange(offers, undefined), false);
});

test("taps that begin with a ply change it", () => {
  assert.equal(changing(timelineOf(mate), ["ply:3", "b1"]), 3);
  assert.equal(changing(timelineOf(mate), ["b1"]), null);
  assert.equal(changing(timelineOf(mate), []), null);
});

test("a square of the present is itself, a square of the past changes the ply after it", () => {
  const { scene, offers, looks } = fixture(mate);
  assert.deepEqual(prefixFor(scene, offers, "e2"), []);
  const before3 = looks["2"];
  assert.ok(before3);
  assert.deepEqual(prefixFor(before3, offers, "b1"), ["ply:3"]);
  assert.equal(prefixFor(before3, offers, "e2"), null, "a pawn is not an upgrade of a pawn");
  const before4 = looks["3"];
  assert.ok(before4);
  assert.equal(prefixFor(before4, offers, "b1"), null, "ply 4 is Black's");
});

test("moments belong to the players in turn and are numbered like the columns of the strip", () => {
  const { moments } = timelineOf(outOfStep);
  assert.equal(ownerOf(moments, moments.length + 1), "white");
  assert.equal(ownerOf([], 1), "white");
  assert.deepEqual(
    [1, 2, 3, 4].map((one) => numberOf(moments, one)),
    [1, 1, 2, 2],
  );
  const black = moments.slice(1);
  assert.deepEqual(
    [1, 2, 3].map((one) => numberOf(black, one)),
    [1, 2, 2],
  );
  const columns = columnsOf(black);
  assert.deepEqual(
    columns.slice(0, 2).map(({ white, black }) => [white, black]),
    [
      [null, 1],
      [2, 3],
    ],
  );
});

test("the sheet knows what stood at each place before", () => {
  const turn = (seat: "white" | "black", notation: string) => ({ seat, notation });
  const { moments } = timelineOf(blank);
  const turns = [
    turn("white", "f3"),
    turn("black", "e5"),
    turn("white", "b4"),
    turn("black", "Bxb4"),
    turn("white", "g4"),
    turn("black", "Qh4#"),
    turn("white", "3^Nc3"),
  ];
  const writes = writesOf(moments, turns);
  assert.deepEqual(writes.get(3), ["b4", "Nc3"]);
  assert.deepEqual(writes.get(4), ["Bxb4"]);
  assert.equal(writesOf(moments, turns.slice(0, 2)).size, 0, "turns that do not lead here");
  const later = [...turns, turn("black", "4_a6"), turn("white", "ok"), turn("black", "wait")];
  assert.deepEqual(writesOf(moments, later).get(4), ["Bxb4", "a6"]);
});

test("a change is joined to what it has cost", () => {
  assert.deepEqual(brokenBy(fixture(blank).scene), [{ cause: "ply:3", lost: ["ply:4"] }]);
  assert.deepEqual(brokenBy(fixture(start).scene), []);
});

test("words for whose turn it is and whose move comes next", () => {
  assert.equal(turnInWords(inputOf(start)), "A move played now becomes your move 1.");
  assert.equal(
    turnInWords({ ...inputOf(outOfStep), seat: "black" }),
    "It is Black’s turn, but White’s move 4 comes next: playing on makes it a pass, and the move becomes your move 4.",
  );
  assert.equal(fixture(outOfStep).status.to_act, "black");
  assert.match(turnInWords(inputOf(mate)), /^The line has ended: no move can be added\./);
  assert.match(turnInWords(inputOf(over)), /the game is over\.$/);
});

test("a mated player who points at a piece is told what can be done", () => {
  assert.equal(
    endedInWords(inputOf(mate)),
    "No piece can move: the line ends at Black's move 3: checkmate. Change one of your moves that have a green edge, or accept the end.",
  );
  assert.equal(endedInWords(inputOf(start)), null);
});

test("accepting is explained to the player who can", () => {
  assert.match(pressableInWords(inputOf(mate)).join(), /^Accept defeat: change nothing/);
  assert.deepEqual(pressableInWords(inputOf(start)), []);
});

test("a wait that is forced is explained", () => {
  const wait: Offer = { action: "wait", label: "Wait", taps: [] };
  assert.deepEqual(pressableInWords(inputOf(outOfStep, { offers: [wait] })), [
    "Wait: nothing else is possible, so the turn goes to the opponent.",
  ]);
});

test("the preference of knight or bishop is open until it is fixed", () => {
  assert.deepEqual(
    ordersInWords(fixture(start).scene).map(({ text }) => text),
    ["White: still open", "Black: still open"],
  );
  const scene = {
    ...fixture(start).scene,
    notes: [{ kind: "order", text: "Black has fixed N<B.", args: { seat: "Black", order: "N<B" } }],
  };
  assert.deepEqual(
    ordersInWords(scene).map(({ text }) => text),
    ["White: still open", "Black has fixed N<B."],
  );
});

test("moments are told in words", () => {
  const input = inputOf(blank, { ghosts: ["ply:5"] });
  assert.match(
    momentInWords(momentOf(blank, 4), 4, input),
    /^your move 2, blank, A move was lost here; it can be filled\./,
  );
  assert.match(momentInWords(momentOf(blank, 5), 5, input), /move 3, g4, .*would be lost/);
  assert.match(
    momentInWords(momentOf(pass, 7), 7, inputOf(pass)),
    /move 4, pass, Given up for good/,
  );
  assert.match(
    momentInWords(momentOf(over, 8), 8, inputOf(over)),
    /The line ends before this move\.$/,
  );
});
