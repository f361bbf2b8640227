import { click } from "../board.mjs";
import { everySize, expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, scoreSheet, status, watch } from "../game.mjs";
import { PHONE } from "../person.mjs";

/** The worked game of the rules: three jumps each, so that the last one settles it. */
const THREE_JUMPS = "TT1;-;-;1;-/-;0/0;-;-;wb;9/300/3;*";
const SHORT = [
  ["f2", "f3"],
  ["e7", "e5"],
  ["b2", "b4"],
  ["f8", "b4"],
  ["g2", "g4"],
  ["d8", "h4"],
];

const strip = (page) =>
  page
    .locator(".timeline-track [data-moment]:not(.is-start)")
    .evaluateAll((plies) => plies.map((ply) => ply.firstChild.textContent));

/** Goes to a ply and puts another move there. */
async function travel(page, ply, button, ...squares) {
  await page.locator(`[data-moment="${ply}"]`).click();
  await page.getByRole("button", { name: button }).click();
  await page
    .locator(".timeline-shown", { hasText: `Changing your move ${Math.ceil(ply / 2)}` })
    .waitFor();
  await page.locator(`.timeline-ply[aria-current][data-moment="${ply - 1}"]`).waitFor();
  await click(page, ...squares);
  await page.locator(".ask").waitFor();
}

