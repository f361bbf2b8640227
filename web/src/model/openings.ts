/** Names by the moves that lead there, with a space between. */
export type Openings = Record<string, string>;

/** A move without the signs of check, mate and praise. */
const plain = (notation: string) => notation.replace(/[+#!?]+$/, "");

/** The name of the longest beginning that has one; none for a game that began elsewhere. */
export function openingOf(openings: Openings, notations: string[]): string | null {
  const moves = notations.map(plain);
  for (let length = moves.length; length > 0; length -= 1) {
    const name = openings[moves.slice(0, length).join(" ")];
    if (name !== undefined) return name;
  }
  return null;
}
