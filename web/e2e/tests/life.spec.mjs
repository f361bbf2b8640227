// From the first move to the rematch: everything that is asked for beside moving.
import { readFileSync } from "node:fs";
import { click, drag, squareAt } from "../board.mjs";
import { picture, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, seatTwo, status, watch } from "../game.mjs";

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const answer = (page, name) =>
  page.locator(".actions").getByRole("button", { name, exact: true }).click();

/** A move each, after which clocks run and nothing can be called off. */
async function moveEach(white, black) {
  await click(white, "e2", "e4");
  await moves(black, 1);
  await click(black, "e7", "e5");
  await moves(white, 2);
}

test("a takeback is asked for, declined, asked for again and granted", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await press(white, "Request takeback");
  await black.locator(".proposals", { hasText: "requests a takeback" }).waitFor();
  await answer(black, "Decline");
  await white.locator(".proposals > *").waitFor({ state: "detached" });
  // After a refusal a takeback cannot be requested again for the same position.
  await expect(white.getByRole("button", { name: "Request takeback" })).toHaveCount(0);
  await click(black, "e7", "e5");
  await moves(white, 2);
  await press(white, "Request takeback");
  await answer(black, "Accept");
  for (const page of [white, black]) await moves(page, 0);
  await click(white, "d2", "d4");
  await moves(black, 1);
});

test("giving up and calling off take a yes, and a no changes nothing", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox");
  for (const [name, words] of [
    ["Resign", "Resign? Are you sure?"],
    ["Abort", "Abort? Are you sure?"],
  ]) {
    await press(white, name);
    await white.locator(".actions", { hasText: words }).waitFor();
    await answer(white, "No");
    await status(white, "Your turn");
  }
  await press(white, "Abort");
  await answer(white, "Yes");
  for (const page of [white, black]) await status(page, "Game aborted");
});

test("a player whose opponent has left is told, and when the game can be claimed", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox", "", {
    type: "fischer",
    initial: 180_000,
    increment: 2000,
  });
  await moveEach(white, black);
  const address = black.url();
  const context = black.context();
  await black.close();
  await white.locator(".absence", { hasText: "has left" }).waitFor({ timeout: 60_000 });
  await white.locator(".player-gone", { hasText: "away" }).waitFor();
  await status(white, "You can claim the game in");
  await pictures(white, "opponent-gone");
  const again = await context.newPage();
  await watch(again, address);
  await white.locator(".player-gone").waitFor({ state: "detached", timeout: 60_000 });
});

test("link and position are copied, and a game is saved in every form it has", async ({
  person,
}) => {
  const copying = {
    prepare: (context) => context.grantPermissions(["clipboard-read", "clipboard-write"]),
  };
  const [white, black] = [await person(copying), await person()];
  for (const [variant, forms] of [
    ["orthodox", ["Download PGN", "Raw log"]],
    ["tridim", ["Download PGN", "Saved game", "Raw log"]],
    ["timetravel", ["Download PGN", "Raw log"]],
  ]) {
    const address = await arrange(white, black, variant);
    await white.locator(".share summary").click();
    const menu = white.locator(".share-menu");
    await menu.getByRole("button", { name: "Copy link" }).click();
    await menu.getByText("Copied.").waitFor();
    const copied = () => white.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toBe(address);
    await menu.getByRole("button", { name: /Copy (FEN|position)/ }).click();
    await white.waitForFunction(
      async (old) => (await navigator.clipboard.readText()) !== old,
      address,
    );
    const setup = await copied();
    expect(setup).toMatch(variant === "timetravel" ? /^TT1;/ : / w /);
    await expect(menu.getByRole("button")).toHaveText([
      "Copy link",
      variant === "orthodox" ? "Copy FEN" : "Copy position",
      "Copy PGN",
      ...forms,
    ]);
    await menu.getByRole("button", { name: "Copy PGN" }).click();
    await expect.poll(copied).toContain("[Event ");
    for (const form of forms) {
      const download = white.waitForEvent("download");
      await menu.getByRole("button", { name: form }).click();
      const text = readFileSync(await (await download).path(), "utf8");
      expect(text.length, `${variant} ${form}`).toBeGreaterThan(20);
    }
    for (const page of [white, black]) {
      await page.goto("/");
      await page.locator(".card-buttons").first().waitFor();
    }
  }
});

