// All browser tests: `npm run browser`, or one file or project of them (`npm run browser -- e2e/tests/lobby --project games`).
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/chromium.mjs";

export default defineConfig({
  fullyParallel: true,
  forbidOnly: true,
  // A test that fails once has found something.
  retries: 0,
  // Each has a server and draws in software: more than two make a small machine slower, not faster.
  workers: 2,
  // Nothing waits this long; a machine that compiles meanwhile may be slow.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  outputDir: "e2e/results",
  use: {
    browserName: "chromium",
    launchOptions: launchOptions(),
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Only tests of times without a connection let a page keep itself: in all others that would be work for nothing.
    serviceWorkers: "block",
    // Steps, requests and messages of a test that fails are kept. Pictures of every step would cost a fifth of the time: for
    // them run it again with `--trace on`.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
  },
  projects: [
    // Boards alone, without a server.
    { name: "boards", testDir: "harness", testMatch: "*.spec.mjs" },
    // People who play against each other and against the computer on the real server.
    { name: "games", testDir: "e2e/tests", testMatch: "*.spec.mjs" },
  ],
});
