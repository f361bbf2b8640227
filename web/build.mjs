// Bundles the client into dist/: hashed files, one index.html, nothing inline, and each file compressed beside it.

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { courseIds, writeCourses } from "./learn/courses.mjs";
import { openingIds, writeOpenings } from "./learn/openings.mjs";
import { writeLearnPages } from "./learn/pages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
/** What the first page may weigh before it can be used, in bytes as they are sent. */
const MAX_FIRST = 70 * 1024;
/** What the rules of one game, and of all games, may weigh, in bytes as they are sent. */
const MAX_MODULE = 200 * 1024;
const MAX_MODULES = 450 * 1024;
/** The module that holds all games: kept for times without a connection, when nobody knows which will be played. */
const ALL = "all";
const ICONS = ["icon-192.png", "icon-512.png", "icon-maskable-512.png"];

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

const games = join(here, "../crates/games");

/** Which games name openings, known when the page is built. */
const openings = {
  name: "openings",
  setup(bundler) {
    bundler.onResolve({ filter: /^openings:/ }, ({ path }) => ({ path, namespace: "openings" }));
    bundler.onLoad({ filter: /.*/, namespace: "openings" }, () => ({
      contents: JSON.stringify(openingIds(games)),
      loader: "json",
    }));
  },
};

const entry = join(here, "src/main.tsx");

/** A function without effects that is gone after bundling leaves no file of its own. */
const names = {
  name: "names",
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\.\/names$/ }, () => ({
      path: join(here, "src/texts/names.ts"),
      sideEffects: false,
    }));
  },
};

/**
 * Parts that are loaded on demand share code with the first page. The bundler would make a file for every set of parts that share
 * something, a dozen of them, which a browser finds one after the other. A part that names all of the first page shares all of it:
 * then it is a single file.
 */
const wholePages = (root) => ({
  name: "whole-pages",
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, async (args) => {
      if (args.kind !== "dynamic-import" || args.pluginData === "part") return undefined;
      // Texts share nothing with it.
      if (args.resolveDir === join(here, "src/texts")) return undefined;
      const { importer, resolveDir } = args;
      const part = await bundler.resolve(args.path, {
        kind: "dynamic-import",
        importer,
        resolveDir,
        pluginData: "part",
      });
      return { path: relative(here, part.path), namespace: "part" };
    });
    bundler.onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => ({
      contents: `export * from ${JSON.stringify(join(here, path))};
        import ${JSON.stringify(root)};`,
      resolveDir: dirname(join(here, path)),
    }));
  },
});

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const shared = {
  absWorkingDir: here,
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
};
const modules = copyModules(join(here, "modules"), join(dist, "assets"));
// The worker is a file of its own, and its name is known before the page is made.
const workerResult = await build({ ...shared, entryPoints: ["src/rules/worker.ts"] });
const [worker] = Object.keys(workerResult.metafile.outputs);
const define = {
  // A text, for an object would become a file of its own that the first page has to fetch.
  RULES_MODULES: JSON.stringify(JSON.stringify(modules)),
  RULES_WORKER: JSON.stringify(`/assets/${basename(worker)}`),
};
const result = await build({
  ...shared,
  define,
  entryPoints: [entry],
  plugins: [wholePages(join(here, "src/page.tsx")), boards, openings, names],
});
// Pages about rules share little with the client, and nothing has to be fetched for both.
const learnResult = await build({
  ...shared,
  define,
  entryPoints: ["src/learn/learn.ts"],
  plugins: [boards, names],
});
const outputs = Object.entries(result.metafile.outputs);
const main = outputs.find(([, output]) => output.entryPoint === "src/main.tsx");
// The page starts itself, so the script is the file with its code and not the one that names it.
const [code] = outputs.find(([, output]) => output.inputs["src/page.tsx"] !== undefined);
const script = `/assets/${basename(code)}`;
const style = `/assets/${basename(main[1].cssBundle)}`;
const page = readFileSync(join(here, "index.html"), "utf8");
const needed = importsOf(result.metafile, code);
const dictionaries = Object.fromEntries(
  readdirSync(join(here, "src/texts"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, dictionaryOf(name)]),
);
// The page's language is chosen before it is there, by a script that knows the files of the dictionaries.
const languageResult = await build({
  ...shared,
  entryPoints: ["src/language.ts"],
  splitting: false,
  format: "iife",
  define: {
    DICTIONARY_FILES: JSON.stringify(
      Object.fromEntries(
        Object.entries(dictionaries).map(([name, file]) => [name, `/assets/${basename(file)}`]),
      ),
    ),
  },
});
const [language] = Object.keys(languageResult.metafile.outputs);
const preloads = needed
  .slice(1)
  .map((name) => `<link rel="modulepreload" href="/assets/${basename(name)}" />`)
  .join("\n    ");
