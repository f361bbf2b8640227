import { choosePlaces, pieces } from "../board.mjs";
import { everySize, expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, ask, moves, scoreSheet, status, watch } from "../game.mjs";
import { PHONE } from "../person.mjs";

/** A smothered mate: the king castles into it. */
const GAME = [
  ["d1W", "c3N"],
  ["d7B", "d5B"],
  ["c3N", "b5N"],
  ["d9KL6", "e9KL6"],
  ["b5N", "d6B"],
  ["b7B", "b5B"],
  ["d6B", "c8B"],
];
const SHEET = ["Nc3N", "d5B", "Nb5N", "O-O", "Nd6B", "b5B", "Nxc8B#"];

test("two people play Tri-Dimensional Chess to mate, on a laptop and on a phone, while a third watches", async ({
  person,
}) => {
  const white = await person({ settings: { lowDetail: true } });
  const black = await person({ viewport: PHONE, dark: true });
  const watcher = await person({ viewport: PHONE, still: true });
  await watch(watcher, await arrange(white, black, "tridim"));
  await white.locator(".levels-space[data-state=ready]").waitFor();
  for (const [index, places] of GAME.entries()) {
    await choosePlaces(index % 2 === 0 ? white : black, ...places);
    for (const page of [white, black]) await moves(page, index + 1);
    if (index === 3) await picture(black, "tridim-castled-phone-dark");
  }
  for (const page of [white, black, watcher]) {
    await status(page, "White wins");
    await status(page, "by checkmate");
    await moves(page, GAME.length);
    await scoreSheet(page, SHEET);
  }
  for (const page of [black, watcher])
    await expect.poll(() => pieces(page)).toEqual(await pieces(white));
  await picture(white, "tridim-over");
  await picture(black, "tridim-over-phone-dark");
  for (const page of [white, black])
    await expectAccessible(page, "a finished game of Tri-Dimensional Chess");
});

test("attack boards are moved and turned, with a preview of where the rider lands", async ({
  person,
}) => {
  const [white, black] = [
    await person({ settings: { lowDetail: true } }),
    await person({ viewport: PHONE }),
  ];
  await arrange(
    white,
    black,
    "tridim",
    "1k2/4/4/4|4/4/4/4|4/4/4/2K1 QL3(2/N1),KL1(2/n1),QL6(2/2),KL6(2/2) w - - - 0 10",
  );
  await choosePlaces(white, "WQL");
  await white.locator('[data-key="QL2+00"]').hover();
  await white.locator(".levels-landing").first().waitFor();
  await expect(white.locator(".levels-landing"), "as it is, and turned").toHaveCount(2);
  await white.locator(".levels-space[data-state=ready]").waitFor();
  await picture(white, "tridim-board-chosen");
  await white.locator('[data-key="QL2+00"]').click();
  await white.getByRole("dialog").waitFor();
  await picture(white, "tridim-board-ways");
  await expectAccessible(white, "ways of a board");
  await white.keyboard.press("2");
  await moves(black, 1);
  await black.locator('[data-key="a5QL2"].is-taken').waitFor();
});

/** A white pawn that misses a square of the upper level, and a black one that misses a square of the lower one. */
const FROZEN = {
  "z7QL4 z8QL6": "4/4/4/4|3k/4/4/4|4/4/4/3K QL4(P1/2),KL1(2/2),QL5(2/2),KL6(2/2) w - - - 0 10",
  "z2QL3 z1QL1": "4/4/4/4|3k/4/4/4|4/4/4/3K QL2(2/2),KL1(2/2),QL3(2/p1),KL6(2/2) w - - - 0 10",
};

/** Whether one box lies wholly above the other. */
const isApart = (one, other) => one.y + one.height <= other.y || other.y + other.height <= one.y;

