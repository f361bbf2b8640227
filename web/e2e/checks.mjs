// What is looked at in many tests: pictures for people to look through, and rules of accessibility.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { DESKTOP, PHONE } from "./person.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "screenshots");
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Drawing pictures takes as long as many tests, so they are made for those who ask. */
const isWanted = process.env.PICTURES === "1";

/** A picture in web/e2e/screenshots. */
export const photograph = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });

/** The same, with `PICTURES=1` in the environment. */
export async function picture(page, name) {
  if (isWanted) await photograph(page, name);
}

/** The same state at both sizes. */
export async function pictures(page, name) {
  if (!isWanted) return;
  const size = page.viewportSize();
  for (const [suffix, viewport] of [
    ["desktop", DESKTOP],
    ["phone", PHONE],
  ]) {
    await page.setViewportSize(viewport);
    await picture(page, `${name}-${suffix}`);
  }
  await page.setViewportSize(size);
}

const SIZES = [PHONE, { width: 844, height: 390 }, { width: 768, height: 1024 }, DESKTOP];

/** The same state on a phone, on a phone that lies, on a tablet and on a desk. */
export async function everySize(page, name) {
  if (!isWanted) return;
  const size = page.viewportSize();
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await picture(page, `${name}-${viewport.width}x${viewport.height}`);
  }
  await page.setViewportSize(size);
}

/** No violation of accessibility rules, on the whole page or in a part of it. */
export async function expectAccessible(page, where, part) {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async (selector) => {
    const root = selector === null ? document : document.querySelector(selector);
    return (await window.axe.run(root, { resultTypes: ["violations"] })).violations;
  }, part ?? null);
  const told = violations.map(
    (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join("; ")}`,
  );
  expect(told, where).toEqual([]);
}
