import type { PlainTree } from "../../generated";
import { fromPlain, toPlain } from "../../model/analysis/plain";
import type { Tree } from "../../model/analysis/tree";
import { more } from "../../texts/more";
import { call } from "./saved";

/** A tree with the tags of its game. The server reads and writes PGN: one crate does it for everybody. */
export interface Sheet {
  tree: Tree;
  tags: [string, string][];
}

/** The first game of a PGN, with its variations. */
export async function readPgn(variant: string, text: string): Promise<Sheet> {
  const answer = await call("/api/trees/read", { variant, text });
  const plain: PlainTree | null = answer.type === "tree" ? answer.tree : null;
  const tree = plain === null ? null : fromPlain(variant, plain);
  if (plain === null || tree === null) throw new Error(more.analysis.badPgn);
  return { tree, tags: plain.tags ?? [] };
}

export async function writePgn(tree: Tree, tags: [string, string][]): Promise<string> {
  const answer = await call("/api/trees/write", {
    variant: tree.variant,
    tree: toPlain(tree, tags),
  });
  return answer.type === "tree_written" ? answer.pgn : "";
}
