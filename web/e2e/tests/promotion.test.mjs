// Every kind of promotion of every game, with a reload in the middle of each, while somebody watches.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  ADDRESS,
  arrange,
  assertAccessible,
  assertNoFaults,
  choosePlaces,
  click,
  launch,
  moves,
  PHONE,
  person,
  picture,
  pictures,
  status,
  tapFinger,
  watch,
} from "../lib.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const PIECES = { q: "Queen", r: "Rook", b: "Bishop", n: "Knight" };
const overlay = (page) => page.getByRole("dialog");
const asked = (page) => overlay(page).getByText("Choose your piece:").waitFor();
const answered = (page) => overlay(page).waitFor({ state: "detached" });

async function cannotBeDismissed(page) {
  await page.keyboard.press("Escape");
  assert.ok(await overlay(page).isVisible(), "a promotion that is owed cannot be dismissed");
  assert.equal(await overlay(page).getByRole("button", { name: "Cancel" }).count(), 0);
}

/** What the overlay of a pawn has to look like, on a phone. */
async function fitsAPhone(page) {
  await overlay(page).getByRole("heading", { name: "Pawn Promotion" }).waitFor();
  const buttons = overlay(page).locator(".choice-buttons button");
  const boxes = await buttons.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().toJSON()),
  );
  assert.deepEqual(
    await buttons.evaluateAll((all) => all.map((one) => one.querySelector("kbd").textContent)),
    ["Q", "R", "B", "N"],
  );
  assert.deepEqual(
    [new Set(boxes.map((box) => box.left)).size, new Set(boxes.map((box) => box.top)).size],
    [2, 2],
    "two by two",
  );
  for (const box of boxes)
    assert.ok(box.width >= 44 && box.height >= 44, "large enough for a finger");
  assert.ok((await overlay(page).boundingBox()).width <= 0.9 * PHONE.width + 1);
}

/** Arrows walk over the pieces, Enter chooses. */
async function chosenWithArrows(page, piece) {
  const isThere = () =>
    page.evaluate((name) => document.activeElement?.textContent.includes(name), piece);
  for (let n = 0; n < 4 && !(await isThere()); n += 1) await page.keyboard.press("ArrowRight");
  assert.ok(await isThere(), piece);
  await page.keyboard.press("Enter");
}

async function askedAgainAfterReload(page) {
  await page.reload();
  await asked(page);
}

async function lastMove(page, words) {
  await page.locator("button.move").last().filter({ hasText: words }).waitFor();
}

/** A piece of the floor plan, by its label. */
const stands = (page, cell, label) =>
  page.locator(`.levels-plan [data-key="${cell}"][aria-label^="${cell}, ${label}"]`).waitFor();

test("orthodox: every piece by key, withdrawn with Escape, asked again after a reload", async () => {
  const [white, black] = [await person(browser), await person(browser)];
  for (const [key, name] of Object.entries(PIECES)) {
    await arrange(white, black, "orthodox", "8/P6k/8/8/8/8/p6K/8 w - - 0 1");
    await click(white, "a7", "a8");
    await asked(white);
    if (key === "q") {
      await status(white, "Promotion available");
      await pictures(white, "promotion-orthodox");
      await assertAccessible(white, "promotion");
      await askedAgainAfterReload(white);
      await white.keyboard.press("Escape");
      await answered(white);
      await click(white, "a7", "a8");
      await asked(white);
    }
    if (key === "b") await chosenWithArrows(white, name);
    else await white.keyboard.press(key);
    await moves(black, 1);
    assert.match(
      await black.locator("button.move").first().textContent(),
      new RegExp(`a8=?${key.toUpperCase()}`),
      name,
    );
  }
  assertNoFaults(white, black);
});

test("Wisconsin: owed until it is chosen, on a phone", async () => {
  const [white, black] = [await person(browser, { viewport: PHONE }), await person(browser)];
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
  assertNoFaults(white, black);
});

test("Wisconsin in reverse: the opponent's move makes one's own piece promote, and one still has the move", async () => {
  const [white, black, watcher] = [
    await person(browser),
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE, still: true }),
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
  assertNoFaults(white, black, watcher);
});

