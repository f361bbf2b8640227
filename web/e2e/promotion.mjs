// The question which piece a pawn becomes.
import { expect } from "@playwright/test";

export const PIECES = { q: "Queen", r: "Rook", b: "Bishop", n: "Knight" };
export const overlay = (page) => page.getByRole("dialog");
export const asked = (page) => overlay(page).getByText("Choose your piece:").waitFor();
export const answered = (page) => overlay(page).waitFor({ state: "detached" });

export async function cannotBeDismissed(page) {
  await page.keyboard.press("Escape");
  await expect(overlay(page), "a promotion that is owed cannot be dismissed").toBeVisible();
  await expect(overlay(page).getByRole("button", { name: "Cancel" })).toHaveCount(0);
}

export async function askedAgainAfterReload(page) {
  await page.reload();
  await asked(page);
}

export async function lastMove(page, words) {
  await page.locator("button.move").last().filter({ hasText: words }).waitFor();
}
