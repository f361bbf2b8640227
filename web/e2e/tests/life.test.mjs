// From the first move to the rematch: everything that is asked for beside moving.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import {
  ADDRESS,
  arrange,
  assertNoFaults,
  click,
  drag,
  launch,
  moves,
  person,
  picture,
  pictures,
  squareAt,
  status,
  watch,
} from "../lib.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

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

test("a takeback is asked for, declined, asked for again and granted", async () => {
  const [white, black] = [await person(browser), await person(browser)];
  await arrange(white, black, "orthodox");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await press(white, "Ask for a takeback");
  await black.locator(".proposals", { hasText: "asks to take a move back" }).waitFor();
  await answer(black, "Decline");
  await white.locator(".proposals > *").waitFor({ state: "detached" });
  // Whoever was told no does not ask again about the same position.
  assert.equal(await white.getByRole("button", { name: "Ask for a takeback" }).count(), 0);
  await click(black, "e7", "e5");
  await moves(white, 2);
  await press(white, "Ask for a takeback");
  await answer(black, "Accept");
  for (const page of [white, black]) await moves(page, 0);
  await click(white, "d2", "d4");
  await moves(black, 1);
  assertNoFaults(white, black);
});

test("giving up and calling off take a yes, and a no changes nothing", async () => {
  const [white, black] = [await person(browser), await person(browser)];
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
  for (const page of [white, black]) await status(page, "the game was aborted");
  assertNoFaults(white, black);
});

test("whoever is left alone learns of it, and of what can be done", async () => {
  const [white, black] = [await person(browser), await person(browser)];
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
  assertNoFaults(white);
});

test("link and position are copied, and a game is saved in every form it has", async () => {
  const copying = {
    prepare: (context) => context.grantPermissions(["clipboard-read", "clipboard-write"]),
  };
  const [white, black] = [await person(browser, copying), await person(browser)];
  for (const [variant, forms] of [
    ["orthodox", ["Score sheet", "Records"]],
    ["tridim", ["Score sheet", "Saved game", "Records"]],
  ]) {
    const address = await arrange(white, black, variant);
    await white.locator(".share summary").click();
    const menu = white.locator(".share-menu");
    await menu.getByRole("button", { name: "Copy link" }).click();
    await menu.getByText("Copied.").waitFor();
    const copied = () => white.evaluate(() => navigator.clipboard.readText());
    assert.equal(await copied(), address);
    await menu.getByRole("button", { name: "Copy position" }).click();
    await white.waitForFunction(
      async (old) => (await navigator.clipboard.readText()) !== old,
      address,
    );
    const setup = await copied();
    assert.match(setup, / w /, setup);
    const offered = await menu.getByRole("button").allTextContents();
    assert.deepEqual(offered.slice(2), forms);
    for (const form of forms) {
      const download = white.waitForEvent("download");
      await menu.getByRole("button", { name: form }).click();
      const text = readFileSync(await (await download).path(), "utf8");
      assert.ok(text.length > 20, `${variant} ${form}`);
    }
    for (const page of [white, black]) {
      await page.goto(ADDRESS);
      await page.locator(".card-buttons").first().waitFor();
    }
  }
  assertNoFaults(white, black);
});

test("what was set once is as it was after a reload", async () => {
  const page = await person(browser);
  const settings = page.locator(".header").getByRole("button", { name: "Settings" });
  await settings.click();
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await page.getByRole("radio", { name: "Slate" }).check({ force: true });
  for (const name of ["Sounds", "Coordinates", "Ask before every move"])
    await page.getByRole("dialog").getByText(name, { exact: true }).click();
  await page.reload();
  await page.locator(".card-buttons").first().waitFor();
  const root = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  const { appearance, board } = await root();
  assert.deepEqual([appearance, board], ["dark", "slate"]);
  await settings.click();
  const isOn = (name) => page.getByRole("dialog").getByLabel(name, { exact: true }).isChecked();
  assert.deepEqual(
    await Promise.all(
      ["Sounds", "Coordinates", "Ask before every move", "Show where a piece can go"].map(isOn),
    ),
    [false, false, true, true],
  );
  await press(page, "Close");
  await page.getByRole("button", { name: "Computer" }).first().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /level 1/ })
    .click();
  await page.locator(".game").waitFor();
  await page.locator(".tool-mute").waitFor();
  assert.equal(await page.locator(".coordinate").count(), 0);
  assertNoFaults(page);
});

test("where it was asked for, a move waits for a yes", async () => {
  const [white, black] = [
    await person(browser, { settings: { confirmMoves: true } }),
    await person(browser),
  ];
  await arrange(white, black, "orthodox");
  await drag(white, "g1", "f3");
  await status(white, "Play Nf3?");
  await white.locator(".status").getByRole("button", { name: "No" }).click();
  await moves(black, 0);
  await click(white, "e2", "e4");
  await status(white, "Play e4?");
  await white.locator(".status").getByRole("button", { name: "Yes" }).click();
  await moves(black, 1);
  assertNoFaults(white, black);
});

test("arrows are drawn with the other button, and go with the next move", async () => {
  const [white, black] = [await person(browser), await person(browser)];
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
  assertNoFaults(white, black);
});

test("a clock shows tenths when it runs out, and the game ends on time", async () => {
  const [white, black] = [await person(browser), await person(browser)];
  await arrange(white, black, "orthodox", "", { type: "fischer", initial: 12_000, increment: 0 });
  await moveEach(white, black);
  await white
    .locator(".clock-running.clock-low", { hasText: /^\d\.\d$/ })
    .waitFor({ timeout: 30_000 });
  for (const page of [white, black])
    await page
      .locator(".status-over", { hasText: "Black wins on time" })
      .waitFor({ timeout: 60_000 });
  assert.deepEqual(await white.locator(".player-points").allTextContents(), ["1", "0"]);
  assertNoFaults(white, black);
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

test("moves are heard by both, until somebody wants silence", async () => {
  const [white, black] = [
    await person(browser, { prepare: countTones }),
    await person(browser, { prepare: countTones }),
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
  assert.equal(await tones(white), before);
  assertNoFaults(white, black);
});

test("who only looks on is offered nothing to do with the game", async () => {
  const [white, black, visitor] = [
    await person(browser),
    await person(browser),
    await person(browser),
  ];
  const address = await arrange(white, black, "orthodox");
  await watch(visitor, address);
  await visitor.getByText("You are watching").waitFor();
  await click(visitor, "e2", "e4");
  assert.equal(await visitor.locator(".mark-premove, .mark-chosen, .target").count(), 0);
  assert.equal(await visitor.getByRole("button", { name: "Resign" }).count(), 0);
  await moves(visitor, 0);
  assertNoFaults(white, black, visitor);
});
