// A move is in the first frame that is presented after the pointer is released, and the page does not jump.
import { choosePlaces, click, drag } from "../board.mjs";
import { arrange } from "../game.mjs";
import { say, tell } from "./report.mjs";
import { traced } from "./trace.mjs";

const MOVES = 12;
const MAX_SHIFT = 0.02;
/** Knights go out and come back. */
export const SHUFFLE = [
  ["g1", "f3"],
  ["g8", "f6"],
  ["f3", "g1"],
  ["f6", "g8"],
];
export const TRIDIM = [
  ["d1W", "c3N"],
  ["d8B", "c6N"],
  ["c3N", "d1W"],
  ["c6N", "d8B"],
];

const onFlat = (cell) => `.token[data-cell="${cell}"]:not(.gone)`;
const onPlan = (key) => `.levels-plan [data-key="${key}"].is-taken`;
const byClicks = (page, from, to) => click(page, from, to);
const byPlaces = (page, from, to) => choosePlaces(page, from, to);

export async function movesShown({ person }) {
  for (const [variant, setup, line, play, at] of [
    ["orthodox", "", SHUFFLE, byClicks, onFlat],
    ["orthodox, dragged", "", SHUFFLE, drag, onFlat],
    ["wisconsin", "army:regular/regular", SHUFFLE, byClicks, onFlat],
    ["timetravel", "", SHUFFLE, byClicks, onFlat],
    ["tridim", "", TRIDIM, byPlaces, onPlan],
  ]) {
    const settings = { lowDetail: true };
    const [white, black] = [await person({ settings }), await person({ settings })];
    await arrange(white, black, variant.split(",")[0], setup);
    for (const page of [white, black]) await page.evaluate(watchShifts, false);
    const shown = [];
    for (let n = 0; n < MOVES; n += 1) {
      const [mover, other] = n % 2 === 0 ? [white, black] : [black, white];
      const [from, to] = line[n % line.length];
      shown.push(await frameOf(mover, at(to), () => play(mover, from, to)));
      for (const page of [mover, other])
        await page.locator(`section.moves[data-moves="${n + 1}"]`).waitFor();
    }
    report(variant, shown);
    await reportShifts(variant, [white, black]);
    for (const page of [white, black]) await page.context().close();
  }
}

function report(variant, shown) {
  const first = shown.filter(({ frames }) => frames === 0).length;
  say(
    `${variant}: moves in the first frame after the release`,
    `${first} of ${shown.length}`,
    first === shown.length,
    "all",
  );
  tell(
    `  ${variant}: from the release to the piece at its place`,
    shown.map(({ after }) => after),
  );
}

/**
 * Plays a move, and finds in the browser's own record how many frames the page had handed over for presentation between the
 * release of the pointer and the moment at which the piece was at its place.
 */
async function frameOf(page, selector, play) {
  await page.evaluate(markWhenThere, selector);
  const events = await traced(page, ["devtools.timeline", "blink.user_timing"], async () => {
    await play();
    await page.waitForFunction(() => window.wasThere === true);
  });
  const there = events.find((one) => one.name === "piece-there");
  const release = events
    .filter((one) => one.name === "EventDispatch" && one.args?.data?.type === "pointerup")
    .filter((one) => one.ts <= there.ts)
    .at(-1);
  const isBetween = (one) => one.ts > release.ts && one.ts < there.ts;
  const commits = events.filter((one) => one.name === "Commit" && one.pid === there.pid);
  return { frames: commits.filter(isBetween).length, after: (there.ts - release.ts) / 1000 };
}

/** Runs in the page: marks the moment at which something is there. */
function markWhenThere(selector) {
  window.wasThere = false;
  const watching = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    performance.mark("piece-there");
    window.wasThere = true;
    watching.disconnect();
  });
  watching.observe(document.querySelector(".game"), {
    subtree: true,
    childList: true,
    attributes: true,
  });
}

/** Runs in the page: notes how much of it jumps without having been asked to, from now on or since it was opened. */
export function watchShifts(buffered) {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput) window.shifts.push(entry.value);
  }).observe({ type: "layout-shift", buffered });
}

export async function reportShifts(what, pages) {
  const shifts = await Promise.all(pages.map((page) => page.evaluate(() => window.shifts)));
  const sums = shifts.map((values) => values.reduce((sum, one) => sum + one, 0));
  const most = Math.max(0, ...sums);
  say(`${what}: layout shift in all`, most.toFixed(4), most <= MAX_SHIFT, MAX_SHIFT);
}
