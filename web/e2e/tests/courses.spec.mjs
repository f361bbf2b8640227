// Courses: every step is judged by the real rules, and every course is gone through with the pointer alone.
import { judge } from "../../src/model/course.ts";
import { expectAccessible, picture } from "../checks.mjs";
import { attempt, COURSES, course, expectWholeBoard, look, walkTo } from "../courses.mjs";
import { expect, test } from "../fixtures.mjs";
import { moves } from "../game.mjs";
import { PHONE } from "../person.mjs";

/** What becomes of a step when these are the learner's actions. */
async function outcome(address, variant, step, own) {
  const played = [...(step.before ?? [])];
  const { position } = await look(address, variant, step.setup, played);
  const learner = position.status.to_act;
  let verdict = { type: "open" };
  for (const [index, action] of own.entries()) {
    played.push(action);
    const after = await look(address, variant, step.setup, played);
    verdict = judge(step, learner, after.position, own.slice(0, index + 1));
    if (verdict.type === "reply") played.push(verdict.action);
  }
  return verdict;
}

for (const variant of COURSES) {
  test(`${variant}: solutions reach the goals of the course, and mistakes do not`, async ({
    server,
  }) => {
    const { steps, game } = course(variant);
    expect(steps.length).toBeGreaterThanOrEqual(6);
    for (const step of steps) {
      expect(step.solutions.length, step.id).toBeGreaterThan(0);
      expect(step.mistakes.length, step.id).toBeGreaterThan(0);
      for (const own of step.solutions)
        expect(await outcome(server.address, variant, step, own), `${step.id}: ${own}`).toEqual({
          type: "done",
        });
      for (const { actions, why = null } of step.mistakes)
        expect(
          await outcome(server.address, variant, step, actions),
          `${step.id}: ${actions}`,
        ).toEqual({ type: "failed", why });
    }
    if (game.setup !== undefined) await look(server.address, variant, game.setup, []);
  });

  test(`${variant}: the course is finished with the pointer alone, after a mistake in every step`, async ({
    person,
    server,
  }) => {
    const page = await person({ still: true });
    const { steps, game, title } = course(variant);
    await page.goto(`/learn/${variant}`);
    await page.getByRole("heading", { name: title }).waitFor();
    for (const step of steps) {
      await page.getByRole("heading", { name: step.texts.title, exact: true }).waitFor();
      const [mistake] = step.mistakes;
      await attempt(page, server.address, variant, step, mistake.actions);
      await expect(page.locator(".lesson-failed .lesson-said")).toHaveText(
        step.texts.why?.[mistake.why] ?? step.texts.wrong,
      );
      await page.getByRole("button", { name: "Try again" }).click();
      await attempt(page, server.address, variant, step, step.solutions[0]);
      await expect(page.locator(".lesson-done .lesson-said")).toHaveText(step.texts.done);
      if (step === steps[0]) await expectAccessible(page, `a step of ${variant}`);
      await page.getByRole("button", { name: "Next step" }).click();
    }
    await page.getByRole("heading", { name: game.title, exact: true }).waitFor();
    await expectAccessible(page, `the end of the course of ${variant}`);
    await page.getByRole("button", { name: "Play your first game" }).click();
    await page.locator(".game[data-game] .board-host > *").first().waitFor();
    await expect(page.locator(".player-black .player-name")).not.toBeEmpty();
    // What was done is still there on the next visit.
    await page.goto(`/learn/${variant}`);
    await expect(page.locator(".course-steps .is-done")).toHaveCount(steps.length + 1);
  });

  test(`${variant}: the course is played on a phone, with hints`, async ({ person, server }) => {
    const page = await person({ viewport: PHONE, still: true });
    const { steps } = course(variant);
    await page.goto(`/learn/${variant}`);
    for (const step of steps) {
      await page.getByRole("heading", { name: step.texts.title, exact: true }).waitFor();
      await page.getByRole("button", { name: "Hint", exact: true }).tap();
      await expect(page.locator(".lesson-said")).toHaveText(step.texts.hint);
      await picture(page, `course-${variant}-${step.id}-phone`);
      await attempt(page, server.address, variant, step, step.solutions.at(-1));
      await expect(page.locator(".lesson-done .lesson-said")).toHaveText(step.texts.done);
      const isWide = await page.evaluate(
        () => document.documentElement.scrollWidth > window.innerWidth,
      );
      expect(isWide, `${step.id} is wider than the screen`).toBe(false);
      await page.getByRole("button", { name: "Next step" }).tap();
    }
    await page.getByRole("button", { name: "Play your first game" }).waitFor();
  });
}

test("the board of a course is seen whole above its buttons, on every screen", async ({
  person,
}) => {
  const page = await person({ still: true });
  for (const variant of ["orthodox", "wisconsin", "timetravel"]) {
    await page.goto(`/learn/${variant}`);
    await page.locator(".lesson-open").waitFor();
    await expectWholeBoard(page, variant);
  }
});

test("a course is gone through by keyboard, and its addresses are known", async ({ person }) => {
  const page = await person({ still: true, tolerates: /404/ });
  await page.goto("/learn/index.html");
  await page.getByRole("link", { name: "Learn in two minutes" }).first().click();
  await page.getByRole("heading", { name: "Chess in two minutes" }).waitFor();
  await page.locator(".lesson-open").waitFor();
  await page.locator(".flat-board").focus();
  await walkTo(page, "d1");
  await page.keyboard.press("Enter");
  await walkTo(page, "d4");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Next step" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Attack two at once" }).waitFor();
  await page.goto("/learn/nothing");
  await page.getByRole("heading", { name: "Page not found." }).waitFor();
});

test("the rules are one click away, and do not speak of commands", async ({ person }) => {
  const page = await person();
  for (const variant of COURSES) {
    await page.goto(`/learn/${variant}`);
    await page.getByRole("link", { name: "Full rules" }).click();
    await expect(page).toHaveURL(new RegExp(`/learn/${variant}.html$`));
    const text = await page.locator("main").innerText();
    expect(text, variant).not.toMatch(/crates\/|cargo |rookery (moves|verify|play)|for developers/);
    await page.getByRole("link", { name: "Learn in two minutes" }).click();
    await expect(page).toHaveURL(new RegExp(`/learn/${variant}$`));
  }
});

test("the first game of Wisconsin Chess has one small army for both, and a legend", async ({
  person,
}) => {
  const page = await person({ still: true });
  await page.goto("/learn/wisconsin");
  await page.locator(".course-steps button").last().click();
  await page.getByRole("button", { name: "Play your first game" }).click();
  await page.locator(".game[data-game] .token").first().waitFor();
  const legend = page.locator(".legend");
  for (const kind of ["constructive", "form", "original", "war"])
    await expect(legend.locator("dt", { hasText: kind })).toBeVisible();
  await expect(legend.locator("dt")).toHaveCount(4);
  await expectAccessible(page, "a game with a legend");
  await moves(page, 0);
});
