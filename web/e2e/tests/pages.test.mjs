import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  ADDRESS,
  assertAccessible,
  assertNoFaults,
  click,
  DESKTOP,
  launch,
  moves,
  PHONE,
  person,
  picture,
  seatTwo,
  tapFinger,
} from "../lib.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const noSideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

for (const [size, viewport] of [
  ["desktop", DESKTOP],
  ["phone", PHONE],
]) {
  for (const dark of [false, true]) {
    const name = `${size}-${dark ? "dark" : "light"}`;
    test(`every page is accessible and fits: ${name}`, async () => {
      const page = await person(browser, { viewport, dark });
      await picture(page, `lobby-${name}`);
      await assertAccessible(page, "lobby");
      assert.ok(await noSideways(page), "lobby");
      await page.getByRole("button", { name: "More choices" }).nth(1).click();
      await page.getByRole("dialog").waitFor();
      await picture(page, `create-${name}`);
      await assertAccessible(page, "create");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Settings" }).click();
      await picture(page, `settings-${name}`);
      await assertAccessible(page, "settings");
      await page.keyboard.press("Escape");
      await page.locator(".who").click();
      await picture(page, `account-${name}`);
      await assertAccessible(page, "account");
      for (const learn of ["index", "orthodox", "wisconsin", "tridim", "timetravel"]) {
        await page.goto(`${ADDRESS}/learn/${learn}.html`);
        await page.locator("h1").first().waitFor();
        // The pages are long: each is looked through at one size in one appearance and at the other in the other.
        if (dark === (viewport === PHONE)) await assertAccessible(page, learn);
        assert.ok(await noSideways(page), learn);
      }
      await picture(page, `learn-${name}`);
      await page.goto(`${ADDRESS}/nothing/here`);
      await page.getByText("nothing at this address").waitFor();
      await assertAccessible(page, "lost");
      assertNoFaults(page);
      await page.context().close();
    });
  }
}

test("a game on a phone fits, is accessible, and does not jump while it is played", async () => {
  const [white, black] = [
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE, dark: true }),
  ];
  await seatTwo(white, black, "Chess", { clock: "blitz" });
  const place = (page) => page.locator(".flat-board").boundingBox();
  const before = await place(white);
  await tapFinger(white, "e2", "e4");
  await moves(black, 1);
  await tapFinger(black, "e7", "e5");
  await moves(white, 2);
  assert.deepEqual(await place(white), before);
  assert.ok(await noSideways(white));
  await assertAccessible(white, "game");
  await assertAccessible(black, "game dark");
  await picture(white, "game-phone-light");
  await picture(black, "game-phone-dark");
  assertNoFaults(white, black);
});

test("board themes and large pieces", async () => {
  const [white, black] = [await person(browser), await person(browser)];
  await seatTwo(white, black, "Chess");
  for (const theme of ["Slate", "Meadow"]) {
    await white.locator(".header").getByRole("button", { name: "Settings" }).click();
    await white.getByRole("radio", { name: theme }).check({ force: true });
    await white.getByRole("dialog").getByText("Large pieces").click();
    await white.getByRole("button", { name: "Close" }).click();
    await picture(white, `theme-${theme.toLowerCase()}`);
  }
  await click(white, "e2", "e4");
  await moves(black, 1);
  assertNoFaults(white, black);
});
