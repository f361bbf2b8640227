import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  arrange,
  assertAccessible,
  assertNoFaults,
  choosePlaces,
  launch,
  moves,
  PHONE,
  person,
  picture,
  pieces,
  status,
  watch,
} from "../lib.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

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

test("two people play Tri-Dimensional Chess to mate, on a laptop and on a phone, while a third watches", async () => {
  const white = await person(browser, { settings: { lowDetail: true } });
  const black = await person(browser, { viewport: PHONE, dark: true });
  const watcher = await person(browser, { viewport: PHONE, still: true });
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
    assert.deepEqual(await page.locator("button.move").allTextContents(), SHEET);
  }
  assert.deepEqual(await pieces(black), await pieces(white));
  assert.deepEqual(await pieces(watcher), await pieces(white));
  await picture(white, "tridim-over");
  await picture(black, "tridim-over-phone-dark");
  for (const page of [white, black])
    await assertAccessible(page, "a finished game of Tri-Dimensional Chess");
  assertNoFaults(white, black, watcher);
});

test("attack boards are moved and turned, with a preview of where the rider lands", async () => {
  const [white, black] = [
    await person(browser, { settings: { lowDetail: true } }),
    await person(browser, { viewport: PHONE }),
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
  assert.equal(await white.locator(".levels-landing").count(), 2, "as it is, and turned");
  await white.locator(".levels-space[data-state=ready]").waitFor();
  await picture(white, "tridim-board-chosen");
  await white.locator('[data-key="QL2+00"]').click();
  await white.getByRole("dialog").waitFor();
  await picture(white, "tridim-board-ways");
  await assertAccessible(white, "ways of a board");
  await white.keyboard.press("2");
  await moves(black, 1);
  await black.locator('[data-key="a5QL2"].is-taken').waitFor();
  assertNoFaults(white, black);
});

/** A white pawn that misses a square of the upper level, and a black one that misses a square of the lower one. */
const FROZEN = {
  "z7QL4 z8QL6": "4/4/4/4|3k/4/4/4|4/4/4/3K QL4(P1/2),KL1(2/2),QL5(2/2),KL6(2/2) w - - - 0 10",
  "z2QL3 z1QL1": "4/4/4/4|3k/4/4/4|4/4/4/3K QL2(2/2),KL1(2/2),QL3(2/p1),KL6(2/2) w - - - 0 10",
};

test("on a phone the card of a piece hides neither the piece nor the square it misses", async () => {
  const [white, black] = [
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE }),
  ];
  for (const [places, setup] of Object.entries(FROZEN)) {
    const [pawn, missed] = places.split(" ");
    await arrange(white, black, "tridim", setup);
    await white.locator(`.levels-plan [data-key="${pawn}"]`).tap();
    await white.locator(".piece-card.is-shown .gait").waitFor();
    const card = await white.locator(".piece-card").boundingBox();
    for (const part of [`[data-key="${pawn}"]`, `.is-missing[aria-label*="would be ${missed}"]`]) {
      const box = await white.locator(`.levels-plan ${part}`).boundingBox();
      assert.ok(
        box.y + box.height <= card.y || box.y >= card.y + card.height,
        `${part} at ${box.y} under the card from ${card.y} to ${card.y + card.height}`,
      );
    }
    await picture(white, `tridim-card-${pawn}-phone`);
  }
  assertNoFaults(white, black);
});

test("Tri-Dimensional Chess by keyboard alone, on the floor plan", async () => {
  const [white, black] = [
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE }),
  ];
  await arrange(white, black, "tridim");
  await white.locator('[data-key="a2W"]').focus();
  for (const key of ["Enter", "ArrowUp", "Enter"]) await white.keyboard.press(key);
  await moves(black, 1);
  assert.equal(await black.locator("button.move").first().textContent(), "a3W");
  assertNoFaults(white, black);
});
