import type { Scope } from "../generated";

/** What a program asks a player for, by the address with which it sends the browser here. */
export interface Asked {
  client: string;
  redirect: string;
  /** Whom the player sends the code to, as people read it. */
  host: string;
  challenge: string;
  scopes: Scope[];
  state: string | null;
}

const SCOPES: readonly Scope[] = ["bot:play", "board:play", "challenge:read", "challenge:write"];

/** Reads the address; null where it is not complete. The server looks again at where the browser is to go. */
export function readAsked(search: string): Asked | null {
  const fields = new URLSearchParams(search);
  const field = (name: string) => fields.get(name) ?? "";
  const scopes = SCOPES.filter((scope) =>
    field("scope")
      .split(/[ ,+]+/)
      .includes(scope),
  );
  const redirect = field("redirect_uri");
  const host = hostOf(redirect);
  const isComplete =
    field("response_type") === "code" &&
    field("code_challenge_method") === "S256" &&
    field("code_challenge") !== "" &&
    field("client_id") !== "" &&
    scopes.length > 0;
  if (!isComplete || host === null) return null;
  return {
    client: field("client_id"),
    redirect,
    host,
    challenge: field("code_challenge"),
    scopes,
    state: fields.get("state"),
  };
}

/** The host of an address, or the name of the program that it belongs to. */
function hostOf(address: string): string | null {
  try {
    const url = new URL(address);
    const isPage = url.protocol === "https:" || url.protocol === "http:";
    if (isPage) return url.host;
    // A program has a name with dots in it: nothing that a browser would run by itself.
    return url.protocol.includes(".") ? url.protocol.slice(0, -1) : null;
  } catch {
    return null;
  }
}

/** Where the browser goes with the answer. */
export function backTo(asked: Asked, answer: Record<string, string>): string {
  const url = new URL(asked.redirect);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (asked.state !== null) url.searchParams.set("state", asked.state);
  return url.href;
}
