// Builds and serves the harness and starts a browser for it.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { buildHarness, outdir } from "./build.mjs";

export const axe = createRequire(import.meta.url)("axe-core");

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

function answer(request, response) {
  const path = new URL(request.url, "http://x").pathname;
  const file = path === "/" ? "/index.html" : path;
  try {
    const body = readFileSync(join(outdir, file));
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}

/** `page(query, options)` opens the harness; errors of the page are collected in `errors`. */
export async function openBrowser(args = []) {
  await buildHarness();
  const server = createServer(answer);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const home = `http://127.0.0.1:${server.address().port}/`;
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });
  const errors = [];
  const page = async (query, viewport) => {
    const opened = await browser.newPage({ viewport });
    opened.on("pageerror", (error) => errors.push(`${query}: ${error}`));
    await opened.goto(`${home}?${query}`);
    await opened.locator("#board > *").waitFor();
    return opened;
  };
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { page, errors, close };
}
