import type { Seat } from "../../generated";

/** Colours of arrows and circles. */
export const COLOURS = ["green", "red", "blue", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];

/** An arrow; a circle where both ends are the same place. */
export interface Drawing {
  from: string;
  to: string;
  colour: Colour;
}

/** What people write about a position. */
export interface Annotation {
  comment: string;
  /** Judgements by their numbers in PGN. */
  glyphs: readonly number[];
  drawings: readonly Drawing[];
}

/** An action as the tree keeps it. */
export interface Move {
  /** The action text; `--` passes the turn. */
  action: string;
  notation: string;
  seat: Seat;
}

export interface Node extends Annotation {
  readonly id: number;
  /** None for the start. */
  readonly parent: number | null;
  readonly move: Move | null;
  /** What follows; the first goes on with the line of this node. */
  readonly next: readonly number[];
}

/** Moves with variations, from a start. Changes make a new tree; what did not change is shared. */
export interface Tree {
  readonly variant: string;
  /** The position text of the start. */
  readonly setup: string;
  /** The number of the first move. */
  readonly first: number;
  readonly nodes: ReadonlyMap<number, Node>;
}

export const START = 0;
/** What passes the turn, in PGN and here. */
export const PASS = "--";

/** So many moves at most: nobody reads a longer analysis. */
export const MAX_NODES = 3000;
export const MAX_COMMENT = 2000;
export const MAX_DRAWINGS = 64;

const NOTHING: Annotation = { comment: "", glyphs: [], drawings: [] };

export function newTree(variant: string, setup: string, first = 1): Tree {
  const start: Node = { ...NOTHING, id: START, parent: null, move: null, next: [] };
  return { variant, setup, first, nodes: new Map([[START, start]]) };
}

export function nodeOf(tree: Tree, id: number): Node {
  const node = tree.nodes.get(id);
  if (node === undefined) throw new Error(`no node ${id}`);
  return node;
}

/** The nodes from the first move to this one. */
export function lineTo(tree: Tree, id: number): Node[] {
  const line: Node[] = [];
  for (let node = nodeOf(tree, id); node.parent !== null; node = nodeOf(tree, node.parent))
    line.push(node);
  return line.reverse();
}

export const actionsTo = (tree: Tree, id: number): string[] =>
  lineTo(tree, id).map((node) => node.move?.action ?? "");

/** The nodes after this one as its line goes on. */
export function lineFrom(tree: Tree, id: number): Node[] {
  const line: Node[] = [];
  for (let next = nodeOf(tree, id).next[0]; next !== undefined; ) {
    const node = nodeOf(tree, next);
    line.push(node);
    next = node.next[0];
  }
  return line;
}

export const mainLine = (tree: Tree): Node[] => lineFrom(tree, START);

/** Whether a node is part of the main line. */
export function isMain(tree: Tree, id: number): boolean {
  return lineTo(tree, id).every((node) => nodeOf(tree, node.parent ?? START).next[0] === node.id);
}

export const hasRoom = (tree: Tree): boolean => tree.nodes.size <= MAX_NODES;

/** The tree with a move after a node, and the node of the move. A move that is there already is not added again. */
export function add(tree: Tree, after: number, move: Move): [Tree, number] {
  const parent = nodeOf(tree, after);
  const known = parent.next.find((id) => nodeOf(tree, id).move?.action === move.action);
  if (known !== undefined) return [tree, known];
  const id = Math.max(...tree.nodes.keys()) + 1;
  const node: Node = { ...NOTHING, id, parent: after, move, next: [] };
  return [withNodes(tree, [node, { ...parent, next: [...parent.next, id] }]), id];
}

/** A move in a list: its parent is 0 for the start, or n for the n-th of the list. */
export interface Listed extends Annotation {
  parent: number;
  move: Move;
}

/**
 * A tree from a list in which parents come before what follows them; null where they do not, or there are too many. The
 * same move twice after the same parent is one node.
 */