test("on a phone the card of a piece hides neither the piece, nor the square it misses, nor whose turn it is", async ({
  person,
}) => {
  const [white, black] = [await person({ viewport: PHONE }), await person({ viewport: PHONE })];
  for (const [places, setup] of Object.entries(FROZEN)) {
    const [pawn, missed] = places.split(" ");
    await arrange(white, black, "tridim", setup);
    await white.locator(`.levels-plan [data-key="${pawn}"]`).tap();
    await white.locator(".piece-card.is-shown .move-diagram").waitFor();
    const card = await white.locator(".piece-card").boundingBox();
    for (const part of [
      `[data-key="${pawn}"]`,
      `.is-missing[aria-label*="${missed} is missing"]`,
    ]) {
      const box = await white.locator(`.levels-plan ${part}`).boundingBox();
      expect(isApart(box, card), `${part} at ${box.y}, the card at ${card.y}`).toBe(true);
    }
    const turn = await white.locator(".status").first().boundingBox();
    expect(isApart(turn, card), `whose turn it is at ${turn.y}, the card at ${card.y}`).toBe(true);
    await picture(white, `tridim-card-${pawn}-phone`);
  }
});

test("Tri-Dimensional Chess by keyboard alone, on the floor plan", async ({ person }) => {
  const [white, black] = [await person({ viewport: PHONE }), await person({ viewport: PHONE })];
  await arrange(white, black, "tridim");
  await white.locator('[data-key="a2W"]').focus();
  for (const key of ["Enter", "ArrowUp", "Enter"]) await white.keyboard.press(key);
  await moves(black, 1);
  await expect(black.locator("button.move").first()).toHaveText("a3W");
});

test("the set fits its place when the window changes, and the squares of the plan stay large enough", async ({
  person,
}) => {
  const [white, black] = [await person({ settings: { lowDetail: true } }), await person()];
  await arrange(white, black, "tridim");
  await white.locator(".levels-space[data-state=ready]").waitFor();
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1100, height: 700 },
    { width: 1280, height: 800 },
    { width: 1280, height: 720 },
  ]) {
    await white.setViewportSize(viewport);
    const size = `${viewport.width}x${viewport.height}`;
    // The canvas is as large as its pane, and the pane as high as the plan beside it.
    await expect
      .poll(() =>
        white.evaluate(() => {
          const height = (name) => document.querySelector(name).getBoundingClientRect().height;
          const [canvas, pane, plan] = [
            ".levels-space canvas",
            ".levels-space",
            ".levels-plan",
          ].map(height);
          return Math.abs(canvas - pane) < 2 && pane - plan < 2;
        }),
      )
      .toBe(true);
    const side = async () =>
      (await white.locator('.levels-plan [data-key="a2W"]').boundingBox()).width;
    await expect.poll(side, size).toBeGreaterThanOrEqual(viewport.height >= 720 ? 36 : 30);
    await picture(white, `tridim-window-${size}`);
  }
});

/** How much of the canvas the set takes, in width and height. */
async function shareOfCanvas(page) {
  const shot = await page.locator(".levels-space canvas").screenshot();
  return page.evaluate(async (base64) => {
    // Pages may not fetch such addresses themselves.
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const [columns, rows] = [new Set(), new Set()];
    for (let n = 0; n < data.length; n += 4) {
      if (data[n] > 250 && data[n + 1] < 5 && data[n + 2] > 250) continue;
      columns.add((n / 4) % image.width);
      rows.add(Math.floor(n / 4 / image.width));
    }
    const span = (all) => Math.max(...all) - Math.min(...all) + 1;
    return [span(columns) / image.width, span(rows) / image.height];
  }, shot.toString("base64"));
}

test("the set fills its canvas in every view", async ({ person }) => {
  const settings = { lowDetail: true };
  const [white, black] = [await person({ still: true, settings }), await person({ settings })];
  await arrange(white, black, "tridim");
  await white.locator(".levels-space[data-state=ready]").waitFor();
  // A colour that nothing on the set has.
  const css = ".levels-space { background: #ff00ff !important; border-radius: 0 !important; }";
  await white.addStyleTag({
    content: `${css} .levels-space canvas { border-radius: 0 !important; }`,
  });
  for (const view of ["White", "Black", "Side", "Top"]) {
    await white.getByRole("button", { name: new RegExp(`View: ${view}`) }).click();
    await white.mouse.move(2, 2);
    await expect
      .poll(async () => Math.max(...(await shareOfCanvas(white))), view)
      .toBeGreaterThanOrEqual(0.8);
  }
});

