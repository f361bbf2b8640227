import assert from "node:assert/strict";
import { test } from "node:test";
import type { Opened, Played, StepNotice, View } from "../src/generated";
import { formatClock, formatTime, timeLeft } from "../src/model/clock";
import { applyOpened, applyStep, type GameState, ownOffers, ownSeat } from "../src/model/game";
import { sceneChecksum } from "../src/model/scenechecksum";
import { applyDelta } from "../src/model/scenedelta";
import orthodox from "./fixtures/orthodox.json";
import { seat, viewOf } from "./views";

const clock = {
  control: { type: "fischer", initial: 60_000, increment: 0 },
  left: { white: 60_000, black: 60_000 },
  running: "white",
  waits: 0,
} as const;

const view = (): View => ({ ...viewOf("g", orthodox), now: 1000, clock });

function opened(part: Partial<Opened> = {}): Opened {
  const offers = { offers: orthodox.offers.map(({ taps }) => taps.join(" ")) };
  const base = { game: "g", seq: 3, now: 1000, missed: null, view: { ...view(), offers: [] } };
  return { ...base, seats: ["white"], offers, ...part };
}

function played(action: string): Played {
  return { seat: "white", action, notation: action, at: 0 };
}

function notice(seq: number, part: Partial<StepNotice> = {}, from?: number): StepNotice {
  const last = [{ kind: "last", cells: ["e2", "e4"] }];
  const after = applyDelta(view().scene, { marks: last });
  return {
    game: "g",
    ...(from === undefined ? {} : { from }),
    seq,
    now: 2000,
    to_act: "black",
    left: clock.left,
    setup: "x",
    scene: { marks: last },
    checksum: sceneChecksum(after),
    events: [{ type: "moved", from: "e2", to: "e4" }],
    moves: [played("e2e4")],
    ...part,
  };
}

function begun(): GameState {
  const state = applyOpened(null, opened(), 50);
  assert.ok(state !== null);
  return state;
}

test("an opened game shows whose offers there are", () => {
  const state = begun();
  assert.equal(ownSeat(state), "white");
  assert.equal(ownOffers(state).length, 20);
  assert.deepEqual(ownOffers({ ...state, seats: ["black"] }), []);
  assert.equal(ownSeat({ ...state, seats: [] }), null);
});

test("a notice adds its move and is animated once", () => {
  const before = begun();
  const after = applyStep(before, notice(4), 60);
  assert.deepEqual(
    after?.view.moves.map((move) => move.action),
    ["e2e4"],
  );
  assert.equal(after?.frame, before.frame + 1);
  assert.equal(after?.events.length, 1);
});

test("what is already known changes nothing, a gap asks for everything", () => {
  const state = begun();
  assert.equal(applyStep(state, notice(3), 60), state);
  assert.equal(applyStep(state, notice(6), 60), null);
  assert.ok(applyStep(state, notice(6, {}, 3), 60) !== null);
});

test("a picture that is not the server's asks for everything", () => {
  assert.equal(applyStep(begun(), notice(4, { checksum: "00000000" }), 60), null);
});

test("buttons become asks with their details", () => {
  const seats = {
    white: seat,
    black: { ...seat, proposals: [{ kind: "takeback", to: 0 } as const] },
  };
  const asks = ["resign", "propose_takeback", "accept_takeback", "propose_draw"] as const;
  const after = applyStep(begun(), notice(4, { seats, asks: [...asks] }), 60)!;
  assert.deepEqual(after.view.seats.white.asks, [
    { type: "resign" },
    { type: "propose", proposal: { kind: "takeback", to: 0 } },
    { type: "accept", proposal: { kind: "takeback", to: 0 } },
    { type: "propose", proposal: { kind: "draw" } },
  ]);
  const later = notice(6, { moves: [{ ...played("e7e5"), seat: "black" }, played("g1f3")] }, 4);
  const next = applyStep(after, later, 70)!;
  assert.deepEqual(next.view.seats.white.asks[1], {
    type: "propose",
    proposal: { kind: "takeback", to: 2 },
  });
});

test("a takeback cuts the score sheet and is not animated", () => {
  const one = applyStep(begun(), notice(4), 60)!;
  const back = applyStep(one, notice(5, { kept: 0, moves: [] }), 70)!;
  assert.deepEqual(back.view.moves, []);
  assert.deepEqual(back.events, []);
});

test("a proposal does not change the picture", () => {
  const state = begun();
  const after = applyStep(state, notice(4, { moves: [], events: [], scene: undefined }), 60)!;
  assert.equal(after.frame, state.frame);
});

test("a second answer that brings nothing new is not a new picture", () => {
  const state = begun();
  const again = applyOpened(state, opened(), 99);
  assert.equal(again?.frame, state.frame);
  assert.equal(again?.view, state.view);
});

test("coming back without having missed anything keeps the game", () => {
  const state = begun();
  assert.deepEqual(applyOpened(state, opened({ view: null, seats: ["white"] }), 99), state);
  assert.equal(applyOpened(state, opened({ view: null, seq: 9 }), 99), null);
});

test("a player who has logged in meanwhile is told of the offers of the new seat", () => {
  const watching = applyOpened(null, opened({ seats: [] }), 50)!;
  assert.equal(applyOpened(watching, opened({ view: null, seats: ["white"] }), 99), null);
  assert.deepEqual(applyOpened(watching, opened({ seats: ["white"] }), 99)?.seats, ["white"]);
});

test("only the running clock runs, after its delay, and never below zero", () => {
  const { clock: timed } = begun();
  assert.equal(timeLeft(timed, "white", 1050), 59_000);
  assert.equal(timeLeft(timed, "black", 1050), 60_000);
  assert.equal(timeLeft(timed, "white", 999_999), 0);
  const delayed = { ...timed, reading: { ...timed.reading, waits: 800 } };
  assert.equal(timeLeft(delayed, "white", 1050), 59_800);
  assert.equal(
    timeLeft({ ...timed, reading: { ...timed.reading, left: null } }, "white", 1050),
    null,
  );
});

test("times are written as on a chess clock, with tenths below ten seconds", () => {
  assert.equal(formatTime(9_999), "9.9");
  assert.equal(formatTime(0), "0.0");
  assert.equal(formatTime(10_000), "0:10");
  assert.equal(formatTime(247_000), "4:07");
  assert.equal(formatTime(3_753_000), "1:02:33");
  assert.equal(formatTime(2 * 86_400_000 + 3 * 3_600_000), "2 d 3 h");
  assert.equal(formatClock({ type: "fischer", initial: 300_000, increment: 3000 }), "5+3");
  assert.equal(formatClock({ type: "fischer", initial: 30_000, increment: 0 }), "0.5+0");
  assert.equal(formatClock({ type: "correspondence", days: 3 }), "3 d");
});
