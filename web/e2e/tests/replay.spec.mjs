import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessible, picture, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { moves, seatTwo, status, type } from "../game.mjs";
import { PHONE } from "../person.mjs";

const SHEET = `[Event "A short one"]
[White "Ada"]
[Black "Bob"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
`;

const standing = (page, cell, kind) =>
  page
    .locator(
      `.token[data-cell="${cell}"]`,
      kind === undefined ? {} : { has: page.locator(`.piece-${kind}`) },
    )
    .waitFor();

test("a visitor steps through a finished game", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const address = await seatTwo(white, black, "Chess");
  for (const [page, move] of [
    [white, "f3"],
    [black, "e5"],
    [white, "g4"],
    [black, "Qh4"],
  ]) {
    await status(page, "Your turn");
    await type(page, move);
  }
  await status(white, "Black wins");
  const late = await person();
  await late.goto(address);
  await moves(late, 4);
  await standing(late, "h4");
  await late.keyboard.press("Home");
  await standing(late, "f2");
  await late.keyboard.press("ArrowRight");
  await standing(late, "f3");
  // Scrubbing: whatever was asked for on the way, the last wish is what is shown.
  for (const key of ["End", "Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"])
    await late.keyboard.press(key);
  await standing(late, "e5");
  await late.locator("button.move[aria-current]", { hasText: "e5" }).waitFor();
  await late.locator('.token[data-cell="g2"]').waitFor();
  await late.keyboard.press("Home");
  await late.getByRole("button", { name: "Play", exact: true }).click();
  await late.locator(".message", { hasText: "earlier position" }).waitFor({ state: "detached" });
  await standing(late, "h4");
  await pictures(late, "replay");
});

test("a pasted score sheet is read without being told what it is, replayed, and played on", async ({
  person,
}) => {
  const page = await person();
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.locator("textarea").fill(SHEET);
  await expectAccessible(page, "import");
  await picture(page, "import");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await moves(page, 4);
  await page.locator(".player", { hasText: "Ada" }).waitFor();
  await standing(page, "f2");
  await page.getByRole("button", { name: "Qh4#" }).click();
  await standing(page, "h4");
  await page.keyboard.press("ArrowLeft");
  await standing(page, "d8");
  await expectAccessible(page, "viewer");
  await picture(page, "import-replay");
  // A phone on its side shows everything beside the board.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 844, height: 390 });
  for (const part of [".player-white", ".player-black", "section.moves", ".flat-board"])
    await expect(page.locator(part)).toBeInViewport({ ratio: part === ".flat-board" ? 0.99 : 0.5 });
  await page.setViewportSize(size);
  await page.getByRole("button", { name: "Continue from here" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "White" }).check({ force: true });
  await page.getByRole("dialog").getByRole("button", { name: "Create game" }).click();
  await page.waitForURL(/\/game\//);
  // The computer plays on, though not always with the mate that Bob found.
  await moves(page, 1);
});

test("a file of records is opened on a phone, and a text without a game is refused with a reason", async ({
  person,
}) => {
  const page = await person({ viewport: PHONE, tolerates: /status of 4/ });
  await page.goto(`/import`);
  await page.locator("textarea").fill("not a game");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator(".refusal", { hasText: /\w/ }).waitFor();
  const file = join(tmpdir(), `rookery-e2e-${process.pid}.pgn`);
  writeFileSync(file, `${SHEET}\n${SHEET}`);
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator(".list", { hasText: "2 games" }).waitFor();
  await page.getByRole("button", { name: "Replay" }).first().click();
  await moves(page, 4);
  await page.getByRole("button", { name: "Go to end" }).click();
  await standing(page, "h4");
  await picture(page, "import-phone");
});
