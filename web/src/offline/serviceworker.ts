// Keeps the page for times without a connection. It never answers for the server: pages are asked for first and taken from
// what was kept only when nothing comes, so that nobody sees an old page while there is a new one.

/** All files of this build, and a name that changes with any of them. */
declare const FILES: string[];
declare const BUILD: string;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Scope {
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  addEventListener(type: "install" | "activate", run: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", run: (event: FetchEvent) => void): void;
}

const scope = self as unknown as Scope;
const PREFIX = "rookery-";
const CACHE = PREFIX + BUILD;
/** Files are fetched so many at a time: who visits for the first time has better use for the line. */
const AT_ONCE = 4;

scope.addEventListener("install", (event) => event.waitUntil(keepAll()));
scope.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([forgetOld(), scope.clients.claim()])),
);
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (FILES.includes(pathname)) event.respondWith(fresh(request));
});

/** What an earlier build has under the same name is the same file, since names of assets tell what is in them. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  const left = [...FILES];
  const work = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) await keep(cache, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function keep(cache: Cache, file: string): Promise<void> {
  const known = file.startsWith("/assets/") ? await caches.match(file) : undefined;
  const response = known ?? (await fetch(file, { cache: "no-cache" }));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  await cache.put(file, response);
}

/** A new build takes over when no page of the old one is open any more; only then the old files go. */
async function forgetOld(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The client knows all of its own addresses; other documents are kept under theirs. */
async function page(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (why) {
    const kept = (await caches.match(pathname)) ?? (await caches.match("/index.html"));
    if (kept === undefined) throw why;
    return kept;
  }
}

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function fresh(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (why) {
    const kept = await caches.match(new URL(request.url).pathname);
    if (kept === undefined) throw why;
    return kept;
  }
}
