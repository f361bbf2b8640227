import type { Scene, Seat } from "../generated";
import { other } from "./game";

/** What pieces are worth to players who count them. Only games with these kinds alone are counted. */
const WORTH: Record<string, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1, king: 0 };

export interface Material {
  /** The kinds of which this seat has more than the other, strongest first, one entry a piece. */
  surplus: string[];
  /** How many pawns' worth this seat is ahead; 0 or less where it is not. */
  ahead: number;
}

/** What a seat has more than the other; null where the pieces cannot be counted so. */
export function materialOf({ tokens }: Scene, seat: Seat): Material | null {
  if (tokens.some((token) => WORTH[token.kind] === undefined)) return null;
  const count = (kind: string, of: Seat) =>
    tokens.filter((token) => token.kind === kind && token.seat === of).length;
  const differences = Object.keys(WORTH).map(
    (kind) => [kind, count(kind, seat) - count(kind, other(seat))] as const,
  );
  return {
    surplus: differences.flatMap(([kind, n]) => Array<string>(Math.max(0, n)).fill(kind)),
    ahead: differences.reduce((sum, [kind, n]) => sum + n * WORTH[kind], 0),
  };
}
