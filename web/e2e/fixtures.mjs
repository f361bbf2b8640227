// What browser tests get from the runner: a server of their own, and people with browsers of their own.
import { test as base, expect } from "@playwright/test";
import { openPerson } from "./person.mjs";
import { startServer, testedProgram } from "./server.mjs";

export { expect };

export const test = base.extend({
  /** Flags that the server of a file of tests is started with. */
  serverFlags: [[], { option: true }],

  /** The program whose server a file of tests uses. */
  serverProgram: [testedProgram(), { option: true }],

  /** An empty one for each test: it starts in a tenth of a second, and no test finds what another has left. */
  server: async ({ serverFlags, serverProgram }, use) => {
    const server = await startServer(serverProgram, serverFlags);
    await use(server);
    await server.stop();
  },

  /**
   * `person(options)` opens the first page in a browser context of its own. Whatever goes wrong in a page fails the test,
   * except for what its option `tolerates` fits.
   */
  person: async ({ browser, server }, use, testInfo) => {
    const people = [];
    await use(async ({ tolerates, ...options } = {}) => {
      const { page, faults } = await openPerson(browser, server.address, options);
      people.push({ page, faults, tolerates });
      return page;
    });
    for (const { page } of people) await page.context().close();
    if (testInfo.status !== testInfo.expectedStatus) return;
    for (const { faults, tolerates } of people)
      expect(faults.filter((fault) => tolerates?.test(fault) !== true)).toEqual([]);
  },
});
