// What makes a page comfortable: help where it is fair, pickers at hand, links that arrive, pages that come quickly.
import { click, drag, squareAt } from "../board.mjs";
import { expectAccessible } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, pressQuickGame, status, type, watch } from "../game.mjs";

test("the first page needs few requests, compressed ones, and at most 70 KB", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.address });
  const page = await context.newPage();
  const sizes = [];
  page.on("requestfinished", (request) => sizes.push(request.sizes()));
  await page.goto("/");
  await page.locator(".card-buttons").first().waitFor();
  const loaded = await Promise.all(sizes);
  const bytes = loaded.reduce((sum, one) => sum + one.responseBodySize, 0);
  expect(loaded.length).toBeLessThanOrEqual(8);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(70 * 1024);
  for (const [accepted, coding] of [
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["br;q=0", undefined],
  ]) {
    const response = await page.request.get("/", { headers: { "accept-encoding": accepted } });
    expect(response.headers()["content-encoding"]).toBe(coding);
    expect(response.headers().vary).toBe("accept-encoding");
    expect(await response.text()).toContain("<title>Rookery</title>");
  }
  await context.close();
});

test("links into the rules arrive where they point, and wrong addresses below them say so", async ({
  person,
}) => {
  const page = await person({ tolerates: /404/ });
  await page.goto("/learn");
  await expect(page).toHaveURL(/\/learn\/index\.html$/);
  for (const rules of ["wisconsin", "tridim", "timetravel", "orthodox"]) {
    await page.goto(`/learn/${rules}.html`);
    const last = page.locator(".learn-contents a").last();
    const target = (await last.getAttribute("href")).slice(1);
    await page.goto(`/learn/${rules}.html#${target}`);
    const place = page.locator(`[id="${target}"]`);
    await expect(place).toBeInViewport();
    await page
      .locator("img")
      .first()
      .evaluate((image) => image.decode());
    await expect(place, `${rules}: still there when pictures have come`).toBeInViewport();
  }
  const answer = await page.goto("/learn/nothing.html");
  expect(answer.status()).toBe(404);
  await page.getByRole("heading", { name: "Page not found." }).waitFor();
});

test("material that is ahead stands beside the names", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
  await expect(white.locator(".player-black .material-ahead")).toHaveText("+8");
  await click(white, "e4", "d5");
  await moves(black, 1);
  for (const page of [white, black])
    await expect(page.locator(".player-white .material-ahead")).toHaveText("+1");
  await expectAccessible(white, "a game with material");
});

test("a declined draw is told to who offered it, and an illegal click why it is none", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
  const remark = (page) => page.locator(".remark.is-shown");
  await click(white, "e1", "e3");
  await expect(remark(white)).toHaveText(/king/);
  await type(white, "Nc3");
  await expect(white.locator(".said")).toHaveText(/pinned/);
  await click(white, "e2");
  await expect(remark(white)).toHaveText(/No legal move from e2/);
  await type(white, "Kd2");
  await moves(black, 1);
  await white.getByRole("button", { name: "Offer draw" }).click();
  await white.getByRole("button", { name: "Yes" }).click();
  await black.getByRole("button", { name: "Decline" }).click();
  await expect(remark(white)).toHaveText("Draw offer declined.");
});

test("spectators are led to the rematch", async ({ person }) => {
  const [white, black, visitor] = [await person(), await person(), await person()];
  const address = await arrange(white, black, "orthodox");
  await watch(visitor, address);
  await type(white, "e4");
  await moves(black, 1);
  await black.getByRole("button", { name: "Resign" }).click();
  await black.getByRole("button", { name: "Yes" }).click();
  await status(white, "by resignation");
  await white.getByRole("button", { name: "Rematch" }).click();
  await black.getByRole("button", { name: "Accept" }).click();
  await visitor.getByRole("link", { name: "Go to the rematch" }).click();
  await expect(visitor).not.toHaveURL(address);
});

test("a pasted position or link is understood, and a pasted text is there after going back", async ({
  person,
}) => {
  const [page, other] = [await person(), await person()];
  const address = await arrange(page, other, "orthodox");
  await page.goto("/import");
  const field = page.locator("textarea[name=game]");
  for (const [position, name] of [
    ["6k'e81/8/8/8/8/8/2j'b73K'e11/R7 w -", "Wisconsin Chess"],
    [
      "4/1P1k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
      "Tri-Dimensional Chess",
    ],
    ["TT1;-;-;1;-/-;0/0;-;-;wb;9/300/3;*", "Time-Travelling Chess"],
    ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Chess"],
  ]) {
    await field.fill(position);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByRole("dialog")).toContainText(`New game of ${name}`);
    await page.keyboard.press("Escape");
  }
  await page.goto("/");
  await page.goBack();
  await expect(field).toHaveValue(/4k3/);
  await field.fill(address);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page).toHaveURL(address);
});

test("who waits is at the top of the lobby, and looking for an opponent has company", async ({
  person,
}) => {
  const [one, two] = [await person(), await person()];
  await pressQuickGame(one);
  await one.getByRole("heading", { name: "Looking for an opponent…" }).waitFor();
  await one.getByRole("button", { name: "Play the computer meanwhile" }).click();
  await one.getByRole("dialog").locator(".levels-list button").first().click();
  await one.locator(".game").waitFor();
  const strip = two.locator(".strip li", { hasText: "wants Chess 10+5" }).first();
  await expectAccessible(two, "lobby with a strip");
  await strip.getByRole("button", { name: "Join now" }).click();
  await two.locator(".game").waitFor();
  await one.getByRole("link", { name: "Go to that game" }).click();
  await expect(one).toHaveURL(two.url());
});

test("boards, speed and arrows are as the player wants them", async ({ person }) => {
  const [page, other] = [await person({ settings: { animation: "none" } }), await person()];
  await arrange(page, other, "orthodox");
  await expect(page.locator(".flat-board.no-motion")).toHaveCount(1);
  await page.locator(".header button").first().click();
  await expect(page.getByRole("dialog").locator("input[name=boardTheme]")).toHaveCount(6);
  await page.getByRole("dialog").locator("input[value=ocean]").check({ force: true });
  await page.keyboard.press("Escape");
  await expect(page.locator("html")).toHaveAttribute("data-board", "ocean");
  const [from, to] = [await squareAt(page, "b1"), await squareAt(page, "c3")];
  for (const [keys, colour] of [
    [[], "green"],
    [["Shift"], "red"],
    [["Alt"], "blue"],
    [["Shift", "Alt"], "yellow"],
  ]) {
    for (const key of keys) await page.keyboard.down(key);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(to.x, to.y);
    await page.mouse.up({ button: "right" });
    for (const key of keys) await page.keyboard.up(key);
    await expect(page.locator(`.arrow-${colour}`)).toHaveCount(1);
  }
  await drag(page, "e2", "e4");
  await moves(other, 1);
});
