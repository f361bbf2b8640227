import assert from "node:assert/strict";
import { test } from "node:test";
import { alternatives, blocksOf, countsOf, lineInText, named } from "../src/model/analysis/blocks";
import { begun, changed, redone, undone } from "../src/model/analysis/edits";
import { readable, signOf } from "../src/model/analysis/glyphs";
import { MAX_LINK, packed, unpacked } from "../src/model/analysis/link";
import { readTree, writeTree } from "../src/model/analysis/text";
import {
  actionsTo,
  add,
  addLine,
  annotate,
  comment,
  grown,
  isMain,
  lineTo,
  MAX_COMMENT,
  MAX_NODES,
  type Move,
  mainLine,
  makeMain,
  newTree,
  nodeOf,
  promote,
  remove,
  START,
  type Tree,
  toggleDrawing,
  toggleGlyph,
} from "../src/model/analysis/tree";

const move = (notation: string, seat: "white" | "black"): Move => ({
  action: `a-${notation}`,
  notation,
  seat,
});

/** White and Black in turn. */
const line = (...notations: string[]): Move[] =>
  notations.map((notation, index) => move(notation, index % 2 === 0 ? "white" : "black"));

const played = (tree: Tree) => mainLine(tree).map((node) => node.move?.notation);

/** 1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 */
function sample() {
  const [one, nf3] = addLine(newTree("chess", "start"), START, line("e4", "e5", "Nf3"));
  const [e4] = lineTo(one, nf3);
  const [two, c5] = add(one, e4.id, move("c5", "black"));
  const [three, open] = add(two, c5, move("Nf3", "white"));
  const [tree, alapin] = add(three, c5, move("c3", "white"));
  return { tree, e4: e4.id, nf3, c5, open, alapin };
}

test("a move that is there already is not added again", () => {
  const { tree, e4, c5 } = sample();
  const [same, id] = add(tree, e4, move("c5", "black"));
  assert.equal(same, tree);
  assert.equal(id, c5);
});

test("variations are promoted by one level, or to the main line", () => {
  const { tree, alapin, c5 } = sample();
  assert.equal(isMain(tree, alapin), false);
  const once = promote(tree, alapin);
  assert.deepEqual(nodeOf(once, c5).next[0], alapin);
  assert.deepEqual(played(once), ["e4", "e5", "Nf3"]);
  assert.deepEqual(played(promote(once, alapin)), ["e4", "c5", "c3"]);
  assert.deepEqual(played(makeMain(tree, alapin)), ["e4", "c5", "c3"]);
  assert.equal(promote(tree, START), tree);
});

test("a variation is removed with all that follows", () => {
  const { tree, c5, e4, open, alapin } = sample();
  const [less, at] = remove(tree, c5);
  assert.equal(at, e4);
  assert.deepEqual(
    [c5, open, alapin].map((id) => less.nodes.has(id)),
    [false, false, false],
  );
  assert.deepEqual(played(less), ["e4", "e5", "Nf3"]);
  const [empty, start] = remove(tree, START);
  assert.deepEqual([empty.nodes.size, start, empty.setup], [1, START, "start"]);
});

test("of each group of judgements a move has one at most", () => {
  const { tree, e4 } = sample();
  const good = toggleGlyph(toggleGlyph(tree, e4, 1), e4, 14);
  assert.deepEqual(nodeOf(good, e4).glyphs, [1, 14]);
  assert.deepEqual(nodeOf(toggleGlyph(good, e4, 6), e4).glyphs, [6, 14]);
  assert.deepEqual(nodeOf(toggleGlyph(good, e4, 1), e4).glyphs, [14]);
  assert.deepEqual([signOf(5), signOf(18), signOf(200)], ["!?", "+−", "$200"]);
});

test("drawings are drawn, recoloured and taken away", () => {
  const { tree, e4 } = sample();
  const arrow = { from: "g1", to: "f3", colour: "green" } as const;
  const drawn = toggleDrawing(tree, e4, arrow);
  assert.deepEqual(nodeOf(drawn, e4).drawings, [arrow]);
  const red = toggleDrawing(drawn, e4, { ...arrow, colour: "red" });
  assert.deepEqual(nodeOf(red, e4).drawings, [{ ...arrow, colour: "red" }]);
  assert.deepEqual(nodeOf(toggleDrawing(drawn, e4, arrow), e4).drawings, []);
});

test("moves are numbered as on a score sheet, also where a turn has several actions", () => {
  const { tree, alapin, c5 } = sample();
  assert.deepEqual(countsOf(tree).get(alapin), { number: 2, seat: "white", begins: true });
  assert.deepEqual(countsOf(tree).get(c5), { number: 1, seat: "black", begins: true });
  const [owed, last] = addLine(newTree("x", "", 7), START, [
    move("b8", "white"),
    move("=Q", "white"),
    move("Kh7", "black"),
    move("Qh8", "white"),
  ]);
  const counts = countsOf(owed);
  const numbers = lineTo(owed, last).map(({ id }) => counts.get(id));
  assert.deepEqual(
    numbers.map((count) => `${count?.number}${count?.begins ? "" : "-"}`),
    ["7", "7-", "7", "8"],
  );
  assert.equal(lineInText(tree, alapin), "1. e4 c5 2. c3");
  assert.equal(named(tree, c5), "1... c5");
});

