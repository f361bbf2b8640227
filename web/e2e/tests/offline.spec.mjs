// Without a connection: the page was visited once, then the server is stopped for good.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startModule } from "../../src/rules/module.ts";
import { everySize, expectAccessible } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { PHONE } from "../person.mjs";

const GAMES = ["orthodox", "wisconsin", "tridim", "timetravel"];
/** A server that is gone is an error to a browser's console, and nothing else is. */
const NO_SERVER = /ERR_CONNECTION_REFUSED|WebSocket|Failed to (fetch|load)|NetworkError/;

const MODULES = join(import.meta.dirname, "../../modules");

test.use({ serviceWorkers: "allow" });
test.skip(!existsSync(join(MODULES, "all.wasm")), "the rules were not built for the browser");

/** Opens the list of games on this device and waits until the browser has kept the page. */
async function keep(page) {
  await page.goto("/device");
  await page.locator('.device-note[data-offline="ready"]').waitFor();
  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.ready);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

const moves = (page) => page.locator(".device-moves");
const card = (page, index) => page.locator(".device-card").nth(index);

/** The box for typed moves, once somebody may move. */
async function typedMoves(page) {
  await page.locator("[data-state=open]").waitFor();
  return page.locator("#typed");
}

/** Some legal action of the game that was played last, as its module tells it: some games begin with what lots decide. */
async function legalAction(page) {
  const [kept] = JSON.parse(await page.evaluate(() => localStorage.getItem("rookery-kept-games")));
  const { variant, setup, actions } = kept;
  const answers = await startModule(readFileSync(join(MODULES, `${variant}.wasm`)));
  const place = { variant, start: { type: "setup", text: setup }, actions };
  return JSON.parse(answers(JSON.stringify({ type: "legal", place }))).actions[0];
}

test("all games are played against the computer and by two people without a server", async ({
  person,
  server,
}) => {
  const page = await person({ still: true, tolerates: NO_SERVER, settings: { lowDetail: true } });
  await keep(page);
  await server.stop();
  for (const [index, game] of GAMES.entries()) {
    await page.goto("/device");
    await expect(page.locator(".device-card")).toHaveCount(4);
    await card(page, index).getByRole("combobox").first().selectOption("1");
    await card(page, index).locator("form button").click();
    const box = await typedMoves(page);
    await box.fill(await legalAction(page));
    await box.press("Enter");
    // The computer answers, and the person is to move again.
    await expect(moves(page), game).toHaveAttribute("data-moves", /[2-9]/);
    await page.locator("[data-state=open]").waitFor();
    await page.goto("/device");
    await card(page, index).locator("div > button").click();
    for (const n of ["1", "2"]) {
      const input = await typedMoves(page);
      await input.fill(await legalAction(page));
      await input.press("Enter");
      await expect(moves(page), game).toHaveAttribute("data-moves", n);
    }
  }
  // What was played is kept and shown, also after the page was closed.
  await page.goto("/device");
  await expect(page.locator(".device-kept li")).toHaveCount(8);
  await page.locator(".device-kept li .button").first().click();
  await expect(moves(page)).toHaveAttribute("data-moves", "2");
});

test("pages of rules and the first page are there without a server", async ({ person, server }) => {
  const page = await person({ tolerates: NO_SERVER });
  await keep(page);
  await server.stop();
  for (const game of GAMES) {
    await page.goto(`/learn/${game}.html`);
    await expect(page.locator("h1").first()).toBeVisible();
  }
  await page.goto("/");
  await page.locator(".banner-lost").waitFor();
  await page.locator('a[href="/device"]').click();
  await expect(page.locator(".device-card")).toHaveCount(4);
});

test("a game on this device is taken back, given up and removed, by keyboard and on a phone", async ({
  person,
}) => {
  const page = await person({ viewport: PHONE, still: true });
  await page.goto("/device");
  await expect(page.locator(".device-card")).toHaveCount(4);
  await expectAccessible(page, "games on this device");
  await everySize(page, "device");
  await card(page, 0).locator("div > button").focus();
  await page.keyboard.press("Enter");
  const box = await typedMoves(page);
  await box.fill("e5");
  await box.press("Enter");
  await expect(page.locator(".typed .refusal")).not.toBeEmpty();
  await box.fill("e4");
  await box.press("Enter");
  await expect(moves(page)).toHaveAttribute("data-moves", "1");
  await expectAccessible(page, "a game on this device");
  await everySize(page, "device-game");
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(moves(page)).toHaveAttribute("data-moves", "0");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.locator("[data-state=done]").waitFor();
  await page.reload();
  await page.locator("[data-state=done]").waitFor();
  await page.getByRole("link", { name: "All games on this device" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.locator(".device-kept li")).toHaveCount(0);
});

test("a page without HTTPS says why it cannot be kept, and plays all the same", async ({
  browser,
  server,
}) => {
  // A name that is not this machine's own is what a page in a network has.
  const { port } = new URL(server.address);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://rookery.test:${port}/device`);
  await expect(page.locator(".device-note")).toHaveAttribute("data-offline", "insecure");
  await expect(page.locator(".device-note")).toContainText("HTTPS");
  await card(page, 0).locator("div > button").click();
  const box = await typedMoves(page);
  await box.fill("e4");
  await box.press("Enter");
  await expect(moves(page)).toHaveAttribute("data-moves", "1");
  await context.close();
});

test("a new version replaces the old one without a stale page", async ({ person }) => {
  const page = await person();
  await keep(page);
  // The page is asked for anew although one is kept: a change at the server is seen at once.
  await page.context().route("**/device", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("<title>Rookery</title>", "<title>New</title>");
    await route.fulfill({ response, body });
  });
  const html = await page.evaluate(async () =>
    (await fetch("/device", { mode: "same-origin" })).text(),
  );
  expect(html).toContain("<title>New</title>");
});
