import { askPath } from "../../http";
import type { Collection, Reward } from "../../model/wisconsin/collection";

/** The paths of docs/protocol/wisconsin.md that the page uses. */
const ask = (path: string, body?: unknown, signal?: AbortSignal) =>
  askPath(`/wisconsin${path}`, body, signal);

export async function possessions(): Promise<Collection | null> {
  const [picks, collection] = await Promise.all([ask("/picks"), ask("/collection")]);
  if (picks === null || collection === null) return null;
  const { l, r } = (await picks.json()) as { l: number; r: number };
  const { c } = (await collection.json()) as { c: number[] };
  return { left: l, right: r, collection: c };
}

/** Starts a game with the computer, or continues the running one. Returns its id. */
export async function playComputer(army: readonly number[]): Promise<string | null> {
  const begun = (await ask("/computer", army)) ?? (await ask("/computer"));
  return remembered(begun);
}

function remembered(begun: Response | null): string | null {
  const game = begun?.headers.get("rookery-game") ?? null;
  if (game !== null) localStorage.setItem(LAST, game);
  return game;
}

/** How many players wait for any opponent with a collection. */
export async function nWaiting(): Promise<number> {
  const answer = await ask("/meet");
  return answer === null ? 0 : ((await answer.json()) as { n: number }).n;
}

/** The shortest pause between two requests to wait. */
const PAUSE_MS = 3000;

/**
 * Waits for an opponent with the same code; the empty code means any opponent. Returns the id of the game, or of a
 * game with a person that is running already. Null when this army is refused.
 */
export async function meet(
  army: readonly number[],
  word: string,
  signal: AbortSignal,
): Promise<string | null> {
  for (;;) {
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const running = await gameWithPerson();
    if (running !== null) return running;
    const answer = await ask(`/meet?w=${encodeURIComponent(word)}`, army, signal);
    const game = remembered(answer);
    if (answer === null || game !== null) return game;
    await pause;
  }
}

async function gameWithPerson(): Promise<string | null> {
  const number = await gameNumber();
  return number === 0 ? null : remembered(await ask(`/people/${number}`));
}

async function gameNumber(): Promise<number> {
  const people = await ask("/peopleid");
  return people === null ? 0 : ((await people.json()) as { id: number }).id;
}

/** The last game that was begun here for a reward. */
const LAST = "rookery.wisconsin.game";

/** Whether a game may be one of the host's. Most are not, and need not be asked about. */
async function mayBeHosted(game: string): Promise<boolean> {
  return localStorage.getItem(LAST) === game || (await gameNumber()) !== 0;
}

export async function rewardOf(game: string): Promise<Reward | null> {
  if (!(await mayBeHosted(game))) return null;
  const answer = await ask(`/hosted/${game}`);
  return answer === null ? null : ((await answer.json()) as Reward);
}

/** Takes something into the slots of the collection; 0 leaves it. */
export async function take(
  id: number,
  slots: { l: number; r: number; re: number },
): Promise<boolean> {
  return (await ask(`/reward/${id}`, slots)) !== null;
}

/** Leaves a game that is over, so that another can begin. */
export async function acknowledge(id: number): Promise<boolean> {
  return (await ask(`/acknowledge/${id}`)) !== null;
}
