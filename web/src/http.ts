import type { Answer, ImportedGame, Refusal, Welcome } from "./generated";
import { Refused } from "./model/connection";

/** Reads written games. They go over HTTP, since a book of games is larger than a frame may be. */
export async function readWritten(variant: string, text: string): Promise<ImportedGame[]> {
  const response = await fetch("/api/import", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variant, text }),
  });
  const body = (await response.json()) as Answer | { message: string };
  if (!("type" in body)) throw new Error(body.message);
  return body.type === "imported" ? body.games : [];
}

/** Asks who we are, or changes it. The browser keeps the proof in a cookie, so this goes over HTTP. */
export async function identifyAt(path: string, body: object): Promise<Welcome> {
  const response = await fetch(`/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer | Refusal;
  if ("type" in answer && answer.type === "welcome") return answer;
  throw "code" in answer ? new Refused(answer) : new Error(answer.type);
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
