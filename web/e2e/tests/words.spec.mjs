import { expectAccessible, picture, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { moves, seatTwo, status, type } from "../game.mjs";

const said = (page, words) => page.locator(".said", { hasText: words }).waitFor();

test("the keyboard alone is enough: board, score sheet and typed words", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await seatTwo(white, black, "Chess", { clock: "rapid" });
  await white.locator(".flat-board").focus();
  await white.keyboard.press("ArrowRight");
  for (const key of ["ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"])
    await white.keyboard.press(key);
  await moves(black, 1);
  await expect(black.locator("button.move").first()).toHaveText("a4");
  await black.keyboard.press("/");
  await black.keyboard.type("Nf6");
  await black.keyboard.press("Enter");
  await moves(white, 2);
  await type(white, "where knight");
  await said(white, "black knight: b8, f6.");
  await type(white, "clock");
  await said(white, "White has");
  await type(white, "last");
  await said(white, "Black played Nf6.");
  await type(white, "legal a4");
  await said(white, "One possibility: a5.");
  await type(white, "Ke3");
  await white.locator(".said", { hasNotText: "possibilit" }).filter({ hasText: /\w/ }).waitFor();
  await white.locator("#typed").blur();
  await white.keyboard.press("ArrowLeft");
  await status(white, "earlier position");
  await white.keyboard.press("End");
  await type(black, "draw");
  await said(black, "Done.");
  await type(white, "draw");
  await status(white, "by agreement");
});

test("the board as a table is played with arrows and Enter", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await seatTwo(white, black, "Chess");
  await white.keyboard.press("t");
  await white.locator('.grid [data-cell="e2"]').focus();
  await white.keyboard.press("Enter");
  await said(white, "e2, white pawn selected.");
  for (const key of ["ArrowUp", "ArrowUp", "Enter"]) await white.keyboard.press(key);
  // Also told to White: what is asked before would be overwritten by it.
  for (const page of [white, black]) await said(page, "White played e4. Black to move.");
  for (const [key, words] of [
    ["o", "e4, white pawn"],
    ["l", "White played e4."],
    ["t", "no clock"],
  ]) {
    await white.keyboard.press(key);
    await said(white, words);
  }
  const here = () => white.evaluate(() => document.activeElement?.dataset.cell);
  for (const [key, cell] of [
    ["8", "e8"],
    ["Shift+Digit1", "a8"],
    ["k", "e8"],
    ["ArrowUp", "e8"],
  ]) {
    await white.keyboard.press(key);
    await expect.poll(here, key).toBe(cell);
  }
  await white.keyboard.press("i");
  await expect(white.locator("#typed")).toBeFocused();
  await expectAccessible(white, "text mode");
  await pictures(white, "text-mode");
});

/** Asks for everything that there is to ask for before a move. */
async function askInWords(page) {
  for (const [words, answer] of [
    ["last", "No moves yet."],
    ["where king", /white king: \w+\. black king: \w+\./],
    ["clock", /White has \d+:\d\d, Black has \d+:\d\d\./],
    ["who", /White is .+, Black is/],
    ["legal", "possibilities:"],
    ["nonsense", /\w/],
    ["help", "Type a move"],
  ]) {
    await type(page, words);
    await said(page, answer);
  }
}

/** Plays whatever is legal by typing it, in turns, and looks at both boards. */
async function playTyped(white, black, n) {
  for (let played = 0; played < n; played++) {
    const page = played % 2 === 0 ? white : black;
    await status(page, "Your turn");
    await type(page, "legal");
    await said(page, /possibilit(y|ies):/);
    const words = await page.locator(".said").textContent();
    const actions = words
      .replace(/^.*?:/, "")
      .replace(/\.$/, "")
      .split(";")
      .map((action) => action.trim());
    await type(page, actions[(played * 7) % actions.length]);
    await moves(white, played + 1);
    await moves(black, played + 1);
  }
}

/** Two armies with most of the special pieces; the usual start has random ones, with which no game is like another. */
const ARMIES = "army:PWFDEJGPICOQKVLZ/GPJEDFWPSAXQKBTM";

for (const [variant, id, setup] of [
  ["Chess", "orthodox", ""],
  ["Wisconsin Chess", "wisconsin", ARMIES],
  ["Tri-Dimensional Chess", "tridim", ""],
  ["Time-Travelling Chess", "timetravel", ""],
]) {
  test(`${variant} is played in words from the first move to resignation`, async ({ person }) => {
    const [white, black] = [await person(), await person()];
    const address = await seatTwo(white, black, variant, { clock: "rapid", setup });
    await white.keyboard.press("t");
    await askInWords(white);
    await playTyped(white, black, 8);
    await type(white, "last");
    await said(white, /^Black \w+/);
    await picture(white, `${id}-desktop`);
    await black.reload();
    await moves(black, 8);
    const watcher = await person();
    await watcher.goto(address);
    await moves(watcher, 8);
    await type(white, "resign");
    await said(white, "again");
    await type(white, "resign");
    for (const page of [white, black, watcher]) await status(page, "Black wins");
  });
}
