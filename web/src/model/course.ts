import { hasBadge } from "../boards/timeline/moments";
import type { PositionView, Seat } from "../generated";
import type { MomentKind } from "../generated/MomentKind";

/** What has to hold of a position. Pieces are named by side and kind: `black queen`. */
export type Condition =
  | { stands: string; at: string }
  | { none: string }
  | { empty: string }
  | { check: Seat }
  | { over: Seat }
  /** A place of the history holds this move, or something of this kind. */
  | { moment: number; label: string }
  | { moment: number; kind: MomentKind }
  /** The history has no end: nobody is mated in it. */
  | { line: "open" }
  | { any: Condition[] };

/** One exercise: a position, what to reach, and what becomes of some ways to try it. */
export interface Step {
  id: string;
  setup: string;
  /** What the opponent does first. */
  before?: string[];
  goal: Condition[];
  /** What the opponent answers, by the learner's actions so far with a space between. */
  replies?: Record<string, string>;
  /** Own actions that reach the goal. */
  solutions: string[][];
  /** Own actions that do not, and which sentence tells why. */
  mistakes: { actions: string[]; why?: string }[];
}

export interface StepTexts {
  title: string;
  task: string;
  hint: string;
  done: string;
  /** What is said of a try for which there is no sentence of its own. */
  wrong: string;
  why?: Record<string, string>;
}

/** A course as the server sends it, in one language. */
export interface Course {
  title: string;
  steps: (Step & { texts: StepTexts })[];
  /** The game at the end, against the computer; without a setup it begins as usual. */
  game: { level: number; setup?: string; title: string; text: string };
}

/** What an action has led to. */
export type Verdict =
  | { type: "done" }
  /** The opponent answers, with more than one action where a promotion is owed. */
  | { type: "reply"; action: string; more?: string[] }
  /** The learner goes on: a promotion is still to be chosen. */
  | { type: "open" }
  | { type: "failed"; why: string | null };

/** Judges a try by what the server says about the position; the page knows no rules. */
export function judge(
  step: Step,
  learner: Seat,
  position: PositionView,
  actions: string[],
): Verdict {
  if (step.goal.every((condition) => holds(condition, position))) return { type: "done" };
  const tried = actions.join(" ");
  const mistake = step.mistakes.find((one) => one.actions.join(" ") === tried);
  if (mistake !== undefined) return { type: "failed", why: mistake.why ?? null };
  const reply = step.replies?.[tried];
  if (reply !== undefined) return { type: "reply", action: reply };
  const { status } = position;
  const goesOn = "to_act" in status && status.to_act === learner;
  return goesOn ? { type: "open" } : { type: "failed", why: null };
}

export function holds(condition: Condition, position: PositionView): boolean {
  const { scene, status } = position;
  const moments = scene.timeline?.moments ?? [];
  const pieces = (name: string) =>
    scene.tokens.filter((token) => `${token.seat} ${token.kind}` === name);
  if ("stands" in condition)
    return pieces(condition.stands).some((token) => token.cell === condition.at);
  if ("none" in condition) return pieces(condition.none).length === 0;
  if ("empty" in condition) return scene.tokens.every((token) => token.cell !== condition.empty);
  if ("check" in condition) {
    const isChecked = (scene.marks ?? []).some((mark) => mark.kind === "check");
    return isChecked && "to_act" in status && status.to_act === condition.check;
  }
  if ("over" in condition) return "over" in status && status.over.winner === condition.over;
  if ("label" in condition) return moments[condition.moment - 1]?.label === condition.label;
  if ("kind" in condition) return moments[condition.moment - 1]?.kind === condition.kind;
  if ("line" in condition)
    return "to_act" in status && moments.every((moment) => !hasBadge(moment, "terminus"));
  return condition.any.some((one) => holds(one, position));
}

/** Which steps of which courses were done in this browser. */
export type Progress = Record<string, string[]>;

const KEY = "rookery.courses";

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;

/** Loads what was done; what is not understood counts as nothing. */
export function loadProgress(storage: KeyValueStorage): Progress {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const isList = (value: unknown): value is string[] =>
      Array.isArray(value) && value.every((one) => typeof one === "string");
    return Object.fromEntries(Object.entries(kept).filter(([, steps]) => isList(steps)));
  } catch {
    return {};
  }
}

/** Remembers a step as done. */
export function keepProgress(storage: KeyValueStorage, course: string, step: string): Progress {
  const progress = loadProgress(storage);
  const done = new Set(progress[course] ?? []);
  const next = { ...progress, [course]: [...done.add(step)] };
  try {
    storage.setItem(KEY, JSON.stringify(next));
  } catch {
    // The browser may forbid storage; the progress then lasts as long as the page.
  }
  return next;
}
