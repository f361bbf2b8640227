// Bundles the client into dist/: hashed files, one index.html, nothing inline, and each file compressed beside it.

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
const result = await build({
  ...shared,
  entryPoints: [entry],
  plugins: [wholePages(join(here, "src/page.tsx")), boards, openings, names],
});
// Pages about rules share little with the client, and nothing has to be fetched for both.
const learnResult = await build({
  ...shared,
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
writeFileSync(join(dist, "icon.svg"), readFileSync(join(here, "icon.svg")));
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

function dictionaryOf(name) {
  const source = `src/texts/${name}/index.ts`;
  return outputs.find(([, output]) => output.entryPoint === source)[0];
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
