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
  canChange,
  changing,
  columnsOf,
  endOf,
  ownerOfNext,
  prefixFor,
  stepTo,
} from "../src/boards/timeline/moments";
import {
  momentInWords,
  ordersInWords,
  pressableInWords,
  shownInWords,
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

test("the next ply alternates, whatever the turn", () => {
  assert.equal(ownerOfNext(timelineOf(outOfStep).moments, "black"), "white");
  assert.equal(ownerOfNext([], "black"), "black");
  assert.equal(ownerOfNext([], null), "white");
});

test("words for whose turn it is and whose ply comes next", () => {
  assert.equal(
    turnInWords(inputOf(start)),
    "Turn and next ply are both White’s: a move becomes ply 1.",
  );
  assert.equal(
    turnInWords(inputOf(outOfStep)),
    "It is Black’s turn, but ply 7 is White’s: playing on makes it a pass, and the move becomes ply 8.",
  );
  assert.equal(fixture(outOfStep).status.to_act, "black");
  assert.match(turnInWords(inputOf(mate)), /^The line has ended: no move can be added\./);
  assert.match(turnInWords(inputOf(over)), /the game is over\.$/);
});

test("accepting is explained to the player who can", () => {
  assert.match(pressableInWords(inputOf(mate)).join(), /^Accept defeat: agree/);
  assert.deepEqual(pressableInWords(inputOf(start)), []);
});

test("the preference of knight or bishop is open until it is fixed", () => {
  assert.deepEqual(
    ordersInWords(fixture(start).scene).map(({ text }) => text),
    ["White: still open", "Black: still open"],
  );
  const scene = {
    ...fixture(start).scene,
    notes: [{ kind: "order", text: "Black has fixed N<B." }],
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
    /^Ply 4, Black, blank, A move was lost here; it can be filled\./,
  );
  assert.match(momentInWords(momentOf(blank, 5), 5, input), /^Ply 5, White, g4, .*would be lost/);
  assert.match(
    momentInWords(momentOf(pass, 7), 7, inputOf(pass)),
    /^Ply 7, White, pass, Given up for good/,
  );
  assert.match(
    momentInWords(momentOf(over, 8), 8, inputOf(over)),
    /The line ends before this ply\.$/,
  );
  assert.equal(shownInWords(fixture(start).scene), "The start position");
  assert.equal(shownInWords(fixture(mate).scene), "After ply 6, Qh4#, the present");
});
