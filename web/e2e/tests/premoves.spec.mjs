// Moves prepared while the opponent thinks.
import { choosePlaces, click, drag, tapFinger } from "../board.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, scoreSheet, status } from "../game.mjs";
import { GAMES } from "../games.mjs";
import { PHONE } from "../person.mjs";

/** Attack boards without riders, which can be moved. */
const FREE_BOARDS = "k3/3p/4/4|4/4/4/4|4/4/4/1K2 QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10";

/** A premove marks the two squares it goes between; a piece that is only chosen marks one. */
const marked = (page, n) => expect(page.locator(".mark-premove")).toHaveCount(n);

for (const [variant, game] of Object.entries(GAMES)) {
  test(`${variant}: a piece chosen in the opponent's turn stays chosen, and one click after their move plays it`, async ({
    person,
  }) => {
    const settings = { lowDetail: true };
    const [white, black] = [await person({ settings }), await person({ settings })];
    await arrange(white, black, variant, game.setup);
    const [from, to] = game.reply;
    await game.point(black, from);
    await expect(black.locator(game.premove)).toHaveCount(1);
    await game.point(white, ...game.first);
    await moves(black, 1);
    await expect(black.locator(game.chosen)).toHaveCount(1);
    await game.point(black, to);
    await moves(white, 2);
    await expect(white.locator(game.at(to))).toHaveCount(1);
  });

  test(`${variant}: a premove ends with a takeback, with a look at earlier moves and with the game`, async ({
    person,
  }) => {
    const settings = { lowDetail: true };
    const [white, black] = [await person({ settings }), await person({ settings })];
    await arrange(white, black, variant, game.setup);
    const prepared = (n) => expect(black.locator(game.premove)).toHaveCount(n);
    await game.point(white, ...game.first);
    await moves(black, 1);
    await game.point(black, ...game.reply);
    await moves(white, 2);
    await game.point(black, ...game.later);
    await prepared(2);
    await black.getByRole("button", { name: "Previous move" }).click();
    await black.getByRole("button", { name: "Go to end" }).click();
    await prepared(0);
    await game.point(black, ...game.later);
    await prepared(2);
    await black.getByRole("button", { name: "Request takeback" }).click();
    await white.getByRole("button", { name: "Accept" }).click();
    await moves(black, 1);
    await prepared(0);
    await game.point(black, ...game.reply);
    await moves(white, 2);
    await game.point(black, ...game.later);
    await prepared(2);
    await white.getByRole("button", { name: "Resign" }).click();
    await white.getByRole("button", { name: "Yes" }).click();
    await status(black, "by resignation");
    await prepared(0);
    await expect(black.locator(game.at(game.later[0]))).toHaveCount(1);
  });
}

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

test("tridim: a piece or a board can be prepared, only where they could get, and a new one takes the place of the old", async ({
  person,
}) => {
  const [white, black] = [
    await person({ settings: { lowDetail: true } }),
    await person({ viewport: PHONE }),
  ];
  await arrange(white, black, "tridim", FREE_BOARDS);
  const prepared = (n) => expect(black.locator(".levels-plan .is-premove")).toHaveCount(n);
  await choosePlaces(black, "d7B", "d3W");
  await prepared(0);
  await choosePlaces(black, "d7B", "d6B");
  await prepared(2);
  await choosePlaces(black, "a8B", "b8B");
  await expect(black.locator('.levels-plan [data-key="d7B"].is-taken')).toHaveCount(1);
  await prepared(2);
  // A tap elsewhere cancels.
  await choosePlaces(black, "BQL");
  await prepared(0);
  await choosePlaces(black, "BQL", "QL5+00");
  await expect(black.locator('.levels-plan [data-key="BQL"].is-premove')).toHaveCount(1);
  await status(black, "Premove set");
  await choosePlaces(white, "b1W", "b2W");
  await moves(white, 2);
  await expect(black.locator("button.move").last()).toContainText("QL5");
});

test("tridim: a move is prepared by dragging, too", async ({ person }) => {
  const settings = { lowDetail: true };
  const [white, black] = [await person({ settings }), await person({ settings })];
  await arrange(white, black, "tridim");
  const at = (key) => black.locator(`.levels-plan [data-key="${key}"]`);
  await at("d7B").dragTo(at("d5B"));
  await expect(black.locator(".levels-plan .is-premove")).toHaveCount(2);
  await choosePlaces(white, "d1W", "c3N");
  await moves(white, 2);
});
