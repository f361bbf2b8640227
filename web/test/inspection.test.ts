import assert from "node:assert/strict";
import { test } from "node:test";
import { Inspection } from "../src/model/inspection";

/** An inspection whose time passes, and whose server answers, when the test says so. */
function observed() {
  let due: (() => void)[] = [];
  const asked: { place: string; answer(): Promise<void> }[] = [];
  const inspection = new Inspection({
    explain: (place) =>
      new Promise((resolve) => {
        const answer = async () => {
          resolve({ cell: place, title: place, notes: [] });
          await Promise.resolve();
        };
        asked.push({ place, answer });
      }),
    later: (run) => due.push(run),
  });
  const pass = () => {
    const now = due;
    due = [];
    for (const run of now) run();
  };
  return { inspection, asked, pass };
}

test("a pointer that only passes asks nothing", () => {
  const { inspection, asked, pass } = observed();
  for (const place of ["e2", "e3", "e4"]) inspection.point(place);
  pass();
  assert.deepEqual(
    asked.map((one) => one.place),
    ["e4"],
  );
});

test("what was said stays until there is something else to say, and goes with the pointer", async () => {
  const { inspection, asked, pass } = observed();
  inspection.point("e2");
  pass();
  await asked[0]!.answer();
  assert.equal(inspection.explanation.value?.cell, "e2");
  inspection.point("e4");
  assert.equal(inspection.explanation.value?.cell, "e2");
  pass();
  await asked[1]!.answer();
  assert.equal(inspection.explanation.value?.cell, "e4");
  inspection.point(null);
  assert.equal(inspection.explanation.value, null);
});

test("a place that is clicked is asked about once more, until another is pointed at", async () => {
  const { inspection, asked, pass } = observed();
  inspection.point("e2");
  pass();
  assert.equal(inspection.isPressed("e2"), false);
  inspection.press("e2");
  inspection.press("e2");
  pass();
  assert.deepEqual(
    asked.map((one) => one.place),
    ["e2", "e2"],
  );
  assert.equal(inspection.isPressed("e2"), true);
  inspection.point("e4");
  inspection.point("e2");
  assert.equal(inspection.isPressed("e2"), false);
});

test("an answer that comes late is not shown", async () => {
  const { inspection, asked, pass } = observed();
  inspection.point("e2");
  pass();
  inspection.point(null);
  await asked[0]!.answer();
  assert.equal(inspection.explanation.value, null);
});

test("after a move the same place is asked about again, once", () => {
  const { inspection, asked, pass } = observed();
  inspection.lookAgain();
  inspection.point("e2");
  inspection.lookAgain();
  inspection.lookAgain();
  pass();
  assert.deepEqual(
    asked.map((one) => one.place),
    ["e2"],
  );
});