test("Tri-Dimensional, immediate: every piece, on the floor plan of a phone", async () => {
  const [white, black] = [
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE }),
  ];
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
      await assertAccessible(white, "promotion of Tri-Dimensional Chess");
      await askedAgainAfterReload(white);
    }
    await white.keyboard.press(key);
    await stands(black, "b8B", `white ${name.toLowerCase()}`);
    await lastMove(black, `b8B=${key.toUpperCase()}`);
  }
  assertNoFaults(white, black);
});

test("Tri-Dimensional, deferred: a crown with its reason, and a promotion one step on", async () => {
  const [white, black] = [
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE }),
  ];
  await arrange(
    white,
    black,
    "tridim",
    "P3/3k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(r1/2),KL6(2/2) w - - a8B~ 0 10",
  );
  for (const page of [white, black]) {
    const pawn = page.locator('.levels-plan [data-key="a8B"]');
    await pawn.locator(".sign-crown").waitFor();
    assert.equal(
      await pawn.getAttribute("title"),
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
  assertNoFaults(white, black);
});

test("Tri-Dimensional, forced by the opponent's board: a banner, no way round it, and the others wait", async () => {
  const [white, black] = [
    await person(browser, { settings: { lowDetail: true }, still: true }),
    await person(browser, { viewport: PHONE }),
  ];
  const watcher = await person(browser, { viewport: PHONE, still: true });
  const setup = "P3/4/4/4|3k/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) b - - a8B~ 0 10";
  await watch(watcher, await arrange(white, black, "tridim", setup));
  await choosePlaces(black, "BQL", "QL4");
  await asked(white);
  await overlay(white).getByRole("heading", { name: "Forced Promotion" }).waitFor();
  await overlay(white)
    .getByText("Attack board moved! Your pawn must promote before continuing.")
    .waitFor();
  await status(white, "Promotion required");
  for (const page of [black, watcher]) await status(page, "Waiting for promotion");
  await cannotBeDismissed(white);
  await picture(white, "promotion-tridim-forced");
  await picture(black, "promotion-tridim-waiting-phone");
  await assertAccessible(white, "forced promotion");
  await askedAgainAfterReload(white);
  await black.reload();
  await status(black, "Waiting for promotion");
  await white.keyboard.press("r");
  await answered(white);
  for (const page of [white, black, watcher]) await stands(page, "a8B", "white rook");
  await status(white, "Your turn");
  assertNoFaults(white, black, watcher);
});

test("Tri-Dimensional, forced by one's own board: asked at once, again after a reload, and then the other side moves", async () => {
  const [white, black] = [
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE }),
  ];
  await arrange(
    white,
    black,
    "tridim",
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
  assertNoFaults(white, black);
});

test("Tri-Dimensional, in place: a pawn that was carried home promotes there as a turn", async () => {
  const [white, black] = [
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE }),
  ];
  await arrange(
    white,
    black,
    "tridim",
    "4/4/4/4|3k/4/4/4|4/4/4/3K QL6(T1/2),KL1(2/2),QL5(2/2),KL6(2/2) w - - - 1 11",
  );
  const pawn = white.locator('.levels-plan [data-key="z9QL6"]');
  await pawn.locator(".sign-crown").waitFor();
  assert.equal(await pawn.getAttribute("title"), "Can promote here (takes a turn)");
  await choosePlaces(white, "z9QL6");
  await asked(white);
  await askedAgainAfterReload(white);
  await picture(white, "promotion-tridim-in-place-phone");
  await white.keyboard.press("b");
  await stands(black, "z9QL6", "white bishop");
  await status(black, "Your turn");
  assertNoFaults(white, black);
});