test("on a phone that lies on its side the whole plan is there with squares for fingers, or the set in its place", async ({
  person,
}) => {
  const viewport = { width: 844, height: 390 };
  const settings = { lowDetail: true };
  const [white, black] = [await person({ viewport, settings }), await person()];
  await arrange(white, black, "tridim");
  const boxOf = (selector) => white.locator(selector).boundingBox();
  const isSeen = async (selector) => {
    const { x, y, width, height } = await boxOf(selector);
    return x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height;
  };
  await expect.poll(() => isSeen(".levels-plan"), "the plan").toBe(true);
  expect((await boxOf('.levels-plan [data-key="a2W"]')).width).toBeGreaterThanOrEqual(30);
  await choosePlaces(white, "d1W", "c3N");
  await moves(black, 1);
  await white.getByRole("button", { name: "Show 3D" }).click();
  await white.locator(".levels-space[data-state=ready]").waitFor();
  await expect.poll(() => isSeen(".levels-space canvas"), "the set").toBe(true);
  expect((await boxOf(".levels-space canvas")).height).toBeGreaterThanOrEqual(300);
  await expectAccessible(white, "a set on a phone that lies");
  await picture(white, "tridim-sideways-set");
  await white.getByRole("button", { name: "Hide 3D" }).click();
  await expect.poll(() => isSeen(".levels-plan"), "the plan again").toBe(true);
});

