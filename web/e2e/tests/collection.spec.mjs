import { click } from "../board.mjs";
import { expectAccessible, picture, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { card, moves, status, type } from "../game.mjs";
import { PHONE } from "../person.mjs";

const openCollection = (page) =>
  card(page, "Wisconsin Chess").getByRole("button", { name: "Collection" }).click();

test("an army of the collection plays the computer, and after the game there is something to take or nothing", async ({
  person,
}) => {
  // Without a reward, the host knows nothing of one.
  const page = await person({ tolerates: /status of 404/ });
  await openCollection(page);
  const dialog = page.getByRole("dialog");
  await dialog.locator(".shelf li.pick").first().waitFor();
  await expect(dialog.locator(".shelf li")).toHaveCount(23);
  await expectAccessible(page, "collection");
  await pictures(page, "wisconsin-collection");
  await dialog.getByRole("button", { name: "Computer" }).click();
  await page.waitForURL(/\/game\//);
  const address = page.url();
  await status(page, "Your turn");
  // Asking again continues the same game.
  await page.goto("/");
  await openCollection(page);
  await page.locator(".shelf li.pick").first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Computer" }).click();
  await page.waitForURL(address);
  await status(page, "Your turn");
  await type(page, "resign");
  await type(page, "resign");
  await status(page, "wins");
  // Who gives up gets nothing; the host has done with the game by then.
  await page.getByRole("link", { name: "New game" }).waitFor();
  await pictures(page, "wisconsin-reward");
});

/** Asks for a game with a player by name, and returns the id of the game. */
function meet(page, name) {
  return page.evaluate(async (opponent) => {
    const response = await fetch(`/wisconsin/people?o=${encodeURIComponent(opponent)}`, {
      method: "POST",
      body: "[]",
    });
    return response.headers.get("rookery-game");
  }, name);
}

test("a reward is taken into the collection after a game that was played to its end", async ({
  person,
}) => {
  const [one, two] = [await person(), await person()];
  const names = await Promise.all([one, two].map((page) => page.locator(".who").textContent()));
  const [game, same] = await Promise.all([meet(one, names[1]), meet(two, names[0])]);
  expect(game).toBe(same);
  for (const page of [one, two]) {
    await page.goto(`/game/${game}`);
    await page.locator(".player").last().waitFor();
  }
  const isWhite = (await one.locator(".player").last().getAttribute("class")).includes(
    "player-white",
  );
  const [white, black] = isWhite ? [one, two] : [two, one];
  for (const [n, page, from, to] of [
    [1, white, "f2", "f3"],
    [2, black, "e7", "e5"],
    [3, white, "g2", "g4"],
    [4, black, "d8", "h4"],
  ]) {
    await status(page, "Your turn");
    await click(page, from, to);
    for (const each of [white, black]) await moves(each, n);
  }
  await status(black, "Black wins");
  await black.locator(".reward").getByText("Take your reward").waitFor();
  await expectAccessible(black, "reward");
  await picture(black, "wisconsin-reward-won");
  const won = await black.locator(".reward-choice span").last().textContent();
  await black.getByRole("button", { name: "Take", exact: true }).click();
  await black.locator(".reward").waitFor({ state: "detached" });
  await black.goto("/");
  await openCollection(black);
  await black.locator(".shelf li", { hasText: `from slot 1: ${won}` }).waitFor();
});

/** Opens the collection and puts the first pick into a slot where it fits. Gives the kind of the pick. */
async function enlistPick(page) {
  const dialog = page.getByRole("dialog");
  await dialog.locator(".shelf li.pick").first().waitFor();
  for (let slot = 0; slot < 16; slot++) {
    await dialog.locator(".slot").nth(slot).click();
    const pick = dialog.locator(".kinds-owned .kind", { hasText: "a pick" }).first();
    if ((await pick.count()) === 0) continue;
    await pick.click();
    return pick.locator("strong").textContent();
  }
  throw new Error("a pick fits somewhere");
}

/** Both are at the same game, and the pick of each stands on the board. */
async function assertPlayed(one, two, picks) {
  for (const page of [one, two]) await page.waitForURL(/\/game\//);
  expect(one.url()).toBe(two.url());
  for (const kind of picks) {
    await type(one, `where ${kind}`);
    await one.locator(".said", { hasText: new RegExp(`${kind}: [a-h][1-8]`) }).waitFor();
  }
}

test("a friend with the link brings an army of an own collection", async ({ person }) => {
  const [one, two] = [await person(), await person({ viewport: PHONE, dark: true })];
  await openCollection(one);
  const first = await enlistPick(one);
  await one.getByRole("dialog").getByRole("button", { name: "Play a friend" }).click();
  await one.locator(".qr").waitFor();
  await expectAccessible(one, "meeting");
  await pictures(one, "wisconsin-meeting");
  await two.goto(await one.getByLabel("Link to the game").inputValue());
  await two.getByRole("dialog", { name: "A friend challenges you" }).waitFor();
  const second = await enlistPick(two);
  await expectAccessible(two, "invited with a collection");
  await picture(two, "wisconsin-invited-phone");
  await two.getByRole("button", { name: "Play with this army" }).click();
  await assertPlayed(one, two, [first, second]);
});

test("two players who look for any opponent meet with their collections, and waiting can be cancelled", async ({
  person,
}) => {
  const [one, two] = [await person(), await person()];
  const wait = async (page) => {
    await openCollection(page);
    const pick = await enlistPick(page);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Anyone/ })
      .click();
    return pick;
  };
  await wait(one);
  await one.getByText("as soon as another player looks for an opponent").waitFor();
  await one.getByRole("button", { name: "Cancel" }).click();
  await one.getByRole("dialog").waitFor({ state: "detached" });
  const first = await wait(one);
  await two.waitForFunction(async () => (await (await fetch("/wisconsin/meet")).json()).n === 1);
  const second = await wait(two);
  await assertPlayed(one, two, [first, second]);
});
