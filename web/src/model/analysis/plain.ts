import type { PlainMove, PlainTree, Remarks } from "../../generated";
import { type Annotation, grown, type Listed, newTree, nodeOf, START, type Tree } from "./tree";

/** A tree as the server reads and writes it. */
export function toPlain(tree: Tree, tags: [string, string][]): PlainTree {
  const numbers = new Map([[START, 0]]);
  const moves: PlainMove[] = [];
  const waiting = [...nodeOf(tree, START).next].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = nodeOf(tree, id);
    moves.push({
      parent: numbers.get(node.parent ?? START) ?? 0,
      action: node.move?.action ?? "",
      remarks: remarksOf(node),
    });
    numbers.set(id, moves.length);
    waiting.push(...[...node.next].reverse());
  }
  return { tags, setup: tree.setup, start: remarksOf(nodeOf(tree, START)), moves };
}

function remarksOf({ comment, glyphs, drawings }: Annotation): Remarks {
  return { comment, glyphs: [...glyphs], drawings: [...drawings] };
}

/** The tree that the server has read; null if it has too many moves. */
export function fromPlain(variant: string, plain: PlainTree): Tree | null {
  const list = plain.moves.map(
    ({ parent, action, notation = action, seat = "white", remarks }): Listed => ({
      parent,
      move: { action, notation, seat },
      ...annotationOf(remarks),
    }),
  );
  const empty = newTree(variant, plain.setup, plain.first_move ?? 1);
  return grown(empty, annotationOf(plain.start), list);
}

const annotationOf = (remarks: Remarks = {}): Annotation => ({
  comment: remarks.comment ?? "",
  glyphs: remarks.glyphs ?? [],
  drawings: remarks.drawings ?? [],
});
