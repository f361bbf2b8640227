// The real server on a free port with an empty data folder.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const debug = join(here, "../../target/debug/rookery");
const release = join(here, "../../target/release/rookery");
const builtAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The program under test: the one E2E_PROGRAM names, otherwise the debug build. */
export const testedProgram = () => process.env.E2E_PROGRAM ?? debug;

/** The same program with one more game than it comes with: `cargo build -p rookery --example fifth_game`. */
export const programWithFifthGame = () => join(dirname(testedProgram()), "examples/fifth_game");

/** The program to measure: the one E2E_PROGRAM names, otherwise whichever build is newer. */
export const measuredProgram = () =>
  process.env.E2E_PROGRAM ?? (builtAt(release) > builtAt(debug) ? release : debug);

/** Starts it, and gives its address and how to stop it. */
export async function startServer(program = testedProgram(), flags = []) {
  const data = mkdtempSync(join(tmpdir(), "rookery-e2e-"));
  const server = spawn(
    program,
    ["serve", "--data", data, "--listen", "127.0.0.1:0", "--ccp", "off", ...flags],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).on("line", (line) => {
      const found = /Play at (http:\S+)/.exec(line);
      if (found !== null) resolve(found[1]);
    });
    server.on("exit", (code) => reject(new Error(`the server stopped with ${code}`)));
  });
  const stop = async () => {
    server.removeAllListeners("exit");
    // It writes until it has ended, and a folder that is written to cannot be removed.
    const hasEnded = server.exitCode !== null || server.signalCode !== null;
    if (!hasEnded && server.kill()) await once(server, "exit");
    rmSync(data, { recursive: true, force: true });
  };
  /** Kills it without a warning. */
  const kill = async () => {
    server.removeAllListeners("exit");
    if (server.kill("SIGKILL")) await once(server, "exit");
  };
  return { address, data, stop, kill };
}
