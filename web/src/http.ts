import type { Answer, ImportedGame, ImportFault, PuzzleInfo, Refusal, Welcome } from "./generated";
import { Refused } from "./model/connection";

/** The games of a text, and those that could not be read. */
export interface Written {
  games: ImportedGame[];
  faults: ImportFault[];
}

/** Reads written games. They go over HTTP, since a book of games is larger than a frame may be. */
export async function readWritten(variant: string, text: string): Promise<Written> {
  const response = await fetch("/api/import", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variant, text }),
  });
  const body = (await response.json()) as Answer | Refusal;
  if (!("type" in body)) throw new Refused(body);
  if (body.type !== "imported") return { games: [], faults: [] };
  return { games: body.games, faults: body.faults ?? [] };
}

/** Asks who we are, or changes it. The browser keeps the proof in a cookie, so this goes over HTTP. */
export async function identifyAt(path: string, body: object): Promise<Welcome> {
  const response = await fetch(`/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer | Refusal;
  if (!("type" in answer)) throw new Refused(answer);
  if (answer.type === "welcome") return answer;
  throw new Error(answer.type);
}

const puzzleLists = new Map<string, Promise<PuzzleInfo[]>>();

/** All puzzles of a game, asked for once. They go over HTTP, where the browser can keep them. */
export function loadPuzzles(variant: string): Promise<PuzzleInfo[]> {
  const known = puzzleLists.get(variant);
  if (known !== undefined) return known;
  const loading = fetchPuzzles(variant);
  puzzleLists.set(variant, loading);
  loading.catch(() => puzzleLists.delete(variant));
  return loading;
}

async function fetchPuzzles(variant: string): Promise<PuzzleInfo[]> {
  const response = await fetch(`/api/puzzles?variant=${encodeURIComponent(variant)}`);
  const answer = (await response.json()) as Answer | Refusal;
  if (!("type" in answer)) throw new Refused(answer);
  return answer.type === "puzzles" ? answer.puzzles : [];
}

/** Sends a request as the player of the browser's cookie. Null when it is refused. */
export async function askPath(
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response | null> {
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: body === undefined ? {} : { "content-type": "application/json" },
    redirect: "manual",
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.ok ? response : null;
}
