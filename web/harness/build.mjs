// Builds the harness: in memory for tests and pictures, or served while it is worked on (`node harness/build.mjs serve`).
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, "../node_modules/.harness");

const options = {
  absWorkingDir: join(here, ".."),
  entryPoints: ["harness/main.ts"],
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
};

/** Gives a file of the harness by its path in an address, or nothing. */
export async function buildHarness() {
  const { outputFiles } = await build({ ...options, write: false });
  const built = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  return (path) => {
    if (path === "/") return readFileSync(join(here, "index.html"));
    if (/^\/fixtures\/[\w-]+\.json$/.test(path)) return readFileSync(join(here, path));
    return built.get(join(outdir, path));
  };
}

if (process.argv[2] === "serve") {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  cpSync(join(here, "index.html"), join(outdir, "index.html"));
  cpSync(join(here, "fixtures"), join(outdir, "fixtures"), { recursive: true });
  const watching = await context(options);
  await watching.watch();
  const { port } = await watching.serve({ servedir: outdir });
  console.log(`http://127.0.0.1:${port}/?case=levels-start`);
}
