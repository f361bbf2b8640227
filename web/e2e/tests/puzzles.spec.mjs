// Puzzles as people solve them: by pointer, finger and keys, with mistakes, hints and the solution.
import { expectAccessible, picture } from "../checks.mjs";
import { expectWholeBoard, look, point, walkTo } from "../courses.mjs";
import { expect, test } from "../fixtures.mjs";
import { PHONE } from "../person.mjs";

const GAMES = {
  orthodox: "Chess",
  wisconsin: "Wisconsin Chess",
  tridim: "Tri-Dimensional Chess",
  timetravel: "Time-Travelling Chess",
};

async function puzzlesOf(address, variant) {
  const response = await fetch(`${address}/api/puzzles?variant=${variant}`);
  return (await response.json()).puzzles;
}

const isMateIn = (n) => (puzzle) => puzzle.goal.type === "mate" && puzzle.goal.actions === n;

async function open(page, variant, { id }) {
  await page.goto(`/puzzles/${variant}/${id}`);
  await page.locator(`[data-puzzle="${id}"] .lesson-open`).waitFor();
}

/** What can be done after these actions, once the page is at that point too. */
async function turn(page, address, variant, { setup }, played) {
  const { offers, position } = await look(address, variant, setup, played);
  await page.locator(`.lesson-open[data-played="${position.n_actions}"]`).waitFor();
  return { offers, shape: position.scene.shape, seat: position.status.to_act };
}

async function play(page, { offers, shape, seat }, action) {
  const offer = offers.find((one) => one.action === action);
  expect(offer, action).toBeDefined();
  await point(page, { offer, offers, shape, seat });
}

/** Plays the solution; the page answers for the opponent. */
async function solve(page, address, variant, puzzle) {
  const played = [];
  for (const { action, replies = [] } of puzzle.solution) {
    await play(page, await turn(page, address, variant, puzzle, played), action);
    played.push(action, ...replies);
  }
  await expect(page.locator(".lesson-done .lesson-said")).toHaveText("Solved.");
}

/** Solves a puzzle of chess and opens another one. */
async function solveOne(page, address) {
  const list = await puzzlesOf(address, "orthodox");
  const [first, second] = list.filter(isMateIn(2));
  await open(page, "orthodox", first);
  await solve(page, address, "orthodox", first);
  await progress(page, "Streak: 1 puzzle");
  await open(page, "orthodox", second);
  return { list, second };
}

/** Begins with something else than the solution: a plain move that nothing more is asked about. */
async function err(page, address, variant, puzzle) {
  const at = await turn(page, address, variant, puzzle, []);
  const isAlone = ({ taps }) =>
    at.offers.filter((one) => one.taps.join() === taps.join()).length === 1;
  const wrong = at.offers.find(
    (offer) =>
      offer.action !== puzzle.solution[0].action &&
      offer.taps.length === 2 &&
      !offer.taps[0].startsWith("ply:") &&
      isAlone(offer),
  );
  await play(page, at, wrong.action);
  await expect(page.locator(".lesson-failed .lesson-said")).toHaveText("That is not the solution.");
}

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const progress = (page, words) =>
  expect(page.locator(".puzzle-progress", { hasText: words })).toBeVisible();

