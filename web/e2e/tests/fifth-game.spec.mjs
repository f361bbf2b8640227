// A game that the page has never heard of: its picture, its offers and its texts come from the server.
import { squareAt } from "../board.mjs";
import { expectAccessible, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { createAgainstComputer, moves, seatTwo, status } from "../game.mjs";
import { programWithFifthGame } from "../server.mjs";

test.use({ serverProgram: programWithFifthGame() });

async function click(page, ...cells) {
  for (const cell of cells) {
    const { x, y } = await squareAt(page, cell, 3);
    await page.mouse.click(x, y);
  }
}

test("two people play a game that the page does not know, to its end", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await seatTwo(white, black, "Hexapawn");
  await expect(white.locator(".token")).toHaveCount(6);
  await click(white, "b1");
  await white.locator(".target-dot").first().waitFor();
  await expect(white.locator(".target-dot")).toHaveCount(1);
  await click(white, "b2");
  await moves(black, 1);
  await pictures(black, "fifth-game");
  await expectAccessible(black, "a fifth game");
  await click(black, "a3", "b2");
  await moves(white, 2);
  await expect(white.locator(".token:not(.gone)")).toHaveCount(5);
  await click(white, "a1", "b2");
  await moves(black, 3);
  await click(black, "c3", "b2");
  await moves(white, 4);
  await click(white, "c1", "c2");
  await moves(black, 5);
  await click(black, "b2", "b1");
  for (const page of [white, black]) await status(page, "Black wins");
});

test("the computer plays it, too, and answers every move", async ({ person }) => {
  const page = await person();
  await createAgainstComputer(page, "Hexapawn");
  await expect(page.locator(".token")).toHaveCount(6);
  await click(page, "a1", "a2");
  await moves(page, 2);
  await status(page, "Your turn");
});
