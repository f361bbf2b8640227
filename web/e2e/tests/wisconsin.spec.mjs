import { click, drag, squareAt } from "../board.mjs";
import { expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, seatTwo, status } from "../game.mjs";
import { PHONE } from "../person.mjs";

const EVERY_KIND = "kwfcdoie/lmvaztsx/jgqrbnp1/8/8/JGQRBNP1/LMVAZTSX/KWFCDOIE w - b 0";

test("two people play Wisconsin Chess to mate", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await seatTwo(white, black, "Wisconsin Chess", { preset: "regular" });
  await click(white, "f2", "f3");
  await moves(black, 1);
  await drag(black, "e7", "e5");
  await moves(white, 2);
  await click(white, "g2", "g4");
  await moves(black, 3);
  await click(black, "d8", "h4");
  for (const page of [white, black]) await status(page, "Black wins");
  await picture(black, "wisconsin-over");
});

test("a blast is shown, and afterwards both see the same board", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await seatTwo(white, black, "Wisconsin Chess", { setup: "4k3/8/8/3w4/4P3/2n5/8/4K3 w - b 0" });
  await click(white, "e4", "d5");
  await moves(black, 1);
  const cells = (page) =>
    page
      .locator(".token:not(.gone)")
      .evaluateAll((tokens) => tokens.map((token) => token.dataset.cell).sort());
  await white.waitForFunction(() => document.querySelectorAll(".token:not(.gone)").length === 3);
  await black.waitForFunction(() => document.querySelectorAll(".token:not(.gone)").length === 3);
  expect(await cells(white)).toEqual(await cells(black));
});

test("all kinds are drawn, and a card tells how a piece moves and what affects it, by pointer, keys and finger", async ({
  person,
}) => {
  const [white, black] = [await person(), await person({ viewport: PHONE })];
  await arrange(white, black, "wisconsin", EVERY_KIND);
  await white.locator(".token").nth(40).waitFor();
  const { x, y } = await squareAt(white, "g2");
  await white.mouse.move(x, y);
  await white.locator(".piece-card h2", { hasText: "simple" }).waitFor();
  await white.locator(".piece-card .move-diagram").waitFor();
  await expect(
    white.locator(".move-diagram-ring"),
    "a rook's way within the small board",
  ).toHaveCount(12);
  await picture(white, "wisconsin-every-kind");
  await expectAccessible(white, "piece card");
  await white.mouse.move(0, 0);
  await white.locator(".flat-board").focus();
  await white.keyboard.press("ArrowRight");
  await white.locator(".piece-card.is-shown h2").waitFor();

  const war = await squareAt(black, "b8");
  const touch = await black.context().newCDPSession(black);
  await touch.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints: [{ x: war.x, y: war.y }],
  });
  await black.locator(".piece-card.is-shown h2", { hasText: "war" }).waitFor();
  await black.locator(".piece-card .move-diagram").waitFor();
  await expect(
    black.locator(".move-diagram-cross"),
    "a war captures diagonally ahead only",
  ).toHaveCount(2);
  await picture(black, "wisconsin-card-phone");
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await black.locator(".piece-card:not(.is-shown)").waitFor();
});

test("a player who logs in with the host protocol plays the same game in the web client", async ({
  person,
}) => {
  const page = await person();
  await page.goto("/wisconsin/login");
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForURL("**/wisconsin/");
  const begun = await page.request.post("/wisconsin/computer", {
    data: [],
    headers: { origin: new URL(page.url()).origin },
  });
  expect(begun.status()).toBe(200);
  await page.goto("/wisconsin/computer");
  await page.locator('a[href^="/wisconsin/open/"]').click();
  await page.waitForURL("**/game/*");
  // The seat is still the player's after a reload.
  await page.reload();
  await page.locator(".token").first().waitFor();
  await page.getByRole("button", { name: "Resign" }).waitFor();
  await expect(page.getByText("You are watching")).toHaveCount(0);
  await expect(page.locator(".who")).toContainText("Ada");
});
