import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Request } from "../src/generated";
import { LEVEL_HOME, levelPlacement, studyLevels } from "../src/model/levelgait";

/** A server that knows one piece: where it goes, given the position text. */
function knows(reaches: (text: string) => string[]) {
  return (request: Request) => {
    assert.ok(request.type === "look" && request.start.type === "setup");
    const offers = reaches(request.start.text).map((to) => ({
      action: to,
      taps: [LEVEL_HOME, to],
      label: to,
    }));
    return Promise.resolve({
      type: "looked",
      start: "",
      offers,
      position: { scene: {} },
    } as unknown as Answer);
  };
}

test("the studied position has both kings once, also when the king is studied", () => {
  const boards = "QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10";
  assert.equal(levelPlacement("N", ["a5N"]), `k3/3p/4/4|4/p3/1N2/4|4/4/4/3K ${boards}`);
  assert.equal(levelPlacement("K", []), `k3/3p/4/4|4/4/1K2/4|4/4/4/4 ${boards}`);
});

test("a pawn steps to both levels ahead, and captures aside on both", async () => {
  const alone = levelPlacement("P", []);
  const pawn = knows((text) =>
    text === alone ? ["b5N", "b5B"] : text.includes("ppp1") ? ["a5N", "c5N", "a5B", "c5B"] : [],
  );
  const gait = await studyLevels("tridim", "P", pawn);
  assert.deepEqual(gait?.both, []);
  assert.deepEqual(gait?.quiet, ["b5N", "b5B"]);
  assert.deepEqual(gait?.capture, ["a5N", "c5N", "a5B", "c5B"]);
});

test("what is far away is captured like what is near", async () => {
  const rook = await studyLevels(
    "tridim",
    "R",
    knows(() => ["a4N", "c4N", "d4N", "d4W"]),
  );
  assert.deepEqual(
    [rook?.both, rook?.quiet, rook?.capture],
    [["a4N", "c4N", "d4N", "d4W"], [], []],
  );
});
