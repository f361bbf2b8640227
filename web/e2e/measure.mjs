// Measures what players feel, in a real browser against the real server: npm run measure, or some of it: npm run measure -- moves memory
// Figures belong into docs/performance.md with date and command. They are not tests: a busy machine makes them worse.
import { loadavg } from "node:os";
import { relative } from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "./chromium.mjs";
import { firstPage, firstPageSize } from "./measure/firstpage.mjs";
import { memory } from "./measure/memory.mjs";
import { movesShown } from "./measure/moves.mjs";
import { promotions } from "./measure/promotions.mjs";
import { missed } from "./measure/report.mjs";
import { shifts } from "./measure/shifts.mjs";
import { turning } from "./measure/turning.mjs";
import { openPerson } from "./person.mjs";
import { measuredProgram, startServer } from "./server.mjs";

const PARTS = {
  first: async (tools) => {
    await firstPage(tools);
    await firstPageSize(tools);
  },
  moves: movesShown,
  shifts,
  memory,
  promotions,
  turning,
};

const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!(name in PARTS))
    throw new Error(`no such part: ${name}; there are ${Object.keys(PARTS).join(", ")}`);

const program = measuredProgram();
const { address, stop } = await startServer(program);
const load = loadavg().map((one) => one.toFixed(1));
console.log(`server ${relative(process.cwd(), program)}, load ${load.join(" ")}`);
const browser = await chromium.launch(launchOptions());
const person = async (options) => (await openPerson(browser, address, options)).page;
try {
  for (const [name, measure] of Object.entries(PARTS))
    if (wanted.length === 0 || wanted.includes(name)) await measure({ browser, address, person });
} finally {
  await browser.close();
  await stop();
}
console.log(missed.length === 0 ? "all budgets kept" : `not kept: ${missed.join("; ")}`);
process.exitCode = missed.length === 0 ? 0 : 1;