test("what was set once is as it was after a reload", async ({ person }) => {
  const page = await person();
  const settings = page.locator(".header").getByRole("button", { name: "Settings" });
  await settings.click();
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await page.getByRole("radio", { name: "Slate" }).check({ force: true });
  const coordinates = page.getByRole("group", { name: "Coordinates" });
  await coordinates.getByRole("radio", { name: "None" }).check({ force: true });
  for (const name of ["Sounds", "Confirm moves"])
    await page.getByRole("dialog").getByText(name, { exact: true }).click();
  await page.reload();
  await page.locator(".card-buttons").first().waitFor();
  await expect(page.locator("html")).toHaveAttribute("data-appearance", "dark");
  await expect(page.locator("html")).toHaveAttribute("data-board", "slate");
  await settings.click();
  for (const [name, checked] of [
    ["Sounds", false],
    ["Confirm moves", true],
    ["Show legal moves", true],
  ]) {
    const box = page.getByRole("dialog").getByLabel(name, { exact: true });
    await expect(box, name).toBeChecked({ checked });
  }
  await expect(coordinates.getByRole("radio", { name: "None" })).toBeChecked();
  await press(page, "Close");
  await page.getByRole("button", { name: "Computer" }).first().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /level 1/ })
    .click();
  await page.locator(".game").waitFor();
  await page.locator(".tool-mute").waitFor();
  await expect(page.locator(".coordinate")).toHaveCount(0);
});

test("where it was asked for, a move waits for a yes", async ({ person }) => {
  const [white, black] = [await person({ settings: { confirmMoves: true } }), await person()];
  await arrange(white, black, "orthodox");
  await drag(white, "g1", "f3");
  await status(white, "Play Nf3?");
  await white.locator(".status").getByRole("button", { name: "No" }).click();
  await moves(black, 0);
  await click(white, "e2", "e4");
  await status(white, "Play e4?");
  await white.locator(".status").getByRole("button", { name: "Yes" }).click();
  await moves(black, 1);
});

test("arrows are drawn with the other button, and go with the next move", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox");
  const [from, to] = [await squareAt(white, "g1"), await squareAt(white, "f3")];
  await white.mouse.move(from.x, from.y);
  await white.mouse.down({ button: "right" });
  await white.mouse.move(to.x, to.y, { steps: 4 });
  await white.mouse.up({ button: "right" });
  await white.locator(".arrow").waitFor();
  await picture(white, "orthodox-arrow");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await white.locator(".arrow").waitFor({ state: "detached" });
});

test("a clock shows tenths when it runs out, and the game ends on time", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox", "", { type: "fischer", initial: 12_000, increment: 0 });
  await moveEach(white, black);
  await white
    .locator(".clock-running.clock-low", { hasText: /^\d\.\d$/ })
    .waitFor({ timeout: 30_000 });
  for (const page of [white, black])
    await page
      .locator(".status-over", { hasText: "Black wins on time" })
      .waitFor({ timeout: 60_000 });
  await expect(white.locator(".player-points")).toHaveText(["1", "0"]);
});

/** Counts the tones of a page. */
const countTones = (context) =>
  context.addInitScript(() => {
    window.tones = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      window.tones += 1;
      return create.call(this);
    };
  });

test("both players hear moves until they mute them", async ({ person }) => {
  const [white, black] = [
    await person({ prepare: countTones }),
    await person({ prepare: countTones }),
  ];
  const tones = (page) => page.evaluate(() => window.tones);
  await arrange(white, black, "orthodox");
  await click(white, "e2", "e4");
  for (const page of [white, black]) await page.waitForFunction(() => window.tones > 0);
  const [before, heard] = [await tones(white), await tones(black)];
  await white.keyboard.press("m");
  await click(black, "e7", "e5");
  await moves(white, 2);
  await click(white, "g1", "f3");
  // Three moves, and each of them sounds the same.
  await black.waitForFunction((n) => window.tones >= n, 3 * heard);
  expect(await tones(white)).toBe(before);
});

test("a spectator cannot act in the game", async ({ person }) => {
  const [white, black, visitor] = [await person(), await person(), await person()];
  const address = await arrange(white, black, "orthodox");
  await watch(visitor, address);
  await visitor.getByText("You are watching").waitFor();
  await click(visitor, "e2", "e4");
  await expect(visitor.locator(".mark-premove, .mark-chosen, .target")).toHaveCount(0);
  await expect(visitor.getByRole("button", { name: "Resign" })).toHaveCount(0);
  await moves(visitor, 0);
});

test("chat is off unless the server turns it on", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await seatTwo(white, black, "Chess");
  await white.locator(".tools").waitFor();
  await white.keyboard.press("c");
  await expect(white.locator(".chat")).toHaveCount(0);
});
