/** A turn in which somebody changes the past, as its notation tells: `3^Nf3` replaces, `4_Nd5` fills a hole. */
export interface PastChange {
  /** The number of the full move that is changed. */
  number: number;
  move: string;
}

/** The change of the past that a move is; null for every other move. */
export function changeOf(notation: string): PastChange | null {
  const [, ply, move] = /^(\d+)[\^_](.+)$/.exec(notation) ?? [];
  if (ply === undefined || move === undefined) return null;
  return { number: Math.ceil(Number(ply) / 2), move };
}