/** No button lies over the boards of a preview, on any screen. */
async function showsWholeBoards(page) {
  const size = page.viewportSize();
  for (const viewport of [size, PHONE, { width: 844, height: 390 }]) {
    await page.setViewportSize(viewport);
    const hidden = () =>
      page.evaluate(() => {
        const boxes = (selector) =>
          [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
        const meet = (one, other) =>
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1;
        const buttons = boxes(".ask button");
        return boxes(".comparison svg").filter((board) => buttons.some((one) => meet(board, one)))
          .length;
      });
    await expect.poll(hidden, `${viewport.width}x${viewport.height}`).toBe(0);
  }
  await page.setViewportSize(size);
}

const agree = (page) => page.locator(".ask").getByRole("button", { name: "Yes" }).click();

test("two people play Time-Travelling Chess through its worked example to the end, while a third watches", async ({
  person,
}) => {
  const [white, black] = [await person(), await person({ viewport: PHONE })];
  const watcher = await person({ dark: true, still: true });
  await watch(watcher, await arrange(white, black, "timetravel", THREE_JUMPS));
  for (const [index, squares] of SHORT.entries()) {
    await click(index % 2 === 0 ? white : black, ...squares);
    for (const page of [white, black]) await moves(page, index + 1);
  }
  await white.locator('[data-moment="6"].has-terminus').waitFor();
  await picture(white, "timetravel-mate-in-the-line");

  await travel(white, 3, /Change your move 2/, "b1", "c3");
  await white.locator('[data-moment="4"].is-ghost').waitFor();
  for (const price of [
    "This is your jump 1 of 3: 2 left.",
    "You give up your turn: Black acts next.",
    "Lost: Black's move 2 (Bxb4).",
  ])
    await white.getByText(price).waitFor();
  await expect(white.locator(".comparison svg"), "the present before and after").toHaveCount(2);
  await showsWholeBoards(white);
  await everySize(white, "timetravel-price");
  await picture(white, "timetravel-preview");
  await expectAccessible(white, "preview of a journey");
  await white.locator(".ask").getByRole("button", { name: "No" }).click();
  await white.locator('[data-moment="4"].is-ghost').waitFor({ state: "detached" });
  await travel(white, 3, /Change your move 2/, "b1", "c3");
  await agree(white);

  await black.locator('[data-moment="4"].is-blank').waitFor();
  await expect(white.locator(".timeline-arrows path"), "from the change to its loss").toHaveCount(
    1,
  );
  await scoreSheet(white, ["f3", "e5", "Nc3 was b4", "Bxb4 blank", "g4", "Qh4#"]);
  await everySize(white, "timetravel-sheet");
  await everySize(watcher, "timetravel-sheet-dark");
  await picture(black, "timetravel-blank-phone");
  await travel(black, 4, "Fill your move 2", "a7", "a6");
  await agree(black);
  await moves(white, 8);

  await travel(white, 1, /Change your move 1/, "b1", "c3");
  await agree(white);
  await moves(black, 9);
  await black.locator(".timeline-turn", { hasText: "makes it a pass" }).waitFor();
  await click(black, "h4", "g4");
  await moves(white, 10);
  await expect
    .poll(() => strip(white))
    .toEqual(["Nc3", "e5", "blank", "a6", "g4", "Qh4", "pass", "Qxg4"]);

  await travel(white, 3, "Fill your move 2", "f2", "f3");
  await white.locator(".ask", { hasText: /checkmate|over|end/i }).waitFor();
  await picture(white, "timetravel-fatal-preview");
  await agree(white);
  for (const page of [white, black, watcher]) {
    await status(page, "Black wins");
    await moves(page, 11);
    await expect
      .poll(async () => (await strip(page)).slice(0, 6))
      .toEqual(["Nc3", "e5", "f3", "a6", "g4", "Qh4#"]);
  }
  await picture(white, "timetravel-over");
  await picture(black, "timetravel-over-phone");
  await picture(watcher, "timetravel-watched-dark");
  for (const page of [white, black, watcher])
    await expectAccessible(page, "a finished game of Time-Travelling Chess");
});

test("the end of the line is accepted, and the order of knight and bishop is shown and explained", async ({
  person,
}) => {
  const [white, black] = [await person(), await person({ viewport: PHONE })];
  await arrange(white, black, "timetravel", THREE_JUMPS);
  await white.locator(".timeline-orders", { hasText: "White: still open" }).waitFor();
  for (const [index, squares] of SHORT.entries()) {
    await click(index % 2 === 0 ? white : black, ...squares);
    await moves(index % 2 === 0 ? black : white, index + 1);
  }
  // A mated player who tries to move is told what can be done.
  await click(white, "e1");
  await white.locator(".timeline-shown", { hasText: "No piece can move: the line ends" }).waitFor();
  await picture(white, "timetravel-mated");
  await white.locator(".pressed button", { hasText: "Accept defeat" }).click();
  await white.locator(".ask", { hasText: "The game ends: Black wins (checkmate)." }).waitFor();
  await picture(white, "timetravel-accept");
  await white.locator(".ask").getByRole("button", { name: "No" }).click();
  await white.locator(".ask").waitFor({ state: "detached" });
  await moves(white, SHORT.length);
  await white.locator(".pressed button", { hasText: "Accept defeat" }).click();
  await agree(white);
  await status(white, "Black wins");
  await status(black, "Black wins");
});

test("an earlier turn is not called the present, and the sheet shows the line as it then stood", async ({
  person,
}) => {
  const [white, black] = [await person(), await person({ viewport: PHONE })];
  await arrange(white, black, "timetravel", THREE_JUMPS);
  for (const [index, squares] of SHORT.entries()) {
    await click(index % 2 === 0 ? white : black, ...squares);
    await moves(index % 2 === 0 ? black : white, index + 1);
  }
  await travel(white, 3, /Change your move 2/, "b1", "c3");
  await agree(white);
  await moves(black, 7);
  await white.locator("button.move", { hasText: "e5" }).click();
  await white.locator(".timeline-shown", { hasText: "after Black’s move 1 (e5)" }).waitFor();
  await expect(white.locator(".timeline-shown")).not.toContainText("present");
  await white.getByRole("button", { name: "Back to the present" }).click();
  await white.getByRole("button", { name: "Previous move" }).click();
  await white.locator(".timeline-shown", { hasText: "stood at an earlier turn" }).waitFor();
  await scoreSheet(white, ["f3", "e5", "b4", "Bxb4", "g4", "Qh4#"]);
  await white.locator(".moves", { hasText: "The line after turn 6 of 7" }).waitFor();
});

test("the past is looked at, and a change begun and dropped, by keys alone", async ({ person }) => {
  const [white, black] = [await person(), await person({ viewport: PHONE })];
  await arrange(white, black, "timetravel");
  await click(white, "e2", "e4");
  await moves(black, 1);
  await click(black, "e7", "e5");
  await moves(white, 2);
  await white.locator('[data-moment="2"]').focus();
  await white.keyboard.press("ArrowLeft");
  await white.locator(".timeline-shown", { hasText: "after your move 1 (e4)" }).waitFor();
  await white.keyboard.press("End");
  await white.locator(".timeline-shown", { hasText: "present" }).waitFor();
  await white.keyboard.press("[");
  await white.locator(".timeline-shown", { hasText: "after your move 1 (e4)" }).waitFor();
  await white.keyboard.press("Enter");
  await white.locator(".timeline-shown", { hasText: "Changing your move 1" }).waitFor();
  await white.keyboard.press("Escape");
  await white.locator(".timeline-shown", { hasText: "present" }).waitFor();
  await picture(white, "timetravel-game");
  await picture(black, "timetravel-game-phone");
});
