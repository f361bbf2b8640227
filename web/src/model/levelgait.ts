import type { Answer, Request, Scene, Token } from "../generated";
import { type Gait, once } from "./gait";

/** How a kind moves on the set of Tri-Dimensional Chess, with the boards it was tried on. */
export interface LevelGait extends Gait {
  scene: Scene;
  home: string;
}

/** In the middle of the middle board. */
export const LEVEL_HOME = "b4N";

/** Squares of the main boards in the columns next to the piece, which are enough to tell going from capturing. */
const NEAR = [
  "a3W",
  "b3W",
  "c3W",
  "a4W",
  "c4W",
  "a3N",
  "b3N",
  "c3N",
  "a4N",
  "c4N",
  "a5N",
  "b5N",
  "c5N",
  "a5B",
  "b5B",
  "c5B",
];

type Ask = (request: Request) => Promise<Answer>;

const known = new Map<string, Promise<LevelGait | null>>();

/** How a kind moves. The server is asked once for each kind; null where it cannot be shown like this. */
export function levelGaitOf(variant: string, token: Token, ask: Ask): Promise<LevelGait | null> {
  // Pawns have letters that tell what they have done; here they have done nothing yet.
  const letter = token.kind === "pawn" ? "P" : token.letter.toUpperCase();
  return once(known, `${variant} ${token.kind}`, () => studyLevels(variant, letter, ask));
}

/** The piece alone, then with enemies around it: what it reaches only alone it cannot capture, what only then it cannot walk to. */
export async function studyLevels(
  variant: string,
  letter: string,
  ask: Ask,
): Promise<LevelGait | null> {
  const alone = await lookAt(variant, letter, [], ask);
  if (alone === null) return null;
  const taken: string[] = [];
  // Pawns of two ranks next to each other would protect each other, and a king takes nothing that is protected.
  for (const rest of [0, 1]) {
    const half = NEAR.filter((cell) => Number(cell[1]) % 2 === rest);
    const found = await lookAt(variant, letter, half, ask);
    taken.push(...(found?.targets ?? []).filter((cell) => half.includes(cell)));
  }
  const isQuiet = (cell: string) => NEAR.includes(cell) && !taken.includes(cell);
  return {
    scene: alone.scene,
    home: LEVEL_HOME,
    both: alone.targets.filter((cell) => !isQuiet(cell)),
    quiet: alone.targets.filter(isQuiet),
    capture: taken.filter((cell) => !alone.targets.includes(cell)),
  };
}

async function lookAt(
  variant: string,
  letter: string,
  enemies: string[],
  ask: Ask,
): Promise<{ scene: Scene; targets: string[] } | null> {
  const answer = await ask({
    type: "look",
    variant,
    start: { type: "setup", text: levelPlacement(letter, enemies) },
  });
  if (answer.type !== "looked") return null;
  const own = answer.offers.filter((offer) => offer.taps[0] === LEVEL_HOME);
  return {
    scene: answer.position.scene,
    targets: [...new Set(own.flatMap((offer) => offer.taps[1] ?? []))],
  };
}

/** White's piece on its square with both kings out of its way, as a position text, and a pawn so that it is no draw. */
export function levelPlacement(letter: string, enemies: string[]): string {
  const pieces = new Map([
    ["a8B", "k"],
    ["d7B", "p"],
    [LEVEL_HOME, letter],
  ]);
  if (letter !== "K") pieces.set("d1W", "K");
  for (const cell of enemies) pieces.set(cell, "p");
  const board = (level: string, highest: number) =>
    [0, 1, 2, 3]
      .map((row) =>
        squeeze(
          [..."abcd"].map((file) => pieces.get(`${file}${highest - row}${level}`) ?? "1").join(""),
        ),
      )
      .join("/");
  return `${board("B", 8)}|${board("N", 6)}|${board("W", 4)} QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10`;
}

const squeeze = (row: string) => row.replace(/1+/g, (run) => String(run.length));
