import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Request } from "../src/generated";
import { placement, study } from "../src/model/gait";

/** A server that knows one piece: where it goes, and where it captures, given the enemies of a position. */
function knows(reaches: (enemies: Set<string>) => string[]) {
  return (request: Request) => {
    assert.ok(request.type === "look" && request.start.type === "setup");
    const offers = reaches(enemiesOf(request.start.text)).map((to) => ({
      action: `d4${to}`,
      taps: ["d4", to],
      label: to,
    }));
    return Promise.resolve({ type: "looked", start: "", offers } as unknown as Answer);
  };
}

function enemiesOf(text: string): Set<string> {
  const found = new Set<string>();
  text
    .split(" ")[0]!
    .split("/")
    .forEach((row, index) => {
      let file = 0;
      for (const letter of row) {
        if (/\d/.test(letter)) file += Number(letter);
        else {
          if ("pn".includes(letter)) found.add(`${"abcdefgh"[file]}${8 - index}`);
          file += 1;
        }
      }
    });
  return found;
}

test("a pawn goes straight and captures aside", async () => {
  const pawn = knows((enemies) => [
    ...["d5"].filter((to) => !enemies.has(to)),
    ...["c5", "e5"].filter((to) => enemies.has(to)),
  ]);
  const gait = await study("orthodox", "P", pawn);
  assert.deepEqual(gait, { both: [], quiet: ["d5"], capture: ["c5", "e5"] });
});

test("a piece that slides captures along the whole way", async () => {
  const file = ["d5", "d6", "d7", "d8"];
  const slider = knows((enemies) => {
    const first = file.findIndex((to) => enemies.has(to));
    return first === -1 ? file : file.slice(0, first + 1);
  });
  assert.deepEqual(await study("orthodox", "R", slider), { both: file, quiet: [], capture: [] });
});

test("a king takes what is not protected, and so captures wherever it goes", async () => {
  const around = ["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"];
  const below = (cell: string) =>
    [-1, 1].map(
      (aside) => `${String.fromCharCode(cell.charCodeAt(0) + aside)}${Number(cell[1]) - 1}`,
    );
  const king = knows((enemies) =>
    around.filter((to) => ![...enemies].some((pawn) => pawn !== to && below(pawn).includes(to))),
  );
  const gait = await study("orthodox", "K", king);
  assert.deepEqual([gait.both, gait.quiet, gait.capture], [around, [], []]);
});

test("the studied position has both kings once, also when the king is studied", () => {
  assert.equal(placement("N", ["d8"]), "k2n4/8/p7/8/3N4/8/7P/7K w -");
  assert.equal(placement("K", []), "k7/8/p7/8/3K4/8/7P/8 w -");
});
