// Builds the harness into node_modules/.harness and, when asked (`node harness/build.mjs serve`), serves it.

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
export const outdir = join(here, "../node_modules/.harness");

export const options = {
  absWorkingDir: join(here, ".."),
  entryPoints: ["harness/main.ts"],
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
};

export async function buildHarness() {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  cpSync(join(here, "index.html"), join(outdir, "index.html"));
  cpSync(join(here, "fixtures"), join(outdir, "fixtures"), { recursive: true });
  await build(options);
}

if (process.argv[2] === "serve") {
  await buildHarness();
  const watching = await context(options);
  await watching.watch();
  const { port } = await watching.serve({ servedir: outdir });
  console.log(`http://127.0.0.1:${port}/?case=levels-start`);
}