for (const [variant, name] of Object.entries(GAMES)) {
  test(`${variant}: the card of the game leads to the puzzle of the day`, async ({
    person,
    server,
  }) => {
    const now = Date.UTC(2026, 4, 17, 12);
    const page = await person({ prepare: (context) => context.clock.setFixedTime(now) });
    const list = await puzzlesOf(server.address, variant);
    const card = page.locator(".card", {
      has: page.getByRole("heading", { name, exact: true }),
    });
    await card.getByRole("link", { name: "Puzzle of the day" }).click();
    await expect(page).toHaveURL(`/puzzles/${variant}/daily`);
    const today = list[Math.floor(now / 86_400_000) % list.length];
    await page.locator(`[data-puzzle="${today.id}"] .lesson-open`).waitFor();
    await page.getByRole("heading", { name: `Puzzles: ${name}` }).waitFor();
    await expect(page.locator(".puzzle-facts strong")).toHaveText("Puzzle of the day");
    await expect(page.locator(".lesson-task")).toHaveText(/^(White|Black) to move/);
  });

  test(`${variant}: a wrong move is told and tried again, and the solution is pointed at`, async ({
    person,
    server,
  }) => {
    const page = await person({ still: true, settings: { lowDetail: true } });
    const [puzzle] = await puzzlesOf(server.address, variant);
    await open(page, variant, puzzle);
    await expectAccessible(page, `a puzzle of ${variant}`);
    await err(page, server.address, variant, puzzle);
    await expectAccessible(page, `a mistake in a puzzle of ${variant}`);
    await expect(page.getByRole("button", { name: "Try again" })).toBeFocused();
    await press(page, "Try again");
    await solve(page, server.address, variant, puzzle);
    await expectAccessible(page, `a solved puzzle of ${variant}`);
    // From here the position can be looked at further.
    await expect(
      page.locator(".puzzle-links").getByRole("link", { name: "Analysis" }),
    ).toHaveAttribute("href", `/analysis/${variant}#setup=${encodeURIComponent(puzzle.setup)}`);
    await picture(page, `puzzle-solved-${variant}`);
    await progress(page, "No streak yet");
    await progress(page, /^.*1 of \d+ solved/);
  });

  test(`${variant}: a puzzle is solved on a phone by finger, with hints`, async ({
    person,
    server,
  }) => {
    const page = await person({ viewport: PHONE, still: true });
    const puzzle = (await puzzlesOf(server.address, variant)).at(-1);
    await open(page, variant, puzzle);
    await page.getByRole("button", { name: "Hint" }).tap();
    await expect(page.locator(".lesson-said")).toHaveText(/is marked/);
    await picture(page, `puzzle-hint-${variant}-phone`);
    await solve(page, server.address, variant, puzzle);
    const isWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(await isWide(), "wider than the screen").toBe(false);
  });
}

test("the streak grows with puzzles that are solved at once, ends with a mistake, and the best is kept", async ({
  person,
  server,
}) => {
  const page = await person({ still: true });
  const list = await puzzlesOf(server.address, "orthodox");
  await page.getByRole("link", { name: "Puzzles", exact: true }).click();
  await page.getByRole("link", { name: "Solve puzzles" }).first().click();
  await progress(page, "No streak yet");
  for (const [index, puzzle] of list.slice(0, 2).entries()) {
    await page.locator(`[data-puzzle="${puzzle.id}"]`).waitFor();
    await solve(page, server.address, "orthodox", puzzle);
    await progress(page, index === 0 ? "Streak: 1 puzzle" : "Streak: 2 puzzles");
    await expect(page.getByRole("button", { name: "Next puzzle" })).toBeFocused();
    await press(page, "Next puzzle");
  }
  await expect(page).toHaveURL(`/puzzles/orthodox/${list[2].id}`);
  await page.reload();
  await progress(page, "Streak: 2 puzzles");
  await err(page, server.address, "orthodox", list[2]);
  await progress(page, "No streak yet");
  await progress(page, "Best: 2");
  await progress(page, `2 of ${list.length} solved`);
  // The list of games says the same, and goes on with what is not solved.
  await page.getByRole("link", { name: "All puzzles" }).click();
  await page.getByRole("heading", { name: "Puzzles", exact: true }).waitFor();
  const card = page.locator(".card").first();
  await expect(card).toContainText(`2 of ${list.length} solved`);
  await expect(page.locator(".card")).toHaveCount(Object.keys(GAMES).length);
  await expectAccessible(page, "the games with puzzles");
  await card.getByRole("link", { name: "Solve puzzles" }).click();
  await page.locator(`[data-puzzle="${list[2].id}"] .lesson-open`).waitFor();
});

