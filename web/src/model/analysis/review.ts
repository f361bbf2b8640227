import { batch, computed, signal } from "@preact/signals";
import type { Evaluation, Place, Seat } from "../../generated";
import type { Lines } from "../../rules";
import { Refused } from "../connection";
import type { AnalysisBoard } from "./board";
import { placeAt } from "./board";
import { chanceOf, chanceOfOutcome, type Fault, faultOf, GLYPHS, lossOf } from "./chance";
import {
  actionsTo,
  add,
  addLine,
  annotate,
  type Move,
  mainLine,
  nodeOf,
  START,
  type Tree,
} from "./tree";

/** So many states of ordinary chess are looked at for each position; a server may look at fewer. */
const STATES = 60_000;

/** How long a review waits when the server has thought enough for now, and how often for one position. */
const PAUSE_MS = 2000;
const MAX_ATTEMPTS = 60;

/** An action that loses less than this is as good as the best one, when somebody tries again. */
export const GOOD_ENOUGH = 5;

/** What a computer thinks of a position. */
interface Thought {
  /** White's chance from 0 to 100. */
  chance: number;
  score: Evaluation | null;
  best: Move[];
}

/** One action of the game, judged. */
export interface Judged {
  node: number;
  /** The position before it. */
  before: number;
  seat: Seat;
  loss: number;
  fault: Fault | null;
  /** What would have been better. */
  best: Move[];
}

export type Counts = Record<Seat, Record<Fault, number> & { average: number }>;

/** A player who looks for something better than a mistake. */
export interface Trial {
  judged: Judged;
  stage: "looking" | "judging" | "found" | "worse";
  /** How many points the attempt has lost. */
  loss: number;
}

/** Judges every action of the main line. */
export class Review {
  readonly stage = signal<"none" | "running" | "done" | "failed">("none");
  readonly done = signal(0);
  readonly total = signal(0);
  readonly message = signal("");
  /** White's chance at the start and after every action. */
  readonly chances = signal<number[]>([]);
  readonly judged = signal<Judged[]>([]);
  readonly trial = signal<Trial | null>(null);
  readonly counts = computed<Counts>(() => countsOf(this.judged.value));
  private stopping: AbortController | null = null;

  constructor(private readonly board: AnalysisBoard) {}

  async run(): Promise<void> {
    this.stop();
    const own = new AbortController();
    this.stopping = own;
    const tree = this.board.tree.peek();
    const nodes = [START, ...mainLine(tree).map((node) => node.id)];
    batch(() => {
      this.stage.value = "running";
      this.done.value = 0;
      this.total.value = nodes.length;
      this.message.value = "";
      this.trial.value = null;
    });
    try {
      const thoughts: Thought[] = [];
      for (const id of nodes) {
        thoughts.push(await this.patiently(placeAt(tree, actionsTo(tree, id)), own.signal));
        if (own.signal.aborted) return;
        this.done.value = thoughts.length;
      }
      this.finish(tree, nodes, thoughts);
    } catch (why) {
      if (own.signal.aborted) return;
      batch(() => {
        this.stage.value = "failed";
        this.message.value = (why as Error).message;
      });
    }
  }

  stop(): void {
    this.stopping?.abort();
    this.stopping = null;
    if (this.stage.peek() === "running") this.stage.value = "none";
  }

  private finish(tree: Tree, nodes: number[], thoughts: Thought[]): void {
    const judged = judge(tree, nodes, thoughts);
    batch(() => {
      this.chances.value = thoughts.map((thought) => thought.chance);
      this.judged.value = judged;
      this.stage.value = "done";
      this.board.change(marked(this.board.tree.peek(), judged));
    });
  }

