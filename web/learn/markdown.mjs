// A small renderer for the Markdown of docs/rules.

/** A picture that stands alone: words and file. */
const PICTURE = /^!\[([^\]]*)\]\(([^)]+)\)$/;
/** A paragraph that begins with the number of a clause. */
const CLAUSE = /^\*\*([A-Z]+-[\d.]+)\*\*/;

/** Renders headings, paragraphs, lists, tables, code and pictures. `figure` draws a picture that stands alone. */
export function renderMarkdown(text, { figure, address }) {
  const inline = (words) => renderInline(words, address);
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
    else if (line.startsWith("```"))
      html.push(
        codeBlock(
          lines,
          () => at,
          (to) => (at = to),
        ),
      );
    else if (/^#{1,6} /.test(line)) html.push(heading(lines[at++], inline));
    else if (line.startsWith("|"))
      html.push(
        table(
          take((one) => one.startsWith("|")),
          inline,
        ),
      );
    else if (/^(\*|-|\d+\.) /.test(line))
      html.push(
        list(
          take((one) => /^(\*|-|\d+\.) |^ +\S/.test(one)),
          inline,
        ),
      );
    else if (line.startsWith(">"))
      html.push(
        `<blockquote>${inline(
          take((one) => one.startsWith(">"))
            .map((one) => one.replace(/^> ?/, ""))
            .join(" "),
        )}</blockquote>`,
      );
    else if (PICTURE.test(line)) html.push(figure(...PICTURE.exec(lines[at++]).slice(1)));
    else
      html.push(
        paragraph(
          take((one) => one.trim() !== "" && !/^(#{1,6} |\||```)/.test(one)).join(" "),
          inline,
        ),
      );
  }
  return html.join("\n");
}

function codeBlock(lines, now, jump) {
  const begin = now() + 1;
  const length = lines.slice(begin).findIndex((line) => line.startsWith("```"));
  const end = length === -1 ? lines.length : begin + length;
  jump(end + 1);
  return `<pre tabindex="0"><code>${escapeHtml(lines.slice(begin, end).join("\n"))}</code></pre>`;
}

/** A clause has an address of its own, which its number links to. */
function paragraph(text, inline) {
  const clause = CLAUSE.exec(text)?.[1];
  if (clause === undefined) return `<p>${inline(text)}</p>`;
  const id = clause.toLowerCase();
  return `<p class="clause" id="${id}"><a class="clause-number" href="#${id}">${clause}</a> ${inline(text.slice(clause.length + 4))}</p>`;
}

/** The headings of a document: level, words and address. */
export function headings(text) {
  const lines = text
    .replace(/```[\s\S]*?```/g, "")
    .split("\n")
    .filter((line) => /^#{1,6} /.test(line));
  return lines.map((line) => ({
    level: line.indexOf(" "),
    words: line.replace(/^#+ /, ""),
    id: idOf(line.replace(/^#+ /, "")),
  }));
}

const idOf = (words) =>
  words
    .toLowerCase()
    .replace(/[^\w ]/g, "")
    .trim()
    .replace(/ +/g, "-");

function heading(line, inline) {
  const level = line.indexOf(" ");
  const words = line.slice(level + 1);
  const id = idOf(words);
  return `<h${level} id="${id}">${inline(words)}</h${level}>`;
}

function table(rows, inline) {
  const cells = (row) =>
    row
      .replace(/^\||\|\s*$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim()));
  const [head, , ...body] = rows.map(cells);
  const line = (row, tag) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<div class="table" tabindex="0"><table><thead>${line(head, "th")}</thead><tbody>${body.map((row) => line(row, "td")).join("")}</tbody></table></div>`;
}

function list(lines, inline) {
  const items = [];
  for (const line of lines) {
    if (/^(\*|-|\d+\.) /.test(line)) items.push(line.replace(/^(\*|-|\d+\.) /, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  const tag = /^\d/.test(lines[0]) ? "ol" : "ul";
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</${tag}>`;
}

function renderInline(text, address) {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, (_, code) => `<code>${code}</code>`)
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, to) => `<a href="${address(to)}">${words}</a>`)
    .replace(
      /\*\*([A-Z]+-[\d.]+)\*\*/g,
      (_, clause) => `<strong id="${clause.toLowerCase()}">${clause}</strong>`,
    )
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/(^|[^*\w])\*([^*\s][^*]*)\*/g, "$1<em>$2</em>")
    .replace(
      /(?<=[(,] ?)([A-Z]{1,2}-\d+\.[\d.]*\d)(?=[),])/g,
      (clause) => `<a href="#${clause.toLowerCase()}">${clause}</a>`,
    );
}

export function escapeHtml(text) {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
