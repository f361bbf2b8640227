// How boards look and sound: piece sets, size, coordinates, sounds; and what the side panel says about the opening.
import { drag } from "../board.mjs";
import { expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, type } from "../game.mjs";
import { PHONE } from "../person.mjs";

const openSettings = async (page) => {
  await page.locator(".header button").first().click();
  await page.getByRole("dialog").waitFor();
};

for (const [variant, setup] of [
  ["orthodox", ""],
  ["wisconsin", "army:WFDEJGPPSLXQKVTZ/PPPPPPPPMCOQKBAI"],
  ["timetravel", ""],
  ["tridim", ""],
])
  test(`${variant}: pieces are drawn in four ways, and only what is chosen is loaded`, async ({
    person,
  }) => {
    const loaded = [];
    const page = await person({
      still: true,
      settings: { lowDetail: true },
      prepare: (context) => context.on("request", (request) => loaded.push(request.url())),
    });
    const other = await person({ still: true, viewport: PHONE });
    const isLoaded = (set) => loaded.some((url) => url.includes(`/assets/${set}-`));
    await arrange(page, other, variant, setup);
    const drawing = () => page.locator(".piece-body").first().getAttribute("d");
    const choose = async (set) => {
      await openSettings(page);
      await page.getByRole("dialog").locator(`input[value=${set}]`).check({ force: true });
      await page.keyboard.press("Escape");
    };
    const classic = await drawing();
    const seen = new Set([classic]);
    for (const set of ["angular", "round", "letters"]) {
      expect(isLoaded(set)).toBe(false);
      await choose(set);
      await expect.poll(async () => seen.has(await drawing())).toBe(false);
      seen.add(await drawing());
      expect(isLoaded(set)).toBe(true);
      await picture(page, `pieces-${variant}-${set}`);
    }
    await choose("classic");
    await expect.poll(drawing).toBe(classic);
  });

test("the board is as large as wanted, and coordinates stand inside, outside or nowhere", async ({
  person,
}) => {
  const [page, other] = [await person({ still: true }), await person({ still: true })];
  await arrange(page, other, "orthodox");
  const board = page.locator(".flat-board");
  const whole = await board.boundingBox();
  await openSettings(page);
  await page.getByRole("dialog").locator("input[name=boardSize]").fill("70");
  await expectAccessible(page, "settings", "dialog");
  await picture(page, "settings");
  await page.keyboard.press("Escape");
  const small = await board.boundingBox();
  expect(Math.abs(small.width / whole.width - 0.7)).toBeLessThan(0.02);
  await page.reload();
  await board.waitFor();
  expect(Math.round((await board.boundingBox()).width)).toBe(Math.round(small.width));
  const choose = async (place) => {
    await openSettings(page);
    await page
      .getByRole("dialog")
      .locator(`input[name=coordinatesAt][value=${place}]`)
      .check({ force: true });
    await page.keyboard.press("Escape");
  };
  await choose("none");
  await expect(page.locator(".coordinate")).toHaveCount(0);
  await choose("outside");
  await expect(page.locator(".coordinate-outside")).toHaveCount(16);
  await picture(page, "coordinates-outside");
  // Squares are found where they are drawn.
  const square = await page.locator(".cell").nth(12).boundingBox();
  await page.mouse.click(square.x + square.width / 2, square.y + square.height / 2);
  await expect(page.locator(".target-dot, .mark-chosen").first()).toBeVisible();
  await choose("inside");
  await expect(page.locator(".coordinate:not(.coordinate-outside)")).toHaveCount(16);
  await drag(page, "e2", "e4");
  await moves(other, 1);
});

test("sounds are of one of three kinds, and the choice is kept", async ({ person }) => {
  const page = await person({
    prepare: (context) =>
      context.addInitScript(() => {
        window.heard = [];
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) {
          window.heard.push(`${this.type} ${this.frequency.value}`);
          return start.apply(this, when);
        };
      }),
  });
  const heard = new Set();
  for (const set of ["bells", "digital", "wood"]) {
    await page.evaluate(() => (window.heard = []));
    await openSettings(page);
    await page.getByRole("dialog").locator(`input[value=${set}]`).check({ force: true });
    await page.waitForFunction(() => window.heard.length > 0);
    heard.add((await page.evaluate(() => window.heard)).join());
    await page.keyboard.press("Escape");
  }
  expect(heard.size).toBe(3);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("rookery.settings")));
  expect(kept.soundSet).toBe("wood");
});

test("the opening is named while it is played, replayed and imported, and only from the usual start", async ({
  person,
}) => {
  const [white, black] = [await person({ still: true }), await person({ still: true })];
  await arrange(white, black, "orthodox");
  const opening = (page) => page.locator(".opening");
  await type(white, "e4");
  for (const page of [white, black]) await expect(opening(page)).toHaveText("King's Pawn Game");
  for (const [index, move] of [
    "c5",
    "Nf3",
    "d6",
    "d4",
    "cxd4",
    "Nxd4",
    "Nf6",
    "Nc3",
    "a6",
  ].entries()) {
    await type(index % 2 === 0 ? black : white, move);
    await moves(white, index + 2);
    await moves(black, index + 2);
  }
  await expect(opening(white)).toHaveText("Sicilian Defence: Najdorf Variation");
  await picture(white, "opening");
  await white.setViewportSize(PHONE);
  await picture(white, "opening-phone");
  await white.getByRole("button", { name: "Go to start" }).click();
  await expect(opening(white)).toHaveText("");
  await arrange(white, black, "orthodox", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await expect(opening(white)).toHaveCount(0);
  await arrange(white, black, "wisconsin", "army:regular/regular");
  await expect(opening(white)).toHaveCount(0);
  await white.goto("/import");
  await white.locator("textarea[name=game]").fill("1. d4 Nf6 2. c4 g6 3. Nc3 d5 *");
  await white.getByRole("button", { name: "Import", exact: true }).click();
  await white.getByRole("button", { name: "Go to end" }).click();
  await expect(opening(white)).toHaveText("Grünfeld Defence");
});
