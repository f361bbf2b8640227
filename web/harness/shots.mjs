// Takes pictures of the boards in many states, at the size of a phone and of a laptop: node harness/shots.mjs FOLDER [FILTER]
import { createServer } from "node:http";
import { mkdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { buildHarness, outdir } from "./build.mjs";

const [folder = "screenshots", filter = ""] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" };
const SIZES = { phone: { width: 390, height: 844 }, laptop: { width: 1440, height: 900 } };

const STATES = {
  "levels-start": "case=levels-start",
  "levels-middle": "case=levels-middle",
  "levels-middle-black-dark": "case=levels-middle&orientation=black&appearance=dark",
  "levels-busy-chosen": "case=levels-busy&taps=z1QL1",
  "levels-piece-chosen": "case=levels-middle&taps=Qb8B",
  "levels-board-chosen": "case=levels-ridden&taps=WQL",
  "levels-locks": "case=levels-boards",
  "levels-forced": "case=levels-forced",
  "levels-check-dark": "case=levels-check&appearance=dark",
  "levels-mate": "case=levels-mate",
  "levels-frozen": "case=levels-frozen",
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

await buildHarness();
mkdirSync(folder, { recursive: true });
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  const file = path === "/" ? "/index.html" : path;
  try {
    const body = readFileSync(join(outdir, file));
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const home = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const [name, query] of Object.entries(STATES).filter(([one]) => one.includes(filter))) {
    const page = await browser.newPage({ viewport });
    page.on("pageerror", (error) => console.log(`${name} ${size}: ${error}`));
    page.on("console", (message) => message.type() === "error" && console.log(`${name} ${size}: ${message.text()}`));
    await page.goto(`${home}?${query}&still`);
    const wish = new URLSearchParams(query);
    if (wish.has("open") && size === "phone") await page.locator(".levels-toggle").click();
    if (await page.locator(".levels-space:visible").count()) await page.locator(".levels-space[data-state=ready]").waitFor();
    const view = wish.get("view");
    if (view && size === "laptop") await page.locator(".levels-view").nth(Number(view) - 1).click();
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: true });
    await page.close();
  }
}
await browser.close();
server.close();