  /** A server thinks so much for one address and no more at once: then the review goes on a little later. */
  private async patiently(place: Place, signal: AbortSignal): Promise<Thought> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.think(place, signal);
      } catch (why) {
        const isBusy = why instanceof Refused && why.code === "rate-limited";
        if (!isBusy || attempt >= MAX_ATTEMPTS || signal.aborted) throw why;
        await new Promise((done) => setTimeout(done, PAUSE_MS));
      }
    }
  }

  /** The best line of a position within a bounded number of states. */
  private async think(place: Place, signal: AbortSignal): Promise<Thought> {
    const looked = await this.board.rules.ask<"look">({ type: "look", place });
    const { status } = looked.position;
    if ("over" in status) return { chance: chanceOfOutcome(status.over), score: null, best: [] };
    const enough = new AbortController();
    let found: Lines | null = null;
    const hear = (lines: Lines) => {
      found = lines;
      if (lines.states >= STATES || !this.board.rules.isLocal) enough.abort();
    };
    await this.board.rules.think(place, 1, hear, AbortSignal.any([signal, enough.signal]));
    const [line] = (found as Lines | null)?.lines ?? [];
    if (line === undefined) throw new Error("nothing was found");
    return { chance: chanceOf(line.score), score: line.score, best: line.plies };
  }

  /** Takes the better line into the tree, beside what was played, and goes to it. */
  show(judged: Judged): void {
    const [first, ...rest] = judged.best;
    if (first === undefined) return;
    this.trial.value = null;
    const [tree, id] = add(this.board.tree.peek(), judged.before, first);
    this.board.change(addLine(tree, id, rest)[0], id);
  }

  /** Begins to look for something better. */
  tryAgain(judged: Judged): void {
    this.board.go(judged.before);
    this.trial.value = { judged, stage: "looking", loss: 0 };
  }

  /** Another position is looked at: an attempt, if it follows the position before the mistake. */
  async follow(at: number): Promise<void> {
    const trial = this.trial.peek();
    if (trial === null || trial.stage === "judging") return;
    const { judged } = trial;
    if (at === judged.before) {
      if (trial.stage !== "looking") this.trial.value = { ...trial, stage: "looking" };
      return;
    }
    const node = this.board.tree.peek().nodes.get(at);
    if (node === undefined || node.parent !== judged.before) {
      this.trial.value = null;
      return;
    }
    this.trial.value = { ...trial, stage: "judging" };
    const loss = await this.lossAt(at, judged).catch(() => null);
    if (this.trial.peek()?.judged !== judged) return;
    this.trial.value =
      loss === null ? null : { judged, loss, stage: loss < GOOD_ENOUGH ? "found" : "worse" };
  }

  private async lossAt(at: number, { best, before, seat, node }: Judged): Promise<number> {
    const tree = this.board.tree.peek();
    const { move } = nodeOf(tree, at);
    if (move?.action === best[0]?.action) return 0;
    if (at === node) return this.judged.peek().find((one) => one.node === node)?.loss ?? 0;
    const index = mainLine(tree).findIndex((one) => one.id === before) + 1;
    const chance = this.chances.peek()[index] ?? 50;
    const own = new AbortController();
    const thought = await this.patiently(placeAt(tree, actionsTo(tree, at)), own.signal);
    return lossOf(seat, chance, thought.chance);
  }
}

/** Every action by what the computer thinks of the positions before and after it. */
function judge(tree: Tree, nodes: number[], thoughts: Thought[]): Judged[] {
  return nodes.slice(1).map((node, index): Judged => {
    const { move } = nodeOf(tree, node);
    const seat = move?.seat ?? "white";
    const [before, after] = [thoughts[index], thoughts[index + 1]];
    const isBest = before?.best[0]?.action === move?.action;
    const loss = isBest ? 0 : lossOf(seat, before?.chance ?? 50, after?.chance ?? 50);
    const best = before?.best ?? [];
    return { node, before: nodes[index] ?? START, seat, loss, fault: faultOf(loss), best };
  });
}

/** The tree with the signs of the review behind its moves. */
function marked(tree: Tree, judged: Judged[]): Tree {
  return judged.reduce((now, { node, fault }) => {
    if (fault === null || !now.nodes.has(node)) return now;
    const { glyphs } = nodeOf(now, node);
    const others = glyphs.filter((glyph) => glyph > 6);
    return annotate(now, node, { glyphs: [GLYPHS[fault], ...others] });
  }, tree);
}

function countsOf(judged: Judged[]): Counts {
  const of = (seat: Seat) => {
    const own = judged.filter((one) => one.seat === seat);
    const count = (fault: Fault) => own.filter((one) => one.fault === fault).length;
    const sum = own.reduce((total, { loss }) => total + loss, 0);
    return {
      inaccuracy: count("inaccuracy"),
      mistake: count("mistake"),
      blunder: count("blunder"),
      average: own.length === 0 ? 0 : sum / own.length,
    };
  };
  return { white: of("white"), black: of("black") };
}
