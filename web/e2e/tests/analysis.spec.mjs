// The analysis board: free moves in every game, the tree, the computer, texts, links, saving, set-up and review.
import { choosePlaces } from "../board.mjs";
import { everySize, expectAccessible } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, ask, type } from "../game.mjs";
import { PHONE } from "../person.mjs";

const settings = { lowDetail: true, typing: true };
/** Browsers log every answer that says no: the rules do, and a server that has thought enough for one address. */
const tolerates = /status of (409|429)/;

async function open(page, path) {
  await page.goto(path);
  await page.locator(".analysis .board-host > *").first().waitFor();
}

/** Clicks squares of the flat board, as White sees it. */
async function click(page, ...cells) {
  const box = await page.locator(".flat-board").boundingBox();
  const side = box.width / 8;
  for (const cell of cells) {
    const [file, rank] = [cell.charCodeAt(0) - 97, Number(cell[1])];
    await page.mouse.click(box.x + (file + 0.5) * side, box.y + (8.5 - rank) * side);
  }
}

const tree = (page) => page.locator(".tree-move .move");
const current = (page) => page.locator(".tree-move .move[aria-current]");
const section = (page, name) => page.locator("summary", { hasText: name }).click();

for (const [variant, first, second, third] of [
  ["orthodox", (page) => click(page, "e2", "e4"), "e5", "c5"],
  ["wisconsin", (page) => click(page, "e2", "e4"), "e5", "d5"],
  ["tridim", (page) => choosePlaces(page, "b2W", "b4N"), "a7B-a6B", "Na8B-b6B"],
  ["timetravel", (page) => click(page, "e2", "e4"), "e5", "c5"],
]) {
  test(`${variant}: both sides are moved freely, variations grow, and the computer follows`, async ({
    person,
  }) => {
    const page = await person({ settings, tolerates, still: true });
    const start = variant === "wisconsin" ? "#setup=army:PPPPPPPPRNBQKBNR/PPPPPPPPRNBQKBNR" : "";
    await open(page, `/analysis/${variant}${start}`);
    await first(page);
    await expect(tree(page)).toHaveCount(1);
    await type(page, second);
    await expect(tree(page)).toHaveCount(2);
    // One back, and another reply: a variation, in which the computer thinks.
    await page.keyboard.press("Escape");
    await page.locator(".steps button").nth(1).click();
    await type(page, third);
    await expect(tree(page)).toHaveCount(3);
    await expect(page.locator(".is-variation .move")).toHaveCount(1);
    await page.getByRole("button", { name: "Computer" }).click();
    await expect(page.locator(".engine-lines .move").first()).toBeVisible();
    await expect(page.locator(".engine-depth")).toContainText("Depth");
    await page.locator(".engine-lines .move").first().click();
    await expect(tree(page)).not.toHaveCount(3);
    await page.getByRole("button", { name: "Computer" }).click();
    const grown = await tree(page).count();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(tree(page)).toHaveCount(3);
    await page.getByRole("button", { name: "Redo" }).click();
    await expect(tree(page)).toHaveCount(grown);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(tree(page)).toHaveCount(3);
    await type(page, "no such move");
    await expect(page.locator(".said")).not.toBeEmpty();
    await expectAccessible(page, `analysis of ${variant}`);
    await everySize(page, `analysis-${variant}`);
  });
}

test("a change of the past is drawn as such and not as a variation", async ({ person }) => {
  const page = await person({ settings, tolerates, still: true });
  await open(page, "/analysis/timetravel");
  for (const move of ["e4", "e5", "1^Nf3"]) await type(page, move);
  await expect(page.locator(".move.is-change")).toHaveText(/↺1/);
  await expect(page.locator(".is-variation")).toHaveCount(0);
  await expect(page.locator(".tree-legend")).toBeVisible();
  await everySize(page, "analysis-change");
});

test("notes, drawings, PGN with variations and links lead back to the same tree", async ({
  person,
}) => {
  const page = await person({ settings, tolerates, still: true });
  await open(page, "/analysis/orthodox");
  await section(page, "Save and share");
  const pgn =
    "1. e4 { [%cal Gd2d4] best by test } 1... e5 (1... c5 $1 2. Nf3) (1... e6) 2. Nf3 $5 *";
  await page.getByLabel("Paste PGN").fill(pgn);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(tree(page)).toHaveCount(6);
  await expect(page.locator(".tree-comment")).toHaveText("best by test");
  await tree(page).first().click();
  await expect(page.locator(".layer-arrows .arrow")).toHaveCount(1);
  await section(page, "Notes");
  await page.getByRole("button", { name: "interesting move" }).click();
  await expect(current(page)).toHaveText(/!\?/);
  await tree(page).nth(3).click();
  await page.getByRole("button", { name: "Make main line" }).click();
  await page.getByRole("button", { name: "Delete from here" }).click();
  const copied = await copiedBy(page, "Copy PGN");
  expect(copied.replace(/\s+/g, " ")).toContain(
    "1. e4 $5 { [%cal Gd2d4] best by test } 1... c5 $1",
  );
  const link = await copiedBy(page, "Copy link");
  const n = await tree(page).count();
  await page.goto("/");
  await open(page, link);
  await expect(tree(page)).toHaveCount(n);
  await expect(page.locator(".tree-comment")).toHaveText("best by test");
  await page.goto("/analysis/orthodox#link=nonsense");
  await expect(page.getByRole("alert")).toContainText("holds no analysis");
});

