// Bundles every test/*.test.ts and *.test.mjs and runs them with node --test.

import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, "node_modules/.tests");
rmSync(outdir, { recursive: true, force: true });
const tests = readdirSync(join(here, "test")).filter((name) => /\.test\.(ts|mjs)$/.test(name));
await build({
  absWorkingDir: here,
  entryPoints: tests.map((name) => `test/${name}`),
  inject: ["test/english.ts"],
  outdir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "inline",
  loader: { ".json": "json" },
});
const files = readdirSync(outdir).map((name) => join(outdir, name));
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], {
  stdio: "inherit",
});
process.exit(run.status ?? 1);
