// Measures what players feel, in a real browser against the real server: npm run measure
// Figures belong into docs/performance.md with date and command. They are no tests: a busy machine makes them worse.
import { loadavg } from "node:os";
import { relative } from "node:path";
import { measuredProgram, startServer } from "./server.mjs";

const program = measuredProgram();
const { address, stop } = await startServer(program);
process.env.E2E_ADDRESS = address;
const { ADDRESS, arrange, choosePlaces, click, launch, person } = await import("./lib.mjs");

const LOADS = 9;
const PROMOTIONS = 20;
const FRAMES = 120;
/** Nobody points at two places faster than this. */
const BETWEEN_TAPS_MS = 300;

console.log(
  `server ${relative(process.cwd(), program)}, load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(" ")}`,
);

const browser = await launch();
try {
  await firstPage();
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
  const page = await person(browser, {
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
    await page.goto(ADDRESS);
    await page.waitForFunction(() => window.chooseAfter !== undefined);
    times.push(await page.evaluate(() => window.chooseAfter));
  }
  tell("first page, games can be chosen", times, "budget 1000 ms");
  await page.context().close();
}

/** From lifting the finger to the overlay on the screen, as the browser itself tells when text was presented. */
async function overlay(name, setup, begin, finish) {
  const variant = name.split(",")[0];
  const [white, black] = [
    await person(browser, { still: true }),
    await person(browser, { still: true }),
  ];
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
    await person(browser, { settings }),
    await person(browser, {
      settings: { ...settings, lowDetail: true },
      viewport: { width: 390, height: 844 },
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
