// After a game: going through it, playing on from it, and coming back to an imported one.
import { choosePlaces, click, squareAt } from "../board.mjs";
import { expectAccessible, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, scoreSheet, status, type, watch } from "../game.mjs";
import { GAMES } from "../games.mjs";

const SHEET = `[White "Ada"]
[Black "Bob"]

1. f3 e5 2. g4 Qh4# 0-1`;

async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await status(page, "by resignation");
}

for (const [variant, setup, play] of [
  ["orthodox", "", (page) => click(page, "e2", "e4")],
  ["wisconsin", "army:regular/regular", (page) => click(page, "e2", "e4")],
  ["tridim", "", (page) => choosePlaces(page, "d1W", "c3N")],
  ["timetravel", "", (page) => click(page, "e2", "e4")],
]) {
  test(`${variant}: a finished game is analysed, and played on from any of its positions`, async ({
    person,
  }) => {
    const settings = { lowDetail: true };
    const [white, black] = [
      await person({ settings, still: true }),
      await person({ settings, still: true }),
    ];
    const visitor = await person({ settings, still: true, dark: true });
    await watch(visitor, await arrange(white, black, variant, setup));
    await expect(white.getByRole("link", { name: "Analyse" })).toHaveCount(0);
    await play(white);
    await moves(black, 1);
    await resign(black);
    await status(visitor, "by resignation");
    await white.getByRole("link", { name: "Analyse" }).click();
    await expect(white.locator(".analysis .tree-move")).toHaveCount(1);
    await expectAccessible(white, "a game that is analysed");
    await pictures(white, `${variant}-analyse`);
    await visitor.getByRole("button", { name: "Continue from here" }).click();
    const dialog = visitor.getByRole("dialog");
    await dialog.locator("select[name=level]").selectOption("1");
    await dialog.getByRole("radio", { name: "White" }).check({ force: true });
    await dialog.getByRole("button", { name: "Create game" }).click();
    // Black is to move there, so the computer moves first.
    await visitor.locator("section.moves[data-moves='1']").waitFor();
  });
}

for (const [variant, game] of Object.entries(GAMES)) {
  test(`${variant}: a game that is played on from another one goes on counting`, async ({
    person,
  }) => {
    const settings = { lowDetail: true };
    const [white, black] = [await person({ settings }), await person({ settings })];
    await arrange(white, black, variant, game.setup);
    await game.point(white, ...game.first);
    await moves(black, 1);
    await game.point(black, ...game.reply);
    await moves(white, 2);
    await resign(white);
    await white.getByRole("button", { name: "Continue from here" }).click();
    const dialog = white.getByRole("dialog");
    await dialog.locator("select[name=level]").selectOption("1");
    await dialog.getByRole("radio", { name: "White" }).check({ force: true });
    await dialog.getByRole("button", { name: "Create game" }).click();
    await status(white, "Your turn");
    await game.point(white, ...game.second);
    await expect(white.locator(".move-number").first()).toBeVisible();
    await expect(white.locator(".moves li", { hasText: game.secondInWords })).toContainText("2.");
  });
}

for (const [variant, setup, play, number] of [
  ["orthodox", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 12", (page) => click(page, "e2", "e4"), "12."],
  [
    "tridim",
    "4/1P1k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
    (page) => type(page, "legal"),
    null,
  ],
]) {
  test(`${variant}: a game that begins in the middle of another goes on counting its moves`, async ({
    person,
  }) => {
    const [white, black] = [await person(), await person()];
    await arrange(white, black, variant, setup);
    await play(white);
    if (number === null) {
      await white.locator(".said", { hasText: /possibilit/ }).waitFor();
      const words = await white.locator(".said").textContent();
      await type(white, words.replace(/^.*?:/, "").split(";")[0].trim().replace(/\.$/, ""));
    }
    await moves(black, 1);
    await expect(black.locator(".move-number").first()).toHaveText(number ?? "10.");
  });
}

test("timetravel: after a resignation nothing is said about changes of the past", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "timetravel");
  const line = [
    ["f2", "f3"],
    ["e7", "e5"],
    ["g2", "g4"],
    ["d8", "h4"],
  ];
  for (const [index, squares] of line.entries()) {
    await click(index % 2 === 0 ? white : black, ...squares);
    await moves(index % 2 === 0 ? black : white, index + 1);
  }
  const desk = white.locator(".timeline-turn");
  await expect(desk).toContainText("change the past");
  await resign(white);
  await expect(desk).toContainText("The game is over");
  await expect(white.locator(".game")).not.toContainText("can still");
  await expect(white.locator(".game")).not.toContainText("change the past");
  await pictures(white, "timetravel-resigned");
});

