import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** What WCAG AA asks of text that is not large. */
const ENOUGH = 4.5;

const style = (name: string) => readFileSync(`${process.cwd()}/src/style/${name}.css`, "utf8");

/** The colours that a block of a stylesheet gives names to. */
function colours(css: string, selector: string): Record<string, string> {
  const from = css.indexOf(selector);
  const block = css.slice(css.indexOf("{", from) + 1, css.indexOf("}", from));
  return Object.fromEntries(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name, colour]) => [name!, colour!]),
  );
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** The names of all boards. */
function themes(css: string): string[] {
  const names = [...css.matchAll(/^\[data-board="([a-z]+)"\]/gm)].map(([, name]) => name!);
  assert.equal(names.length, 6);
  return names;
}

/** What WCAG AA asks of shapes. */
const SHAPE = 3;

test("pieces stand out from the squares of every board", () => {
  const css = style("board");
  const of = (seat: string, part: string, what: string) => {
    const block = css.slice(css.indexOf(`.piece-${seat} .piece-${part} {`));
    return new RegExp(`${what}: (#[0-9a-f]{6})`).exec(block)![1]!;
  };
  for (const theme of themes(css)) {
    const { light, dark } = colours(css, `[data-board="${theme}"]`);
    for (const square of [light!, dark!]) {
      assert.ok(contrast(of("white", "body", "stroke"), square) >= SHAPE, `${theme}: White`);
      assert.ok(contrast(of("black", "body", "fill"), square) >= SHAPE, `${theme}: Black`);
    }
    assert.ok(contrast(of("white", "body", "fill"), of("black", "body", "fill")) >= ENOUGH);
  }
});

/** Light falls on the pieces of the set, so that they are never darker than their colour, and the cross of a king is thin. */
test("the black pieces of the set in space stand out from what is behind them", () => {
  const read = (name: string) =>
    readFileSync(`${process.cwd()}/src/boards/levels/${name}.ts`, "utf8");
  const pieces = /black: solid\(new Color\("(#[0-9a-f]{6})"\)/.exec(read("space/palette"))![1]!;
  const behind = [
    ...read("style").matchAll(/radial-gradient\([^#)]*(#[0-9a-f]{6}), (#[0-9a-f]{6})/g),
  ];
  assert.ok(behind.length >= 2, "in both appearances");
  for (const [, middle, edge] of behind) {
    assert.ok(contrast(pieces, middle!) >= SHAPE, `${middle}`);
    assert.ok(contrast(pieces, edge!) >= 1.9, `${edge}`);
  }
});

test("coordinates can be read on every board", () => {
  const css = style("board");
  for (const theme of themes(css)) {
    const found = colours(css, `[data-board="${theme}"]`);
    assert.ok(contrast(found["on-light"]!, found.light!) >= ENOUGH, `${theme}, light squares`);
    assert.ok(contrast(found["on-dark"]!, found.dark!) >= ENOUGH, `${theme}, dark squares`);
  }
});

test("text can be read in both appearances", () => {
  const css = style("base");
  for (const appearance of [":root {", ':root[data-appearance="dark"]']) {
    const found = colours(css, appearance);
    const inks = ["ink", "soft", "gold", "danger", "accent"];
    for (const [ink, ground] of [
      ...inks.flatMap((ink) => ["page", "surface", "raised"].map((ground) => [ink, ground])),
      ["accent-ink", "accent"],
      ["ink", "accent-soft"],
      ["surface", "danger"],
    ]) {
      const ratio = contrast(found[ink!]!, found[ground!]!);
      assert.ok(ratio >= ENOUGH, `${appearance} ${ink} on ${ground}: ${ratio.toFixed(2)}`);
    }
  }
});

test("small pieces beside a name stand out from the page in both appearances", () => {
  const [base, board] = [style("base"), style("board")];
  assert.match(style("game"), /\.material \.piece-black \.piece-body \{\s*fill: var\(--piece\);/);
  const [, fill, stroke] = /\.piece-white \.piece-body \{\s*fill: (#\w+);\s*stroke: (#\w+)/.exec(
    board,
  )!;
  for (const appearance of [":root {", ':root[data-appearance="dark"]']) {
    const found = colours(base, appearance);
    for (const ground of ["page", "surface", "raised"]) {
      const behind = found[ground]!;
      assert.ok(contrast(found.piece!, behind) >= SHAPE, `${appearance} Black on ${ground}`);
      const white = Math.max(contrast(fill!, behind), contrast(stroke!, behind));
      assert.ok(white >= SHAPE, `${appearance} White on ${ground}`);
    }
    // Not by being as light as the other side's.
    assert.ok(contrast(found.piece!, fill!) >= 2.5, `${appearance} Black beside White`);
  }
});

test("the dark appearance is the same whether it is chosen or the system's", () => {
  const css = style("base");
  assert.deepEqual(
    colours(css, ':root:not([data-appearance="light"])'),
    colours(css, ':root[data-appearance="dark"]'),
  );
});
