// Photographs what people see, on every screen, light and dark: npm run screens, or some of it: npm run screens -- lobby game
// The pictures are for looking through; nothing is compared.
import { chromium } from "@playwright/test";
import { choosePlaces, click } from "./board.mjs";
import { photograph } from "./checks.mjs";
import { launchOptions } from "./chromium.mjs";
import { arrange, askForGame, moves, pressQuickGame, type } from "./game.mjs";
import { openPerson } from "./person.mjs";
import { startServer } from "./server.mjs";

const SIZES = [
  [390, 844],
  [844, 390],
  [768, 1024],
  [1440, 900],
  [1920, 1080],
].map(([width, height]) => ({ width, height }));

const CLOCK = { type: "fischer", initial: 300_000, increment: 3000 };
const SHEET = '[White "Ada"]\n[Black "Bob"]\n\n1. f3 e5 2. g4 Qh4# 0-1';
const BLUNDERS = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";

const GAMES = {
  orthodox: {
    setup: "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    play: (page) => click(page, "f3", "f7"),
  },
  wisconsin: {
    setup: "army:PWFDEJGPICOQKVLZ/GPJEDFWPSAXQKBTM",
    play: (page) => click(page, "e2", "e3"),
  },
  tridim: { setup: "", play: (page) => choosePlaces(page, "d1W", "c3N") },
  timetravel: { setup: "", play: (page) => click(page, "e2", "e4") },
};

const { address, stop } = await startServer();
const browser = await chromium.launch(launchOptions());
const person = async (dark = false) =>
  (await openPerson(browser, address, { dark, still: true, settings: { lowDetail: true } })).page;

/** The same state on every screen. */
async function shoot(page, name, dark) {
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await page.waitForTimeout(250);
    await photograph(
      page,
      `screen-${name}-${viewport.width}x${viewport.height}-${dark ? "dark" : "light"}`,
    );
  }
}

const resign = async (page) => {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.locator(".status-over").waitFor();
};