test("what a puzzle is an example of is told afterwards, and its position is analysed", async ({
  person,
  server,
}) => {
  const page = await person({ still: true });
  const list = await puzzlesOf(server.address, "orthodox");
  const puzzle = list.find((one) => one.theme === "fork");
  await open(page, "orthodox", puzzle);
  await expect(page.locator(".puzzle-facts")).not.toContainText("Fork");
  await solve(page, server.address, "orthodox", puzzle);
  await expect(page.locator(".puzzle-facts")).toContainText("Fork");
  const before = await look(server.address, "orthodox", puzzle.setup, []);
  await page.locator(".puzzle-links").getByRole("link", { name: "Analysis" }).click();
  await expect(page.locator(".analysis .token")).toHaveCount(before.position.scene.tokens.length);
});

test("hints show the piece, then the move, and neither prolong the streak nor end it", async ({
  person,
  server,
}) => {
  const page = await person({ still: true });
  const { list, second } = await solveOne(page, server.address);
  const marked = page.locator(".flat-board .mark-ghost");
  await expect(marked).toHaveCount(0);
  await press(page, "Hint");
  await expect(page.locator(".lesson-said")).toHaveText(
    "The piece or place to begin with is marked.",
  );
  await expect(marked).toHaveCount(1);
  await press(page, "Show the move");
  await expect(page.locator(".lesson-said")).toHaveText("The move is marked.");
  await expect(marked).toHaveCount(2);
  await picture(page, "puzzle-hint");
  await solve(page, server.address, "orthodox", second);
  await progress(page, "Streak: 1 puzzle");
  await progress(page, `2 of ${list.length} solved`);
});

test("the solution is played to its end, ends the streak, and can be played oneself afterwards", async ({
  person,
  server,
}) => {
  const page = await person({ still: true });
  const { list, second } = await solveOne(page, server.address);
  // Also after a mistake.
  await err(page, server.address, "orthodox", second);
  await press(page, "Show the solution");
  await expect(page.locator(".lesson-shown .lesson-said")).toHaveText("This was the solution.");
  const all = second.solution.flatMap(({ action, replies = [] }) => [action, ...replies]);
  await expect(page.locator(".lesson")).toHaveAttribute("data-played", String(all.length));
  await progress(page, "No streak yet");
  await progress(page, `1 of ${list.length} solved`);
  await expectAccessible(page, "a solution that is shown");
  await press(page, "Solve it again");
  await solve(page, server.address, "orthodox", second);
  await progress(page, "No streak yet");
});

test("a puzzle is found, solved and left for the next by keyboard alone", async ({
  person,
  server,
}) => {
  const page = await person({ still: true });
  const list = await puzzlesOf(server.address, "orthodox");
  const isWhite = ({ setup }) => setup.split(" ")[1] === "w";
  const puzzle = list.find((one) => isMateIn(1)(one) && isWhite(one));
  const { offers } = await look(server.address, "orthodox", puzzle.setup, []);
  const { taps } = offers.find((offer) => offer.action === puzzle.solution[0].action);
  await open(page, "orthodox", puzzle);
  const board = page.locator(".flat-board");
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(board).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0] });
  for (const cell of taps) {
    await walkTo(page, cell);
    await page.keyboard.press("Enter");
  }
  await expect(page.locator(".lesson-done .lesson-said")).toHaveText("Solved.");
  await expect(page.getByRole("button", { name: "Next puzzle" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.locator(`.course:not([data-puzzle="${puzzle.id}"]) .lesson-open`).waitFor();
});

test("the board of a puzzle is seen whole beside or above its buttons, on every screen", async ({
  person,
  server,
}) => {
  const page = await person({ still: true });
  for (const variant of ["orthodox", "wisconsin", "timetravel"]) {
    const [puzzle] = await puzzlesOf(server.address, variant);
    await open(page, variant, puzzle);
    await expectWholeBoard(page, variant);
  }
});

test("addresses without a puzzle say so and lead to those that there are", async ({ person }) => {
  const page = await person();
  for (const address of ["/puzzles/nothing", "/puzzles/orthodox/nothing"]) {
    await page.goto(address);
    await page.getByRole("heading", { name: "There are no puzzles here." }).waitFor();
    await page.getByRole("link", { name: "All puzzles" }).click();
    await page.getByRole("heading", { name: "Puzzles", exact: true }).waitFor();
  }
});
