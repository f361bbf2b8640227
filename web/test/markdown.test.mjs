// Pages of the rules: what marked makes of Markdown, with the addresses, pictures and scrolling parts of our own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { headings, renderMarkdown } from "../learn/markdown.mjs";

const render = (text) =>
  renderMarkdown(text, {
    figure: (words, file) => `<figure data-file="${file}">${words}</figure>`,
    address: (to) => to.replace("other.md", "/learn/other.html"),
  }).trim();

test("headings have addresses, and the list of headings has the same", () => {
  const text = "# The set\n\n```text\n# not a heading\n```\n\n## 2. Pawns & `pins`\n";
  assert.match(render(text), /<h1 id="the-set">The set<\/h1>/);
  assert.match(render(text), /<h2 id="2-pawns-pins">2\. Pawns &amp; <code>pins<\/code><\/h2>/);
  assert.deepEqual(headings(text), [
    { level: 1, words: "The set", id: "the-set" },
    { level: 2, words: "2. Pawns & `pins`", id: "2-pawns-pins" },
  ]);
});

test("a clause has an address of its own, and its number leads there", () => {
  assert.equal(
    render("**TD-1.2** A pin stands *here*."),
    '<p class="clause" id="td-1.2"><a class="clause-number" href="#td-1.2">TD-1.2</a> A pin stands <em>here</em>.</p>',
  );
  assert.match(render("As **TT-3.4** says."), /<strong id="tt-3.4">TT-3.4<\/strong>/);
  assert.equal(render("**Words** are bold."), "<p><strong>Words</strong> are bold.</p>");
});

test("clauses that are referred to in brackets are links, but not in code", () => {
  assert.equal(
    render("See below (W-2.7, W-3.1) or `(W-2.7)`, not W-2.8."),
    '<p>See below (<a href="#w-2.7">W-2.7</a>, <a href="#w-3.1">W-3.1</a>) or <code>(W-2.7)</code>, not W-2.8.</p>',
  );
});

test("a picture that stands alone is a figure; one in a sentence stays there", () => {
  assert.equal(
    render("![The start](pictures/start.svg)"),
    '<figure data-file="pictures/start.svg">The start</figure>',
  );
  assert.match(
    render("Look ![here](a.svg) now."),
    /^<p>Look <img src="a.svg" alt="here"> now\.<\/p>$/,
  );
});

test("links between documents become links between pages", () => {
  assert.equal(
    render("[Others](other.md#o-1.1) and [chess](https://example.org)"),
    '<p><a href="/learn/other.html#o-1.1">Others</a> and <a href="https://example.org">chess</a></p>',
  );
});

test("tables and code scroll by themselves and can be reached with the keyboard", () => {
  assert.equal(
    render("| board | letter |\n|---|---|\n| White's \\| main | `W` |\n"),
    '<div class="table" tabindex="0"><table><thead><tr><th>board</th><th>letter</th></tr></thead>' +
      "<tbody><tr><td>White's | main</td><td><code>W</code></td></tr></tbody></table></div>",
  );
  assert.equal(
    render('```game\n1. e4 "<b>"\n```'),
    '<pre tabindex="0"><code>1. e4 &quot;&lt;b&gt;&quot;</code></pre>',
  );
});

test("lists keep their items together over several lines", () => {
  assert.equal(
    render("- one\n  and more\n- two\n").replace(/\s+/g, " "),
    "<ul> <li>one and more</li> <li>two</li> </ul>",
  );
  assert.match(render("1. first\n2. second\n"), /^<ol>\s*<li>first<\/li>/);
});