test("a tree is read in paragraphs, variations behind the move that they replace", () => {
  const { tree } = sample();
  const told = blocksOf(tree).map(({ depth, nodes, opens }) => {
    const words = nodes.map((id) => nodeOf(tree, id).move?.notation).join(" ");
    return `${depth}${opens ? "(" : ""} ${words}`;
  });
  assert.deepEqual(told, ["0 e4 e5", "1( c5 Nf3", "2( c3", "0 Nf3"]);
  assert.deepEqual(blocksOf(newTree("x", "")), []);
  assert.deepEqual(alternatives(tree, START), []);
});

test("changes are undone and redone, steps are not", () => {
  const { tree, e4 } = sample();
  let edits = begun(tree);
  edits = changed(edits, { tree, at: e4 });
  assert.equal(edits.past.length, 0);
  edits = changed(edits, { tree: comment(tree, e4, "best"), at: e4 });
  edits = undone(edits);
  assert.equal(edits.now.tree, tree);
  assert.equal(edits.now.at, e4);
  edits = redone(edits);
  assert.equal(nodeOf(edits.now.tree, e4).comment, "best");
  assert.equal(undone(undone(undone(edits))).now.tree, tree);
  edits = changed(undone(edits), { tree: comment(tree, e4, "worst"), at: e4 });
  assert.equal(nodeOf(redone(edits).now.tree, e4).comment, "worst");
});

/** The same tree whatever numbers its nodes have. */
const shape = (tree: Tree): unknown => {
  const of = (id: number): unknown => {
    const { move: played, comment: words, glyphs, drawings, next } = nodeOf(tree, id);
    return { played, words, glyphs, drawings, next: next.map(of) };
  };
  return [tree.variant, tree.setup, tree.first, of(START)];
};

test("a tree is written and read", async () => {
  const { tree, e4, alapin } = sample();
  const arrow = { from: "e2", to: "e4", colour: "blue" } as const;
  const noted = toggleDrawing(
    toggleGlyph(comment(makeMain(tree, alapin), e4, "best – by “test”"), alapin, 5),
    START,
    arrow,
  );
  const read = readTree(writeTree(noted));
  assert.ok(read !== null);
  assert.deepEqual(shape(read), shape(noted));
  const link = await packed(writeTree(noted));
  assert.ok(link !== null);
  assert.equal(await unpacked(link), writeTree(noted));
});

test("what is not a tree is not read", async () => {
  const node = { p: 0, a: "x", n: "x", s: "w" };
  const written = (part: object) =>
    JSON.stringify({ v: 1, variant: "x", setup: "", nodes: [], ...part });
  assert.ok(readTree(written({ nodes: [node] })) !== null);
  for (const text of [
    "",
    "[]",
    "null",
    '{"v":1}',
    written({ v: 2 }),
    written({ nodes: [{ ...node, p: 1 }] }),
    written({ nodes: [{ ...node, s: "green" }] }),
    written({ nodes: [{ ...node, d: [["green", "e4"]] }] }),
    written({ nodes: Array.from({ length: MAX_NODES + 1 }, () => node) }),
  ])
    assert.equal(readTree(text), null, text.slice(0, 60));
  for (const word of ["", "%%%", "AAAA", "x".repeat(MAX_LINK + 1)])
    assert.equal(await unpacked(word), null, word.slice(0, 10));
  const odd = readTree(
    written({ nodes: [{ ...node, c: "c".repeat(9999), g: [0, 1, 999], d: [["pink", "a", "b"]] }] }),
  );
  const [first] = mainLine(odd ?? newTree("", ""));
  assert.deepEqual([first?.comment.length, first?.glyphs, first?.drawings], [MAX_COMMENT, [1], []]);
});

test("a link is bounded at both ends", async () => {
  const noise = Array.from({ length: 20_000 }, (_, n) =>
    ((n * 7919 + 13) % 65_521).toString(36),
  ).join("");
  assert.equal(await packed(noise), null);
  const bomb = await packed("a".repeat(5_000_000));
  assert.ok(bomb !== null);
  assert.equal(await unpacked(bomb), null);
});

test("a list becomes a tree, and the same move twice is one node", () => {
  const nothing = { comment: "", glyphs: [], drawings: [] };
  const list = [
    { parent: 0, move: move("e4", "white"), ...nothing },
    { parent: 0, move: move("e4", "white"), ...nothing },
    { parent: 2, move: move("e5", "black"), ...nothing },
  ];
  const tree = grown(newTree("x", ""), nothing, list);
  assert.ok(tree !== null);
  assert.deepEqual(actionsTo(tree, 2), ["a-e4", "a-e5"]);
  assert.equal(tree.nodes.size, 3);
  assert.equal(annotate(tree, 1, { comment: "x" }).nodes.size, 3);
});

test("comments are shown without what programs put into them", () => {
  assert.equal(readable("[%clk 0:01:00] good [%eval 0.3]"), "good");
  assert.equal(readable("[%cal Ge2e4]"), "");
});
