// Every kind of promotion of Tri-Dimensional Chess, with a reload in the middle of each.

import { choosePlaces } from "../board.mjs";
import { expectAccessible, picture } from "../checks.mjs";
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

/** Two people at a position, each with a phone: the first has White. */
async function arrangeOnPhones(person, setup) {
  const [white, black] = [await person({ viewport: PHONE }), await person({ viewport: PHONE })];
  await arrange(white, black, "tridim", setup);
  return [white, black];
}

/** What the overlay of a pawn has to look like, on a phone. */
async function fitsAPhone(page) {
  await overlay(page).getByRole("heading", { name: "Pawn Promotion" }).waitFor();
  const buttons = overlay(page).locator(".choice-buttons button");
  const boxes = await buttons.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().toJSON()),
  );
  await expect(buttons.locator("kbd")).toHaveText(["Q", "R", "B", "N"]);
  expect(
    [new Set(boxes.map((box) => box.left)).size, new Set(boxes.map((box) => box.top)).size],
    "in a row",
  ).toEqual([4, 1]);
  for (const box of boxes)
    expect(Math.min(box.width, box.height), "for a finger").toBeGreaterThanOrEqual(44);
  expect((await overlay(page).boundingBox()).width).toBeLessThanOrEqual(PHONE.width);
}

/** A piece of the floor plan, by its label. */
const stands = (page, cell, label) =>
  page.locator(`.levels-plan [data-key="${cell}"][aria-label^="${cell}, ${label}"]`).waitFor();

test("Tri-Dimensional, immediate: every piece, on the floor plan of a phone", async ({
  person,
}) => {
  const [white, black] = [await person({ viewport: PHONE }), await person({ viewport: PHONE })];
  for (const [key, name] of Object.entries(PIECES)) {
    await arrange(
      white,
      black,
      "tridim",
      "4/1P1k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
    );
    await choosePlaces(white, "b7B", "b8B");
    await asked(white);
    await status(white, "Promotion available");
    if (key === "q") {
      await picture(white, "promotion-tridim-phone");
      await fitsAPhone(white);
      await expectAccessible(white, "promotion of Tri-Dimensional Chess");
      await askedAgainAfterReload(white);
    }
    await white.keyboard.press(key);
    await stands(black, "b8B", `white ${name.toLowerCase()}`);
    await lastMove(black, `b8B=${key.toUpperCase()}`);
  }
});

test("Tri-Dimensional, deferred: a crown with its reason, and a promotion one step on", async ({
  person,
}) => {
  const [white, black] = await arrangeOnPhones(
    person,
    "P3/3k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(r1/2),KL6(2/2) w - - a8B~ 0 10",
  );
  for (const page of [white, black]) {
    const pawn = page.locator('.levels-plan [data-key="a8B"]');
    await pawn.locator(".sign-crown").waitFor();
    await expect(pawn).toHaveAttribute(
      "title",
      "Promotion deferred - waiting for attack board to move",
    );
    await status(page, "Promotion deferred: 1 pawn awaiting promotion");
  }
  await picture(white, "promotion-tridim-deferred-phone");
  await choosePlaces(white, "a8B", "z9QL6");
  await asked(white);
  await askedAgainAfterReload(white);
  await white.keyboard.press("n");
  await stands(black, "z9QL6", "white knight");
});

test("Tri-Dimensional, forced by the opponent's board: a banner, no way round it, and the others wait", async ({
  person,
}) => {
  const [white, black] = [
    await person({ settings: { lowDetail: true }, still: true }),
    await person({ viewport: PHONE }),
  ];
  const watcher = await person({ viewport: PHONE, still: true });
  const setup = "P3/4/4/4|3k/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) b - - a8B~ 0 10";
  await watch(watcher, await arrange(white, black, "tridim", setup));
  await choosePlaces(black, "BQL", "QL4");
  await asked(white);
  await overlay(white).getByRole("heading", { name: "Forced Promotion" }).waitFor();
  await overlay(white)
    .getByText("Attack board moved! Your pawn must promote before continuing.")
    .waitFor();
  await status(white, "Promotion required");
  await expect(white.getByText("Promotion required"), "said once").toHaveCount(1);
  for (const page of [black, watcher]) await status(page, "Waiting for promotion");
  await cannotBeDismissed(white);
  await picture(white, "promotion-tridim-forced");
  await picture(black, "promotion-tridim-waiting-phone");
  await expectAccessible(white, "forced promotion");
  await askedAgainAfterReload(white);
  await black.reload();
  await status(black, "Waiting for promotion");
  await white.keyboard.press("r");
  await answered(white);
  for (const page of [white, black, watcher]) await stands(page, "a8B", "white rook");
  await status(white, "Your turn");
});

