import { BrowserRules, type WorkerLike } from "./browser";
import type { Rules } from "./rules";
import { ServerRules } from "./server";

export type { Chosen, Lines, Looked, QuestionOf, ReplyTo, Rules } from "./rules";

/** The module of each game as a JSON text, and the script that runs it; nothing, where the build has none. */
declare const RULES_MODULES: string;
declare const RULES_WORKER: string;

const known = new Map<string, Promise<Rules>>();

/** The rules of a game: this browser's own copy where there is one and it works, else those of the server. They are loaded once. */
export function loadRules(variant: string): Promise<Rules> {
  const loaded = known.get(variant) ?? load(variant);
  known.set(variant, loaded);
  return loaded;
}

/** The module that holds all games, which is kept for times without a connection. */
const ALL = "all";

async function load(variant: string): Promise<Rules> {
  const canRun = typeof WebAssembly === "object" && typeof Worker === "function";
  const modules: Record<string, string> = JSON.parse(RULES_MODULES);
  const isBuilt = modules[variant] !== undefined;
  for (const id of canRun && isBuilt ? [variant, ALL] : []) {
    const rules = await start(modules[id]);
    if (rules !== null) return rules;
  }
  return new ServerRules();
}

async function start(module: string | undefined): Promise<Rules | null> {
  if (module === undefined) return null;
  const create = () => new Worker(RULES_WORKER, { type: "module" }) as unknown as WorkerLike;
  const rules = new BrowserRules(create, new URL(module, location.href).href);
  try {
    await rules.start();
    return rules;
  } catch {
    rules.close();
    return null;
  }
}
