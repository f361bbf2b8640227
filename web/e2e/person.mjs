// A person who uses the page: a browser context of their own, on the first page.
import { existsSync } from "node:fs";
import { join } from "node:path";

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Opens the first page. Errors of the page, and those that it logs, are collected in `faults`. */
export async function openPerson(browser, address, options = {}) {
  const { viewport = DESKTOP, dark = false, still = false, language = "en" } = options;
  const { settings, prepare } = options;
  const context = await browser.newContext({
    baseURL: address,
    viewport,
    locale: language,
    hasTouch: viewport === PHONE,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: still ? "reduce" : "no-preference",
  });
  if (settings)
    await context.addInitScript(
      (kept) => localStorage.setItem("rookery.settings", kept),
      JSON.stringify(settings),
    );
  if (process.env.PAGE_FOLDER) await serveFolder(context, process.env.PAGE_FOLDER);
  if (prepare) await prepare(context);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (why) => faults.push(String(why)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto("/");
  await page.locator(".card-buttons").first().waitFor();
  return { page, faults };
}

/** Takes the page from a folder instead of the program: `PAGE_FOLDER=dist` tries a new page without a new program. */
function serveFolder(context, folder) {
  return context.route(/^http:\/\/[^/]+\/(?!api|ws|json|wisconsin)/, (route) => {
    const name = new URL(route.request().url()).pathname;
    const file = join(folder, name);
    const isFile = name.includes(".") && existsSync(file);
    return route.fulfill({ path: isFile ? file : join(folder, "index.html") });
  });
}
