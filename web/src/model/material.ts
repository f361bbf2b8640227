import { baseOf, isDrawn } from "../boards/pieces";
import type { Scene, Seat } from "../generated";
import { other } from "./game";

/** What pieces are worth to players who count them. A special kind counts as the piece it was made from. */
const WORTH: Record<string, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1, king: 0 };

export interface Material {
  /** The kinds of which this seat has more than the other, strongest first, one entry a piece. */
  surplus: string[];
  /** How many pawns' worth this seat is ahead; 0 or less where it is not. */
  ahead: number;
}

/** What a seat has more than the other; null where there are pieces that nobody can count. */
export function materialOf({ tokens }: Scene, seat: Seat): Material | null {
  if (!tokens.every((token) => isDrawn(token.kind))) return null;
  const count = (base: string, of: Seat) =>
    tokens.filter((token) => token.seat === of && baseOf(token.kind) === base).length;
  const differences = Object.keys(WORTH).map(
    (base) => [base, count(base, seat) - count(base, other(seat))] as const,
  );
  return {
    surplus: differences.flatMap(([base, n]) => Array<string>(Math.max(0, n)).fill(base)),
    ahead: differences.reduce((sum, [base, n]) => sum + n * WORTH[base], 0),
  };
}
