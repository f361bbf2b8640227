// Promotions on a flat board, with a reload in the middle of each, with a spectator.

import { click, tapFinger } from "../board.mjs";
import { expectAccessible, picture, pictures } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, status, watch } from "../game.mjs";
import { PHONE } from "../person.mjs";
import {
  answered,
  asked,
  askedAgainAfterReload,
  cannotBeDismissed,
  lastMove,
  overlay,
  PIECES,
} from "../promotion.mjs";

/** Arrows walk over the pieces, Enter chooses. */
async function chosenWithArrows(page, piece) {
  const isThere = () =>
    page.evaluate((name) => document.activeElement?.textContent.includes(name), piece);
  for (let n = 0; n < 4 && !(await isThere()); n += 1) await page.keyboard.press("ArrowRight");
  expect(await isThere(), piece).toBe(true);
  await page.keyboard.press("Enter");
}

test("orthodox: every piece by key, withdrawn with Escape, asked again after a reload", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  for (const [key, name] of Object.entries(PIECES)) {
    await arrange(white, black, "orthodox", "8/P6k/8/8/8/8/p6K/8 w - - 0 1");
    await click(white, "a7", "a8");
    await asked(white);
    if (key === "q") {
      await status(white, "Promotion available");
      await pictures(white, "promotion-orthodox");
      await expectAccessible(white, "promotion");
      await askedAgainAfterReload(white);
      await white.keyboard.press("Escape");
      await answered(white);
      await click(white, "a7", "a8");
      await asked(white);
    }
    if (key === "b") await chosenWithArrows(white, name);
    else await white.keyboard.press(key);
    await moves(black, 1);
    await expect(black.locator("button.move").first(), name).toHaveText(
      new RegExp(`a8=?${key.toUpperCase()}`),
    );
  }
});

test("Wisconsin: owed until it is chosen, on a phone", async ({ person }) => {
  const [white, black] = [await person({ viewport: PHONE }), await person()];
  for (const [key, name] of Object.entries(PIECES)) {
    await arrange(white, black, "wisconsin", "8/P6k/7p/8/8/7P/8/K7 w - b 0");
    await tapFinger(white, "a7", "a8");
    await asked(white);
    await status(black, "Waiting for promotion");
    if (key === "q") {
      await picture(white, "promotion-wisconsin-phone");
      await picture(black, "promotion-waiting");
      await cannotBeDismissed(white);
      await askedAgainAfterReload(white);
      await white.getByRole("button", { name: `Promote to ${name}` }).tap();
    } else {
      await white.keyboard.press(key);
    }
    await answered(white);
    await moves(black, 2);
    await status(black, "Your turn");
  }
});

test("Wisconsin in reverse: the opponent's move makes one's own piece promote, and one still has the move", async ({
  person,
}) => {
  const [white, black, watcher] = [
    await person(),
    await person({ viewport: PHONE }),
    await person({ viewport: PHONE, still: true }),
  ];
  await watch(
    watcher,
    await arrange(white, black, "wisconsin", "6k'e81/8/8/8/8/8/2j'b73K'e11/R7 w -"),
  );
  await click(white, "a1", "d1");
  await asked(black);
  await overlay(black).locator(".forced-banner").waitFor();
  for (const page of [white, watcher]) await status(page, "Waiting for promotion");
  await status(black, "Promotion required");
  await cannotBeDismissed(black);
  await askedAgainAfterReload(black);
  await picture(black, "promotion-wisconsin-reverse-phone");
  await black.keyboard.press("r");
  await answered(black);
  for (const page of [white, black, watcher]) await moves(page, 2);
  await status(black, "Your turn");
});

test("Time-Travelling: a promotion at the end of the history", async ({ person }) => {
  const [white, black] = [await person(), await person({ viewport: PHONE })];
  for (const key of Object.keys(PIECES)) {
    await arrange(white, black, "timetravel", "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1");
    await click(white, "a7", "a8");
    await asked(white);
    if (key === "q") await askedAgainAfterReload(white);
    await white.keyboard.press(key);
    await moves(black, 1);
    await lastMove(black, `a8=${key.toUpperCase()}`);
  }
});

/** A pawn's move is never an upgrade, so a promotion comes into the past only where a move was lost. */
const LOST =
  "TT1;4k3/P7/8/8/8/8/7P/4K3_w_-_-_0_1;Ke1e2*2,Ke8d7,_,Kd7e6,~,Ke6d5;7;-/-;1/0;-;-;wb;9/600/-;*";

test("Time-Travelling: a promotion in the past, after a look at what it would cost", async ({
  person,
}) => {
  const [white, black] = [await person(), await person({ viewport: PHONE })];
  const watcher = await person({ viewport: PHONE, still: true });
  await watch(watcher, await arrange(white, black, "timetravel", LOST));
  await white.locator('[data-moment="3"]').click();
  await white.getByRole("button", { name: "Fill your move 2" }).click();
  await white.locator(".timeline-shown", { hasText: "Changing your move 2" }).waitFor();
  await click(white, "a7", "a8");
  await asked(white);
  await askedAgainAfterReload(white);
  await white.keyboard.press("q");
  await white.getByText("Lost: Black's move 3").waitFor();
  await white.locator('[data-moment="6"].is-ghost').waitFor();
  await picture(white, "promotion-timetravel-preview");
  await white.getByRole("button", { name: "Yes" }).click();
  for (const page of [white, black, watcher]) {
    await page.locator('[data-moment="3"]', { hasText: "a8=Q" }).waitFor();
    await page.locator('[data-moment="6"].is-blank').waitFor();
  }
  await picture(black, "promotion-timetravel-past-phone");
});

test("a player who leaves in the middle of a promotion is asked again after coming back", async ({
  person,
}) => {
  const [white, black] = [await person({ viewport: PHONE }), await person({ viewport: PHONE })];
  const address = await arrange(white, black, "wisconsin", "8/P6k/7p/8/8/7P/8/K7 w - b 0");
  await tapFinger(white, "a7", "a8");
  await asked(white);
  await white.goto("/");
  await white.goto(address);
  await asked(white);
  await white.keyboard.press("q");
  await moves(black, 2);
});
