// How long the page computes for each frame while the three-dimensional set is turned.
import { arrange } from "../game.mjs";
import { PHONE } from "../person.mjs";
import { tell } from "./report.mjs";
import { traced } from "./trace.mjs";

const FRAMES = 120;

export async function turning({ person }) {
  await orbit(person, "usual detail", {});
  await orbit(person, "fewer details", { lowDetail: true });
}

/** Script per frame while the set is turned with the mouse, from a recorded trace. */
async function orbit(person, name, settings) {
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
  const events = await traced(white, ["devtools.timeline"], async () => {
    // An empty corner: from there the camera is turned, and no piece is picked up.
    await white.mouse.move(box.x + 20, box.y + 20);
    await white.mouse.down();
    for (let n = 0; n < FRAMES; n += 1)
      await white.mouse.move(box.x + 20 + n * 3, box.y + 20 + Math.sin(n / 10) * 15);
    await white.mouse.up();
  });
  const frames = scriptPerFrame(events);
  tell(
    `script per frame of the turning set, ${name}`,
    frames.map((one) => one.wall),
    4,
  );
  tell(
    "  of it processor time, without waiting for other programs",
    frames.map((one) => one.processor),
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
