// Runs every test, or those whose names hold a word of the command line, against the real server.
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "./server.mjs";

const AT_ONCE = 2;
const here = dirname(fileURLToPath(import.meta.url));
const { address, stop } = await startServer();
const wanted = process.argv.slice(2);
const files = readdirSync(join(here, "tests"))
  .filter(
    (name) =>
      name.endsWith(".test.mjs") &&
      (wanted.length === 0 || wanted.some((word) => name.includes(word))),
  )
  .map((name) => join(here, "tests", name))
  // Long files first, so that none is left to run alone in the end.
  .sort((one, other) => statSync(other).size - statSync(one).size);

/** Whether all tests of a file hold. */
function holds(file) {
  return new Promise((resolve) => {
    const env = { ...process.env, E2E_ADDRESS: address };
    const test = spawn(process.execPath, ["--test", "--test-reporter=spec", file], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    // Two files at a time must not mix their lines.
    const said = [];
    test.stdout.on("data", (bytes) => said.push(bytes));
    test.on("close", (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}

/** Runs files and gives those that failed. */
async function runAll(files, atOnce) {
  const waiting = [...files];
  const failed = [];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (!(await holds(file))) failed.push(file);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

let failed = await runAll(files, AT_ONCE);
if (failed.length > 0) {
  // Two browsers at a time can be too much for a busy machine; alone, every test has to pass.
  console.log(
    `# ${failed.length} of ${files.length} files failed with ${AT_ONCE} at a time; they run again, one at a time`,
  );
  failed = await runAll(failed, 1);
}
stop();
process.exit(failed.length === 0 ? 0 : 1);
