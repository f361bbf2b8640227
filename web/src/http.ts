import type { Answer, ImportedGame } from "./generated";

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

/** Asks one of the paths that need to know who asks. Null when it refuses. */
export async function askPath(
  path: string,
  token: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response | null> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers,
    redirect: "manual",
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.ok ? response : null;
}
