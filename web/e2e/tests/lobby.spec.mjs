import { click } from "../board.mjs";
import { expectAccessible, picture, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, card, create, createAgainstComputer, moves, seatTwo, status } from "../game.mjs";
import { PHONE } from "../person.mjs";

for (const name of ["Chess", "Wisconsin Chess", "Tri-Dimensional Chess", "Time-Travelling Chess"]) {
  test(`two presses begin a game of ${name} against the computer`, async ({ person }) => {
    const page = await person({ viewport: PHONE });
    await card(page, name).getByRole("button", { name: "Computer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /Egg/ }).click();
    await page.locator(".game").waitFor();
    await status(page, "Your turn");
    // The first preset, in which a game comes to its end.
    if (name === "Time-Travelling Chess") await status(page, "White has 10 of 10 jumps left.");
  });
}

test("every start of every game can be begun, and a shuffled one is castled in", async ({
  person,
}) => {
  const page = await person({ settings: { lowDetail: true } });
  const nPresets = {};
  for (const name of [
    "Chess",
    "Wisconsin Chess",
    "Tri-Dimensional Chess",
    "Time-Travelling Chess",
  ]) {
    await card(page, name).getByRole("button", { name: "Custom game" }).click();
    const presets = await page
      .locator("select[name=preset] option")
      .evaluateAll((options) => options.map((option) => option.value));
    await expect(page.locator("select[name=preset]"), name).toHaveValue(presets[0]);
    if (presets.includes("classic")) {
      await page.locator("select[name=preset]").selectOption("classic");
      await expect(page.locator(".preset-summary")).toContainText("hardly ever ends");
    }
    await page.keyboard.press("Escape");
    for (const preset of presets.filter((one) => one !== "own" && one !== "written")) {
      await create(page, name, { preset });
      await page.getByRole("button", { name: "Cancel the game" }).click();
      await page.locator(".lobby").waitFor();
      nPresets[name] = (nPresets[name] ?? 0) + 1;
    }
  }
  expect(Object.keys(nPresets)).toHaveLength(4);
  for (const [name, n] of Object.entries(nPresets)) expect(n, name).toBeGreaterThan(1);
  const other = await person({ viewport: PHONE });
  await arrange(page, other, "orthodox", "4k3/8/8/8/8/8/8/2R1K1R1 w GC - 0 1");
  // The king takes its own rook.
  await click(page, "e1", "g1");
  await moves(other, 1);
  await expect(other.locator("button.move").first()).toHaveText("O-O");
  await other.locator('.token[data-cell="f1"]').waitFor();
});

test("a game against the computer is begun and found again with keys alone", async ({ person }) => {
  const page = await person();
  await card(page, "Chess").getByRole("button", { name: "Computer" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await expectAccessible(page, "levels");
  await pictures(page, "computer-levels");
  await page.keyboard.press("Enter");
  await page.locator(".game").waitFor();
  await status(page, "Your turn");
  await page.goto("/");
  await page.locator(".pictures-own .thumbnail svg").first().waitFor();
  await picture(page, "lobby-own-games");
  await page.locator(".pictures-own a").first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".game").waitFor();
});

test("the lobby shows what is being played, live", async ({ person }) => {
  const [white, black, visitor] = [await person(), await person(), await person()];
  // Games by invitation are nobody else's business; this one was open to anybody.
  const address = await arrange(white, black, "orthodox", "", { type: "untimed" }, "anybody");
  const path = new URL(address).pathname;
  const live = visitor.locator(`:is(.television, .pictures) a[href="${path}"]`);
  await live.locator("svg").waitFor();
  await expect(live.locator(".mark-last")).toHaveCount(0);
  await click(white, "e2", "e4");
  await moves(black, 1);
  await live.locator(".mark-last").first().waitFor();
  await picture(visitor, "lobby-live");
  await expectAccessible(visitor, "lobby with live games");
  await live.click();
  await moves(visitor, 1);
  await click(black, "e7", "e5");
  await moves(visitor, 2);
});

test("armies of one's own are built, kept and played", async ({ person }) => {
  const page = await person();
  const open = async () => {
    await card(page, "Wisconsin Chess").getByRole("button", { name: "Custom game" }).click();
    await page.locator("select[name=preset]").selectOption("own");
    await page.locator(".army-builder").waitFor();
  };
  await open();
  await page.getByRole("button", { name: "White, a2: pawn" }).click();
  await page.locator('.kind:has(input[value="W"])').click();
  await page.getByRole("button", { name: "White, b1: knight" }).click();
  await page.getByRole("radio", { name: /constructive/ }).check({ force: true });
  await page.getByPlaceholder("Name of this army").fill("Sappers");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectAccessible(page, "army builder");
  await pictures(page, "army-builder");
  await page.keyboard.press("Escape");
  await open();
  await page.getByRole("button", { name: "White, a2: pawn" }).click();
  await page.getByRole("button", { name: "Sappers", exact: true }).click();
  await page.getByRole("button", { name: "White, a2: war" }).waitFor();
  await page.getByRole("button", { name: "Same for Black" }).click();
  await page.getByRole("radio", { name: "Computer" }).check({ force: true });
  await page.getByRole("radio", { name: "White" }).last().check({ force: true });
  await page.getByRole("button", { name: "Create game" }).click();
  await page.waitForURL(/\/game\//);
  await status(page, "Your turn");
  await page.locator("#typed").fill("where war");
  await page.locator("#typed").press("Enter");
  await page.locator(".said", { hasText: "white war: a2. black war: a7." }).waitFor();
  await page.locator("#typed").fill("where constructive");
  await page.locator("#typed").press("Enter");
  await page
    .locator(".said", { hasText: "white constructive: b1. black constructive: b8." })
    .waitFor();
  await picture(page, "army-game");
});

test("against the computer there are a hint and a judgement", async ({ person }) => {
  const page = await person();
  await createAgainstComputer(page, "Chess");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".said", { hasText: "The computer would play" }).waitFor();
  await expect(
    page.locator(".mark-ghost").first(),
    "the hint is shown on the board",
  ).toBeAttached();
  await page.getByRole("button", { name: "Evaluation" }).click();
  await page.locator(".evaluation-words", { hasText: /\d/ }).waitFor();
  await expectAccessible(page, "advice");
  await pictures(page, "hint");
  await click(page, "e2", "e4");
  await moves(page, 2);
  // The pointer rests on a piece, and what affects that piece is pointed out too: away with it.
  await page.mouse.move(2, 2);
  await page.locator(".mark-ghost").first().waitFor({ state: "detached" });
});

test("people who play each other get no advice", async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await seatTwo(white, black, "Chess");
  await status(white, "Your turn");
  await expect(white.getByRole("button", { name: "Hint" })).toHaveCount(0);
});