test("locks are shown to those who ask, and the set can be taken apart and seen from above", async ({
  person,
}) => {
  const white = await person({ settings: { lowDetail: true } });
  const black = await person({ dark: true, settings: { lowDetail: true } });
  await arrange(white, black, "tridim");
  for (const page of [white, black])
    await page.locator(".levels-space[data-state=ready]").waitFor();
  await everySize(white, "tridim-start");
  await everySize(black, "tridim-start-dark");
  const locks = white.locator(".levels-plan .sign-lock:visible");
  await expect(locks).toHaveCount(0);
  await white.locator('.levels-plan [data-key="z1QL1"]').hover();
  await expect(locks).toHaveCount(1);
  await white.locator('.levels-plan [data-key="WQL"]').hover();
  await expect(locks).toHaveCount(1);
  await picture(white, "tridim-lock");
  await white.locator('.levels-plan [data-key="a1W"]').hover();
  await expect(locks).toHaveCount(0);
  await picture(white, "tridim-faded");
  await white.getByRole("button", { name: /View: Top/ }).click();
  await picture(white, "tridim-top");
  await white.getByRole("button", { name: /beside each other/ }).click();
  await expect(white.getByRole("button", { name: /beside each other/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await white.locator(".levels-space[data-state=ready]").waitFor();
  await picture(white, "tridim-apart");
  await white.getByRole("button", { name: /View: Top/ }).click();
  await picture(white, "tridim-apart-top");
  await expectAccessible(white, "a set that is taken apart");
});

test("a plane that comes back is told once, and not over the buttons of the set", async ({
  person,
}) => {
  const settings = { lowDetail: true };
  const [white, black] = [await person({ settings }), await person({ settings })];
  await arrange(
    white,
    black,
    "tridim",
    "4/4/4/4|3k/4/4/4|4/4/4/3K QL4(P1/2),KL1(2/2),QL5(2/2),KL6(2/2) b - - - 0 10",
  );
  for (const page of [white, black])
    await page.locator(".levels-space[data-state=ready]").waitFor();
  await choosePlaces(black, "BQL", "QL6");
  for (const page of [white, black]) {
    const news = page.locator(".levels-news");
    await expect(news).toHaveText("Promotion plane restored on file z");
    const [told, bar] = [await news.boundingBox(), await page.locator(".levels-bar").boundingBox()];
    expect(isApart(told, bar), `told at ${told.y}, the buttons at ${bar.y}`).toBe(true);
    await picture(page, `tridim-plane-restored-${page === white ? "white" : "black"}`);
  }
});

test("the set is seen again as its player left it, and three.js has nothing to complain about", async ({
  person,
}) => {
  const [white, black] = [await person({ still: true }), await person({ still: true })];
  const complaints = [];
  white.on("console", (message) => /THREE/.test(message.text()) && complaints.push(message.text()));
  await arrange(white, black, "tridim");
  const ready = () => white.locator(".levels-space[data-state=ready]").waitFor();
  const kept = () => white.evaluate(() => localStorage.getItem("rookery.camera.white"));
  await ready();
  await white.getByRole("button", { name: /View: Top/ }).click();
  expect(await kept()).toBe('"top"');
  await picture(white, "tridim-top-remembered");
  await white.reload();
  await ready();
  // From above, what lies in the middle of the picture is the middle of the set.
  const middle = async () => {
    const box = await white.locator(".levels-space canvas").boundingBox();
    await white.mouse.move(box.x + box.width / 2 - 8, box.y + box.height / 2 - 10);
    await expect(white.locator(".levels-tip")).toHaveText(/[bc][45]/);
  };
  await middle();
  await white.locator(".levels-space canvas").focus();
  await white.keyboard.press("ArrowLeft");
  expect(JSON.parse(await kept())).toMatchObject({ isFlat: true });
  expect(complaints).toEqual([]);
});

test("a move that was taken back from the computer is played again, and answered as before", async ({
  person,
}) => {
  const page = await person({ viewport: PHONE });
  const answer = await ask(page, {
    type: "create",
    variant: "tridim",
    start: { type: "usual" },
    clock: { type: "untimed" },
    seat: "white",
    audience: { type: "computer", level: 2 },
  });
  await page.goto(`/game/${answer.game}`);
  await choosePlaces(page, "b2W", "b4N");
  await moves(page, 2);
  const sheet = await page.locator("button.move").allTextContents();
  await expect(page.getByRole("button", { name: /^Redo/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Request takeback" }).click();
  await moves(page, 0);
  await page.getByRole("button", { name: /^Redo/ }).click();
  await moves(page, 2);
  await scoreSheet(page, sheet);
  await expect(page.getByRole("button", { name: /^Redo/ })).toHaveCount(0);
});

/** How far the picker is from its square: above or below it, and sideways. Outside the window it is nowhere. */
const distanceOfPicker = (page, square) =>
  page.evaluate((key) => {
    const box = document.querySelector(`.levels-plan [data-key="${key}"]`).getBoundingClientRect();
    const picker = document.querySelector(".choice-overlay").getBoundingClientRect();
    const isInside = picker.top >= 0 && picker.bottom <= innerHeight && picker.right <= innerWidth;
    if (!isInside) return null;
    const gap = picker.top > box.top ? picker.top - box.bottom : box.top - picker.bottom;
    const middle = box.left + box.width / 2;
    const aside = Math.max(0, picker.left - middle, middle - picker.right);
    return { gap: Math.round(gap), aside: Math.round(aside) };
  }, square);

for (const [view, showsSet] of Object.entries({
  "beside the set": true,
  "of the plan alone": false,
}))
  test(`the picker of a promotion ${view} follows its square into windows of other sizes`, async ({
    person,
  }) => {
    const [white, black] = [await person({ settings: { lowDetail: true } }), await person()];
    await arrange(
      white,
      black,
      "tridim",
      "4/1P1k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
    );
    await white.locator(".levels-space[data-state=ready]").waitFor();
    if (!showsSet) await white.locator(".levels-toggle").click();
    await expect(white.locator(".levels-space")).toBeVisible({ visible: showsSet });
    await choosePlaces(white, "b7B", "b8B");
    await white.getByRole("dialog").waitFor();
    // Below 720 pixels beside the panels the plan is laid out anew.
    for (const [width, height] of [
      [1440, 900],
      [1100, 700],
      [900, 1100],
      [1600, 1000],
      [1280, 720],
    ]) {
      await white.setViewportSize({ width, height });
      await expect
        .poll(() => distanceOfPicker(white, "b8B"), `${width}x${height}`)
        .toEqual({ gap: 8, aside: 0 });
    }
    await picture(white, `tridim-picker-${showsSet ? "set" : "plan"}`);
    await white.keyboard.press("q");
    await moves(black, 1);
  });
