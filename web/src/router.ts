import { signal } from "@preact/signals";

/** Where the page is. */
export const path = signal(location.pathname);

export function go(to: string): void {
  if (to === path.value) return;
  history.pushState(null, "", to);
  const [page = to, part] = to.split("#");
  path.value = page;
  // Pages that are opened by what stands behind the address hear of it, as they do when the browser goes back.
  if (part !== undefined) window.dispatchEvent(new Event("hashchange"));
  window.scrollTo(0, 0);
}

/** Goes to a page that takes the place of this one, also in what the browser goes back to. */
export function replace(to: string): void {
  history.replaceState(null, "", to);
  path.value = to;
}

window.addEventListener("popstate", () => {
  path.value = location.pathname;
});

/** Follows links of this page without reloading it. */
document.addEventListener("click", (event) => {
  const anchor = (event.target as Element | null)?.closest?.("a[href^='/']");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const href = anchor?.getAttribute("href") ?? null;
  if (href === null || !plain || isDocument(href)) return;
  event.preventDefault();
  go(href);
});

/** The rules are documents of their own; all other pages belong to the client. */
function isDocument(href: string): boolean {
  return /^\/learn(\/?$|\/.*\.html)/.test(href);
}

export type Route =
  | { page: "lobby" }
  | { page: "meet"; variant: string; word: string }
  | { page: "course"; variant: string }
  | { page: "device"; game: string | null }
  | { page: "puzzles"; variant: string | null; puzzle: string | null }
  | { page: "import" }
  | { page: "analysis"; variant: string | null; game: string | null }
  | { page: "account" }
  | { page: "reset" }
  | { page: "authorize" }
  | { page: "game"; game: string }
  | { page: "lost" };

export function route(at: string): Route {
  if (["/", "/lobby", "/index.html"].includes(at)) return { page: "lobby" };
  if (at === "/device") return { page: "device", game: null };
  const kept = /^\/device\/([a-z0-9]+)$/.exec(at)?.[1];
  if (kept !== undefined) return { page: "device", game: kept };
  if (at === "/import") return { page: "import" };
  if (at === "/account") return { page: "account" };
  if (at === "/reset") return { page: "reset" };
  if (at === "/oauth") return { page: "authorize" };
  const analysis = /^\/analysis(?:\/game\/([^/]+)|\/([a-z0-9]+))?$/.exec(at);
  if (analysis !== null)
    return { page: "analysis", game: analysis[1] ?? null, variant: analysis[2] ?? null };
  const course = /^\/learn\/([a-z0-9]+)$/.exec(at)?.[1];
  if (course !== undefined) return { page: "course", variant: course };
  const puzzles = /^\/puzzles(?:\/([a-z0-9]+)(?:\/([a-z0-9]+))?)?$/.exec(at);
  if (puzzles !== null)
    return { page: "puzzles", variant: puzzles[1] ?? null, puzzle: puzzles[2] ?? null };
  const [, variant, word] = /^\/meet\/([a-z]+)\/([a-z0-9]+)$/.exec(at) ?? [];
  if (variant !== undefined && word !== undefined) return { page: "meet", variant, word };
  const game = /^\/game\/([^/]+)$/.exec(at)?.[1];
  return game === undefined ? { page: "lost" } : { page: "game", game };
}
