// What a stranger would see: nothing overlaps, nothing is cut off, and nothing jumps while a game is played.

import { expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, ask, moves, type } from "../game.mjs";
import { DESKTOP, PHONE } from "../person.mjs";

const CLOCK = { type: "fischer", initial: 180_000, increment: 2000 };
const LONG_NAME = "Maximiliana von Hohenstaufen-Wittelsbach";

/** Rectangles of all elements that fit a selector. */
const boxes = (page, selector) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)].map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return {
          name: `${element.tagName}.${element.className?.baseVal ?? element.className}`,
          left,
          top,
          right,
          bottom,
        };
      }),
    selector,
  );

/** Whatever is on the sheet beside the board stays on it, and its parts do not lie on each other. */
async function assertTidy(page, where) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide, `${where}: pixels wider than the screen`).toBeLessThanOrEqual(0);
  for (const frame of [".game-side", ".game-board", ".header"]) {
    const [outer] = await boxes(page, frame);
    const inner = (
      await boxes(
        page,
        `${frame} button, ${frame} a, ${frame} input, ${frame} .player, ${frame} .clock, ${frame} p`,
      )
    ).filter((box) => box.right > box.left);
    for (const box of inner)
      expect(
        box.left >= outer.left - 1 && box.right <= outer.right + 1,
        `${where}: ${box.name} stays within ${frame}`,
      ).toBe(true);
  }
  for (const group of [
    ".game-side > *",
    ".player > *:not(.hidden)",
    ".tools > *",
    ".action-row > *",
  ]) {
    const parents = await page.evaluate(
      (wanted) =>
        [...document.querySelectorAll(wanted)].map((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const parent = [...document.querySelectorAll("*")].indexOf(element.parentElement);
          return { parent, name: element.className, left, top, right, bottom };
        }),
      group,
    );
    for (const [index, one] of parents.entries()) {
      for (const other of parents.slice(index + 1).filter((box) => box.parent === one.parent)) {
        const overlap =
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
        expect(overlap, `${where}: ${one.name} lies on ${other.name}`).toBe(false);
      }
    }
  }
}

/** Both players with their clocks are seen without scrolling. */
async function assertPlayersInSight(page, where) {
  const { height } = page.viewportSize();
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const selector of [".player", ".clock"]) {
    const found = await boxes(page, selector);
    expect(found, `${where}: two of ${selector}`).toHaveLength(2);
    for (const box of found)
      expect(
        box.top >= 0 && box.bottom <= height,
        `${where}: ${selector} ends at ${box.bottom} of ${height}`,
      ).toBe(true);
  }
}

const placeOfBoard = async (page) => (await boxes(page, ".board-host"))[0];

for (const [variant, line] of [
  ["orthodox", ["e4", "e5", "Nf3", "Nc6"]],
  ["wisconsin", ["e4", "e5", "Nf3", "Nc6"]],
  ["tridim", ["Nb3W", "a6B", "b3N"]],
  ["timetravel", ["f3", "e5", "b4", "Bxb4", "g4", "Qh4"]],
]) {
  test(`${variant}: tidy at both sizes, with long names, clocks in sight, and the board stays where it is`, async ({
    person,
  }) => {
    const white = await person({ viewport: DESKTOP, still: true });
    const black = await person({ viewport: PHONE, dark: true, still: true });
    await ask(white, { type: "rename", name: LONG_NAME });
    await ask(black, { type: "rename", name: `${LONG_NAME.slice(0, 38)}II` });
    const setup = variant === "wisconsin" ? "army:regular/regular" : "";
    await arrange(white, black, variant, setup, CLOCK);
    const before = [await placeOfBoard(white), await placeOfBoard(black)];
    for (const [index, move] of line.entries()) {
      await type(index % 2 === 0 ? white : black, move);
      for (const page of [white, black]) await moves(page, index + 1);
    }
    const mover = line.length % 2 === 0 ? white : black;
    await mover.getByRole("button", { name: "Request takeback" }).click();
    await mover.locator(".proposals", { hasText: "takeback" }).waitFor();
    for (const page of [white, black]) {
      const where = `${variant} ${page === white ? "desktop" : "phone"}`;
      await page.evaluate(() => document.activeElement?.blur());
      await assertPlayersInSight(page, where);
      await assertTidy(page, where);
      const now = await placeOfBoard(page);
      const { left, top, right } = before[page === white ? 0 : 1];
      expect([now.left, now.top, now.right], where).toEqual([left, top, right]);
      await expectAccessible(page, where);
    }
    await picture(white, `layout-${variant}-desktop`);
    await picture(black, `layout-${variant}-phone`);
    await mover.getByRole("button", { name: "Resign" }).click();
    await mover.locator(".actions").getByRole("button", { name: "Yes" }).click();
    for (const page of [white, black]) {
      await page.locator(".status-over").waitFor();
      await assertPlayersInSight(page, `${variant} over`);
      await assertTidy(page, `${variant} over`);
    }
    await picture(white, `layout-${variant}-over-desktop`);
    await picture(black, `layout-${variant}-over-phone`);
  });
}

test("on a laptop the board takes most of the height", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox", "", CLOCK);
  const board = await placeOfBoard(white);
  expect(board.bottom - board.top).toBeGreaterThanOrEqual(0.8 * DESKTOP.height);
});

test("a long score sheet scrolls by itself and keeps the move of now in sight", async ({
  person,
}) => {
  const [white, black] = [await person({ still: true }), await person({ still: true })];
  const address = await arrange(white, black, "orthodox");
  const game = address.split("/").at(-1);
  const dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
  const line = [
    ...dance,
    "e2e4",
    "e7e5",
    ...dance,
    "d2d4",
    "d7d5",
    ...dance,
    "a2a3",
    "a7a6",
    ...dance,
    "b2b3",
    "b7b6",
    ...dance,
    "c2c3",
    "c7c6",
  ];
  for (const [index, action] of line.entries()) {
    await ask(index % 2 === 0 ? white : black, {
      type: "ask",
      game,
      ask: { type: "act", action, after: index },
    });
  }
  await moves(white, line.length);
  await black.getByRole("button", { name: "Offer draw" }).click();
  await black.locator(".actions").getByRole("button", { name: "Yes" }).click();
  await white.locator(".proposals", { hasText: "offers a draw" }).waitFor();
  const isInSight = () =>
    white.evaluate(() => {
      const list = document.querySelector(".moves ol").getBoundingClientRect();
      const now = document.querySelector(".move[aria-current]").getBoundingClientRect();
      return now.top >= list.top - 1 && now.bottom <= list.bottom + 1;
    });
  await white.waitForFunction(() => document.querySelector(".moves ol").scrollTop > 0);
  await expect.poll(isInSight).toBe(true);
  expect(await white.evaluate(() => window.scrollY)).toBe(0);
  await picture(white, "layout-long-score");
});
