// The Markdown of docs/rules as HTML: marked, and what is particular to rules.
import { Marked } from "marked";

/** A paragraph that begins with the number of a clause: number and the rest. */
const CLAUSE = /^\*\*([A-Z]+-[\d.]+)\*\*/;
/** The number of a clause that is referred to: `(TD-1.2, TD-1.3)`. */
const REFERENCE = /(?<=[(,] ?)([A-Z]{1,2}-\d+\.[\d.]*\d)(?=[),])/g;

/**
 * Renders a document. Headings and clauses have addresses, references to clauses are links, and what may be too wide
 * scrolls by itself. `figure` draws a picture that stands alone, and `address` says where a link leads.
 */
export function renderMarkdown(text, { figure, address }) {
  return new Marked({ renderer: renderer(figure, address) }).parse(text);
}

/** The headings of a document: level, words and address. */
export function headings(text) {
  const found = new Marked().lexer(text).filter((token) => token.type === "heading");
  return found.map(({ depth, text: words }) => ({ level: depth, words, id: idOf(words) }));
}

export function escapeHtml(text) {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

const idOf = (words) =>
  words
    .toLowerCase()
    .replace(/[^\w ]/g, "")
    .trim()
    .replace(/ +/g, "-");

const renderer = (figure, address) => ({
  heading({ tokens, depth, text }) {
    return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  },
  paragraph({ tokens, text }) {
    const [first, ...rest] = tokens;
    if (first.type === "image" && rest.length === 0) return `${figure(first.text, first.href)}\n`;
    const clause = CLAUSE.exec(text)?.[1];
    if (clause === undefined) return `<p>${this.parser.parseInline(tokens)}</p>\n`;
    const id = clause.toLowerCase();
    const number = `<a class="clause-number" href="#${id}">${clause}</a>`;
    return `<p class="clause" id="${id}">${number}${this.parser.parseInline(rest)}</p>\n`;
  },
  strong({ tokens, text }) {
    const id = CLAUSE.test(`**${text}**`) ? ` id="${text.toLowerCase()}"` : "";
    return `<strong${id}>${this.parser.parseInline(tokens)}</strong>`;
  },
  text(token) {
    if (token.tokens !== undefined) return this.parser.parseInline(token.tokens);
    const escaped = token.escaped ? token.text : escapeHtml(token.text);
    return escaped.replace(
      REFERENCE,
      (clause) => `<a href="#${clause.toLowerCase()}">${clause}</a>`,
    );
  },
  link({ href, tokens }) {
    return `<a href="${escapeHtml(address(href))}">${this.parser.parseInline(tokens)}</a>`;
  },
  code({ text }) {
    return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
  },
  table({ header, rows }) {
    const cells = (row, tag) =>
      row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
    const head = `<thead><tr>${cells(header, "th")}</tr></thead>`;
    const body = `<tbody>${rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("")}</tbody>`;
    return `<div class="table" tabindex="0"><table>${head}${body}</table></div>\n`;
  },
});
