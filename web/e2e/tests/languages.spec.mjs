// The page in other languages than English: chosen by the browser or the reader, with the server's sentences and moves.

import { click } from "../board.mjs";
import { picture, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, scoreSheet, status, type } from "../game.mjs";
import { PHONE } from "../person.mjs";

/** Words of the first page by which its language is known. */
const TITLES = {
  en: "What would you like to play?",
  de: "Was möchtest du spielen?",
  es: "¿A qué quieres jugar?",
  fr: "À quoi voulez-vous jouer ?",
};

/** Chooses a language in Settings; the page loads again by itself. */
async function choose(page, code) {
  await page.locator(".header .quiet:not(.who)").click();
  const loaded = page.waitForEvent("load");
  await page.locator(`input[name=language][value=${code}]`).click({ force: true });
  await loaded;
}

const expectLanguage = async (page, code) => {
  await expect(page.getByRole("heading", { level: 1, name: TITLES[code] })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", code);
};

/** What does not fit: texts wider than their boxes, buttons that cut theirs off, and a page that scrolls sideways. */
function overflowing(page) {
  return page.evaluate(() => {
    const isShown = (element) => element.getClientRects().length > 0;
    const cuts = (element) =>
      element.scrollWidth > element.clientWidth + 1 ||
      element.scrollHeight > element.clientHeight + 2;
    const buttons = [
      ...document.querySelectorAll("button:not(.who), a.button, .choice label span, select"),
    ]
      .filter((element) => isShown(element) && element.clientWidth > 0 && cuts(element))
      .map((element) => `${element.className} "${element.textContent}" is cut off`);
    const outside = [...document.querySelectorAll("main *, header *, dialog *")]
      .filter((element) => isShown(element) && !element.closest("svg, .hidden, ol, dl, .strip"))
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `${element.tagName}.${element.className} is outside`);
    const root = document.documentElement;
    const sideways = root.scrollWidth > root.clientWidth ? ["the page scrolls sideways"] : [];
    return [...buttons, ...outside, ...sideways];
  });
}

test("the browser's language is the page's, and another one can be chosen and is kept", async ({
  person,
}) => {
  const page = await person({ language: "fr-CA" });
  await expectLanguage(page, "fr");
  for (const code of ["es", "de", "en"]) {
    await choose(page, code);
    await expectLanguage(page, code);
  }
  await choose(page, "de");
  await page.reload();
  await expectLanguage(page, "de");
  await expect(page.getByRole("heading", { name: "Zeitreise-Schach" })).toBeVisible();
  const stranger = await person({ language: "pt-BR" });
  await expectLanguage(stranger, "en");
});

test("one language is loaded", async ({ person }) => {
  const files = [];
  const prepare = (context) =>
    context.on("request", (request) => files.push(new URL(request.url()).pathname));
  await person({ language: "es-MX", prepare });
  const dictionaries = files.filter((file) => /\/assets\/(en|de|es|fr)-/.test(file));
  expect(new Set(dictionaries).size, dictionaries.join()).toBe(1);
});

test("refusals, notes and moves are German for one player and English for the other", async ({
  person,
}) => {
  const [white, black] = [await person({ language: "de" }), await person()];
  await arrange(white, black, "orthodox");
  await status(white, "Du bist am Zug (Weiß)");
  await click(white, "e2", "e5");
  await expect(white.locator(".remark")).toHaveText("ein Bauer zieht nicht von e2 nach e5");
  await type(white, "Sf3");
  await moves(black, 1);
  await scoreSheet(white, ["Sf3"]);
  await scoreSheet(black, ["Nf3"]);
  await type(black, "e5");
  await type(white, "Nxe5");
  await moves(black, 3);
  await scoreSheet(white, ["Sf3", "e5", "Sxe5"]);
  await type(white, "wo springer");
  await expect(white.locator(".said")).toContainText("weißer Springer: b1, e5.");
  await type(white, "letzter");
  await expect(white.locator(".said")).toHaveText("Weiß hat Sxe5 gespielt.");
  await type(black, "d6");
  await type(white, "Dh3");
  await expect(white.locator(".said")).toHaveText("Dh3 ist hier nicht möglich");
  await white.locator(".tool-settings").click();
  await white.locator("input[name=notation][value=english]").check({ force: true });
  await scoreSheet(white, ["Nf3", "e5", "Nxe5", "d6"]);
});

