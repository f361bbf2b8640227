// Screens of every shape: nothing that is played with is cut off or hidden.

import { squareAt } from "../board.mjs";
import { picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, type } from "../game.mjs";
import { PHONE } from "../person.mjs";

const CLOCK = { type: "fischer", initial: 180_000, increment: 2000 };
/** A phone on its side, a laptop at 200 % zoom, a tablet, a desktop, a large desktop. */
const SIZES = {
  phone: PHONE,
  sideways: { width: 844, height: 390 },
  zoomed: { width: 720, height: 450 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
  large: { width: 1920, height: 1080 },
};

/** Whether boxes are wholly on the screen. */
async function inSight(page, selector) {
  const { width, height } = page.viewportSize();
  await page.evaluate(() => window.scrollTo(0, 0));
  const found = await page.locator(selector).all();
  const boxes = await Promise.all(found.map((one) => one.boundingBox()));
  return boxes.map(
    (box) =>
      box.x >= -1 &&
      box.y >= -1 &&
      box.x + box.width <= width + 1 &&
      box.y + box.height <= height + 1,
  );
}

for (const [variant, setup, ...parts] of [
  ["orthodox", "", ".flat-board"],
  ["wisconsin", "army:regular/regular", ".flat-board"],
  ["tridim", "", ".levels-plan"],
  ["timetravel", "", ".flat-board", ".timeline-track"],
]) {
  test(`${variant}: both clocks and the board are in sight on every screen`, async ({ person }) => {
    const [white, black] = [
      await person({ still: true, settings: { lowDetail: true } }),
      await person({ dark: true, still: true, settings: { lowDetail: true } }),
    ];
    await arrange(white, black, variant, setup, CLOCK);
    for (const [name, size] of Object.entries(SIZES))
      for (const page of [white, black]) {
        await page.setViewportSize(size);
        const theme = page === white ? "light" : "dark";
        // The page follows the window a frame later.
        await expect.poll(() => inSight(page, ".clock"), `clocks, ${name}`).toEqual([true, true]);
        for (const part of parts)
          await expect.poll(() => inSight(page, part), `${part}, ${name}`).toEqual([true]);
        await picture(page, `sizes-${variant}-${name}-${theme}`);
      }
  });
}

test("on a tablet the buttons of a game and of an analysis are in sight below the board", async ({
  person,
}) => {
  const [white, black] = [await person({ still: true }), await person({ still: true })];
  await arrange(white, black, "orthodox", "", CLOCK);
  await white.setViewportSize(SIZES.tablet);
  const buttons = ".actions button";
  await expect(white.locator(buttons).first()).toBeVisible();
  await expect
    .poll(async () => new Set(await inSight(white, buttons)), "buttons of a game")
    .toEqual(new Set([true]));
  await black.setViewportSize(SIZES.tablet);
  await black.goto("/analysis/orthodox");
  await expect(black.locator(".flat-board")).toBeVisible();
  const steps = ".analysis-tools button";
  await expect(black.locator(steps).first()).toBeVisible();
  await expect
    .poll(async () => new Set(await inSight(black, steps)), "buttons of an analysis")
    .toEqual(new Set([true]));
});

test("the first page on every screen", async ({ person }) => {
  for (const dark of [false, true]) {
    const page = await person({ dark, still: true });
    for (const [name, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size);
      const wide = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(wide, name).toBeLessThanOrEqual(0);
      await picture(page, `sizes-lobby-${name}-${dark ? "dark" : "light"}`);
    }
  }
});

test("a dragged piece is seen above the finger, and no dot lies on it", async ({ person }) => {
  const [white, black] = [await person({ viewport: PHONE }), await person()];
  await arrange(white, black, "orthodox");
  const [from, to] = [await squareAt(white, "e2"), await squareAt(white, "e4")];
  const session = await white.context().newCDPSession(white);
  const touch = (kind, at) =>
    session.send("Input.dispatchTouchEvent", { type: kind, touchPoints: at ? [at] : [] });
  await touch("touchStart", from);
  await touch("touchMove", { x: from.x, y: from.y - 20 });
  await touch("touchMove", to);
  const dragged = white.locator(".token.dragged");
  await expect(dragged).toHaveCount(1);
  // Browsers hand on where a finger is once a frame.
  const foot = async () => {
    const { y, height } = await dragged.boundingBox();
    return y + height;
  };
  await expect.poll(foot, "its foot is not below the finger").toBeLessThanOrEqual(to.y + 2);
  const order = await white.evaluate(() =>
    [...document.querySelector(".flat-board").children].map((layer) => layer.getAttribute("class")),
  );
  expect(order.indexOf("layer-dots")).toBeLessThan(order.indexOf("layer-tokens"));
  await touch("touchEnd", null);
  await moves(black, 1);
});

test("tridim: a dragged piece is seen above the finger", async ({ person }) => {
  const [white, black] = [await person({ viewport: PHONE }), await person()];
  await arrange(white, black, "tridim");
  const place = async (key) => {
    const { x, y, width, height } = await white
      .locator(`.levels-plan [data-key="${key}"]`)
      .boundingBox();
    return { x: x + width / 2, y: y + height / 2, height };
  };
  const [from, to] = [await place("b2W"), await place("b3N")];
  const session = await white.context().newCDPSession(white);
  const touch = (kind, at) =>
    session.send("Input.dispatchTouchEvent", {
      type: kind,
      touchPoints: at ? [{ x: at.x, y: at.y }] : [],
    });
  await touch("touchStart", from);
  await touch("touchMove", { x: from.x, y: from.y - 20 });
  await touch("touchMove", to);
  const dragged = white.locator(".levels-plan .is-dragged");
  const foot = async () => {
    const { y, height } = await dragged.boundingBox();
    return y + height;
  };
  await expect.poll(foot, "its foot is not below the finger").toBeLessThanOrEqual(to.y + 2);
  await picture(white, "tridim-dragged-phone");
  await touch("touchEnd", null);
  await moves(black, 1);
});

test("signs of large pieces stay on their squares, and the card of a piece is not clipped", async ({
  person,
}) => {
  const [white, black] = [await person({ settings: { largePieces: true } }), await person()];
  await arrange(white, black, "wisconsin", "army:PWFDEJGPICOQKVLZ/GPJEDFWPSAXQKBTM");
  const outside = await white.evaluate(
    () =>
      [...document.querySelectorAll(".token .piece-sign")].filter((sign) => {
        const cell = document.querySelector(".flat-board").getBoundingClientRect();
        const side = cell.width / 8;
        const box = sign.getBoundingClientRect();
        const right = Math.ceil((box.left - cell.left) / side) * side + cell.left;
        const lower = Math.ceil((box.top - cell.top) / side) * side + cell.top;
        return box.right > right + 1 || box.bottom > lower + 1;
      }).length,
  );
  expect(outside).toBe(0);
  expect(await white.locator(".token .piece-sign").count()).toBeGreaterThan(0);
  const { x, y } = await squareAt(white, "c1");
  await white.mouse.move(x, y);
  const card = white.locator(".piece-card");
  await card.locator("h2").waitFor();
  await card.locator(".card-moves svg").waitFor();
  const isWhole = () =>
    card.evaluate((one) => {
      const box = one.getBoundingClientRect();
      const isOnScreen = box.bottom <= window.innerHeight && box.right <= window.innerWidth;
      return isOnScreen && one.scrollWidth <= one.clientWidth;
    });
  await expect.poll(isWhole, "the card is not cut off").toBe(true);
  await picture(white, "wisconsin-card");
});

test("black men stand out in dark pictures of running games", async ({ person }) => {
  const [white, black, visitor] = [await person(), await person(), await person({ dark: true })];
  await arrange(white, black, "orthodox", "", CLOCK, "anybody");
  await type(white, "e4");
  await visitor.locator(".thumbnail .piece-black").first().waitFor();
  const stroke = await visitor
    .locator(".thumbnail .piece-black .piece-body")
    .first()
    .evaluate((body) => getComputedStyle(body).stroke);
  expect(stroke).toBe("rgb(243, 234, 217)");
});
