// The first page: when games can be chosen, and what is sent until then.
import { say, tell } from "./report.mjs";

const LOADS = 9;
const MAX_KILOBYTES = 70;
const MAX_REQUESTS = 8;
const MAX_MS = 1000;

/** From the request for the page to games that can be chosen. */
export async function firstPage({ person }) {
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
  tell("first page, games can be chosen", times, MAX_MS);
  await page.context().close();
}

/** What is sent before games can be chosen. */
export async function firstPageSize({ browser, address }) {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  const sent = [];
  page.on("requestfinished", (request) => sent.push(request.sizes()));
  await page.goto("/");
  await page.locator(".card-buttons").first().waitFor();
  const sizes = await Promise.all(sent);
  const kilobytes = sizes.reduce((sum, one) => sum + one.responseBodySize, 0) / 1024;
  say(
    "first page",
    `${sizes.length} requests, ${kilobytes.toFixed(1)} KB`,
    sizes.length <= MAX_REQUESTS && kilobytes <= MAX_KILOBYTES,
    `${MAX_REQUESTS} and ${MAX_KILOBYTES} KB`,
  );
  await context.close();
}