test("the browser's Back leads from an imported game to the text, and back to the game where it was left", async ({
  person,
}) => {
  const page = await person();
  await page.goto("/import");
  await page.locator("textarea").fill(`${SHEET}\n\n${SHEET.replace("Ada", "Eve")}`);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator(".list", { hasText: "2 games" }).waitFor();
  await page.getByRole("button", { name: "Replay" }).last().click();
  await moves(page, 4);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("button.move[aria-current]")).toHaveText("e5");
  await page.goBack();
  await page.locator(".list", { hasText: "2 games" }).waitFor();
  await page.goForward();
  await expect(page.locator("button.move[aria-current]")).toHaveText("e5");
  await page.getByRole("button", { name: "Continue from here" }).click();
  await page.getByRole("dialog").locator("select[name=level]").selectOption("1");
  await page.getByRole("dialog").getByRole("button", { name: "Create game" }).click();
  await page.waitForURL(/\/game\//);
  await page.goBack();
  await expect(page.locator(".player", { hasText: "Eve" })).toBeVisible();
  await expect(page.locator("button.move[aria-current]")).toHaveText("e5");
  await page.reload();
  await expect(page.locator("button.move[aria-current]")).toHaveText("e5");
  await scoreSheet(page, ["f3", "e5", "g4", "Qh4#"]);
});

test("zen mode, the flipped board and the keys of a game", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox");
  await click(white, "e2", "e4");
  await moves(black, 1);
  const below = async () => (await squareAt(white, "e1")).y > (await squareAt(white, "e8")).y;
  expect(await below()).toBe(true);
  await white.keyboard.press("f");
  await expect.poll(below).toBe(false);
  await white.keyboard.press("z");
  await expect(white.locator(".header")).toBeHidden();
  await expect(white.locator("button.move").first()).toBeHidden();
  await expect(white.locator(".flat-board")).toBeVisible();
  await pictures(white, "zen");
  await white.keyboard.press("z");
  await expect(white.locator(".header")).toBeVisible();
  await white.keyboard.press("ArrowLeft");
  await status(white, "earlier position");
  await white.keyboard.press("ArrowDown");
  await expect(white.locator(".status")).not.toContainText("earlier position");
  await white.keyboard.press("?");
  await expect(white.getByRole("dialog")).toContainText("zen mode");
});

test("the field for typed moves folds away and stays so, and pointing at a move is not being there", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await click(black, "e7", "e5");
  await moves(white, 2);
  const look = (move) =>
    move.evaluate((button) => {
      const { backgroundColor, textDecorationLine, fontWeight } = getComputedStyle(button);
      return { backgroundColor, textDecorationLine, fontWeight };
    });
  const [first, last] = [white.locator("button.move").first(), white.locator("button.move").last()];
  await first.hover();
  expect(await look(first)).not.toEqual(await look(last));
  await white.locator(".talk summary").click();
  await expect(white.locator("#typed")).toBeHidden();
  await white.reload();
  await moves(white, 2);
  await expect(white.locator("#typed")).toBeHidden();
});

test("tridim: the browser's console stays empty", async ({ person }) => {
  const [white, black] = [await person(), await person({ settings: { lowDetail: true } })];
  const said = [];
  white.on("console", (message) => said.push(message.text()));
  await arrange(white, black, "tridim");
  await white.locator(".levels-space[data-state=ready]").waitFor();
  await choosePlaces(white, "d1W", "c3N");
  await moves(black, 1);
  // A browser without a graphics card says so itself; that is not the page's doing.
  expect(said.filter((text) => !/GPU|WebGL-|GroupMarker/.test(text))).toEqual([]);
});
