// From lifting the finger to the question which piece it shall be, as the browser itself tells when text was presented.
import { choosePlaces, click } from "../board.mjs";
import { arrange } from "../game.mjs";
import { tell } from "./report.mjs";

const PROMOTIONS = 100;
/** Nobody points at two places faster than this. */
const BETWEEN_TAPS_MS = 300;

const FLAT = [(page) => click(page, "a7"), (page) => click(page, "a8")];

export async function promotions({ person }) {
  for (const [name, setup, [begin, finish], budget] of [
    ["orthodox", "8/P6k/8/8/8/8/p6K/8 w - - 0 1", FLAT, 50],
    ["wisconsin, owed", "8/P6k/7p/8/8/7P/8/K7 w - b 0", FLAT, 100],
    ["timetravel", "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1", FLAT, 100],
    [
      "tridim",
      "4/1P1k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
      [(page) => choosePlaces(page, "b7B"), (page) => choosePlaces(page, "b8B")],
      100,
    ],
  ]) {
    const times = await overlays(person, name.split(",")[0], setup, begin, finish);
    tell(`promotion picker, ${name}`, times, budget);
  }
}

async function overlays(person, variant, setup, begin, finish) {
  const [white, black] = [await person({ still: true }), await person({ still: true })];
  const times = [];
  for (let n = 0; n < PROMOTIONS; n += 1) {
    await arrange(white, black, variant, setup);
    await begin(white);
    await white.waitForTimeout(BETWEEN_TAPS_MS);
    await white.evaluate(watchForOverlay);
    await finish(white);
    await white.waitForFunction(() => window.overlayAfter !== undefined);
    times.push(await white.evaluate(() => window.overlayAfter));
    await white.keyboard.press("q");
    await white.locator("dialog").waitFor({ state: "detached" });
  }
  for (const page of [white, black]) await page.context().close();
  return times;
}

/** Runs in the page: has the title of the next dialog timed, from the next release of the pointer. */
function watchForOverlay() {
  window.overlayAfter = undefined;
  let released = 0;
  document.addEventListener("pointerup", (event) => (released = event.timeStamp), {
    capture: true,
    once: true,
  });
  const marking = new MutationObserver(() => {
    const title = document.querySelector("dialog h2");
    if (title === null) return;
    title.setAttribute("elementtiming", "overlay");
    marking.disconnect();
  });
  marking.observe(document.body, { subtree: true, childList: true });
  const timing = new PerformanceObserver((list) => {
    const shown = list.getEntries().find((entry) => entry.identifier === "overlay");
    if (shown === undefined) return;
    window.overlayAfter = shown.renderTime - released;
    timing.disconnect();
  });
  timing.observe({ type: "element" });
}
