// Layout shifts where things come and go: loading pages, offers, the end of a game.
import { click } from "../board.mjs";
import { arrange } from "../game.mjs";
import { DESKTOP, PHONE } from "../person.mjs";
import { reportShifts, watchShifts } from "./moves.mjs";

const PAGES = ["/", "/import", "/account", "/learn/index.html", "/learn/tridim.html"];

export async function shifts({ person }) {
  for (const [size, viewport] of [
    ["desktop", DESKTOP],
    ["phone", PHONE],
  ]) {
    const page = await person({ viewport });
    for (const path of PAGES) {
      await page.goto(path);
      await page.evaluate(watchShifts, true);
      await page.waitForLoadState("networkidle");
      await reportShifts(`${path} on a ${size}`, [page]);
    }
    await page.context().close();
    await wholeGame(person, size, viewport);
  }
}

/** A game with all that is asked for beside moving. */
async function wholeGame(person, size, viewport) {
  const [white, black] = [await person({ viewport }), await person({ viewport })];
  await arrange(white, black, "orthodox", "", { type: "fischer", initial: 60_000, increment: 0 });
  for (const page of [white, black]) await page.evaluate(watchShifts, false);
  await click(white, "e2", "e4");
  await black.locator("section.moves[data-moves='1']").waitFor();
  await click(black, "e7", "e5");
  await white.locator("section.moves[data-moves='2']").waitFor();
  await white.getByRole("button", { name: "Offer draw" }).click();
  await white.getByRole("button", { name: "Yes" }).click();
  await black.getByRole("button", { name: "Decline" }).click();
  await black.getByRole("button", { name: "Resign" }).click();
  await black.getByRole("button", { name: "Yes" }).click();
  await white.locator(".status-over").waitFor();
  await reportShifts(`a whole game on a ${size}`, [white, black]);
  for (const page of [white, black]) await page.context().close();
}
