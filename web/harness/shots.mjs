// Takes pictures of the boards in many states, at the size of a phone and of a laptop: node harness/shots.mjs FOLDER [FILTER]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "./browser.mjs";

const [folder = "screenshots", filter = ""] = process.argv.slice(2);
const SIZES = { phone: { width: 390, height: 844 }, laptop: { width: 1440, height: 900 } };

const STATES = {
  "levels-start": "case=levels-start",
  "levels-middle": "case=levels-middle",
  "levels-middle-black-dark": "case=levels-middle&orientation=black&appearance=dark",
  "levels-busy-chosen": "case=levels-busy&taps=c6N",
  "levels-piece-chosen": "case=levels-middle&taps=b8B",
  "levels-board-chosen": "case=levels-ridden&taps=WQL",
  "levels-locks": "case=levels-boards",
  "levels-forced": "case=levels-forced",
  "levels-check-dark": "case=levels-check&appearance=dark",
  "levels-mate": "case=levels-mate",
  "levels-frozen": "case=levels-frozen",
  "levels-missing": "case=levels-missing&ghosts=z8QL6",
  "levels-top": "case=levels-middle&view=4",
  "levels-side": "case=levels-middle&view=3",
  "levels-phone-space": "case=levels-middle&open",
  "timeline-start": "case=timeline-start",
  "timeline-mate": "case=timeline-mate",
  "timeline-change": "case=timeline-mate&taps=ply:3,b1&look=2&ghosts=ply:4",
  "timeline-blank-dark": "case=timeline-blank&appearance=dark",
  "timeline-outofstep": "case=timeline-outofstep",
  "timeline-pass": "case=timeline-pass",
  "timeline-over": "case=timeline-over",
  "timeline-long": "case=timeline-long",
};

mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const [name, query] of Object.entries(STATES).filter(([one]) => one.includes(filter))) {
    const page = await browser.page(`${query}&still`, viewport);
    const wish = new URLSearchParams(query);
    if (wish.has("open") && size === "phone") await page.locator(".levels-toggle").click();
    if (await page.locator(".levels-space:visible").count())
      await page.locator(".levels-space[data-state=ready]").waitFor();
    const view = wish.get("view");
    if (view && size === "laptop")
      await page
        .locator(".levels-view")
        .nth(Number(view) - 1)
        .click();
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: true });
    await page.close();
  }
}
await browser.close();
if (browser.errors.length > 0) throw new Error(browser.errors.join("\n"));
