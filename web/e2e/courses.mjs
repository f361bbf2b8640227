// Courses as people go through them: what an action is pointed at, by what the server offers.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { courseIds, readCourse } from "../learn/courses.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../../docs/courses");

export const COURSES = courseIds(folder);
export const course = (id, language = "en") => readCourse(folder, id, language);

/** What the server says about a position of a course. */
export async function look(address, variant, setup, actions) {
  const response = await fetch(`${address}/api/look`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variant, start: { type: "setup", text: setup }, actions }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${setup} ${actions.join(" ")}: ${answer.message}`);
  return answer;
}

/**
 * Points at the places of an action one after the other, with the mouse or a finger, and presses what is asked then. The seat is
 * the one that sits below.
 */
export async function point(page, { offer, offers, shape, seat = "white" }) {
  const press = (locator) => (page.viewportSize().width < 500 ? locator.tap() : locator.click());
  const side = page.locator(".lesson");
  for (const place of offer.taps) {
    if (shape === "levels") await press(page.locator(`.levels-plan [data-key="${place}"]`).first());
    else if (place.startsWith("ply:")) {
      await press(page.locator(`[data-moment="${place.slice(4)}"]`));
      // A moment that is looked at already is changed at once.
      const change = page.getByRole("button", { name: /^(Change|Fill) / });
      await change.or(page.getByText(/^Changing /)).waitFor();
      if (await change.isVisible()) await press(change);
    } else await pressSquare(page, place, seat);
  }
  const same = offers.filter((one) => one.taps.join() === offer.taps.join());
  if (same.length > 1 || offer.taps.length === 0)
    await press(side.getByRole("button", { name: offer.label, exact: true }));
  if (offer.taps[0]?.startsWith("ply:"))
    await press(side.getByRole("button", { name: "Yes", exact: true }));
}

async function pressSquare(page, cell, seat) {
  const board = page.locator(".course .flat-board");
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  const [file, rank] = [cell.charCodeAt(0) - 97, Number(cell[1]) - 1];
  const [column, row] = seat === "white" ? [file, 7 - rank] : [7 - file, rank];
  const x = box.x + ((column + 0.5) * box.width) / 8;
  const y = box.y + ((row + 0.5) * box.height) / 8;
  if (page.viewportSize().width < 500) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Tries a step with these own actions. The opponent answers as the course says. */
export async function attempt(page, address, variant, step, own) {
  const played = [...(step.before ?? [])];
  for (const [index, action] of own.entries()) {
    await page.locator(`.lesson-open[data-played="${played.length}"]`).waitFor();
    const { offers, position } = await look(address, variant, step.setup, played);
    const offer = offers.find((one) => one.action === action);
    expect(offer, `${step.id}: ${action}`).toBeDefined();
    await point(page, { offer, offers, shape: position.scene.shape });
    played.push(action);
    const reply = step.replies?.[own.slice(0, index + 1).join(" ")];
    if (reply !== undefined) played.push(reply);
  }
}

/** Walks the cursor of a flat board to a square by the arrow keys. */
export async function walkTo(page, cell) {
  const board = page.locator(".course .flat-board");
  for (let n = 0; n < 30; n += 1) {
    const label = await board.getAttribute("aria-label");
    const at = /: ([a-h][1-8]),/.exec(label)?.[1];
    if (at === cell) return;
    const [dx, dy] =
      at === undefined
        ? [1, 0]
        : [cell.charCodeAt(0) - at.charCodeAt(0), Number(cell[1]) - Number(at[1])];
    const key = dx > 0 ? "ArrowRight" : dx < 0 ? "ArrowLeft" : dy > 0 ? "ArrowUp" : "ArrowDown";
    await page.keyboard.press(key);
  }
  throw new Error(`the cursor does not reach ${cell}`);
}

/** On every screen the whole board of a lesson is seen, above its buttons or beside them. */
export async function expectWholeBoard(page, what) {
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [768, 1024],
    [1440, 900],
  ]) {
    await page.setViewportSize({ width, height });
    const isWhole = () =>
      page.evaluate(() => {
        const board = document.querySelector(".flat-board").getBoundingClientRect();
        const foot = document.querySelector(".lesson-foot").getBoundingClientRect();
        const isBeside = foot.left >= board.right - 1;
        return board.bottom <= (isBeside ? window.innerHeight : foot.top) + 1;
      });
    await expect.poll(isWhole, `${what}, ${width}x${height}`).toBe(true);
  }
}
