// Words as players of other chess sites know them, where they are looked for.
import { choosePlaces, click } from "../board.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, status } from "../game.mjs";

test("the first page and a new game use the words that players know", async ({ person }) => {
  const page = await person();
  await expect(page.getByRole("group", { name: "Time control" })).toBeVisible();
  for (const name of ["Quick game", "Computer", "Play a friend", "Custom game"])
    await expect(page.getByRole("button", { name }).first()).toBeVisible();
  await page.getByRole("button", { name: "Custom game" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("group", { name: "Time control" })).toBeVisible();
  for (const name of ["Anyone", "Friend (link)", "Computer", "Correspondence", "Custom"])
    await expect(dialog.getByRole("radio", { name, exact: true })).toBeAttached();
  await dialog.locator("select[name=preset]").selectOption({ label: "From position" });
  await expect(dialog.getByLabel("Position (FEN)")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Computer" }).first().click();
  await expect(dialog.locator(".levels-list button").nth(5)).toContainText("club player");
});

test("settings, account and import use the words that players know", async ({ person }) => {
  const page = await person();
  await page.getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "System" })).toBeAttached();
  await expect(dialog.getByLabel("Confirm moves")).toBeAttached();
  await expect(dialog).toContainText("Chat is off on this server.");
  await page.keyboard.press("Escape");
  await page.locator(".who").click();
  await expect(dialog.getByRole("heading", { name: "Account" })).toBeVisible();
  for (const name of ["Log in", "Sign up"])
    await expect(dialog.getByRole("radio", { name })).toBeAttached();
  await page.goto("/import");
  await expect(page.getByRole("heading", { name: "Import a game" })).toBeVisible();
  await expect(page.locator("select option").first()).toHaveText("Detect automatically");
});

test("a game uses the words that players know, from its lobby to its end", async ({ person }) => {
  const clock = { type: "fischer", initial: 600_000, increment: 0 };
  const [white, black, visitor] = [await person(), await person(), await person()];
  const others = [await person(), await person()];
  await arrange(...others, "wisconsin", "", clock, "anybody");
  await arrange(white, black, "orthodox", "", clock, "anybody");
  await expect(visitor.getByRole("heading", { name: "Live games" })).toBeVisible();
  await white.goto("/");
  await expect(white.getByRole("heading", { name: "Continue" })).toBeVisible();
  await white.goBack();
  await click(white, "e2", "e4");
  await moves(black, 1);
  await white.getByRole("button", { name: "Request takeback" }).click();
  await expect(black.getByRole("button", { name: "Decline" })).toBeVisible();
  await white.locator(".share summary").click();
  await expect(white.locator(".share-menu button")).toHaveText([
    "Copy link",
    "Copy FEN",
    "Copy PGN",
    "Download PGN",
    "Raw log",
  ]);
  await arrange(white, black, "orthodox");
  await white.getByRole("button", { name: "Abort" }).click();
  await white.getByRole("button", { name: "Yes" }).click();
  await status(black, "Game aborted");
});

test("boards that land and pasts that are left alone use plain words", async ({ person }) => {
  const settings = { lowDetail: true };
  const [white, black] = [await person({ settings }), await person({ settings })];
  const rider = "1k2/4/4/4|4/4/4/4|4/4/4/2K1 QL3(2/N1),KL1(2/n1),QL6(2/2),KL6(2/2) w - - - 0 10";
  await arrange(white, black, "tridim", rider);
  await choosePlaces(white, "WQL", "QL2+00");
  const dialog = white.getByRole("dialog", { name: "How should the board land?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await arrange(white, black, "timetravel");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await click(black, "e7", "e5");
  await moves(white, 2);
  await white.locator('[data-moment="1"]').click();
  await white.getByRole("button", { name: "Change your move 1 (e4)" }).click();
  await white.getByRole("button", { name: "Cancel" }).click();
  await expect(white.locator(".timeline-shown")).toContainText("This is the present.");
  await expect(white.locator(".game"), "moves are counted as players count them").not.toContainText(
    /\bply\b/i,
  );
});
