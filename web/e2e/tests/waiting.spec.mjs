// What the page shows while it waits: for the server, for an opponent, for the first connection.
import { click, drag } from "../board.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, ask, askForGame, moves, pressQuickGame } from "../game.mjs";
import { GAMES } from "../games.mjs";

/** Stands between page and server. While `isHeld`, nothing of the server arrives; what was held can be let go. */
function slowLine() {
  const line = { isHeld: false, held: [] };
  line.prepare = (context) =>
    context.routeWebSocket(/\/ws$/, (page) => {
      const server = page.connectToServer();
      server.onMessage((text) => (line.isHeld ? line.held.push([page, text]) : page.send(text)));
    });
  line.letGo = () => {
    line.isHeld = false;
    for (const [page, text] of line.held.splice(0)) page.send(text);
  };
  return line;
}

for (const [variant, game] of Object.entries(GAMES)) {
  test(`${variant}: a moved piece is shown at once, with what follows from it when the server has answered`, async ({
    person,
  }) => {
    const line = slowLine();
    const settings = { lowDetail: true };
    const [white, black] = [
      await person({ prepare: line.prepare, settings }),
      await person({ settings }),
    ];
    await arrange(white, black, variant, game.setup);
    const [from, to] = game.first;
    const there = (place) => white.locator(game.at(place));
    line.isHeld = true;
    await game.point(white, from, to);
    await expect(there(to)).toHaveCount(1);
    await expect(there(from)).toHaveCount(0);
    await moves(white, 0);
    await expect(white.locator(".remark.is-shown")).toHaveText(/Sending/);
    line.letGo();
    await moves(white, 1);
    await expect(white.locator(".remark.is-shown")).toHaveCount(0);
    await expect(there(to)).toHaveCount(1);
    await game.point(black, ...game.reply);
    await moves(white, 2);
  });

  test(`${variant}: a refused move goes back, and a sentence near the board says why`, async ({
    person,
  }) => {
    const settings = { lowDetail: true };
    const [white, black] = [await person({ settings }), await person({ settings })];
    // The first move is spoiled on its way, so that the server refuses it.
    let isSpoiled = false;
    const spoilt = (text) => {
      const frame = JSON.parse(text);
      if (isSpoiled || frame.request?.ask?.type !== "act") return text;
      isSpoiled = true;
      frame.request.ask.action = "nothing";
      return JSON.stringify(frame);
    };
    await white.context().routeWebSocket(/\/ws$/, (page) => {
      const server = page.connectToServer();
      page.onMessage((text) => server.send(spoilt(String(text))));
    });
    await white.reload();
    await arrange(white, black, variant, game.setup);
    const [from, to] = game.first;
    await game.point(white, from, to);
    await expect(white.locator(".remark.is-shown")).toHaveText(/Not played: .+/);
    await expect(white.locator(game.at(from))).toHaveCount(1);
    await expect(white.locator(game.at(to))).toHaveCount(0);
    await game.point(white, from, to);
    await moves(black, 1);
  });
}

test("a dragged piece stays where it was put while the server is silent", async ({ person }) => {
  const line = slowLine();
  const [white, black] = [await person({ prepare: line.prepare }), await person()];
  await arrange(white, black, "orthodox");
  line.isHeld = true;
  await drag(white, "g1", "f3");
  await expect(white.locator(GAMES.orthodox.at("f3"))).toHaveCount(1);
  line.letGo();
  await moves(black, 1);
});

test("a silent server is told of after seconds, and the move is played once it is back", async ({
  person,
}) => {
  const line = slowLine();
  const [white, black] = [await person({ prepare: line.prepare }), await person()];
  await arrange(white, black, "orthodox");
  line.isHeld = true;
  await click(white, "e2", "e4");
  await expect(white.locator(".banner-lost")).toHaveText(/not answering/);
  line.letGo();
  await moves(white, 1);
  await expect(white.locator(".banner-lost")).toHaveCount(0);
  await moves(black, 1);
});

test("who never had a connection is told so, and nothing else", async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.address });
  let isOpen = false;
  await context.routeWebSocket(/\/ws$/, (page) => {
    if (isOpen) page.connectToServer();
    else page.close({ code: 1001 });
  });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.locator(".banner-lost")).toHaveText(/cannot be reached/);
  await expect(page.locator("body")).not.toContainText("moves are safe");
  await expect(page.locator(".card-empty")).toHaveCount(0);
  isOpen = true;
  await page.locator(".card-buttons").first().waitFor();
  await expect(page.locator(".banner-lost")).toHaveCount(0);
  await context.close();
});

test("a new game does not take the place of one that is being played, and who plays looks for nobody", async ({
  person,
}) => {
  const [one, two, three] = [await person(), await person(), await person()];
  const clock = { type: "fischer", initial: 600_000, increment: 5000 };
  const created = await askForGame(one, "orthodox", { type: "invited" });
  await pressQuickGame(one);
  await one.locator(".invite").waitFor();
  const quick = one.url();
  const listed = three.locator(`.lists li[data-game="${quick.split("/").at(-1)}"]`);
  await expect(listed).toHaveCount(1);
  await arrange(one, two, "orthodox", "", clock);
  const playing = one.url();
  expect(playing).not.toBe(quick);
  // The quick game is withdrawn, and the game by invitation starts without taking the page.
  await expect(listed).toHaveCount(0);
  await ask(three, { type: "join", game: created.seek.game });
  await one.locator(".banner", { hasText: "Another game of yours has started" }).waitFor();
  expect(one.url()).toBe(playing);
  await click(one, "e2", "e4");
  await moves(two, 1);
  await one.getByRole("link", { name: "Go to that game" }).click();
  await expect(one.locator(`.game[data-game="${created.seek.game}"]`)).toBeVisible();
  await expect(one.locator(".banner", { hasText: "Another game" })).toHaveCount(0);
});

test("leaving the page of a quick game withdraws it", async ({ person }) => {
  const [one, two] = [await person(), await person()];
  await pressQuickGame(one);
  await one.locator(".invite").waitFor();
  const listed = two.locator(`.lists li[data-game="${one.url().split("/").at(-1)}"]`);
  await expect(listed).toContainText("10+5");
  await one.locator(".brand").click();
  await one.locator(".lobby").waitFor();
  await expect(listed).toHaveCount(0);
});
