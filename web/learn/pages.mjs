// Turns docs/rules/*.md into pages. They can be read without a script; with one, their pictures can be played on.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { texts } from "../src/texts/learn.mjs";
import { escapeHtml, headings, renderMarkdown } from "./markdown.mjs";

/** A row of the table in docs/rules/README.md: the id of a game, its document, its name and a sentence. */
const ROW = /^\| `(\w+)` \| \[[^\]]*\]\((\w+\.md)\) \| ([^|]+) \| ([^|]+) \|/gm;

function listedIn(readme) {
  const pages = [...readme.matchAll(ROW)].map(([, ...columns]) => columns);
  if (pages.length === 0) throw new Error("docs/rules/README.md lists no game");
  return pages;
}

/** `assets` names the style sheets, the script, and the games that have a course. */
export function writeLearnPages(source, target, assets) {
  mkdirSync(target, { recursive: true });
  const pages = listedIn(readFileSync(join(source, "README.md"), "utf8"));
  for (const [id, file, title] of pages) {
    const text = readFileSync(join(source, file), "utf8").replace(FOR_DEVELOPERS, "");
    const body = renderMarkdown(text, {
      address: (to) => address(pages, to),
      figure: (words, picture) => figure(id, words, source, picture),
    });
    const course = assets.courses.includes(id) ? courseLink(id) : "";
    const content = `${navigation(pages, id)}${course}<div class="learn-columns">${contents(text)}<article class="learn-text">${body}</article></div>`;
    writeFileSync(join(target, `${id}.html`), page(title, content, assets));
  }
  const list = pages
    .map(
      ([id, , title, summary]) =>
        `<li><h2>${title}</h2><p>${summary}</p><p class="learn-ways">${assets.courses.includes(id) ? `<a class="button primary" href="/learn/${id}">${texts.course}</a>` : ""}<a class="button" href="/learn/${id}.html">${texts.rules}</a></p></li>`,
    )
    .join("");
  const index = `<h1>${texts.title}</h1><p>${texts.intro}</p><ul class="learn-list">${list}</ul>`;
  writeFileSync(join(target, "index.html"), page(texts.rules, index, assets));
  if (existsSync(join(source, "pictures")))
    cpSync(join(source, "pictures"), join(target, "pictures"), { recursive: true });
}

function courseLink(id) {
  return `<p class="learn-course"><a class="button primary" href="/learn/${id}">${texts.course}</a></p>`;
}

/** What is meant for people who work on the program is between two comments, and stays out of the pages. */
const FOR_DEVELOPERS = /<!-- for developers -->[\s\S]*?<!-- end -->\n*/g;

function navigation(pages, current) {
  const links = pages.map(
    ([id, , title]) =>
      `<a href="/learn/${id}.html"${id === current ? ' aria-current="page"' : ""}>${title}</a>`,
  );
  return `<nav class="learn-nav" aria-label="${texts.rules}">${links.join("")}</nav>`;
}

function contents(text) {
  const items = headings(text).filter(({ level }) => level === 2 || level === 3);
  const list = items
    .map(
      ({ level, words, id }) =>
        `<li class="level-${level}"><a href="#${id}">${escapeHtml(words)}</a></li>`,
    )
    .join("");
  return `<nav class="learn-contents" aria-label="${texts.contents}"><details><summary>${texts.contents}</summary><ol>${list}</ol></details></nav>`;
}

/** A picture that names its position can be played on. */
function figure(variant, words, source, picture) {
  const drawing = readFileSync(join(source, picture), "utf8");
  const setup = /<desc>([^<]*)<\/desc>/.exec(drawing)?.[1];
  const live = setup === undefined ? "" : ` data-variant="${variant}" data-setup="${setup}"`;
  const classes = [setup !== undefined && "live", isWide(drawing) && "wide"].filter(Boolean);
  const caption = escapeHtml(words);
  return `<figure class="${classes.join(" ")}"${live}><img src="/learn/${picture}" alt="${caption}" ${sizeOf(drawing)} loading="lazy"><figcaption>${caption}</figcaption></figure>`;
}

/** The size leaves room for a picture before it is there, so that links into the page find their place. */
function sizeOf(drawing) {
  const [, width, height] = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(drawing) ?? [];
  return width === undefined ? "" : `width="${width}" height="${height}"`;
}

/** Several boards beside each other need the whole width of the text. */
function isWide(drawing) {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawing) ?? ["", "1", "1"];
  return Number(width) > 2 * Number(height);
}

/** Links between the documents become links between the pages. */
function address(pages, to) {
  const known = pages.find(([, file]) => to === file || to.startsWith(`${file}#`));
  return known === undefined ? to : to.replace(known[1], `/learn/${known[0]}.html`);
}

function page(title, body, { styles, script }) {
  const sheets = styles.map((style) => `<link rel="stylesheet" href="${style}">`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} · ${texts.name}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">${sheets}
<script type="module" src="${script}"></script>
</head>
<body>
<header class="header"><a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">${texts.name}</a><nav aria-label="${texts.name}"><a href="/">${texts.play}</a><a href="/puzzles">${texts.puzzles}</a><a href="/learn/index.html" aria-current="true">${texts.learn}</a><a href="/analysis">${texts.analysis}</a><a class="wide-only" href="/import">${texts.import}</a></nav></header>
<main class="learn">${body}</main>
</body>
</html>
`;
}
