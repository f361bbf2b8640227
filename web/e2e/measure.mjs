// Measures what players feel, in a real browser against the real server: npm run measure
// Figures belong into docs/performance.md with date and command. They are no tests: a busy machine makes them worse.
import { loadavg } from "node:os";
import { relative } from "node:path";
import { chromium } from "@playwright/test";
import { choosePlaces, click } from "./board.mjs";
import { launchOptions } from "./chromium.mjs";
import { arrange } from "./game.mjs";
import { openPerson, PHONE } from "./person.mjs";
import { measuredProgram, startServer } from "./server.mjs";

const program = measuredProgram();
const { address, stop } = await startServer(program);

const LOADS = 9;
const PROMOTIONS = 100;
const MOVES = 12;
const GAMES = 10;
const MOVES_A_GAME = 10;
const FRAMES = 120;
/** Knights go out and come back. */
const SHUFFLE = [
  ["g1", "f3"],
  ["g8", "f6"],
  ["f3", "g1"],
  ["f6", "g8"],
];
/** Nobody points at two places faster than this. */
const BETWEEN_TAPS_MS = 300;

console.log(
  `server ${relative(process.cwd(), program)}, load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(" ")}`,
);

const browser = await chromium.launch(launchOptions());
const person = async (options) => (await openPerson(browser, address, options)).page;
try {
  await firstPage();
  await firstPageSize();
  await moveShown();
  await memory();
  await overlay(
    "orthodox",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    (page) => click(page, "a7"),
    (page) => click(page, "a8"),
  );
  await overlay(
    "wisconsin, owed",
    "8/P6k/7p/8/8/7P/8/K7 w - b 0",
    (page) => click(page, "a7"),
    (page) => click(page, "a8"),
  );
  await overlay(
    "tridim",
    "4/1P1k/4/4|4/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
    (page) => choosePlaces(page, "b7B"),
    (page) => choosePlaces(page, "b8B"),
  );
  await orbit("usual detail", {});
  await orbit("fewer details", { lowDetail: true });
} finally {
  await browser.close();
  stop();
}

