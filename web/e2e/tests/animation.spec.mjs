// What happens on the board is shown in the order in which it happens, or at once to those who want less motion.

import { click, pieces } from "../board.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves } from "../game.mjs";

/** Position, seat to move, move, and what is to be seen, one thing after the other. */
const SCENES = {
  "the rook follows the king": [
    "orthodox",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "white",
    ["e1", "g1"],
    ["e1-g1", "h1-f1"],
  ],
  "an assertion answers the arrival": [
    "wisconsin",
    "7k'e8/8/8/8/7P'h2/8/4c'g83/R5K'e11 w -",
    "white",
    ["a1", "d1"],
    ["a1-d1", "gone d1", "e2-d1"],
  ],
  "fantasy returns before its captor arrives": [
    "wisconsin",
    "3r'a82k'e81/8/8/8/3L'b14/8/P'a27/6K'e11 b -",
    "black",
    ["d8", "d4"],
    ["d4-b1", "d8-d4"],
    // Who moves sees the own piece arrive at once.
    ["d8-d4", "d4-b1"],
  ],
  "a blast takes the captor along": [
    "wisconsin",
    "4k3/8/8/3w4/4P3/2n5/8/4K3 w - b 0",
    "white",
    ["e4", "d5"],
    ["gone d5", "gone e4"],
    ["e4-d5", "gone d5", "gone d5"],
  ],
};

/** Writes down what pieces do from now on. */
function takeNotes(page) {
  return page.evaluate(() => {
    window.notes = [];
    const note = ({ target, attributeName, oldValue }) => {
      if (attributeName === "class") {
        if (target.classList.contains("gone") && !oldValue.includes("gone"))
          window.notes.push(`gone ${target.dataset.cell}`);
      } else if (oldValue !== null && oldValue !== target.dataset.cell)
        window.notes.push(`${oldValue}-${target.dataset.cell}`);
    };
    new MutationObserver((changes) => changes.forEach(note)).observe(
      document.querySelector(".layer-tokens"),
      {
        subtree: true,
        attributes: true,
        attributeOldValue: true,
        attributeFilter: ["class", "data-cell"],
      },
    );
  });
}

test("captures, chains, returns and castling are shown in order, and end in the same picture for everybody", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  const still = await person({ still: true });
  for (const [name, [variant, setup, seat, squares, expected, own = expected]] of Object.entries(
    SCENES,
  )) {
    const address = await arrange(white, black, variant, setup);
    await still.goto(address);
    for (const page of [white, black, still]) await page.locator(".token").first().waitFor();
    const [mover, other] = seat === "white" ? [white, black] : [black, white];
    for (const page of [mover, other, still]) await takeNotes(page);
    await click(mover, ...squares);
    for (const page of [other, still]) await moves(page, 1);
    for (const [page, notes] of [
      [mover, own],
      [other, expected],
    ])
      await expect.poll(() => page.evaluate(() => window.notes), name).toEqual(notes);
    expect(await still.evaluate(() => window.notes), `${name}, with less motion`).toEqual([]);
    await still.waitForFunction(
      (cells) =>
        cells ===
        [...document.querySelectorAll(".token")]
          .map((one) => one.dataset.cell)
          .sort()
          .join(),
      (await pieces(other)).join(),
    );
  }
});