/** What a button puts on the clipboard. */
async function copiedBy(page, name) {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      window.copied = text;
    };
  });
  await page.getByRole("button", { name }).click();
  await page.waitForFunction(() => window.copied !== undefined);
  return page.evaluate(() => {
    const text = window.copied;
    window.copied = undefined;
    return text;
  });
}

test("analyses are saved under an account, listed, renamed and deleted", async ({ person }) => {
  const page = await person({ settings, tolerates, still: true });
  await page.evaluate(() =>
    fetch("/api/me/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Ada", password: "correct horse" }),
    }),
  );
  await open(page, "/analysis/orthodox");
  await type(page, "e4");
  await section(page, "Save and share");
  await page.getByLabel("Name", { exact: true }).fill("Open games");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const listed = page.locator(".saved li");
  await expect(listed).toHaveText(/Open games/);
  await page.getByRole("button", { name: "Rename Open games" }).click();
  await page.locator(".saved input").fill("King's pawn");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(listed).toHaveText(/King's pawn/);
  await page.goto("/analysis/tridim");
  await section(page, "Save and share");
  await page.locator(".saved-name").click();
  await expect(tree(page)).toHaveText(["e4"]);
  await section(page, "Save and share");
  await page.getByRole("button", { name: "Delete King's pawn" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(listed).toHaveCount(0);
});

for (const [variant, broken, words] of [
  ["orthodox", async (page) => page.locator("[data-place=e1]").click(), /king/i],
  ["wisconsin", async (page) => page.locator("[data-place=e1]").click(), /./],
  ["tridim", async (page) => page.locator(".editor-pin select").first().selectOption("KL1"), /KL1/],
  ["timetravel", async (page) => page.locator("[data-place=e1]").click(), /./],
])
  test(`${variant}: a position is set up, and the rules say what is wrong`, async ({ person }) => {
    const page = await person({ settings, tolerates, still: true, viewport: PHONE });
    await open(page, `/analysis/${variant}`);
    await page.getByRole("button", { name: "Set up position" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Remove a piece" }).click();
    const text = await dialog.getByLabel("Position text").inputValue();
    await broken(page);
    await expect(dialog.getByRole("alert")).toHaveText(words);
    await expectAccessible(page, `the editor of ${variant}`);
    await everySize(page, `editor-${variant}`);
    await dialog.getByLabel("Position text").fill(text);
    await dialog.getByRole("radio", { name: "Black" }).check({ force: true });
    await expect(dialog.getByRole("alert")).toBeEmpty();
    await dialog.getByRole("button", { name: "Analyse this position" }).click();
    await expect(page.locator(".status-turn")).toHaveText("Black to move");
  });

test("a finished game is reviewed, and its mistake tried again; a running one is closed to its players", async ({
  person,
}) => {
  const [white, black] = [
    await person({ settings, tolerates, still: true, dark: true }),
    await person({ settings, tolerates, still: true }),
  ];
  const address = await arrange(white, black, "orthodox");
  const game = address.split("/").at(-1);
  const act = (page, action) =>
    ask(page, { type: "ask", game, ask: { type: "act", action, after } });
  let after = 0;
  for (const [page, action] of [
    [white, "f2f3"],
    [black, "e7e5"],
    [white, "g2g4"],
  ]) {
    await act(page, action);
    after += 1;
  }
  await white.goto(`/analysis/game/${game}`);
  await expect(white.getByRole("alert")).toContainText("You are playing this game");
  await act(black, "d8h4");
  await open(white, `/analysis/game/${game}`);
  await expect(tree(white)).toHaveText(["f3", "e5", "g4", /Qh4/]);
  await section(white, "Review");
  await white.getByRole("button", { name: "Review this game" }).click();
  await expect(white.locator(".review-graph")).toBeVisible({ timeout: 120_000 });
  await expect(white.locator(".fault-blunder")).toHaveCount(1);
  await expect(white.locator(".fault-blunder")).toContainText("2. g4");
  await expectAccessible(white, "a review");
  await everySize(white, "review");
  await white.getByRole("button", { name: "Try again" }).first().click();
  await expect(white.locator(".trial")).toContainText("Find a better move for White");
  await type(white, "d4");
  await expect(white.locator(".trial")).toContainText(/Well done|Not the best/, {
    timeout: 60_000,
  });
  await white.getByRole("button", { name: /^Better/ }).click();
  await expect(white.locator(".is-variation .move").first()).toBeVisible();
  const box = await white.locator(".review-graph").boundingBox();
  await white.mouse.click(box.x + box.width - 2, box.y + 5);
  await expect(current(white)).toHaveText(/Qh4/);
});
