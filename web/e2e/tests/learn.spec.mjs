import { expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { PHONE } from "../person.mjs";

const open = async (page, name) => {
  await page.goto(`/learn/${name}`);
  await page.locator("h1").first().waitFor();
};

/** Clicks squares of a live flat board, as White sees it. */
async function press(page, board, ...cells) {
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  for (const cell of cells) {
    const [file, rank] = [cell.charCodeAt(0) - 97, Number(cell[1])];
    await page.mouse.click(
      box.x + ((file + 0.5) * box.width) / 8,
      box.y + ((8.5 - rank) * box.height) / 8,
    );
  }
}

test("a picture of Wisconsin Chess is played on, and the assertion is seen", async ({ person }) => {
  const page = await person();
  await open(page, "wisconsin.html");
  const figure = page.locator('figure[data-variant="wisconsin"]', { hasText: "captured there" });
  await figure.getByRole("button", { name: "Continue from here" }).click();
  const board = figure.locator(".flat-board");
  await board.waitFor();
  await press(page, board, "a1", "d1");
  await figure.getByText("Black to move.").waitFor();
  // The constructive leaves e2 for the rook on d1.
  await figure.locator('.token[data-cell="e2"]').waitFor({ state: "detached" });
  await figure.locator('.token[data-cell="d1"]').waitFor();
  await picture(page, "learn-live-wisconsin");
  await expectAccessible(page, "a live board of Wisconsin Chess");
  await figure.getByRole("button", { name: "Take back" }).click();
  await figure.locator('.token[data-cell="a1"]').waitFor();
});

test("a forced promotion of Tri-Dimensional Chess is tried on a phone", async ({ person }) => {
  const page = await person({ viewport: PHONE });
  await open(page, "tridim.html#td-7.5");
  // The contents are closed from the beginning, so that the text does not jump when the script has come.
  const sent = await (await page.request.get("/learn/tridim.html")).text();
  expect(sent).toContain('class="learn-contents"');
  expect(sent).not.toContain("<details open");
  const figure = page.locator("figure.live", { hasText: "A forced promotion" });
  await figure.getByRole("button", { name: "Continue from here" }).click();
  await figure.locator(".levels-plan").waitFor();
  await figure.getByRole("button", { name: "Knight" }).click();
  await figure.locator('[aria-label^="a8B, white knight"]').waitFor();
  await picture(page, "learn-live-tridim-phone");
  await expectAccessible(page, "a live board of Tri-Dimensional Chess");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
});

test("the worked game of Time-Travelling Chess is looked at live", async ({ person }) => {
  const page = await person({ dark: true });
  await open(page, "timetravel.html");
  const figure = page.locator("figure.live").nth(4);
  await figure.getByRole("button", { name: "Continue from here" }).click();
  await figure.locator(".timeline-track").waitFor();
  await figure.getByText("White to move.").waitFor();
  await picture(page, "learn-live-timetravel-dark");
});

test("the past is changed on the page of its rules, after a look at what it costs", async ({
  person,
}) => {
  const page = await person({ viewport: PHONE });
  await open(page, "timetravel.html");
  const figure = page.locator("figure.live").first();
  await figure.getByRole("button", { name: "Continue from here" }).click();
  await figure.locator('[data-moment="3"]').click();
  await figure.getByRole("button", { name: "Change your move 2 (b4)" }).click();
  await figure.locator(".timeline-shown", { hasText: "Changing your move 2" }).waitFor();
  const board = figure.locator(".flat-board");
  await press(page, board, "b1", "c3");
  await figure.getByText("It costs Black’s move 2.").waitFor();
  await figure.locator('[data-moment="4"].is-ghost').waitFor();
  await picture(page, "learn-live-change-phone");
  await expectAccessible(page, "a change of the past on a rules page");
  await figure.getByRole("button", { name: "No", exact: true }).click();
  await figure.locator(".timeline-shown", { hasText: "This is the present." }).waitFor();
  await figure.locator('[data-moment="3"]').click();
  await figure.getByRole("button", { name: "Change your move 2 (b4)" }).click();
  await figure.locator(".timeline-shown", { hasText: "Changing your move 2" }).waitFor();
  await press(page, board, "b1", "c3");
  await figure.getByRole("button", { name: "Yes" }).click();
  await figure.locator('[data-moment="4"].is-blank').waitFor();
  await figure.getByText("Black to move.").waitFor();
  await figure.getByRole("button", { name: "Take back" }).click();
  await figure.locator('[data-moment="4"]:not(.is-blank)').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
});

test("every clause has an address, and the contents lead to the headings", async ({ person }) => {
  const page = await person();
  for (const [name, clause] of [
    ["orthodox", "o-1.2"],
    ["wisconsin", "w-2.7"],
    ["tridim", "td-7.5"],
    ["timetravel", "tt-3.4"],
  ]) {
    await open(page, `${name}.html#${clause}`);
    await page.locator(`[id="${clause}"]`).waitFor();
    await expect(page.locator(".learn-contents details")).toHaveAttribute("open", "");
    const links = await page
      .locator('.learn a[href^="#"]')
      .evaluateAll((all) => all.map((link) => decodeURIComponent(link.hash.slice(1))));
    const missing = await page.evaluate(
      (ids) => ids.filter((id) => document.getElementById(id) === null),
      links,
    );
    expect(missing, name).toEqual([]);
    expect(links.length, name).toBeGreaterThan(20);
    const twice = await page.evaluate(() =>
      [...document.querySelectorAll("[id]")]
        .map((one) => one.id)
        .filter((id, index, all) => all.indexOf(id) !== index),
    );
    expect(twice, name).toEqual([]);
    await picture(page, `learn-${name}`);
  }
});
