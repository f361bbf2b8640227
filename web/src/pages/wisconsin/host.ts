import { me } from "../../client";
import { askPath } from "../../http";
import type { Possessions, Reward } from "../../model/collection";

/** The paths of docs/protocol/wisconsin.md that the page uses. */
const ask = (path: string, body?: unknown) => askPath(`/wisconsin${path}`, me.value?.token ?? "", body);

export async function possessions(): Promise<Possessions | null> {
  const [picks, collection] = await Promise.all([ask("/picks"), ask("/collection")]);
  if (picks === null || collection === null) return null;
  const { l, r } = (await picks.json()) as { l: number; r: number };
  const { c } = (await collection.json()) as { c: number[] };
  return { left: l, right: r, collection: c };
}

/** Begins a game with the computer and gives its name, or goes on with the one that is there. */
export async function playComputer(army: readonly number[]): Promise<string | null> {
  const begun = (await ask("/computer", army)) ?? (await ask("/computer"));
  const game = begun?.headers.get("rookery-game") ?? null;
  if (game !== null) localStorage.setItem(LAST, game);
  return game;
}

/** The last game that was begun here for a reward. */
const LAST = "rookery.wisconsin.game";

/** Whether a game may be one of the host's. Most are not, and need not be asked about. */
async function mayBeHosted(game: string): Promise<boolean> {
  if (localStorage.getItem(LAST) === game) return true;
  const people = await ask("/peopleid");
  return people !== null && ((await people.json()) as { id: number }).id !== 0;
}

export async function rewardOf(game: string): Promise<Reward | null> {
  if (!(await mayBeHosted(game))) return null;
  const answer = await ask(`/hosted/${game}`);
  return answer === null ? null : ((await answer.json()) as Reward);
}

/** Takes something into the slots of the collection; 0 leaves it. */
export async function take(id: number, slots: { l: number; r: number; re: number }): Promise<boolean> {
  return (await ask(`/reward/${id}`, slots)) !== null;
}

/** Leaves a game that is over, so that another can begin. */
export async function acknowledge(id: number): Promise<boolean> {
  return (await ask(`/acknowledge/${id}`)) !== null;
}
