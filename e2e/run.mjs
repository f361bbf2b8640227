// Starts the real server on a free port with an empty data folder, runs every test against it, and stops it.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const program = process.env.E2E_PROGRAM ?? join(here, "../target/debug/rookery");
const data = mkdtempSync(join(tmpdir(), "rookery-e2e-"));
const server = spawn(program, ["serve", "--data", data, "--listen", "127.0.0.1:0", "--ccp", "off"], { stdio: ["ignore", "pipe", "inherit"] });

const address = await new Promise((resolve, reject) => {
  createInterface({ input: server.stdout }).on("line", (line) => {
    const found = /Play at (http:\S+)/.exec(line);
    if (found !== null) resolve(found[1]);
  });
  server.on("exit", (code) => reject(new Error(`the server stopped with ${code}`)));
});

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
server.removeAllListeners("exit");
server.kill();
rmSync(data, { recursive: true, force: true });
process.exit(run.status ?? 1);
