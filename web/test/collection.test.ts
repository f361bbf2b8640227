import assert from "node:assert/strict";
import { test } from "node:test";
import {
  choicesFor,
  kindByNumber,
  kindInSlot,
  piecesOf,
  REGULAR_REQUEST,
  rewardChoices,
  withoutLost,
} from "../src/model/wisconsin/collection";

const empty = new Array<number>(21).fill(0);
const war = 7;
const simple = 20;

test("kinds have the numbers of the rules", () => {
  assert.equal(kindByNumber(1)?.kind, "king");
  assert.equal(kindByNumber(war)?.kind, "war");
  assert.equal(kindByNumber(23)?.kind, "derange");
  assert.equal(kindByNumber(0), null);
  assert.equal(kindByNumber(24), null);
});

test("picks and the slots that are filled can be played with, each once and where it fits", () => {
  const collection = [0, war, ...empty.slice(2)];
  const pieces = piecesOf({ left: war, right: simple, collection });
  assert.deepEqual(
    pieces.map(({ number, kind }) => [number, kind.kind]),
    [
      [-1, "war"],
      [-2, "simple"],
      [2, "war"],
    ],
  );
  const numbers = (slot: number, request: readonly number[]) =>
    choicesFor(slot, request, pieces).map((piece) => piece.number);
  assert.deepEqual(numbers(0, REGULAR_REQUEST), [-1, 2]);
  assert.deepEqual(numbers(8, REGULAR_REQUEST), [-2]);
  assert.deepEqual(numbers(12, REGULAR_REQUEST), []);
  const request = REGULAR_REQUEST.with(3, -1);
  assert.deepEqual(numbers(0, request), [2]);
  assert.deepEqual(numbers(3, request), [-1, 2]);
  assert.equal(kindInSlot(3, request, pieces).kind, "war");
  assert.equal(kindInSlot(0, request, pieces).kind, "pawn");
  assert.deepEqual(withoutLost(request, []), [...REGULAR_REQUEST]);
});

test("a reward has what was won and the picks that were used", () => {
  const reward = { id: 1, reward: simple, left: 0, right: war, claimable: true, taken: false };
  assert.deepEqual(
    rewardChoices(reward).map(({ key, kind }) => `${key} ${kind.kind}`),
    ["re simple", "r war"],
  );
});
