import type { Answer, Offer, Request, Token } from "../generated";

/** Where a kind of piece can go from the middle of an empty board, and what it can do there. */
export interface MoveDiagram {
  /** Goes there, and captures there. */
  both: string[];
  /** Only goes there. */
  quiet: string[];
  /** Only captures there. */
  capture: string[];
}

export const HOME = "d4";

type Ask = (request: Request) => Promise<Answer>;

const known = new Map<string, Promise<MoveDiagram | null>>();

/** How a kind moves. The server is asked once for each kind; null where it cannot be shown like this. */
export function moveDiagramOf(
  variant: string,
  token: Token,
  ask: Ask,
): Promise<MoveDiagram | null> {
  return once(known, `${variant} ${token.kind}`, () =>
    exploreMoves(variant, token.letter.toUpperCase(), ask),
  );
}

/** Caches results; a failed request is repeated when it is asked for again. */
export function once<T>(
  known: Map<string, Promise<T | null>>,
  key: string,
  find: () => Promise<T | null>,
): Promise<T | null> {
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const found = find().catch(() => {
    known.delete(key);
    return null;
  });
  known.set(key, found);
  return found;
}

/**
 * A few positions are enough: the piece alone, with enemies at the ends of its lines, and with enemies on the squares
 * around it to which it cannot go.
 */
export async function exploreMoves(
  variant: string,
  letter: string,
  ask: Ask,
): Promise<MoveDiagram> {
  const alone = await targets(variant, letter, [], ask);
  const ends = farthest(alone);
  const ways = new Set((await captured(variant, letter, ends, ask)).map(direction));
  const aside = neighbours().filter((cell) => !alone.includes(cell));
  const capture = await captured(variant, letter, aside, ask);
  const captures = (cell: string) => ways.has(direction(cell));
  return { both: alone.filter(captures), quiet: alone.filter((cell) => !captures(cell)), capture };
}

/**
 * The squares among these on which it captures. Of two ranks next to each other pawns of one would protect the other, and a king takes
 * nothing that is protected: every other rank is asked about by itself.
 */
async function captured(
  variant: string,
  letter: string,
  enemies: string[],
  ask: Ask,
): Promise<string[]> {
  const found: string[] = [];
  for (const rest of [0, 1]) {
    const half = enemies.filter((cell) => Number(cell[1]) % 2 === rest);
    if (half.length > 0)
      found.push(
        ...(await targets(variant, letter, half, ask)).filter((cell) => half.includes(cell)),
      );
  }
  return found;
}

async function targets(
  variant: string,
  letter: string,
  enemies: string[],
  ask: Ask,
): Promise<string[]> {
  const answer = await ask({
    type: "look",
    variant,
    start: { type: "setup", text: placement(letter, enemies) },
  });
  const offers: Offer[] = answer.type === "looked" ? answer.offers : [];
  return [
    ...new Set(
      offers.filter((offer) => offer.taps[0] === HOME).map((offer) => offer.taps[1] ?? ""),
    ),
  ];
}

/**
 * White's piece on d4 with both kings out of its way, as a position text, and two pawns so that the game is not drawn. Enemies are
 * pawns, or knights where pawns cannot stand.
 */
export function placement(letter: string, enemies: string[]): string {
  const pieces = new Map([
    ["a8", "k"],
    ["a6", "p"],
    ["h2", "P"],
    [HOME, letter],
  ]);
  if (letter !== "K") pieces.set("h1", "K");
  for (const cell of enemies) pieces.set(cell, /[18]$/.test(cell) ? "n" : "p");
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
    [..."abcdefgh"].map((file) => pieces.get(`${file}${rank}`) ?? "1").join(""),
  );
  return `${rows.map((row) => row.replace(/1+/g, (run) => String(run.length))).join("/")} w -`;
}

const steps = (cell: string): [number, number] => [
  cell.charCodeAt(0) - HOME.charCodeAt(0),
  Number(cell[1]) - Number(HOME[1]),
];

function direction(cell: string): string {
  const [x, y] = steps(cell);
  const length = divisor(Math.abs(x), Math.abs(y));
  return `${x / length} ${y / length}`;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

function farthest(cells: string[]): string[] {
  const ends = new Map<string, string>();
  const far = (cell: string) => Math.max(...steps(cell).map(Math.abs));
  for (const cell of cells) {
    const end = ends.get(direction(cell));
    if (end === undefined || far(cell) > far(end)) ends.set(direction(cell), cell);
  }
  return [...ends.values()];
}

function neighbours(): string[] {
  return [..."cde"]
    .flatMap((file) => ["3", "4", "5"].map((rank) => file + rank))
    .filter((cell) => cell !== HOME);
}
