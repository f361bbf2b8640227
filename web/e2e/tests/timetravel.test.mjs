import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  arrange,
  assertAccessible,
  assertNoFaults,
  click,
  launch,
  moves,
  PHONE,
  person,
  picture,
  status,
  watch,
} from "../lib.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** The worked game of the rules: three jumps each, so that the last one settles it. */
const THREE_JUMPS = "TT1;-;-;1;-/-;0/0;-;-;wb;9/300/3;*";
const SHORT = [
  ["f2", "f3"],
  ["e7", "e5"],
  ["b2", "b4"],
  ["f8", "b4"],
  ["g2", "g4"],
  ["d8", "h4"],
];

const strip = (page) =>
  page
    .locator(".timeline-track [data-moment]:not(.is-start)")
    .evaluateAll((plies) => plies.map((ply) => ply.firstChild.textContent));

/** Goes to a ply and puts another move there. */
async function travel(page, ply, button, ...squares) {
  await page.locator(`[data-moment="${ply}"]`).click();
  await page.getByRole("button", { name: button }).click();
  await page.locator(".timeline-shown", { hasText: `Changing ply ${ply}` }).waitFor();
  await page.waitForFunction(
    (shown) => document.querySelector(".timeline-scrub input").value === shown,
    String(ply - 1),
  );
  await click(page, ...squares);
  await page.locator(".ask").waitFor();
}

const agree = (page) => page.locator(".ask").getByRole("button", { name: "Yes" }).click();

test("two people play Time-Travelling Chess through its worked example to the end, while a third watches", async () => {
  const [white, black] = [await person(browser), await person(browser, { viewport: PHONE })];
  const watcher = await person(browser, { dark: true, still: true });
  await watch(watcher, await arrange(white, black, "timetravel", THREE_JUMPS));
  for (const [index, squares] of SHORT.entries()) {
    await click(index % 2 === 0 ? white : black, ...squares);
    for (const page of [white, black]) await moves(page, index + 1);
  }
  await white.locator('[data-moment="6"].has-terminus').waitFor();
  await picture(white, "timetravel-mate-in-the-line");

  await travel(white, 3, /Replace ply 3/, "b1", "c3");
  await white.locator('[data-moment="4"].is-ghost').waitFor();
  await white.getByText("Lost: ply 4").waitFor();
  await picture(white, "timetravel-preview");
  await assertAccessible(white, "preview of a journey");
  await white.locator(".ask").getByRole("button", { name: "No" }).click();
  await white.locator('[data-moment="4"].is-ghost').waitFor({ state: "detached" });
  await travel(white, 3, /Replace ply 3/, "b1", "c3");
  await agree(white);

  await black.locator('[data-moment="4"].is-blank').waitFor();
  await picture(black, "timetravel-blank-phone");
  await travel(black, 4, "Fill ply 4", "a7", "a6");
  await agree(black);
  await moves(white, 8);

  await travel(white, 1, /Replace ply 1/, "b1", "c3");
  await agree(white);
  await moves(black, 9);
  await black.locator(".timeline-turn", { hasText: "makes it a pass" }).waitFor();
  await click(black, "h4", "g4");
  await moves(white, 10);
  assert.deepEqual(await strip(white), ["Nc3", "e5", "blank", "a6", "g4", "Qh4", "pass", "Qxg4"]);

  await travel(white, 3, "Fill ply 3", "f2", "f3");
  await white.locator(".ask", { hasText: /checkmate|over|end/i }).waitFor();
  await picture(white, "timetravel-fatal-preview");
  await agree(white);
  for (const page of [white, black, watcher]) {
    await status(page, "Black wins");
    await moves(page, 11);
    assert.deepEqual((await strip(page)).slice(0, 6), ["Nc3", "e5", "f3", "a6", "g4", "Qh4#"]);
  }
  await picture(white, "timetravel-over");
  await picture(black, "timetravel-over-phone");
  await picture(watcher, "timetravel-watched-dark");
  for (const page of [white, black, watcher])
    await assertAccessible(page, "a finished game of Time-Travelling Chess");
  assertNoFaults(white, black, watcher);
});

test("the end of the line is accepted, and the order of knight and bishop is shown and explained", async () => {
  const [white, black] = [await person(browser), await person(browser, { viewport: PHONE })];
  await arrange(white, black, "timetravel", THREE_JUMPS);
  await white.locator(".timeline-orders", { hasText: "White: still open" }).waitFor();
  for (const [index, squares] of SHORT.entries()) {
    await click(index % 2 === 0 ? white : black, ...squares);
    await moves(index % 2 === 0 ? black : white, index + 1);
  }
  await white.locator(".timeline-pressable", { hasText: "agree to the end of the line" }).waitFor();
  await white.locator(".pressed button").click();
  await status(white, "Black wins");
  await status(black, "Black wins");
  assertNoFaults(white, black);
});

test("the past is looked at, and a change begun and dropped, by keys alone", async () => {
  const [white, black] = [await person(browser), await person(browser, { viewport: PHONE })];
  await arrange(white, black, "timetravel");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await click(black, "e7", "e5");
  await moves(white, 2);
  await white.locator('[data-moment="2"]').focus();
  await white.keyboard.press("ArrowLeft");
  await white.locator(".timeline-shown", { hasText: "ply 1 of 2" }).waitFor();
  await white.keyboard.press("End");
  await white.locator(".timeline-shown", { hasText: "present" }).waitFor();
  await white.keyboard.press("[");
  await white.locator(".timeline-shown", { hasText: "ply 1 of 2" }).waitFor();
  await white.keyboard.press("Enter");
  await white.locator(".timeline-shown", { hasText: "Changing ply 1" }).waitFor();
  await white.keyboard.press("Escape");
  await white.locator(".timeline-shown", { hasText: "present" }).waitFor();
  await picture(white, "timetravel-game");
  await picture(black, "timetravel-game-phone");
  assertNoFaults(white, black);
});
