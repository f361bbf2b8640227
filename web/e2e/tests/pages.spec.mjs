import { click, tapFinger } from "../board.mjs";
import { expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { moves, seatTwo } from "../game.mjs";
import { DESKTOP, PHONE } from "../person.mjs";

const noSideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

for (const [size, viewport] of [
  ["desktop", DESKTOP],
  ["phone", PHONE],
]) {
  for (const dark of [false, true]) {
    const name = `${size}-${dark ? "dark" : "light"}`;
    test(`every page is accessible and fits: ${name}`, async ({ person }) => {
      const page = await person({ viewport, dark });
      await picture(page, `lobby-${name}`);
      await expectAccessible(page, "lobby");
      expect(await noSideways(page), "lobby").toBe(true);
      await page.getByRole("button", { name: "Custom game" }).nth(1).click();
      await page.getByRole("dialog").waitFor();
      await picture(page, `create-${name}`);
      await expectAccessible(page, "create");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("dialog").waitFor();
      await picture(page, `settings-${name}`);
      await expectAccessible(page, "settings");
      await page.keyboard.press("Escape");
      await page.locator(".who").click();
      await page.getByRole("dialog").waitFor();
      await picture(page, `account-${name}`);
      await expectAccessible(page, "account");
      for (const learn of ["index", "orthodox", "wisconsin", "tridim", "timetravel"]) {
        await page.goto(`/learn/${learn}.html`);
        await page.locator("h1").first().waitFor();
        // The pages are long: each is looked through at one size in one appearance and at the other in the other.
        if (dark === (viewport === PHONE)) await expectAccessible(page, learn);
        expect(await noSideways(page), learn).toBe(true);
      }
      await picture(page, `learn-${name}`);
      await page.goto(`/nothing/here`);
      await page.getByText("Page not found").waitFor();
      await expectAccessible(page, "lost");
    });
  }
}

test("a game on a phone fits, is accessible, and does not jump while it is played", async ({
  person,
}) => {
  const [white, black] = [
    await person({ viewport: PHONE }),
    await person({ viewport: PHONE, dark: true }),
  ];
  await seatTwo(white, black, "Chess", { clock: "blitz" });
  const place = (page) => page.locator(".flat-board").boundingBox();
  const before = await place(white);
  await tapFinger(white, "e2", "e4");
  await moves(black, 1);
  await tapFinger(black, "e7", "e5");
  await moves(white, 2);
  expect(await place(white)).toEqual(before);
  expect(await noSideways(white)).toBe(true);
  await expectAccessible(white, "game");
  await expectAccessible(black, "game dark");
  await picture(white, "game-phone-light");
  await picture(black, "game-phone-dark");
});

test("board themes and large pieces", async ({ person }) => {
  const [white, black] = [await person(), await person()];
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
});