export function grown(empty: Tree, about: Annotation, list: readonly Listed[]): Tree | null {
  if (list.length > MAX_NODES) return null;
  const nodes = new Map<number, Node & { next: number[] }>();
  nodes.set(START, { ...nodeOf(empty, START), ...about, next: [] });
  const ids = [START];
  for (const { parent, ...rest } of list) {
    const before = nodes.get(ids[parent] ?? -1);
    if (before === undefined) return null;
    const known = before.next.find((id) => nodes.get(id)?.move?.action === rest.move.action);
    const id = known ?? nodes.size;
    if (known === undefined) {
      nodes.set(id, { ...rest, id, parent: before.id, next: [] });
      before.next.push(id);
    }
    ids.push(id);
  }
  return { ...empty, nodes };
}

/** The tree with a line after a node, and the last node of it. */
export function addLine(tree: Tree, after: number, moves: Move[]): [Tree, number] {
  return moves.reduce<[Tree, number]>(([grown, at], move) => add(grown, at, move), [tree, after]);
}

/** The variation that a node belongs to takes the place of the line it departs from, one level up. */
export function promote(tree: Tree, id: number): Tree {
  const branch = lineTo(tree, id).findLast((node) => !isFirst(tree, node));
  return branch === undefined ? tree : withFirst(tree, branch);
}

/** The line to a node becomes the main line. */
export function makeMain(tree: Tree, id: number): Tree {
  return lineTo(tree, id).reduce(withFirst, tree);
}

/** The tree without a node and what follows it, and the node to go to. */
export function remove(tree: Tree, id: number): [Tree, number] {
  const { parent } = nodeOf(tree, id);
  if (parent === null) return [newTree(tree.variant, tree.setup, tree.first), START];
  const gone = new Set(below(tree, id));
  const nodes = new Map([...tree.nodes].filter(([one]) => !gone.has(one)));
  const before = nodeOf(tree, parent);
  nodes.set(parent, { ...before, next: before.next.filter((one) => one !== id) });
  return [{ ...tree, nodes }, parent];
}

/** A node and all that follow it. */
function below(tree: Tree, id: number): number[] {
  const found = [id];
  for (const one of found) found.push(...nodeOf(tree, one).next);
  return found;
}

export function annotate(tree: Tree, id: number, part: Partial<Annotation>): Tree {
  return withNodes(tree, [{ ...nodeOf(tree, id), ...part }]);
}

export function comment(tree: Tree, id: number, text: string): Tree {
  return annotate(tree, id, { comment: text.slice(0, MAX_COMMENT) });
}

/** Judgements of a move, and of the position after it: of each group a node has one at most. */
export const MOVE_GLYPHS = [1, 2, 3, 4, 5, 6] as const;
export const POSITION_GLYPHS = [10, 13, 14, 15, 16, 17, 18, 19] as const;

const GROUPS: readonly (readonly number[])[] = [MOVE_GLYPHS, POSITION_GLYPHS];

/** Sets a judgement, or takes it away if it is there. */
export function toggleGlyph(tree: Tree, id: number, glyph: number): Tree {
  const { glyphs } = nodeOf(tree, id);
  const group = GROUPS.find((one) => one.includes(glyph)) ?? [glyph];
  const others = glyphs.filter((one) => !group.includes(one));
  const isThere = glyphs.includes(glyph);
  return annotate(tree, id, {
    glyphs: isThere ? others : [...others, glyph].sort((a, b) => a - b),
  });
}

/** Draws an arrow or a circle, or takes it away if it is there in this colour. */
export function toggleDrawing(tree: Tree, id: number, { from, to, colour }: Drawing): Tree {
  const { drawings } = nodeOf(tree, id);
  const isSame = (one: Drawing) => one.from === from && one.to === to;
  const others = drawings.filter((one) => !isSame(one));
  const isThere = drawings.some((one) => isSame(one) && one.colour === colour);
  const added = isThere ? others : [...others, { from, to, colour }];
  return annotate(tree, id, { drawings: added.slice(-MAX_DRAWINGS) });
}

const isFirst = (tree: Tree, node: Node) =>
  node.parent === null || nodeOf(tree, node.parent).next[0] === node.id;

function withFirst(tree: Tree, { id, parent }: Node): Tree {
  if (parent === null) return tree;
  const before = nodeOf(tree, parent);
  if (before.next[0] === id) return tree;
  return withNodes(tree, [{ ...before, next: [id, ...before.next.filter((one) => one !== id)] }]);
}

function withNodes(tree: Tree, changed: Node[]): Tree {
  const nodes = new Map(tree.nodes);
  for (const node of changed) nodes.set(node.id, node);
  return { ...tree, nodes };
}
