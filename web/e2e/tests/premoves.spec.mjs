// Moves prepared while the opponent thinks.
import { choosePlaces, click, drag, tapFinger } from "../board.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, scoreSheet, status } from "../game.mjs";
import { PHONE } from "../person.mjs";

/** A premove marks the two squares it goes between; a piece that is only chosen marks one. */
const marked = (page, n) => expect(page.locator(".mark-premove")).toHaveCount(n);

test("a piece chosen in the opponent's turn stays chosen, and one click after their move plays it", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox");
  await click(black, "g8");
  await marked(black, 1);
  await expect(black.locator(".target")).toHaveCount(3);
  await click(white, "e2", "e4");
  await moves(black, 1);
  await expect(black.locator(".mark-chosen")).toHaveCount(1);
  await click(black, "f6");
  await moves(white, 2);
  await scoreSheet(white, ["e4", "Nf6"]);
});

test("impossible premoves are not taken, another piece is chosen instead, and a tap elsewhere cancels", async ({
  person,
}) => {
  const [white, black] = [await person(), await person({ viewport: PHONE })];
  await arrange(white, black, "orthodox");
  await tapFinger(black, "a7");
  await expect(black.locator(".target")).toHaveCount(3);
  await tapFinger(black, "h7");
  await expect(black.locator(".target")).toHaveCount(3);
  await tapFinger(black, "a7");
  await expect(black.locator('.token[data-cell="a7"]')).toHaveCount(1);
  await marked(black, 1);
  await tapFinger(black, "a5");
  await marked(black, 2);
  await status(black, "Premove set");
  await expect(black.locator(".status")).not.toContainText("Escape");
  await tapFinger(black, "d4");
  await marked(black, 0);
  await expect(black.locator('.token[data-cell="a7"]')).toHaveCount(1);
  await tapFinger(black, "b7", "b5");
  await black.locator(".message").getByRole("button", { name: "Cancel" }).click();
  await marked(black, 0);
  await click(white, "e2", "e4");
  await moves(black, 1);
});

test("several premoves of chess are played one after the other, and the rest is dropped with the first illegal one", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox");
  await click(black, "b8", "c6");
  await marked(black, 2);
  await drag(black, "c6", "d4");
  await marked(black, 4);
  await click(black, "d4", "c2");
  await marked(black, 6);
  await status(black, "3 premoves set");
  await click(white, "e2", "e4");
  await moves(white, 2);
  await click(white, "c2", "c3");
  await moves(white, 4);
  await click(white, "c3", "d4");
  await status(black, "cancelled");
  await marked(black, 0);
  await scoreSheet(black, ["e4", "Nc6", "c3", "Nd4", "cxd4"]);
});

test("a premove ends with a takeback, with a look at earlier moves and with the game", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await click(black, "e7", "e5");
  await moves(white, 2);
  await click(black, "d7", "d6");
  await marked(black, 2);
  await black.keyboard.press("k");
  await black.keyboard.press("j");
  await marked(black, 0);
  await click(black, "d7", "d6");
  await marked(black, 2);
  await black.getByRole("button", { name: "Request takeback" }).click();
  await white.getByRole("button", { name: "Accept" }).click();
  await moves(black, 1);
  await marked(black, 0);
  await click(black, "e7", "e5");
  await moves(white, 2);
  await click(black, "d7", "d6");
  await marked(black, 2);
  await white.getByRole("button", { name: "Resign" }).click();
  await white.getByRole("button", { name: "Yes" }).click();
  await status(black, "by resignation");
  await marked(black, 0);
  await expect(black.locator('.token[data-cell="d7"]')).toHaveCount(1);
});

for (const [variant, setup] of [
  ["wisconsin", "army:regular/regular"],
  ["timetravel", ""],
]) {
  test(`${variant}: one move can be prepared, and another takes its place`, async ({ person }) => {
    const [white, black] = [await person(), await person()];
    await arrange(white, black, variant, setup);
    await click(black, "e7", "e3");
    await marked(black, 0);
    await click(black, "e7", "e5");
    await marked(black, 2);
    await click(black, "g8", "f6");
    await expect(black.locator('.token[data-cell="e7"]')).toHaveCount(1);
    await marked(black, 2);
    await click(white, "e2", "e4");
    await moves(white, 2);
    await scoreSheet(white, ["e4", "Nf6"]);
  });
}

test("tridim: a piece and a board can be prepared, and only where they could get", async ({
  person,
}) => {
  const [white, black] = [
    await person({ settings: { lowDetail: true } }),
    await person({ viewport: PHONE }),
  ];
  await arrange(white, black, "tridim");
  await choosePlaces(black, "d7B", "d3W");
  await expect(black.locator(".levels-plan .is-premove")).toHaveCount(0);
  await choosePlaces(black, "d7B", "d5B");
  await expect(black.locator(".levels-plan .is-premove")).toHaveCount(2);
  await choosePlaces(white, "d1W", "c3N");
  await moves(white, 2);
});