test("Tri-Dimensional, missing plane: a lock with its reason, until a board brings the plane back", async () => {
  const [white, black] = [
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE }),
  ];
  await arrange(
    white,
    black,
    "tridim",
    "4/4/4/4|3k/4/4/4|4/4/4/3K QL4(P1/2),KL1(2/2),QL5(2/2),KL6(2/2) b - - - 0 10",
  );
  for (const page of [white, black]) {
    const pawn = page.locator('.levels-plan [data-key="z7QL4"]');
    await pawn.locator(".sign-lock").waitFor();
    assert.equal(await pawn.getAttribute("title"), "Promotion plane missing - cannot advance");
  }
  // Choosing the pawn shows which square it misses, and why.
  await white.locator('.levels-plan [data-key="z7QL4"]').tap();
  await white.locator('.levels-plan .is-missing[aria-label*="would be z8QL6"]').waitFor();
  await white.locator(".piece-card", { hasText: "No board provides a square on z8" }).waitFor();
  await picture(white, "promotion-tridim-missing-phone");
  await choosePlaces(black, "BQL", "QL6");
  await moves(white, 1);
  for (const page of [white, black])
    await page.locator(".levels-news", { hasText: "Promotion plane restored on file z" }).waitFor();
  await white.locator('.levels-plan [data-key="z7QL4"] .sign-lock').waitFor({ state: "detached" });
  await choosePlaces(white, "z7QL4", "z8QL6");
  await moves(black, 2);
  assertNoFaults(white, black);
});

test("Tri-Dimensional: a takeback that the opponent asks for ends a forced promotion", async () => {
  const [white, black] = [
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE }),
  ];
  await arrange(
    white,
    black,
    "tridim",
    "P3/4/4/4|3k/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) b - - a8B~ 0 10",
  );
  await choosePlaces(black, "BQL", "QL4");
  await asked(white);
  await black.getByRole("button", { name: "Ask for a takeback" }).click();
  await overlay(white).getByText("asks to take a move back").waitFor();
  await picture(white, "promotion-tridim-takeback-phone");
  await overlay(white).getByRole("button", { name: "Accept" }).tap();
  await answered(white);
  for (const page of [white, black]) await moves(page, 0);
  await status(black, "Your turn");
  assertNoFaults(white, black);
});

test("Time-Travelling: a promotion at the end of the history", async () => {
  const [white, black] = [await person(browser), await person(browser, { viewport: PHONE })];
  for (const key of Object.keys(PIECES)) {
    await arrange(white, black, "timetravel", "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1");
    await click(white, "a7", "a8");
    await asked(white);
    if (key === "q") await askedAgainAfterReload(white);
    await white.keyboard.press(key);
    await moves(black, 1);
    await lastMove(black, `a8=${key.toUpperCase()}`);
  }
  assertNoFaults(white, black);
});

/** A pawn's move is never an upgrade, so a promotion comes into the past only where a move was lost. */
const LOST =
  "TT1;4k3/P7/8/8/8/8/7P/4K3_w_-_-_0_1;Ke1e2*2,Ke8d7,_,Kd7e6,~,Ke6d5;7;-/-;1/0;-;-;wb;9/600/-;*";

test("Time-Travelling: a promotion in the past, after a look at what it would cost", async () => {
  const [white, black] = [await person(browser), await person(browser, { viewport: PHONE })];
  const watcher = await person(browser, { viewport: PHONE, still: true });
  await watch(watcher, await arrange(white, black, "timetravel", LOST));
  await white.locator('[data-moment="3"]').click();
  await white.getByRole("button", { name: "Fill ply 3" }).click();
  await white.locator(".timeline-shown", { hasText: "Changing ply 3" }).waitFor();
  await click(white, "a7", "a8");
  await asked(white);
  await askedAgainAfterReload(white);
  await white.keyboard.press("q");
  await white.getByText("Lost: ply 6").waitFor();
  await white.locator('[data-moment="6"].is-ghost').waitFor();
  await picture(white, "promotion-timetravel-preview");
  await white.getByRole("button", { name: "Yes" }).click();
  for (const page of [white, black, watcher]) {
    await page.locator('[data-moment="3"]', { hasText: "a8=Q" }).waitFor();
    await page.locator('[data-moment="6"].is-blank').waitFor();
  }
  await picture(black, "promotion-timetravel-past-phone");
  assertNoFaults(white, black, watcher);
});

test("whoever leaves a game in the middle of a promotion is asked again on coming back", async () => {
  const [white, black] = [
    await person(browser, { viewport: PHONE }),
    await person(browser, { viewport: PHONE }),
  ];
  const address = await arrange(white, black, "wisconsin", "8/P6k/7p/8/8/7P/8/K7 w - b 0");
  await tapFinger(white, "a7", "a8");
  await asked(white);
  await white.goto(ADDRESS);
  await white.goto(address);
  await asked(white);
  await white.keyboard.press("q");
  await moves(black, 2);
  assertNoFaults(white, black);
});
