// A person who uses the page: a browser context of their own, on the first page.

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Opens the first page. Errors of the page, and those that it logs, are collected in `faults`. */
export async function openPerson(browser, address, options = {}) {
  const { viewport = DESKTOP, dark = false, still = false, settings, prepare } = options;
  const context = await browser.newContext({
    baseURL: address,
    viewport,
    hasTouch: viewport === PHONE,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: still ? "reduce" : "no-preference",
  });
  if (settings)
    await context.addInitScript(
      (kept) => localStorage.setItem("rookery.settings", kept),
      JSON.stringify(settings),
    );
  if (prepare) await prepare(context);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (why) => faults.push(String(why)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto("/");
  await page.locator(".card-buttons").first().waitFor();
  return { page, faults };
}