const SCREENS = {
  /** People wait, play and have played. */
  async lobby(dark) {
    const [one, two, three] = [await person(), await person(), await person(dark)];
    const [four, five] = [await person(), await person()];
    await arrange(one, two, "orthodox", "", CLOCK, "anybody");
    await type(one, "e4");
    await resign(one);
    await arrange(one, two, "orthodox", "", CLOCK, "anybody");
    await type(one, "d4");
    await arrange(four, five, "tridim", "", CLOCK, "anybody");
    await pressQuickGame(three);
    await three.locator(".invite").waitFor();
    await shoot(three, "pairing", dark);
    const visitor = await person(dark);
    await askForGame(visitor, "wisconsin", { type: "computer", level: 1 });
    await visitor.goto("/");
    await visitor.locator(".television svg").waitFor();
    await shoot(visitor, "lobby", dark);
    await close(one, two, three, four, five, visitor);
  },
  async game(dark) {
    for (const [variant, { setup, play }] of Object.entries(GAMES)) {
      const [white, black] = [await person(dark), await person(dark)];
      await arrange(white, black, variant, setup, CLOCK);
      await shoot(white, `game-${variant}`, dark);
      await play(white);
      await moves(black, 1);
      if ((await black.locator(".status-over").count()) === 0) await resign(black);
      await shoot(white, `end-${variant}`, dark);
      await close(white, black);
    }
  },
  async picker(dark) {
    for (const [variant, setup, play] of [
      ["orthodox", "8/P6k/8/8/8/8/p6K/8 w - - 0 1", (page) => click(page, "a7", "a8")],
      [
        "tridim",
        "4/1P1k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
        (page) => choosePlaces(page, "b7B", "b8B"),
      ],
    ]) {
      const [white, black] = [await person(dark), await person(dark)];
      await arrange(white, black, variant, setup, CLOCK);
      await play(white);
      await white.getByRole("dialog").waitFor();
      await shoot(white, `picker-${variant}`, dark);
      await close(white, black);
    }
  },
  async account(dark) {
    const page = await person(dark);
    await page.locator(".who").click();
    await shoot(page, "log-in", dark);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Sign up" }).check({ force: true });
    await dialog.getByLabel("Name", { exact: true }).fill(`Ada ${dark ? "Dark" : "Light"}`);
    await dialog.getByLabel("Password").fill("correct horse");
    await shoot(page, "sign-up", dark);
    await dialog.getByRole("button", { name: "Sign up" }).click();
    await page.getByRole("link", { name: "Account settings" }).click();
    await page.locator(".sessions li").first().waitFor();
    await shoot(page, "account", dark);
    await close(page);
  },
  async import(dark) {
    const page = await person(dark);
    await page.goto("/import");
    await page.locator("textarea").fill(SHEET);
    await shoot(page, "import", dark);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await moves(page, 4);
    await page.keyboard.press("End");
    await shoot(page, "imported", dark);
    await close(page);
  },
  async courses(dark) {
    for (const variant of Object.keys(GAMES)) {
      const page = await person(dark);
      await page.goto(`/learn/${variant}`);
      await page.locator(".lesson-task").first().waitFor();
      await shoot(page, `course-${variant}`, dark);
      await close(page);
    }
  },
  async rules(dark) {
    const page = await person(dark);
    for (const path of ["index", ...Object.keys(GAMES)]) {
      await page.goto(`/learn/${path}.html`);
      await page.locator("h1").first().waitFor();
      await shoot(page, `rules-${path}`, dark);
    }
    await close(page);
  },
  async analysis(dark) {
    const page = await person(dark);
    for (const variant of Object.keys(GAMES)) {
      await page.goto(`/analysis/${variant}`);
      await page.locator(".analysis .board-host > *").first().waitFor();
      await shoot(page, `analysis-${variant}`, dark);
    }
    await close(page);
  },
  /** A game with mistakes, gone through by the computer. */
  async review(dark) {
    const page = await person(dark);
    await page.goto("/import");
    await page.locator("textarea").fill(BLUNDERS);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".analysis .board-host > *").first().waitFor();
    await page.getByText("Review", { exact: true }).click();
    await page.getByRole("button", { name: "Review this game" }).click();
    await page.locator(".review-graph").waitFor({ timeout: 120_000 });
    await shoot(page, "review", dark);
    await close(page);
  },
  async puzzles(dark) {
    const page = await person(dark);
    await page.goto("/puzzles");
    await page.locator("main h1").first().waitFor();
    await shoot(page, "puzzles", dark);
    for (const variant of Object.keys(GAMES)) {
      await page.goto(`/puzzles/${variant}/daily`);
      await page.locator(".board-host > *").first().waitFor();
      await shoot(page, `puzzle-${variant}`, dark);
      await page.getByRole("button", { name: "Show the solution" }).click();
      await page.locator(".lesson-shown").waitFor();
      await shoot(page, `puzzle-shown-${variant}`, dark);
    }
    await close(page);
  },
  async device(dark) {
    const page = await person(dark);
    await page.goto("/device");
    await page.locator("main h1").first().waitFor();
    await shoot(page, "device", dark);
    await close(page);
  },
  async dialogs(dark) {
    const page = await person(dark);
    const card = page.locator(".card").first();
    await card.getByRole("button", { name: "Custom game" }).click();
    await page.locator("input[name=clock][value=custom]").check({ force: true });
    await shoot(page, "custom", dark);
    await page.keyboard.press("Escape");
    await card.getByRole("button", { name: "Computer" }).click();
    await shoot(page, "levels", dark);
    await page.keyboard.press("Escape");
    await page.locator(".header button").first().click();
    await shoot(page, "settings", dark);
    await close(page);
  },
};

async function close(...pages) {
  for (const page of pages) await page.context().close();
}

const wanted = process.argv.slice(2);
try {
  for (const [name, screen] of Object.entries(SCREENS))
    if (wanted.length === 0 || wanted.includes(name))
      for (const dark of [false, true]) await screen(dark);
} finally {
  await browser.close();
  await stop();
}