const GAMES = ["orthodox", "wisconsin", "tridim", "timetravel"];

// German has the longest words, so it is looked at in every game.
for (const [language, games] of [
  ["de", GAMES],
  ["fr", ["orthodox"]],
  ["es", ["orthodox"]],
]) {
  test(`everything fits on a phone, in ${language}`, async ({ person }) => {
    const settings = { lowDetail: true };
    const page = await person({ language, viewport: PHONE, still: true, settings });
    const other = await person({ still: true, settings });
    expect(await overflowing(page), "first page").toEqual([]);
    await pictures(page, `language-${language}-lobby`);
    // No link of the header is hidden behind the buttons beside it, on a small phone either.
    await page.setViewportSize({ width: 360, height: 740 });
    const hidden = () =>
      page.locator(".header nav").evaluate((nav) => nav.scrollWidth - nav.clientWidth);
    await expect.poll(hidden).toBeLessThanOrEqual(0);
    await page.setViewportSize(PHONE);
    await page.locator(".header .quiet:not(.who)").click();
    await page.locator("input[name=language]").first().waitFor({ state: "attached" });
    expect(await overflowing(page), "settings").toEqual([]);
    await pictures(page, `language-${language}-settings`);
    await page.keyboard.press("Escape");
    for (const variant of games) {
      await arrange(page, other, variant);
      expect(await overflowing(page), variant).toEqual([]);
      await pictures(page, `language-${language}-${variant}`);
    }
    for (const variant of games) {
      await page.goto(`/learn/${variant}`);
      await page.locator("#course-title").waitFor();
      await page.locator(".board-host > *").first().waitFor();
      expect(await overflowing(page), `course of ${variant}`).toEqual([]);
      await picture(page, `language-${language}-course-${variant}`);
    }
  });

  test(`dialogs, other pages and ends of games fit on a phone, in ${language}`, async ({
    person,
  }) => {
    const settings = { lowDetail: true };
    const page = await person({ language, viewport: PHONE, still: true, settings });
    const other = await person({ still: true, settings });
    const card = page.locator(".card").first();
    const expectFits = async (name) => {
      expect(await overflowing(page), name).toEqual([]);
      await picture(page, `language-${language}-${name}`);
    };
    for (const [name, button] of [
      ["computer", card.locator(".card-buttons > button").nth(1)],
      ["friend", card.locator(".card-buttons > button").nth(2)],
      ["custom", card.locator(".card-more button").first()],
      ["account", page.locator(".who")],
    ]) {
      await button.click();
      await page.getByRole("dialog").waitFor();
      await expectFits(name);
      await page.keyboard.press("Escape");
    }
    await arrange(page, other, "orthodox", "8/P6k/8/8/8/8/p6K/8 w - - 0 1");
    await click(page, "a7", "a8");
    await page.getByRole("dialog").waitFor();
    await expectFits("picker");
    await page.keyboard.press("q");
    await moves(other, 1);
    await other.getByRole("button", { name: "Offer draw" }).click();
    await other.getByRole("button", { name: "Yes" }).click();
    await page.locator(".proposals .ask").waitFor();
    await expectFits("offer");
    await page.locator(".proposals .primary").click();
    await page.locator(".status-over").waitFor();
    await expectFits("end");
    for (const [name, path, part] of [
      ["import", "/import", "textarea"],
      ["account-page", "/account", "main h1"],
      ["analysis", "/analysis/orthodox", ".analysis .flat-board"],
      ["puzzles", "/puzzles", "main h1"],
      ["device", "/device", "main h1"],
    ]) {
      await page.goto(path);
      await page.locator(part).first().waitFor();
      await expectFits(name);
    }
  });
}
