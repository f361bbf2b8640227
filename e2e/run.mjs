// Runs every test, or those whose names hold a word of the command line, against the real server.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "./server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { address, stop } = await startServer();
const wanted = process.argv.slice(2);
const tests = readdirSync(join(here, "tests"))
  .filter((name) => name.endsWith(".test.mjs") && (wanted.length === 0 || wanted.some((word) => name.includes(word))))
  .map((name) => join(here, "tests", name));
const runAll = (concurrency) =>
  spawnSync(process.execPath, ["--test", `--test-concurrency=${concurrency}`, ...tests], {
    stdio: "inherit",
    env: { ...process.env, E2E_ADDRESS: address },
  });
let run = runAll(2);
if (run.status !== 0) {
  // Two browsers at a time can be too much for a busy machine; alone, every test has to pass.
  console.log("# some tests failed with two at a time; again, one at a time");
  run = runAll(1);
}
stop();
process.exit(run.status ?? 1);
