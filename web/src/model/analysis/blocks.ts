import type { Seat } from "../../generated";
import { lineTo, nodeOf, START, type Tree } from "./tree";

/** Moves of one line without a variation between them, as one paragraph of a score sheet. */
export interface Block {
  /** 0 for the main line, 1 for its variations, and so on. */
  depth: number;
  nodes: number[];
  /** Whether a variation begins here. */
  opens: boolean;
}

/** The paragraphs of a tree in reading order: variations stand behind the move that they replace. Without recursion. */
export function blocksOf(tree: Tree): Block[] {
  const blocks: Block[] = [];
  const first = nodeOf(tree, START).next[0];
  const waiting: { id: number; depth: number; opens: boolean }[] = [];
  if (first !== undefined) waiting.push({ id: first, depth: 0, opens: false });
  for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
    const block: Block = { depth: task.depth, nodes: [], opens: task.opens };
    blocks.push(block);
    let next: number | undefined = task.id;
    while (next !== undefined) {
      const node = nodeOf(tree, next);
      block.nodes.push(next);
      next = node.next[0];
      const others = variationsAt(tree, node.id);
      if (others.length === 0) continue;
      if (next !== undefined) waiting.push({ id: next, depth: task.depth, opens: false });
      const depth = task.depth + 1;
      waiting.push(...others.map((id) => ({ id, depth, opens: true })).reverse());
      break;
    }
  }
  return blocks;
}

/** The variations that are told after a move: those that replace it, if it is the first of them. */
function variationsAt(tree: Tree, id: number): readonly number[] {
  const { parent } = nodeOf(tree, id);
  const siblings = nodeOf(tree, parent ?? START).next;
  return siblings[0] === id ? siblings.slice(1) : [];
}

export interface Count {
  number: number;
  seat: Seat;
  /** Whether it is the first action of its turn. */
  begins: boolean;
}

/** The number of every move, as on a score sheet. */
export function countsOf(tree: Tree): Map<number, Count> {
  const counts = new Map<number, Count>();
  const waiting = [...nodeOf(tree, START).next];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = nodeOf(tree, id);
    const before = counts.get(node.parent ?? START);
    const seat = node.move?.seat ?? "white";
    const begins = before?.seat !== seat;
    const isNext = begins && before?.seat === "black";
    const number = (before?.number ?? tree.first) + (isNext ? 1 : 0);
    counts.set(id, { number, seat, begins });
    waiting.push(...node.next);
  }
  return counts;
}

/** The other moves in the place of this one, with this one, in their order. */
export function alternatives(tree: Tree, id: number): readonly number[] {
  const { parent } = nodeOf(tree, id);
  return parent === null ? [] : nodeOf(tree, parent).next;
}

/** A move with its number: `3... Nf6`. */
export function named(tree: Tree, id: number): string {
  const count = countsOf(tree).get(id);
  const { move } = nodeOf(tree, id);
  if (count === undefined || move === null) return "";
  return `${count.number}${count.seat === "white" ? "." : "..."} ${move.notation}`;
}

/** A line of moves as people write it, from the start to a node. */
export function lineInText(tree: Tree, id: number): string {
  const counts = countsOf(tree);
  return lineTo(tree, id)
    .map((node, index) => {
      const count = counts.get(node.id);
      const words = node.move?.notation ?? "";
      if (count === undefined || !count.begins) return words;
      if (count.seat === "white") return `${count.number}. ${words}`;
      return index === 0 ? `${count.number}... ${words}` : words;
    })
    .join(" ");
}
