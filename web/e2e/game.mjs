// Games as people begin and follow them.
import { expect } from "@playwright/test";

/** What the lobby offers of a game, by the game's name. */
export const card = (page, name) =>
  page.locator(".card", { has: page.getByRole("heading", { name, exact: true }) });

/** Looks for anybody who plays the first game of the lobby. */
export const pressQuickGame = (page) =>
  page
    .locator(".card")
    .first()
    .getByRole("button", { name: /Quick game/ })
    .click();

/** Creates a game by the dialog and gives its address. */
export async function create(
  page,
  variantName,
  { setup = "", seat = "white", clock = "untimed", preset } = {},
) {
  await card(page, variantName).getByRole("button", { name: "Play a friend" }).click();
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

/** Has White against the weakest computer, by the dialog. */
export async function createAgainstComputer(page, variantName) {
  await card(page, variantName).getByRole("button", { name: "Custom game" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Computer" }).check({ force: true });
  await dialog.locator("select[name=level]").selectOption("1");
  await dialog.getByRole("radio", { name: "White" }).check({ force: true });
  await dialog.getByRole("button", { name: "Create game" }).click();
  await status(page, "Your turn");
}

/** Two people at one board: the first has White. */
export async function seatTwo(first, second, variantName, options) {
  const address = await create(first, variantName, options);
  await second.goto(address);
  await second.getByRole("button", { name: "Join the game" }).click();
  for (const page of [first, second]) await page.locator(".game").waitFor();
  return address;
}

/** Sends a request as this page's player over a separate connection. */
export function ask(page, request) {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const word = Math.random().toString(36).slice(2);
        const send = (tag, what) =>
          socket.send(JSON.stringify({ tag: `${word}-${tag}`, request: what }));
        socket.onopen = () => send("hello", { type: "hello" });
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

const UNTIMED = { type: "untimed" };

/** Asks for a game as White without the dialogs, which have tests of their own. The page stays where it is. */
export function askForGame(page, variant, audience, { setup = "", clock = UNTIMED } = {}) {
  const start = setup === "" ? { type: "usual" } : { type: "setup", text: setup };
  return ask(page, { type: "create", variant, start, clock, seat: "white", audience });
}

/** Two people at a board without the dialogs. Both pages are led to the game. */
export async function arrange(
  white,
  black,
  variant,
  setup = "",
  clock = UNTIMED,
  audience = "invited",
) {
  const { seek } = await askForGame(white, variant, { type: audience }, { setup, clock });
  await ask(black, { type: "join", game: seek.game });
  for (const page of [white, black]) await goTo(page, seek.game);
  return white.url();
}

/** Leads a page to a game. Who still plays another one is not led there by the page itself. */
async function goTo(page, game) {
  await page.evaluate((path) => {
    if (location.pathname === path) return;
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/game/${game}`);
  await atTheBoard(page, game);
}

/** Waits until a page shows the board of a game, not that of an earlier one. */
async function atTheBoard(page, game) {
  await expect(page.locator(`.game[data-game="${game}"] .board-host > *`).first()).toBeVisible();
}

/** Opens a game as a spectator. */
export async function watch(page, address) {
  await page.goto(address);
  await atTheBoard(page, address.split("/").at(-1));
}

export async function type(page, text) {
  await page.locator("#typed").fill(text);
  await page.locator("#typed").press("Enter");
}

/** So many actions were played. */
export async function moves(page, n) {
  await expect(page.locator("section.moves")).toHaveAttribute("data-moves", String(n));
}

/** These moves are on the score sheet. */
export async function scoreSheet(page, sheet) {
  await expect(page.locator("button.move")).toHaveText(sheet);
}

export async function status(page, words) {
  await expect(page.locator(".status", { hasText: words })).toBeVisible();
}
