import { START, type Tree } from "./tree";

/** A tree and the node that is looked at. */
export interface Place {
  tree: Tree;
  at: number;
}

/** So many changes can be undone. */
const MAX_UNDO = 200;

/** A tree with what was changed in it before and what was undone. Looking at another node is not a change. */
export interface Edits {
  readonly now: Place;
  readonly past: readonly Place[];
  readonly future: readonly Place[];
}

export const begun = (tree: Tree): Edits => ({ now: { tree, at: START }, past: [], future: [] });

export function changed(edits: Edits, now: Place): Edits {
  if (now.tree === edits.now.tree) return { ...edits, now };
  return { now, past: [...edits.past, edits.now].slice(-MAX_UNDO), future: [] };
}

export function undone({ now, past, future }: Edits): Edits {
  const before = past.at(-1);
  if (before === undefined) return { now, past, future };
  return { now: before, past: past.slice(0, -1), future: [...future, now] };
}

export function redone({ now, past, future }: Edits): Edits {
  const after = future.at(-1);
  if (after === undefined) return { now, past, future };
  return { now: after, past: [...past, now], future: future.slice(0, -1) };
}
