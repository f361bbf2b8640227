// Boards: what stands on them, and moves by mouse, finger and drag.

/** Chooses places of the floor plan of a Tri-Dimensional game. */
export async function choosePlaces(page, ...keys) {
  for (const key of keys) await page.locator(`.levels-plan [data-key="${key}"]`).click();
}

/** The pieces of a page's board as `a8B=white queen`, whatever kind of board it is. */
export function pieces(page) {
  return page.evaluate(() => {
    const flat = [...document.querySelectorAll(".token:not(.gone):not(.covered)")].map(
      (token) => token.dataset.cell,
    );
    const plan = [...document.querySelectorAll(".levels-plan .is-cell.is-taken")].map((cell) =>
      cell.getAttribute("aria-label").split(", ").slice(0, 2).join("="),
    );
    return [...flat, ...plan].sort();
  });
}

/** Where a square of the flat board is on the screen, which has so many files and ranks. */
export async function squareAt(page, cell, n = 8) {
  await page.locator(".flat-board").scrollIntoViewIfNeeded();
  const box = await page.locator(".flat-board").boundingBox();
  const isFlipped = (await page.locator(".player").last().getAttribute("class")).includes(
    "player-black",
  );
  const [file, rank] = [cell.charCodeAt(0) - 97, Number(cell[1]) - 1];
  const [column, row] = isFlipped ? [n - 1 - file, rank] : [file, n - 1 - rank];
  const side = box.width / n;
  return { x: box.x + (column + 0.5) * side, y: box.y + (row + 0.5) * side };
}

export async function click(page, ...cells) {
  for (const cell of cells) {
    const { x, y } = await squareAt(page, cell);
    await page.mouse.click(x, y);
  }
}

export async function tapFinger(page, ...cells) {
  for (const cell of cells) {
    const { x, y } = await squareAt(page, cell);
    await page.touchscreen.tap(x, y);
  }
}

export async function drag(page, from, to) {
  const [a, b] = [await squareAt(page, from), await squareAt(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up();
}
