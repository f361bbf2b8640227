// What all browser tests share: browsers, people, boards and pictures.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ADDRESS = process.env.E2E_ADDRESS;
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

const folder = join(dirname(fileURLToPath(import.meta.url)), "screenshots");
mkdirSync(folder, { recursive: true });
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

export async function launch() {
  const found = spawnSync("which", ["chromium"], { encoding: "utf8" }).stdout.trim();
  return chromium.launch({
    executablePath: found || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic"],
  });
}

/** Somebody with a browser of their own, on the first page. Everything that goes wrong in the page fails the test. */
export async function person(browser, options = {}) {
  const {
    viewport = DESKTOP,
    dark = false,
    still = false,
    settings,
    prepare,
    address = ADDRESS,
  } = options;
  const context = await browser.newContext({
    viewport,
    hasTouch: viewport === PHONE,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: still ? "reduce" : "no-preference",
  });
  if (settings)
    await context.addInitScript(
      (kept) => localStorage.setItem("rookery.settings", kept),
      JSON.stringify(settings),
    );
  if (prepare) await prepare(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.faults = [];
  page.on("pageerror", (why) => page.faults.push(String(why)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  await page.goto(address);
  await page.locator(".card-buttons").first().waitFor();
  return page;
}

export function assertNoFaults(...pages) {
  for (const page of pages) assert.deepEqual(page.faults, []);
}

export async function picture(page, name) {
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The same state at both sizes. */
export async function pictures(page, name) {
  const size = page.viewportSize();
  for (const [suffix, viewport] of [
    ["desktop", DESKTOP],
    ["phone", PHONE],
  ]) {
    await page.setViewportSize(viewport);
    await picture(page, `${name}-${suffix}`);
  }
  await page.setViewportSize(size);
}

/** Creates a game by the dialog and gives its address. */
export async function create(
  page,
  variantName,
  { setup = "", seat = "white", clock = "untimed", preset } = {},
) {
  const card = page.locator(".card", {
    has: page.getByRole("heading", { name: variantName, exact: true }),
  });
  await card.getByRole("button", { name: "Play a friend" }).click();
  const dialog = page.getByRole("dialog");
  if (preset) await dialog.locator("select[name=preset]").selectOption(preset);
  await dialog.locator(`input[name=clock][value=${clock}]`).check({ force: true });
  await dialog.locator(`input[name=seat][value=${seat}]`).check({ force: true });
  if (setup !== "") {
    await dialog.locator("select[name=preset]").selectOption("written");
    await dialog.locator("input[name=setup]").fill(setup);
  }
  await dialog.getByRole("button", { name: "Create game" }).click();
  await page.waitForURL(/\/game\//);
  return page.url();
}

/** Two people at one board: the first has White. */
export async function seatTwo(first, second, variantName, options) {
  const address = await create(first, variantName, options);
  await second.goto(address);
  await second.getByRole("button", { name: "Join the game" }).click();
  for (const page of [first, second]) await page.locator(".game").waitFor();
  return address;
}

/** Asks the server for something in the name of whoever uses this page, over a connection of its own. */
export function ask(page, request) {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const word = Math.random().toString(36).slice(2);
        const send = (tag, what) =>
          socket.send(JSON.stringify({ tag: `${word}-${tag}`, request: what }));
        socket.onopen = () =>
          send("hello", { type: "hello", token: localStorage.getItem("rookery.token") });
        socket.onerror = () => reject(new Error("no connection"));
        socket.onmessage = ({ data }) => {
          const frame = JSON.parse(data);
          if (frame.type === "notice") return;
          if (frame.type !== "ok") reject(new Error(data));
          else if (frame.tag.endsWith("hello")) send("wanted", wanted);
          else resolve(frame.answer);
          if (frame.type !== "ok" || frame.tag.endsWith("wanted")) socket.close();
        };
      }),
    request,
  );
}

/** Two people at a board without the dialogs, which have tests of their own. Both pages are led to the game. */
export async function arrange(white, black, variant, setup = "", clock = { type: "untimed" }) {
  const start = setup === "" ? { type: "usual" } : { type: "setup", text: setup };
  const { seek } = await ask(white, {
    type: "create",
    variant,
    start,
    clock,
    seat: "white",
    audience: { type: "invited" },
  });
  await ask(black, { type: "join", game: seek.game });
  const address = `${ADDRESS}/game/${seek.game}`;
  for (const page of [white, black]) {
    await page.waitForURL(address);
    await page.locator(".board-host > *").first().waitFor();
  }
  return address;
}

/** Somebody who only looks. */
export async function watch(page, address) {
  await page.goto(address);
  await page.locator(".board-host > *").first().waitFor();
}

/** Chooses places of the floor plan of a Tri-Dimensional game. */
export async function choosePlaces(page, ...keys) {
  for (const key of keys) await page.locator(`.levels-plan [data-key="${key}"]`).click();
}

/** The pieces of a page's board as `a8B=white queen`, whatever kind of board it is. */
export function pieces(page) {
  return page.evaluate(() => {
    const flat = [...document.querySelectorAll(".token:not(.gone)")].map(
      (token) => token.dataset.cell,
    );
    const plan = [...document.querySelectorAll(".levels-plan .is-cell.is-taken")].map((cell) =>
      cell.getAttribute("aria-label").split(", ").slice(0, 2).join("="),
    );
    return [...flat, ...plan].sort();
  });
}

/** Where a square of the flat board is on the screen. */
export async function squareAt(page, cell) {
  await page.locator(".flat-board").scrollIntoViewIfNeeded();
  const box = await page.locator(".flat-board").boundingBox();
  const isFlipped = (await page.locator(".player").last().getAttribute("class")).includes(
    "player-black",
  );
  const [file, rank] = [cell.charCodeAt(0) - 97, Number(cell[1]) - 1];
  const [column, row] = isFlipped ? [7 - file, rank] : [file, 7 - rank];
  const side = box.width / 8;
  return { x: box.x + (column + 0.5) * side, y: box.y + (row + 0.5) * side };
}

export async function click(page, ...cells) {
  for (const cell of cells) {
    const { x, y } = await squareAt(page, cell);
    await page.mouse.click(x, y);
  }
}

export async function tapFinger(page, ...cells) {
  for (const cell of cells) {
    const { x, y } = await squareAt(page, cell);
    await page.touchscreen.tap(x, y);
  }
}

export async function drag(page, from, to) {
  const [a, b] = [await squareAt(page, from), await squareAt(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up();
}

export async function type(page, text) {
  await page.locator("#typed").fill(text);
  await page.locator("#typed").press("Enter");
}

/** Waits until so many moves are on the score sheet. */
export async function moves(page, n) {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll("button.move").length === wanted,
    n,
  );
}

export async function status(page, words) {
  await page.locator(".status", { hasText: words }).waitFor();
}

/** No serious violation of accessibility rules. */
export async function assertAccessible(page, where) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ["violations"] }),
  );
  const serious = violations.filter((one) => one.impact === "serious" || one.impact === "critical");
  const told = serious.map(
    (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join("; ")}`,
  );
  assert.deepEqual(told, [], where);
}
