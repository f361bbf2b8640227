// What holds in every game alike: reasons, help where it is fair, material, the question which piece a pawn becomes.
import { choosePlaces, click, squareAt } from "../board.mjs";
import { expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, askForGame, moves, status, type } from "../game.mjs";
import { GAMES } from "../games.mjs";
import { PHONE } from "../person.mjs";
import { asked, overlay } from "../promotion.mjs";

const settings = { lowDetail: true };
const two = async (person) => [await person({ settings }), await person({ settings })];

/** Where a place of a board is on the screen. */
async function middleOf(page, place) {
  if (place.length === 2) return squareAt(page, place);
  const plan = page.locator(`.levels-plan [data-key="${place}"]`);
  await plan.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await plan.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** A game of White against the weakest computer. */
async function againstComputer(page, variant, setup) {
  const { game } = await askForGame(page, variant, { type: "computer", level: 1 }, { setup });
  await page.goto(`/game/${game}`);
  await status(page, "Your turn");
  await page.locator(".board-host > *").first().waitFor();
}

for (const [variant, game] of Object.entries(GAMES)) {
  test(`${variant}: a click that plays nothing and a typed move that is none are told why`, async ({
    person,
  }) => {
    const [white, black] = await two(person);
    await arrange(white, black, variant, game.setup);
    const [from, to] = game.illegal;
    await game.point(white, from, to);
    await expect(white.locator(".remark.is-shown")).toHaveText(/knight/);
    await type(white, `${from}${to}`);
    await expect(white.locator(".said")).toHaveText(/knight/);
    await game.point(white, ...game.first);
    await moves(black, 1);
    await expect(white.locator(".remark.is-shown")).toHaveCount(0);
  });
}

/** A pawn of Black that others defend. */
const DEFENDED = "e7";

// Only chess tells of attackers and defenders; the other games' cards speak of their rules.
test("attackers and defenders are told against the computer by a click or a long press, and never between people", async ({
  person,
}) => {
  const [white, black] = await two(person);
  const game = GAMES.orthodox;
  const card = (page) => page.locator(".piece-card");
  const rest = async (page) => {
    const { x, y } = await middleOf(page, DEFENDED);
    await page.mouse.move(x, y);
    await card(page).locator("h2").waitFor();
  };
  await arrange(white, black, "orthodox", game.setup);
  await rest(white);
  await game.point(white, DEFENDED);
  await expect(card(white)).not.toContainText("defended");
  await expect(white.locator(game.cause)).toHaveCount(0);

  await againstComputer(white, "orthodox", game.setup);
  await white.mouse.move(2, 2);
  await rest(white);
  await expect(card(white), "not by pointing at it").not.toContainText("defended");
  await game.point(white, DEFENDED);
  await expect(card(white)).toContainText("defended");
  await expect(white.locator(game.cause).first()).toBeAttached();
  await expect(white.locator(game.hint)).toHaveCount(0);
  await expectAccessible(white, "a piece with its defenders");
  await picture(white, "everygame-defenders");
  await white.mouse.move(2, 2);
  await white.getByRole("button", { name: "Hint" }).click();
  await expect(white.locator(game.hint).first(), "a hint is another mark").toBeAttached();
  await expect(white.locator(game.cause)).toHaveCount(0);
  await picture(white, "everygame-hint");

  const phone = await person({ viewport: PHONE, settings });
  await againstComputer(phone, "orthodox", game.setup);
  const session = await phone.context().newCDPSession(phone);
  const finger = (kind, at) =>
    session.send("Input.dispatchTouchEvent", { type: kind, touchPoints: at ? [at] : [] });
  await finger("touchStart", await middleOf(phone, DEFENDED));
  await expect(card(phone)).toContainText("defended");
  await finger("touchEnd", null);
  await moves(phone, 0);
});

for (const [variant, setup, capture, before, after] of [
  ["wisconsin", "4k3/8/8/3q4/4P3/8/8/4K3 w - b 0", ["e4", "d5"], "+8", "+1"],
  [
    "tridim",
    "k3/4/4/2q1|4/4/4/4|4/1P2/4/1K2 QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
    null,
    "+8",
    null,
  ],
]) {
  test(`${variant}: material that is ahead stands beside the names`, async ({ person }) => {
    const [white, black] = await two(person);
    await arrange(white, black, variant, setup);
    const ahead = (page, seat) => page.locator(`.player-${seat} .material-ahead`);
    for (const page of [white, black]) await expect(ahead(page, "black")).toHaveText(before);
    if (capture === null) return;
    await GAMES[variant].point(white, ...capture);
    await moves(black, 1);
    for (const page of [white, black]) await expect(ahead(page, "white")).toHaveText(after);
  });
}

test("timetravel: material is that of the present", async ({ person }) => {
  const [white, black] = await two(person);
  await arrange(white, black, "timetravel");
  for (const [index, squares] of [
    ["e2", "e4"],
    ["d7", "d5"],
    ["e4", "d5"],
  ].entries()) {
    await click(index % 2 === 0 ? white : black, ...squares);
    for (const page of [white, black]) await moves(page, index + 1);
  }
  for (const page of [white, black])
    await expect(page.locator(".player-white .material-ahead")).toHaveText("+1");
  await white.locator('[data-moment="1"]').click();
  await expect(white.locator(".material-ahead"), "before the capture").toHaveCount(0);
});

for (const [variant, setup, play, to] of [
  ["orthodox", "8/P6k/8/8/8/8/p6K/8 w - - 0 1", (page) => click(page, "a7", "a8"), "a8"],
  ["wisconsin", "8/P6k/7p/8/8/7P/8/K7 w - b 0", (page) => click(page, "a7", "a8"), "a8"],
  ["timetravel", "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1", (page) => click(page, "a7", "a8"), "a8"],
  [
    "tridim",
    "4/1P1k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
    (page) => choosePlaces(page, "b7B", "b8B"),
    "b8B",
  ],
]) {
  test(`${variant}: the promotion picker is at its square, and a sheet at the lower edge of a phone`, async ({
    person,
  }) => {
    const options = { settings, still: true };
    const [white, black] = [await person(options), await person(options)];
    await arrange(white, black, variant, setup);
    const square = await middleOf(white, to);
    await play(white);
    await asked(white);
    const box = await overlay(white).boundingBox();
    expect(box.y - square.y, "just below the square").toBeGreaterThan(0);
    expect(box.y - square.y, "just below the square").toBeLessThan(120);
    expect(box.x, "over or beside it").toBeLessThanOrEqual(square.x);
    expect(box.x + box.width).toBeGreaterThanOrEqual(square.x);
    await expect(overlay(white).locator(".piece-image"), "the pieces are drawn").toHaveCount(4);
    await picture(white, `everygame-picker-${variant}`);
    // It follows its square into a window of another size.
    await white.setViewportSize({ width: 1100, height: 700 });
    const isBelow = async () => {
      const [now, at] = [await overlay(white).boundingBox(), await middleOf(white, to)];
      return now.y > at.y && now.y - at.y < 120 && now.x <= at.x && now.x + now.width >= at.x;
    };
    await expect.poll(isBelow, "in a smaller window").toBe(true);
    await white.setViewportSize(PHONE);
    const sheet = async () => {
      const { y, width, height } = await overlay(white).boundingBox();
      return { bottom: Math.round(y + height), width: Math.round(width) };
    };
    await expect.poll(sheet).toEqual({ bottom: PHONE.height, width: PHONE.width });
    await expectAccessible(white, "the picker on a phone");
    await picture(white, `everygame-picker-${variant}-phone`);
    await white.keyboard.press("q");
    await expect(overlay(white)).toHaveCount(0);
  });
}
