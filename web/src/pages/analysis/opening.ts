import { ask, variants } from "../../client";
import type { AnalysisInfo, Opened as OpenedGame } from "../../generated";
import { ownSeatOf } from "../../model/analysis/fairness";
import { handedOver } from "../../model/analysis/handover";
import { unpacked } from "../../model/analysis/link";
import { readTree } from "../../model/analysis/text";
import { addLine, type Move, mainLine, newTree, START, type Tree } from "../../model/analysis/tree";
import { loadRules } from "../../rules";
import { texts } from "../../texts";
import { more } from "../../texts/more";
import { loadAnalysis } from "./saved";
import { readPgn } from "./sheets";

/** What an address asks for. */
export interface Wanted {
  variant: string | null;
  game: string | null;
  /** Behind the address: `#link=…`, `#saved=…` or `#setup=…`. */
  hash: string;
}

/** What an analysis begins with. */
export interface Opened {
  tree: Tree;
  at: number;
  /** What is known of the game that it is about. */
  tags: [string, string][];
  /** The finished game that it is about. */
  game: string | null;
  saved: AnalysisInfo | null;
}

const plain = (tree: Tree, at = START): Opened => ({ tree, at, tags: [], game: null, saved: null });

/**
 * Finds what is to be analysed.
 *
 * Throws a sentence for people where that cannot be.
 */
export async function openAnalysis({ variant, game, hash }: Wanted): Promise<Opened> {
  const handed = handedOver();
  if (handed !== null) return openHanded(handed);
  if (game !== null) return openGame(game);
  const parts = new URLSearchParams(hash.slice(1));
  const [link, saved, setup] = ["link", "saved", "setup"].map((name) => parts.get(name));
  if (link) return openLink(link);
  if (saved) return openSaved(saved);
  const id = variant ?? variants.peek()[0]?.id ?? "";
  if (!variants.peek().some((one) => one.id === id)) throw new Error(texts.app.notFound);
  return plain(await startOf(id, setup ?? null));
}

/** A tree without moves, from a position text or the usual start. */
export async function startOf(variant: string, setup: string | null): Promise<Tree> {
  const rules = await loadRules(variant);
  const start =
    setup === null ? ({ type: "usual" } as const) : { type: "setup" as const, text: setup };
  const looked = await rules.ask<"look">({ type: "look", place: { variant, start } });
  return newTree(variant, looked.start, looked.first_move ?? 1);
}

async function openHanded(handed: NonNullable<ReturnType<typeof handedOver>>): Promise<Opened> {
  const { variant, setup, moves, first, tags, at, pgn } = handed;
  const [line] = addLine(newTree(variant, setup, first), START, moves.map(moveOf));
  const tree = pgn === undefined ? line : (await readPgn(variant, pgn)).tree;
  const node = mainLine(tree)[at - 1]?.id ?? START;
  return { ...plain(tree, node), tags };
}

/** A game of this server. Nobody analyses a game that he is playing. */
async function openGame(game: string): Promise<Opened> {
  const answer = await ask({ type: "open", game });
  if (answer.type !== "opened" || !answer.view) throw new Error(texts.game.noGame);
  void ask({ type: "close", game }).catch(() => undefined);
  const { view } = answer;
  const isRunning = view.phase.type !== "over";
  if (isRunning && ownSeatOf(answer as OpenedGame) !== null) throw new Error(more.analysis.running);
  const tree = newTree(view.variant, view.start, view.first_move ?? 1);
  const [line, last] = addLine(tree, START, view.moves.map(moveOf));
  const tags: [string, string][] = [
    ["White", view.seats.white.name ?? "?"],
    ["Black", view.seats.black.name ?? "?"],
  ];
  return { ...plain(line, isRunning ? last : START), tags, game: isRunning ? null : game };
}

const moveOf = ({ action, notation, seat }: Move): Move => ({ action, notation, seat });

async function openLink(link: string): Promise<Opened> {
  const tree = readTree((await unpacked(link)) ?? "");
  if (tree === null) throw new Error(more.analysis.badLink);
  if (!variants.peek().some((one) => one.id === tree.variant))
    throw new Error(more.analysis.badLink);
  return plain(tree);
}

async function openSaved(id: string): Promise<Opened> {
  const { info, text } = await loadAnalysis(id);
  const tree = readTree(text);
  if (tree === null) throw new Error(more.analysis.badSaved);
  return { ...plain(tree), saved: info };
}
