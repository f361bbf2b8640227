// The memory of a tab after one game and after ten, with a hundred moves in all.
import { choosePlaces, click } from "../board.mjs";
import { arrange } from "../game.mjs";
import { SHUFFLE, TRIDIM } from "./moves.mjs";
import { say } from "./report.mjs";

const GAMES = 10;
const MOVES_A_GAME = 10;
const MAX_GROWTH = 1.5;

export async function memory({ person }) {
  await inOneTab(person, "orthodox", (page, n) => click(page, ...SHUFFLE[n % SHUFFLE.length]));
  await inOneTab(person, "tridim", (page, n) => choosePlaces(page, ...TRIDIM[n % TRIDIM.length]));
}

async function inOneTab(person, variant, play) {
  const settings = { lowDetail: true };
  const options = { still: true, settings };
  const [white, black] = [await person(options), await person(options)];
  const session = await white.context().newCDPSession(white);
  const used = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize / 1024 / 1024;
  };
  let first = 0;
  for (let game = 0; game < GAMES; game += 1) {
    await arrange(white, black, variant);
    for (let n = 0; n < MOVES_A_GAME; n += 1) {
      await play(n % 2 === 0 ? white : black, n);
      for (const page of [white, black])
        await page.locator(`section.moves[data-moves="${n + 1}"]`).waitFor();
    }
    if (game === 0) first = await used();
  }
  const last = await used();
  say(
    `${variant}: memory of a tab`,
    `${first.toFixed(1)} MB after the first game, ${last.toFixed(1)} MB after ${GAMES} with ${GAMES * MOVES_A_GAME} moves, ${(last / first).toFixed(2)} x`,
    last / first <= MAX_GROWTH,
    `${MAX_GROWTH} x`,
  );
  for (const page of [white, black]) await page.context().close();
}
