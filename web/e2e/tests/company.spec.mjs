// Who is there: names after a log-in, what the lobby shows of people who come and go, and how games have ended.
import { click } from "../board.mjs";
import { expectAccessible, picture, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, askForGame, moves, pressQuickGame, scoreSheet, status, watch } from "../game.mjs";
import { PHONE } from "../person.mjs";

const PASSWORD = "correct horse";
const CLOCK = { type: "fischer", initial: 600_000, increment: 5000 };

async function enter(page, form, name) {
  await page.locator(".who").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: form }).check({ force: true });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: form }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
  await page.keyboard.press("Escape");
}

test("a new name is seen in running games, and a second device says whose turn it is", async ({
  person,
}) => {
  const [laptop, friend] = [await person(), await person()];
  const [phone, tablet] = [await person({ viewport: PHONE }), await person()];
  const address = await arrange(laptop, friend, "orthodox");
  await watch(phone, address);
  await status(phone, "White to move");
  await enter(laptop, "Sign up", "Countess");
  for (const page of [laptop, friend, phone])
    await expect(page.locator(".player-white .player-name")).toHaveText("Countess");
  // A player who logs in beside the board sits at it at once.
  await enter(phone, "Log in", "Countess");
  await status(phone, "Your turn");
  await click(phone, "e2", "e4");
  await moves(friend, 1);
  await click(friend, "e7", "e5");
  await moves(laptop, 2);
  await enter(tablet, "Log in", "Countess");
  const own = tablet.locator(".pictures-own a");
  await expect(own).toContainText("Your turn");
  await expect(own).toContainText("Countess");
  await own.click();
  await status(tablet, "Your turn");
  await click(tablet, "g1", "f3");
  await scoreSheet(laptop, ["e4", "e5", "Nf3"]);
});

test("logging in and signing up are two forms", async ({ person }) => {
  const page = await person({ tolerates: /status of 4/ });
  await page.locator(".who").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("input[autocomplete=current-password]")).toHaveCount(1);
  await expect(dialog.locator("input[autocomplete=new-password]")).toHaveCount(0);
  await pictures(page, "account-log-in");
  await dialog.getByRole("radio", { name: "Sign up" }).check({ force: true });
  await expect(dialog.locator("input[autocomplete=new-password]")).toHaveCount(1);
  await expect(dialog).toContainText("At least 8 characters");
  await expectAccessible(page, "signing up");
  await pictures(page, "account-sign-up");
});

test("the best game is on television, and what nobody attends is not shown as being played", async ({
  person,
}) => {
  const [white, black, visitor] = [await person(), await person(), await person()];
  const robot = await person();
  await askForGame(robot, "wisconsin", { type: "computer", level: 1 });
  const television = visitor.locator(".television");
  await expect(television).toContainText("Wisconsin Chess");
  await robot.context().close();
  await expect(television).toHaveCount(0);
  const address = await arrange(white, black, "orthodox", "", CLOCK, "anybody");
  const path = new URL(address).pathname;
  await expect(television.locator(`a[href="${path}"]`)).toBeVisible();
  await expect(television).toContainText("10:00");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await television.locator(".mark-last").first().waitFor();
  await expectAccessible(visitor, "a lobby with television");
  await pictures(visitor, "lobby-television");
  await click(black, "e7", "e5");
  await moves(white, 2);
  await white.getByRole("button", { name: "Resign" }).click();
  await white.getByRole("button", { name: "Yes" }).click();
  await expect(television, "the end stays for a while").toContainText("Black wins");
  const result = visitor.locator(".results li").first();
  await expect(result).toContainText("Black wins by resignation");
  await pictures(visitor, "lobby-results");
  await result.getByRole("link", { name: "Replay" }).click();
  await status(visitor, "Black wins");
});

