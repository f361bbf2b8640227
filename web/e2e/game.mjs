// Games as people begin and follow them.
import { expect } from "@playwright/test";

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

/** Sends a request with this page's token over a separate connection. */
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
export async function arrange(
  white,
  black,
  variant,
  setup = "",
  clock = { type: "untimed" },
  audience = "invited",
) {
  const start = setup === "" ? { type: "usual" } : { type: "setup", text: setup };
  const { seek } = await ask(white, {
    type: "create",
    variant,
    start,
    clock,
    seat: "white",
    audience: { type: audience },
  });
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
