// What tests of the boards get from the runner: a served harness for each worker, and pages of it.
import { test as base, expect } from "@playwright/test";
import { openHarness, serveHarness } from "./server.mjs";

export { expect };

export const test = base.extend({
  harness: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern.
    async ({}, use) => {
      const harness = await serveHarness();
      await use(harness);
      harness.stop();
    },
    { scope: "worker" },
  ],

  /** `board(query, viewport)` opens a board; errors of its page fail the test. */
  board: async ({ browser, harness }, use) => {
    const [pages, errors] = [[], []];
    await use(async (query, viewport, inBrowser = browser) => {
      const page = await inBrowser.newPage({ viewport });
      pages.push(page);
      page.on("pageerror", (error) => errors.push(`${query}: ${error}`));
      await openHarness(page, harness.address, query);
      return page;
    });
    for (const page of pages) await page.close();
    expect(errors).toEqual([]);
  },
});
