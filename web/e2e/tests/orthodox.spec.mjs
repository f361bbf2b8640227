import { click, drag } from "../board.mjs";
import { expectAccessible, picture, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { create, moves, pressQuickGame, seatTwo, status } from "../game.mjs";

test("two people play to mate by clicks and drags while a third watches", async ({ person }) => {
  const [white, black, watcher] = [await person(), await person(), await person({ dark: true })];
  const address = await seatTwo(white, black, "Chess", { clock: "rapid" });
  await watcher.goto(address);
  await watcher.locator(".watching").waitFor();
  await click(white, "f2");
  await white.locator(".target-dot").first().waitFor();
  await expect(white.locator(".target-dot")).toHaveCount(2);
  await picture(white, "orthodox-chosen");
  await click(white, "f3");
  await moves(black, 1);
  await drag(black, "e7", "e5");
  await moves(white, 2);
  await click(white, "g2", "g4");
  await moves(black, 3);
  await drag(black, "d8", "h4");
  for (const page of [white, black, watcher]) {
    await status(page, "Black wins");
    await status(page, "by checkmate");
    await moves(page, 4);
  }
  await picture(white, "orthodox-over");
  await picture(watcher, "orthodox-watched-dark");
  await white.getByRole("button", { name: "Go to start" }).click();
  await white.locator('.token[data-cell="f2"]').waitFor();
  await white.getByRole("button", { name: "Rematch" }).click();
  await black.getByRole("button", { name: "Accept" }).click();
  await black.waitForURL((url) => String(url) !== address);
  await white.waitForURL((url) => String(url) !== address);
  expect(white.url()).toBe(black.url());
});

test("a premove is played when it is legal and dropped when it is not", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await seatTwo(white, black, "Chess");
  await click(black, "e7", "e5");
  await status(black, "Premove set");
  await picture(black, "orthodox-premove");
  await click(white, "e2", "e4");
  await moves(white, 2);
  await click(black, "e5", "e4");
  await click(white, "a2", "a3");
  await status(black, "cancelled");
  await moves(black, 3);
});

test("draws are offered with a yes and a no, and agreed", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await seatTwo(white, black, "Chess");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await click(black, "e7", "e5");
  await moves(white, 2);
  await white.getByRole("button", { name: "Offer draw" }).click();
  await white.getByRole("button", { name: "No" }).click();
  await white.getByRole("button", { name: "Offer draw" }).click();
  await white.getByRole("button", { name: "Yes" }).click();
  await black.locator(".proposals", { hasText: "offers a draw" }).waitFor();
  await pictures(black, "orthodox-draw-offered");
  await black.getByRole("button", { name: "Accept" }).click();
  for (const page of [white, black]) await status(page, "by agreement");
});

test("a quick game pairs two people, and a waiting one is seen and can be cancelled", async ({
  person,
}) => {
  const [one, two] = [await person(), await person()];
  await create(one, "Chess");
  await pictures(one, "invite");
  await expectAccessible(one, "invitation");
  await one.getByRole("button", { name: "Cancel the game" }).click();
  await one.locator(".lobby").waitFor();
  await pressQuickGame(one);
  await one.locator(".invite").waitFor();
  await two.locator(".list li", { hasText: "10+5" }).first().waitFor();
  await picture(two, "lobby-with-seek");
  await pressQuickGame(two);
  for (const page of [one, two]) await page.locator(".game").waitFor();
});
