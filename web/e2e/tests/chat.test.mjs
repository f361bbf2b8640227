// Players talk where the host has switched it on, and only if they want to.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  assertAccessible,
  assertNoFaults,
  launch,
  PHONE,
  person,
  picture,
  seatTwo,
} from "../lib.mjs";
import { startServer, testedProgram } from "../server.mjs";

let browser, server;
before(async () => {
  browser = await launch();
  server = await startServer(testedProgram(), ["--chat"]);
});
after(async () => {
  await browser.close();
  server.stop();
});

const said = (page) =>
  page
    .locator(".chat-lines p b")
    .evaluateAll((names) => names.map((name) => name.parentElement.textContent));

test("without the host's leave there is no chat", async () => {
  const [white, black] = [await person(browser), await person(browser)];
  await seatTwo(white, black, "Chess");
  await white.locator(".tools").waitFor();
  await white.keyboard.press("c");
  assert.equal(await white.locator(".chat").count(), 0);
  assertNoFaults(white, black);
});

test("two players talk, by keyboard and on a phone; a spectator and those who do not want to see nothing", async () => {
  const address = server.address;
  const [white, black] = [
    await person(browser, { address }),
    await person(browser, { address, viewport: PHONE }),
  ];
  const watcher = await person(browser, { address });
  const game = await seatTwo(white, black, "Chess");
  await watcher.goto(game);
  await watcher.locator(".token").first().waitFor();
  // Nobody sees lines before wanting to.
  assert.equal(await white.locator(".chat-lines").count(), 0);
  await white.keyboard.press("c");
  await white.locator("#say:focus").waitFor();
  await white.keyboard.type("Good luck! <b>");
  await white.keyboard.press("Enter");
  await white.getByText("Good luck! <b>").waitFor();
  assert.deepEqual(await said(white), ["You Good luck! <b>"]);
  assert.equal(await black.locator(".chat-lines").count(), 0);
  await black.getByRole("button", { name: "Chat", exact: true }).click();
  await black.getByText("Good luck! <b>").waitFor();
  await black.getByLabel("Say something").fill("x".repeat(200));
  await black.getByRole("button", { name: "Send" }).last().click();
  await white.getByText("x".repeat(200)).waitFor();
  await picture(white, "chat-desktop");
  await black.getByLabel("Say something").scrollIntoViewIfNeeded();
  await picture(black, "chat-phone");
  for (const page of [white, black]) await assertAccessible(page, "chat");
  assert.equal(await watcher.locator(".chat").count(), 0);
  // A reload shows it again; there is nothing more to the server's memory than this.
  await white.reload();
  await white.getByText("Good luck! <b>").waitFor();
  assert.equal((await said(white)).length, 2);
  assertNoFaults(white, black, watcher);
});
