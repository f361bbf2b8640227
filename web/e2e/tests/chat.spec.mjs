// Players talk where the host has switched it on, and only if they want to.

import { expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { seatTwo } from "../game.mjs";
import { PHONE } from "../person.mjs";

test.use({ serverFlags: ["--chat"] });

const said = (page) => page.locator(".chat-lines p", { has: page.locator("b") });

test("two players talk, by keyboard and on a phone; a spectator and those who do not want to see nothing", async ({
  person,
}) => {
  const [white, black] = [await person(), await person({ viewport: PHONE })];
  const watcher = await person();
  const game = await seatTwo(white, black, "Chess");
  await watcher.goto(game);
  await watcher.locator(".token").first().waitFor();
  // Nobody sees lines before wanting to.
  await expect(white.locator(".chat-lines")).toHaveCount(0);
  await white.keyboard.press("c");
  await white.locator("#say:focus").waitFor();
  await white.keyboard.type("Good luck! <b>");
  await white.keyboard.press("Enter");
  await white.getByText("Good luck! <b>").waitFor();
  await expect(said(white)).toHaveText(["You Good luck! <b>"]);
  await expect(black.locator(".chat-lines")).toHaveCount(0);
  await black.getByRole("button", { name: "Chat", exact: true }).click();
  await black.getByText("Good luck! <b>").waitFor();
  const field = black.getByLabel("Write a message");
  await field.fill("x".repeat(200));
  await field.press("Enter");
  await expect(said(black)).toHaveText(["Opponent Good luck! <b>", `You ${"x".repeat(200)}`]);
  await white.getByText("x".repeat(200)).waitFor();
  await white.getByLabel("Write a message").fill("Thanks");
  await white.locator(".chat").getByRole("button", { name: "Send" }).click();
  await black.getByText("Thanks").waitFor();
  await picture(white, "chat-desktop");
  await black.getByLabel("Write a message").scrollIntoViewIfNeeded();
  await picture(black, "chat-phone");
  for (const page of [white, black]) await expectAccessible(page, "chat");
  await expect(watcher.locator(".chat")).toHaveCount(0);
  // A reload shows it again; there is nothing more to the server's memory than this.
  await white.reload();
  await white.getByText("Good luck! <b>").waitFor();
  await expect(said(white)).toHaveCount(3);
});
