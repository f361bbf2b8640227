import {
  type Annotation,
  COLOURS,
  type Colour,
  type Drawing,
  grown,
  type Listed,
  MAX_COMMENT,
  MAX_DRAWINGS,
  MAX_NODES,
  type Move,
  newTree,
  nodeOf,
  START,
  type Tree,
} from "./tree";

/** What a link or a saved analysis holds: short names, because links are short. */
interface Written {
  v: 1;
  variant: string;
  setup: string;
  first?: number;
  /** In the order in which they are read: a parent comes before what follows it. */
  nodes: WrittenNode[];
  start?: WrittenNote;
}

interface WrittenNote {
  c?: string;
  g?: number[];
  /** Arrows and circles: colour, from, to. */
  d?: [string, string, string][];
}

interface WrittenNode extends WrittenNote {
  /** The parent: 0 is the start, n the n-th node of the list. */
  p: number;
  a: string;
  n: string;
  s: "w" | "b";
}

/** A tree as text. Reading it gives the same tree. */
export function writeTree(tree: Tree): string {
  const numbers = new Map([[START, 0]]);
  const nodes: WrittenNode[] = [];
  // Depth first, so that the first of several children is written, and read, first.
  const waiting = [...nodeOf(tree, START).next].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = nodeOf(tree, id);
    numbers.set(id, nodes.length + 1);
    nodes.push({
      p: numbers.get(node.parent ?? START) ?? 0,
      a: node.move?.action ?? "",
      n: node.move?.notation ?? "",
      s: node.move?.seat === "black" ? "b" : "w",
      ...note(node),
    });
    waiting.push(...[...node.next].reverse());
  }
  const start = note(nodeOf(tree, START));
  const written: Written = {
    v: 1,
    variant: tree.variant,
    setup: tree.setup,
    ...(tree.first === 1 ? {} : { first: tree.first }),
    nodes,
    ...(Object.keys(start).length === 0 ? {} : { start }),
  };
  return JSON.stringify(written);
}

function note({ comment, glyphs, drawings }: Annotation): WrittenNote {
  return {
    ...(comment === "" ? {} : { c: comment }),
    ...(glyphs.length === 0 ? {} : { g: [...glyphs] }),
    ...(drawings.length === 0
      ? {}
      : { d: drawings.map(({ colour, from, to }) => [colour, from, to]) }),
  };
}

/** Reads what `writeTree` wrote; null for anything else. Whether its moves are legal, only the rules say. */
export function readTree(text: string): Tree | null {
  try {
    const written: unknown = JSON.parse(text);
    return isWritten(written) ? tree(written) : null;
  } catch {
    return null;
  }
}

function tree({ variant, setup, first, nodes, start }: Written): Tree | null {
  const list = nodes.map(({ p, a, n, s, ...about }): Listed => {
    const move: Move = { action: a, notation: n, seat: s === "b" ? "black" : "white" };
    return { parent: p, move, ...annotation(about) };
  });
  return grown(newTree(variant, setup, first), annotation(start ?? {}), list);
}

function annotation({ c = "", g = [], d = [] }: WrittenNote): Annotation {
  return {
    comment: c.slice(0, MAX_COMMENT),
    glyphs: g.filter((glyph) => Number.isInteger(glyph) && glyph > 0 && glyph < 256),
    drawings: d.flatMap(drawing).slice(0, MAX_DRAWINGS),
  };
}

function drawing([colour, from, to]: [string, string, string]): Drawing[] {
  return isColour(colour) ? [{ colour, from, to }] : [];
}

const isColour = (text: string): text is Colour => (COLOURS as readonly string[]).includes(text);

const isText = (value: unknown): value is string => typeof value === "string";
const isList = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function isWritten(value: unknown): value is Written {
  return (
    isObject(value) &&
    value.v === 1 &&
    isText(value.variant) &&
    isText(value.setup) &&
    (value.first === undefined || Number.isInteger(value.first)) &&
    isList(value.nodes, isNode) &&
    (value.nodes as unknown[]).length <= MAX_NODES &&
    (value.start === undefined || isNote(value.start))
  );
}

function isNode(value: unknown): boolean {
  return (
    isObject(value) &&
    Number.isInteger(value.p) &&
    isText(value.a) &&
    isText(value.n) &&
    (value.s === "w" || value.s === "b") &&
    isNote(value)
  );
}

function isNote(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.c === undefined || isText(value.c)) &&
    (value.g === undefined || isList(value.g, Number.isInteger)) &&
    (value.d === undefined || isList(value.d, isDrawing))
  );
}

const isDrawing = (value: unknown): boolean =>
  isList(value, isText) && (value as unknown[]).length === 3;
