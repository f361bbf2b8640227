// Bundles the client into dist/: hashed files, one index.html, nothing inline.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { writeLearnPages } from "./learn/pages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");

/** Boards with a shape of their own are chunks of their own; without one, the flat board stands in. */
const boards = {
  name: "boards",
  setup(bundler) {
    bundler.onResolve({ filter: /^boards:/ }, ({ path }) => {
      const own = join(here, "src/boards", path.slice("boards:".length), "index.ts");
      return { path: existsSync(own) ? own : join(here, "src/boards/flat/index.ts") };
    });
  },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const result = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.tsx", "src/learn/learn.ts"],
  outdir: "dist/assets",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  metafile: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  plugins: [boards],
});

const outputs = Object.entries(result.metafile.outputs);
const entry = outputs.find(([, output]) => output.entryPoint === "src/main.tsx");
const script = `/assets/${basename(entry[0])}`;
const style = `/assets/${basename(entry[1].cssBundle)}`;
const page = readFileSync(join(here, "index.html"), "utf8");
writeFileSync(join(dist, "index.html"), page.replace("{script}", script).replace("{style}", style));
writeFileSync(join(dist, "icon.svg"), readFileSync(join(here, "icon.svg")));
const learn = outputs.find(([, output]) => output.entryPoint === "src/learn/learn.ts");
const learnStyle = `/assets/${basename(learn[1].cssBundle)}`;
writeLearnPages(join(here, "../docs/rules"), join(dist, "learn"), {
  styles: [style, learnStyle],
  script: `/assets/${basename(learn[0])}`,
});

let first = gzipSync(readFileSync(join(dist, "index.html"))).length;
const needed = new Set([entry[0], entry[1].cssBundle]);
for (const name of needed) {
  const imports = result.metafile.outputs[name]?.imports ?? [];
  for (const one of imports) if (one.kind === "import-statement") needed.add(one.path);
}
for (const [name] of outputs) {
  const size = gzipSync(readFileSync(join(here, name))).length;
  if (needed.has(name)) first += size;
  console.log(`${(size / 1024).toFixed(1).padStart(7)} KB gz  ${name}`);
}
console.log(`${(first / 1024).toFixed(1).padStart(7)} KB gz  first load`);
if (first > 250 * 1024) throw new Error("the first load is over 250 KB compressed");