test("who has closed the page no longer waits in the lobby, and who comes back waits again", async ({
  person,
}) => {
  const [one, two] = [await person(), await person()];
  await pressQuickGame(one);
  await one.locator(".invite").waitFor();
  const waiting = two.locator(".strip li", { hasText: "wants Chess" });
  await expect(waiting).toHaveCount(1);
  await one.goto("about:blank");
  await expect(waiting).toHaveCount(0);
  await expect(two.locator(".lists .list").first()).toContainText("Nobody is waiting");
  await one.goBack();
  await one.locator(".invite").waitFor();
  await expect(waiting).toHaveCount(1);
  await picture(one, "quick-pairing");
});

test("who plays by correspondence waits in the lobby without being there", async ({ person }) => {
  const [one, two] = [await person(), await person()];
  for (const clock of [CLOCK, { type: "correspondence", days: 5 }])
    await askForGame(one, "orthodox", { type: "anybody" }, { clock });
  const waiting = two.locator(".strip li", { hasText: "wants Chess" });
  await expect(waiting).toHaveCount(2);
  await one.context().close();
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText("5 d");
  await waiting.getByRole("button", { name: "Join now" }).click();
  await status(two, "White to move");
});

test("a refused draw and a refused takeback are told, by people and by the computer", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  const remark = white.locator(".remark.is-shown");
  await arrange(white, black, "orthodox");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await white.getByRole("button", { name: "Request takeback" }).click();
  await black.getByRole("button", { name: "Decline" }).click();
  await expect(remark).toHaveText("Takeback declined.");
  // The computer is a queen ahead.
  const setup = "3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const computer = { type: "computer", level: 2 };
  const { game } = await askForGame(white, "orthodox", computer, { setup });
  await white.goto(`/game/${game}`);
  await status(white, "Your turn");
  await white.getByRole("button", { name: "Offer draw" }).click();
  await white.getByRole("button", { name: "Yes" }).click();
  await expect(remark).toHaveText("Draw offer declined.");
});

test("after a game one press looks for another opponent, and a queen needs no question where it is so set", async ({
  person,
}) => {
  const [white, black] = [await person({ settings: { autoQueen: true } }), await person()];
  await arrange(white, black, "orthodox", "8/P6k/8/8/8/8/p6K/8 w - - 0 1", CLOCK);
  await click(white, "a7", "a8");
  await moves(black, 1);
  await scoreSheet(black, ["a8=Q"]);
  await click(black, "a2", "a1");
  await expect(black.getByRole("dialog")).toContainText("Choose your piece:");
  await black.keyboard.press("Escape");
  await black.getByRole("button", { name: "Resign" }).click();
  await black.getByRole("button", { name: "Yes" }).click();
  await status(white, "by resignation");
  await white.getByRole("button", { name: "New opponent" }).click();
  await white.getByRole("heading", { name: "Looking for an opponent…" }).waitFor();
  await expect(white.locator(".invite-terms")).toContainText("10+5");
});

test("a game can have any clock", async ({ person }) => {
  const page = await person();
  const card = page.locator(".card").first();
  for (const [kind, fill, words] of [
    ["days", { days: "5" }, "5 d"],
    ["custom", { minutes: "0.5", seconds: "1" }, "0.5+1"],
    ["custom", { minutes: "20", seconds: "10", bonus: "delay" }, "20 d10"],
  ]) {
    await card.getByRole("button", { name: "Custom game" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator(`input[name=clock][value=${kind}]`).check({ force: true });
    for (const [name, value] of Object.entries(fill)) {
      if (name === "bonus")
        await dialog.locator(`input[name=bonus][value=${value}]`).check({ force: true });
      else await dialog.locator(`input[name=${name}]`).fill(value);
    }
    await expectAccessible(page, "a custom game");
    await pictures(page, `create-${kind}`);
    await dialog.getByRole("button", { name: "Create game" }).click();
    await expect(page.locator(".invite-terms")).toContainText(words);
    await page.getByRole("button", { name: "Cancel the game" }).click();
    await page.locator(".lobby").waitFor();
  }
});
