// Serves the harness on a free port.
import { createServer } from "node:http";
import { extname } from "node:path";
import { buildHarness } from "./build.mjs";

const TYPES = {
  "": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

/** Gives the address and how to stop. */
export async function serveHarness() {
  const fileAt = await buildHarness();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const body = fileAt(pathname);
    const type = TYPES[extname(pathname)] ?? "text/plain";
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": type }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** Opens a state of the harness and waits for its board. */
export async function openHarness(page, address, query) {
  await page.goto(`${address}?${query}`);
  await page.locator("#board > *").first().waitFor();
}