/** From the request for the page to games that can be chosen. */
async function firstPage() {
  const page = await person({
    prepare: (context) =>
      context.addInitScript(() => {
        const look = () => {
          if (document.querySelector(".card-buttons button"))
            window.chooseAfter = performance.now();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  });
  const times = [];
  for (let n = 0; n < LOADS; n += 1) {
    await page.goto("/");
    await page.waitForFunction(() => window.chooseAfter !== undefined);
    times.push(await page.evaluate(() => window.chooseAfter));
  }
  tell("first page, games can be chosen", times, "budget 1000 ms");
  await page.context().close();
}

/** What is sent before games can be chosen. */
async function firstPageSize() {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  const sent = [];
  page.on("requestfinished", (request) => sent.push(request.sizes()));
  await page.goto("/");
  await page.locator(".card-buttons").first().waitFor();
  const sizes = await Promise.all(sent);
  const bytes = sizes.reduce((sum, one) => sum + one.responseBodySize, 0);
  console.log(
    `first page: ${sizes.length} requests, ${(bytes / 1024).toFixed(1)} KB (budget 8 and 70 KB)`,
  );
  await context.close();
}

/** Whether a dropped piece is at its place in the first frame after the pointer was released, and how much the page jumps. */
async function moveShown() {
  const [white, black] = [await person({}), await person({})];
  await arrange(white, black, "orthodox");
  await white.evaluate(watchShifts);
  const late = [];
  for (let n = 0; n < MOVES; n += 1) {
    const mover = n % 2 === 0 ? white : black;
    const [from, to] = SHUFFLE[n % SHUFFLE.length];
    await mover.evaluate(watchForMove, to);
    await click(mover, from, to);
    late.push(await mover.evaluate(() => window.framesUntilMove));
    await mover.locator("button.move").nth(n).waitFor();
    await (mover === white ? black : white).locator("button.move").nth(n).waitFor();
  }
  const first = late.filter((frames) => frames <= 1).length;
  console.log(`a move is in the first frame after the release: ${first} of ${late.length}`);
  const shift = await white.evaluate(() => window.shifted);
  console.log(`layout shift over ${MOVES} moves: ${shift.toFixed(4)} (budget 0.02)`);
  for (const page of [white, black]) await page.context().close();
}

/** Runs in the page: counts frames between the release of the pointer and the one in which the piece is at its place. */
function watchForMove(to) {
  window.framesUntilMove = new Promise((resolve) => {
    let frames = 0;
    let releases = 0;
    const look = () => {
      frames += 1;
      const isThere = document.querySelector(`.token[data-cell="${to}"]:not(.gone)`) !== null;
      if (isThere || frames > 60) resolve(frames);
      else requestAnimationFrame(look);
    };
    const onUp = () => {
      releases += 1;
      if (releases < 2) return;
      document.removeEventListener("pointerup", onUp);
      requestAnimationFrame(look);
    };
    document.addEventListener("pointerup", onUp);
  });
}

/** Runs in the page: adds up how much of it jumps without having been asked to. */
function watchShifts() {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift" });
}

/** The memory of a tab after one game and after ten, with a hundred moves in all. */
async function memory() {
  const [white, black] = [await person({ still: true }), await person({ still: true })];
  const session = await white.context().newCDPSession(white);
  const used = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
  let first = 0;
  for (let game = 0; game < GAMES; game += 1) {
    await arrange(white, black, "orthodox");
    for (let n = 0; n < MOVES_A_GAME; n += 1) {
      await click(n % 2 === 0 ? white : black, ...SHUFFLE[n % SHUFFLE.length]);
      for (const page of [white, black]) await page.locator("button.move").nth(n).waitFor();
    }
    if (game === 0) first = await used();
  }
  const last = await used();
  const megabytes = (bytes) => (bytes / 1024 / 1024).toFixed(1);
  console.log(
    `memory: ${megabytes(first)} MB after the first game, ${megabytes(last)} MB after ${GAMES}, ${(last / first).toFixed(2)} x (budget 1.5 x)`,
  );
  for (const page of [white, black]) await page.context().close();
}

/** From lifting the finger to the overlay on the screen, as the browser itself tells when text was presented. */
async function overlay(name, setup, begin, finish) {
  const variant = name.split(",")[0];
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
  tell(`promotion overlay, ${name}`, times, "budget 100 ms");
  for (const page of [white, black]) await page.context().close();
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

/** Script per frame while the set is turned with the mouse, from a recorded trace. */
async function orbit(name, settings) {
  const [white, black] = [
    await person({ settings }),
    await person({
      settings: { ...settings, lowDetail: true },
      viewport: PHONE,
    }),
  ];
  await arrange(white, black, "tridim");
  await white.locator(".levels-space[data-state=ready]").waitFor();
  // Building the set is done before it is turned.
  await white.waitForTimeout(1000);
  const box = await white.locator(".levels-space canvas").boundingBox();
  const session = await white.context().newCDPSession(white);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline"] },
  });
  // An empty corner: from there the camera is turned, and no piece is picked up.
  await white.mouse.move(box.x + 20, box.y + 20);
  await white.mouse.down();
  for (let n = 0; n < FRAMES; n += 1) {
    await white.mouse.move(box.x + 20 + n * 3, box.y + 20 + Math.sin(n / 10) * 15);
  }
  await white.mouse.up();
  const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await done;
  const frames = scriptPerFrame(events);
  tell(
    `script per frame of the turning set, ${name}`,
    frames.map((one) => one.wall),
    "budget 4 ms",
  );
  tell(
    "  of it processor time, without waiting for other programs",
    frames.map((one) => one.processor),
    "",
  );
  for (const page of [white, black]) await page.context().close();
}

/** Sums input handling and animation callbacks up to the end of each drawn frame, in milliseconds. */
function scriptPerFrame(events) {
  const isScript = (one) =>
    ["FireAnimationFrame", "EventDispatch"].includes(one.name) && one.dur !== undefined;
  const threadOf = (one) => `${one.pid}/${one.tid}`;
  const drawn = new Map();
  for (const one of events)
    if (one.name === "FireAnimationFrame")
      drawn.set(threadOf(one), (drawn.get(threadOf(one)) ?? 0) + 1);
  const [busiest] = [...drawn].sort(([, a], [, b]) => b - a)[0] ?? [];
  const script = events
    .filter((one) => isScript(one) && threadOf(one) === busiest)
    .sort((a, b) => a.ts - b.ts);
  const frames = [];
  let frame = { wall: 0, processor: 0 };
  let end = 0;
  for (const one of script) {
    // What happens inside another call has been counted with it.
    if (one.ts >= end)
      frame = { wall: frame.wall + one.dur / 1000, processor: frame.processor + one.tdur / 1000 };
    end = Math.max(end, one.ts + one.dur);
    if (one.name === "FireAnimationFrame") {
      frames.push(frame);
      frame = { wall: 0, processor: 0 };
    }
  }
  return frames;
}

function tell(what, times, budget) {
  const sorted = [...times].sort((a, b) => a - b);
  const part = (share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1);
  const limit = budget === "" ? "" : ` (${budget})`;
  console.log(`${what}: median ${part(0.5)} ms, 95 % ${part(0.95)} ms, n ${sorted.length}${limit}`);
}