test("Tri-Dimensional, forced by one's own board: asked at once, again after a reload, and then the other side moves", async ({
  person,
}) => {
  const [white, black] = await arrangeOnPhones(
    person,
    "P3/4/4/4|3k/4/4/4|4/4/4/3K QL6(2/2),KL1(2/2),QL5(2/2),KL6(2/2) w - - a8B~ 0 10",
  );
  await choosePlaces(white, "WQL", "QL4");
  await asked(white);
  await overlay(white).getByRole("heading", { name: "Forced Promotion" }).waitFor();
  await status(white, "Promotion required");
  await status(black, "Waiting for promotion");
  await cannotBeDismissed(white);
  await askedAgainAfterReload(white);
  await overlay(white).getByRole("heading", { name: "Forced Promotion" }).waitFor();
  await cannotBeDismissed(white);
  await picture(white, "promotion-tridim-own-board-phone");
  await black.reload();
  await status(black, "Waiting for promotion");
  await white.keyboard.press("b");
  await answered(white);
  for (const page of [white, black]) {
    await stands(page, "a8B", "white bishop");
    await moves(page, 2);
  }
  await status(black, "Your turn");
});

test("Tri-Dimensional, in place: a pawn that was carried home promotes there as a turn", async ({
  person,
}) => {
  const [white, black] = await arrangeOnPhones(
    person,
    "4/4/4/4|3k/4/4/4|4/4/4/3K QL6(T1/2),KL1(2/2),QL5(2/2),KL6(2/2) w - - - 1 11",
  );
  const pawn = white.locator('.levels-plan [data-key="z9QL6"]');
  await pawn.locator(".sign-crown").waitFor();
  await expect(pawn).toHaveAttribute("title", "Can promote here (takes a turn)");
  await choosePlaces(white, "z9QL6");
  await asked(white);
  await askedAgainAfterReload(white);
  await picture(white, "promotion-tridim-in-place-phone");
  await white.keyboard.press("b");
  await stands(black, "z9QL6", "white bishop");
  await status(black, "Your turn");
});

test("Tri-Dimensional, missing plane: a lock with its reason, until a board brings the plane back", async ({
  person,
}) => {
  const [white, black] = await arrangeOnPhones(
    person,
    "4/4/4/4|3k/4/4/4|4/4/4/3K QL4(P1/2),KL1(2/2),QL5(2/2),KL6(2/2) b - - - 0 10",
  );
  for (const page of [white, black]) {
    const pawn = page.locator('.levels-plan [data-key="z7QL4"]');
    // Locks are drawn for those who ask.
    await pawn.locator(".sign-lock").waitFor({ state: "attached" });
    await expect(pawn).toHaveAttribute("title", "Promotion plane missing - cannot advance");
  }
  // Choosing the pawn shows which square it misses, and why.
  await white.locator('.levels-plan [data-key="z7QL4"]').tap();
  await white.locator('.levels-plan .is-missing[aria-label*="z8QL6 is missing"]').waitFor();
  await white.locator(".piece-card", { hasText: "No board provides a square on z8" }).waitFor();
  await picture(white, "promotion-tridim-missing-phone");
  await choosePlaces(black, "BQL", "QL6");
  await moves(white, 1);
  for (const page of [white, black])
    await page.locator(".levels-news", { hasText: "Promotion plane restored on file z" }).waitFor();
  await white.locator('.levels-plan [data-key="z7QL4"] .sign-lock').waitFor({ state: "detached" });
  // The pawn is still chosen.
  await choosePlaces(white, "z8QL6");
  await moves(black, 2);
});

test("Tri-Dimensional: a takeback that the opponent asks for ends a forced promotion", async ({
  person,
}) => {
  const [white, black] = await arrangeOnPhones(
    person,
    "P3/4/4/4|3k/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) b - - a8B~ 0 10",
  );
  await choosePlaces(black, "BQL", "QL4");
  await asked(white);
  await black.getByRole("button", { name: "Request takeback" }).click();
  await overlay(white).getByText("requests a takeback").waitFor();
  await picture(white, "promotion-tridim-takeback-phone");
  await overlay(white).getByRole("button", { name: "Accept" }).tap();
  await answered(white);
  for (const page of [white, black]) await moves(page, 0);
  await status(black, "Your turn");
});

test("Tri-Dimensional: while a piece is chosen, each choice says what it leads to", async ({
  person,
}) => {
  const [white, black] = [await person({ settings: { lowDetail: true } }), await person()];
  await arrange(
    white,
    black,
    "tridim",
    "3k/1P2/4/4|4/4/1K2/4|4/4/4/4 QL1(2/2),KL1(2/2),QL6(R1/2),KL6(1N/2) w - - - 0 10",
  );
  await choosePlaces(white, "b7B", "b8B");
  await asked(white);
  const choice = (piece) => overlay(white).locator(".choice-buttons button", { hasText: piece });
  await expect(choice("Queen")).toContainText("white wins by checkmate");
  await expect(choice("Rook")).toContainText("Gives check to black");
  for (const piece of ["Bishop", "Knight"]) await expect(choice(piece)).toContainText("No check");
  await picture(white, "promotion-tridim-consequences");
  await expectAccessible(white, "a promotion with consequences");
});
