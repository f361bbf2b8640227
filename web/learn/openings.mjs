// The names of openings, as the games that have them write them down: crates/games/ID/openings.txt.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const fileOf = (games, id) => join(games, id, "openings.txt");

/** The ids of the games that name openings. */
export function openingIds(games) {
  return readdirSync(games)
    .filter((id) => existsSync(fileOf(games, id)))
    .sort();
}

/** Names by the moves that lead there, without the signs of check and mate. */
export function readOpenings(text) {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.indexOf(": ");
      return [line.slice(0, end).replace(/[+#]/g, ""), line.slice(end + 2)];
    }),
  );
}

/** Writes one file a game. */
export function writeOpenings(games, target) {
  mkdirSync(target, { recursive: true });
  for (const id of openingIds(games)) {
    const names = readOpenings(readFileSync(fileOf(games, id), "utf8"));
    writeFileSync(join(target, `${id}.json`), JSON.stringify(names));
  }
}
