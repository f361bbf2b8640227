import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ADDRESS, assertAccessible, assertNoFaults, click, launch, moves, PHONE, person, picture, seatTwo, status, tapFinger } from "../lib.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const PIECES = { q: "Queen", r: "Rook", b: "Bishop", n: "Knight" };
const overlay = (page) => page.getByRole("dialog");

test("every promotion of orthodox chess, by key, and after a reload in the middle", async () => {
  const [white, black] = [await person(browser), await person(browser)];
  for (const [key, name] of Object.entries(PIECES)) {
    for (const page of [white, black]) await page.goto(ADDRESS);
    await white.locator(".card-buttons").first().waitFor();
    await seatTwo(white, black, "Chess", { setup: "8/P6k/8/8/8/8/p6K/8 w - - 0 1" });
    await click(white, "a7", "a8");
    await overlay(white).getByText("Choose your piece:").waitFor();
    if (key === "q") {
      await picture(white, "promotion-orthodox");
      await assertAccessible(white, "promotion");
      await white.keyboard.press("Escape");
      await overlay(white).waitFor({ state: "detached" });
      await white.reload();
      await status(white, "Your turn");
      await click(white, "a7", "a8");
      await overlay(white).getByText("Choose your piece:").waitFor();
    }
    await white.keyboard.press(key);
    await moves(black, 1);
    assert.match(await black.locator("button.move").first().textContent(), new RegExp(`a8=?${key.toUpperCase()}`), name);
  }
  assertNoFaults(white, black);
});

test("every promotion of Wisconsin Chess is owed until it is chosen, also after a reload", async () => {
  const [white, black] = [await person(browser, { viewport: PHONE }), await person(browser)];
  for (const [key, name] of Object.entries(PIECES)) {
    for (const page of [white, black]) await page.goto(ADDRESS);
    await white.locator(".card-buttons").first().waitFor();
    await seatTwo(white, black, "Wisconsin Chess", { setup: "8/P6k/7p/8/8/7P/8/K7 w - b 0" });
    await tapFinger(white, "a7", "a8");
    await overlay(white).getByText("Choose your piece:").waitFor();
    await status(black, "Waiting for promotion");
    if (key === "q") {
      await picture(white, "promotion-wisconsin-phone");
      await picture(black, "promotion-waiting");
      await white.keyboard.press("Escape");
      assert.ok(await overlay(white).isVisible(), "a forced promotion cannot be dismissed");
      await white.reload();
      await overlay(white).getByText("Choose your piece:").waitFor();
      await white.getByRole("button", { name: `Promote to ${name}` }).tap();
    } else {
      await white.keyboard.press(key);
    }
    await overlay(white).waitFor({ state: "detached" });
    await moves(black, 2);
    await status(black, "Your turn");
  }
  assertNoFaults(white, black);
});
