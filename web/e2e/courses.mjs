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

/** Points at the places of an action one after the other, with the mouse or a finger, and presses what is asked then. */
export async function point(page, { offer, offers, shape }) {
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
    } else await pressSquare(page, place);
  }
  const same = offers.filter((one) => one.taps.join() === offer.taps.join());
  if (same.length > 1 || offer.taps.length === 0)
    await press(side.getByRole("button", { name: offer.label, exact: true }));
  if (offer.taps[0]?.startsWith("ply:"))
    await press(side.getByRole("button", { name: "Yes", exact: true }));
}

async function pressSquare(page, cell) {
  const board = page.locator(".course .flat-board");
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  const [file, rank] = [cell.charCodeAt(0) - 97, Number(cell[1])];
  const x = box.x + ((file + 0.5) * box.width) / 8;
  const y = box.y + ((8.5 - rank) * box.height) / 8;
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