writeFileSync(
  join(dist, "index.html"),
  page
    .replace("{language}", `/assets/${basename(language)}`)
    .replace("{script}", script)
    .replace("{style}", style)
    .replace("{preloads}", preloads),
);
for (const name of ["icon.svg", "manifest.webmanifest", ...ICONS])
  writeFileSync(join(dist, name), readFileSync(join(here, name)));
const learn = Object.entries(learnResult.metafile.outputs).find(
  ([, output]) => output.entryPoint === "src/learn/learn.ts",
);
const courses = join(here, "../docs/courses");
const learnStyle = `/assets/${basename(learn[1].cssBundle)}`;
writeLearnPages(join(here, "../docs/rules"), join(dist, "learn"), {
  styles: [style, learnStyle],
  script: `/assets/${basename(learn[0])}`,
  courses: courseIds(courses),
});
writeCourses(courses, join(dist, "learn/courses"));
writeOpenings(games, join(dist, "openings"));
await writeVariants(modules[ALL], join(dist, "variants.json"));
await writeServiceWorker();

compress(dist);
const first = [
  join(dist, "index.html"),
  join(here, main[1].cssBundle),
  ...needed.map((name) => join(here, name)),
  join(here, language),
];
const sizeOf = (file) => statSync(`${file}.br`).size;
// A reader loads one dictionary; the largest counts.
const words = Math.max(...Object.values(dictionaries).map((file) => sizeOf(join(here, file))));
const size = first.reduce((sum, file) => sum + sizeOf(file), words);
for (const [name] of [...outputs, ...Object.entries(learnResult.metafile.outputs)])
  console.log(`${kilobytes(statSync(join(here, `${name}.br`)).size)} KB  ${name}`);
console.log(`${kilobytes(size)} KB  first page, ${first.length + 1} files, compressed`);
if (size > MAX_FIRST) throw new Error("the first page is over 70 KB compressed");

for (const [id, address] of Object.entries(modules)) {
  const weight = sizeOf(join(dist, address));
  console.log(`${kilobytes(weight)} KB  ${address}`);
  if (weight > (id === ALL ? MAX_MODULES : MAX_MODULE))
    throw new Error(`the rules of ${id} are too large`);
}

function dictionaryOf(name) {
  const source = `src/texts/${name}/index.ts`;
  return outputs.find(([, output]) => output.entryPoint === source)[0];
}

/**
 * Copies the rules of each game, where they were built as WebAssembly, and gives them names with a hash, as all files have that
 * never change. Gives their addresses by the ids of the games.
 */
function copyModules(from, to) {
  mkdirSync(to, { recursive: true });
  const addresses = {};
  for (const name of existsSync(from) ? readdirSync(from).sort() : []) {
    const bytes = readFileSync(join(from, name));
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
    const id = basename(name, ".wasm");
    writeFileSync(join(to, `${id}-${hash}.wasm`), bytes);
    addresses[id] = `/assets/${id}-${hash}.wasm`;
  }
  return addresses;
}

/** What can be played, told by the module of all of them, for pages without a server; nothing, where there are no modules. */
async function writeVariants(module, file) {
  const glue = join(here, "node_modules/.rules-module.mjs");
  await build({
    absWorkingDir: here,
    entryPoints: ["src/rules/module.ts"],
    outfile: glue,
    format: "esm",
  });
  const { startModule } = await import(glue);
  const list = async () => {
    const answers = await startModule(readFileSync(join(dist, module)));
    return JSON.parse(answers('{"type":"variants"}')).variants;
  };
  writeFileSync(file, JSON.stringify(module === undefined ? [] : await list()));
}

/** The script that keeps the page for times without a connection, with the names of all files that it keeps. */
async function writeServiceWorker() {
  const files = readdirSync(dist, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith(".wasm") || file === join(dist, modules[ALL] ?? ""));
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(relative(dist, file)).update(readFileSync(file));
  await build({
    absWorkingDir: here,
    entryPoints: ["src/offline/serviceworker.ts"],
    outfile: "dist/service-worker.js",
    bundle: true,
    format: "iife",
    target: "es2022",
    minify: true,
    define: {
      FILES: JSON.stringify(files.map((file) => `/${relative(dist, file).replaceAll("\\", "/")}`)),
      BUILD: JSON.stringify(hash.digest("hex").slice(0, 16)),
    },
  });
}

/** A file with all that it imports at once, in the order in which they are found. */
function importsOf({ outputs }, name) {
  const found = new Set([name]);
  for (const one of found)
    for (const { path, kind } of outputs[one]?.imports ?? [])
      if (kind === "import-statement") found.add(path);
  return [...found];
}

function kilobytes(bytes) {
  return (bytes / 1024).toFixed(1).padStart(7);
}

/** Writes a brotli and a gzip form beside every file, so that the server never compresses anything. */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
