import { click } from "../board.mjs";
import { pictures } from "../checks.mjs";
import { expect, test as base } from "../fixtures.mjs";
import { moves, scoreSheet, seatTwo } from "../game.mjs";
import { startBalancer, startDatabase, startNodes } from "../nodes.mjs";

const test = base.extend({
  /** Two nodes; the server that people use is the balancer in front of them. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first argument.
  server: async ({}, use, testInfo) => {
    const database = await startDatabase();
    if (database === null) {
      testInfo.skip(true, "no PostgreSQL");
      return;
    }
    const nodes = await startNodes(2, database);
    const balancer = await startBalancer(nodes);
    await use({ ...balancer, balancer, nodes, address: balancer.address });
    await balancer.stop();
    await Promise.all(nodes.map((node) => node.stop()));
    await database.stop();
  },
});

test("a page whose node dies in the middle of a move goes on at another node, with the move there once", async ({
  person,
  server,
}) => {
  const { balancer, nodes } = server;
  // The dying node answers nothing more, which the browser reports.
  const tolerates = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection/;
  const white = await person({ tolerates });
  balancer.prefers = 1;
  const black = await person({ tolerates });
  await seatTwo(white, black, "Chess");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await click(black, "e7", "e5");
  await moves(white, 2);
  // They are at different nodes, and White's dies as soon as the browser has sent the move.
  expect(balancer.nSockets[0]).toBeGreaterThan(0);
  expect(balancer.nSockets[1]).toBeGreaterThan(0);
  const [first] = nodes;
  const isDead = new Promise((resolve) => {
    white.exposeFunction("moveIsSent", () => first.kill().then(resolve));
  });
  await white.evaluate(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function sendAndTell(text) {
      send.call(this, text);
      if (String(text).includes('"act"')) void window.moveIsSent();
    };
    window.wasLost = false;
    new MutationObserver(() => {
      window.wasLost ||= document.querySelector(".banner-lost") !== null;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await click(white, "g1", "f3");
  await isDead;
  await expect.poll(() => white.evaluate(() => window.wasLost)).toBe(true);
  await moves(black, 3);
  await white.locator(".banner-lost").waitFor({ state: "detached" });
  await moves(white, 3);
  await click(black, "b8", "c6");
  await moves(white, 4);
  await click(white, "f1", "b5");
  for (const page of [white, black]) {
    await moves(page, 5);
    await scoreSheet(page, ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
  }
  await pictures(white, "another-node");
});
