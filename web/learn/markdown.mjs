// Turns docs/rules/*.md into pages that need no script: a small renderer for the Markdown those documents use.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PAGES = [
  ["orthodox", "orthodox.md", "Chess"],
  ["wisconsin", "wisconsin.md", "Wisconsin Chess"],
  ["tridim", "tridimensional.md", "Tri-Dimensional Chess"],
  ["timetravel", "timetravelling.md", "Time-Travelling Chess"],
];

export function writeLearnPages(source, target, style) {
  mkdirSync(target, { recursive: true });
  const pages = PAGES.filter(([, file]) => existsSync(join(source, file)));
  for (const [id, file, title] of pages) {
    const text = readFileSync(join(source, file), "utf8");
    writeFileSync(join(target, `${id}.html`), page(title, navigation(id) + renderMarkdown(text), style));
  }
  const list = pages.map(([id, , title]) => `<li><a href="/learn/${id}.html">${title}</a></li>`).join("");
  writeFileSync(join(target, "index.html"), page("Rules", `<h1>The rules</h1><p>Every game, clause by clause.</p><ul class="learn-list">${list}</ul>`, style));
  if (existsSync(join(source, "pictures"))) cpSync(join(source, "pictures"), join(target, "pictures"), { recursive: true });
}

function navigation(current) {
  const links = PAGES.map(([id, , title]) => `<a href="/learn/${id}.html"${id === current ? ' aria-current="page"' : ""}>${title}</a>`);
  return `<nav class="learn-nav" aria-label="Rules">${links.join("")}</nav>`;
}

function page(title, body, style) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} · Rookery</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="${style}">
</head>
<body>
<header class="header"><a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">Rookery</a><nav aria-label="Rookery"><a href="/">Play</a><a href="/learn/index.html">Learn</a></nav></header>
<main class="learn">${body}</main>
</body>
</html>
`;
}

/** Renders headings, paragraphs, lists, tables, code and pictures. */
export function renderMarkdown(text) {
  const lines = text.split("\n");
  const html = [];
  let at = 0;
  const take = (test) => {
    const taken = [];
    while (at < lines.length && test(lines[at])) taken.push(lines[at++]);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at];
    if (line.trim() === "") at++;
    else if (line.startsWith("```")) html.push(codeBlock(lines, () => at, (to) => (at = to)));
    else if (/^#{1,6} /.test(line)) html.push(heading(lines[at++]));
    else if (line.startsWith("|")) html.push(table(take((one) => one.startsWith("|"))));
    else if (/^(\*|-|\d+\.) /.test(line)) html.push(list(take((one) => /^(\*|-|\d+\.) |^ +\S/.test(one))));
    else if (line.startsWith(">")) html.push(`<blockquote>${inline(take((one) => one.startsWith(">")).map((one) => one.replace(/^> ?/, "")).join(" "))}</blockquote>`);
    else html.push(`<p>${inline(take((one) => one.trim() !== "" && !/^(#{1,6} |\||```)/.test(one)).join(" "))}</p>`);
  }
  return html.join("\n");
}

function codeBlock(lines, now, jump) {
  const begin = now() + 1;
  const length = lines.slice(begin).findIndex((line) => line.startsWith("```"));
  const end = length === -1 ? lines.length : begin + length;
  jump(end + 1);
  return `<pre tabindex="0"><code>${escape(lines.slice(begin, end).join("\n"))}</code></pre>`;
}

function heading(line) {
  const level = line.indexOf(" ");
  const words = line.slice(level + 1);
  const id = words.toLowerCase().replace(/[^\w ]/g, "").trim().replace(/ +/g, "-");
  return `<h${level} id="${id}">${inline(words)}</h${level}>`;
}

function table(rows) {
  const cells = (row) => row.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => inline(cell.trim()));
  const [head, , ...body] = rows.map(cells);
  const line = (row, tag) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<div class="table" tabindex="0"><table><thead>${line(head, "th")}</thead><tbody>${body.map((row) => line(row, "td")).join("")}</tbody></table></div>`;
}

function list(lines) {
  const items = [];
  for (const line of lines) {
    if (/^(\*|-|\d+\.) /.test(line)) items.push(line.replace(/^(\*|-|\d+\.) /, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  const tag = /^\d/.test(lines[0]) ? "ol" : "ul";
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</${tag}>`;
}

function inline(text) {
  return escape(text)
    .replace(/`([^`]+)`/g, (_, code) => `<code>${code}</code>`)
    .replace(/!\[([^\]]*)\]\(([^)]+)\)/g, '<img src="/learn/$2" alt="$1" loading="lazy">')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, to) => `<a href="${address(to)}">${words}</a>`)
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/(^|[^*\w])\*([^*\s][^*]*)\*/g, "$1<em>$2</em>");
}

function address(to) {
  const known = PAGES.find(([, file]) => to === file || to.startsWith(`${file}#`));
  return known === undefined ? to : to.replace(known[1], `/learn/${known[0]}.html`);
}

function escape(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
