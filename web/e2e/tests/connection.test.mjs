import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { click, launch, moves, person, pictures, seatTwo } from "../lib.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Stands between page and server, and can swallow answers and cut the line. */
function breakable() {
  const line = { swallows: false, isDead: false, sockets: [] };
  line.prepare = (context) =>
    context.routeWebSocket(/\/ws$/, (page) => {
      if (line.isDead) return page.close({ code: 1001 });
      const server = page.connectToServer();
      line.sockets.push(page);
      server.onMessage((text) => {
        if (!line.swallows) page.send(text);
      });
    });
  line.cut = async () => {
    line.isDead = true;
    for (const socket of line.sockets.splice(0)) await socket.close({ code: 1001 });
  };
  return line;
}

test("a move whose answer is lost with the connection is played once, and nothing is lost", async () => {
  const line = breakable();
  const white = await person(browser, { prepare: line.prepare });
  const black = await person(browser);
  await seatTwo(white, black, "Chess");
  line.swallows = true;
  await click(white, "e2", "e4");
  await moves(black, 1);
  await line.cut();
  await white.locator(".banner-lost").waitFor();
  await pictures(white, "connection-lost");
  await click(black, "e7", "e5");
  await moves(black, 2);
  line.swallows = false;
  line.isDead = false;
  await moves(white, 2);
  await white.locator(".banner-lost").waitFor({ state: "detached" });
  await click(white, "g1", "f3");
  await moves(black, 3);
  const sheet = (page) => page.locator("button.move").allTextContents();
  assert.deepEqual(await sheet(black), ["e4", "e5", "Nf3"]);
  await moves(white, 3);
  assert.deepEqual(await sheet(white), ["e4", "e5", "Nf3"]);
});

test("a move made while the connection is cut is sent when it is back", async () => {
  const line = breakable();
  const white = await person(browser, { prepare: line.prepare });
  const black = await person(browser);
  await seatTwo(white, black, "Chess");
  await line.cut();
  await white.locator(".banner-lost").waitFor();
  await click(white, "d2", "d4");
  line.isDead = false;
  await moves(black, 1);
  await moves(white, 1);
  assert.equal(await black.locator("button.move").first().textContent(), "d4");
});
