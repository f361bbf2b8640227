/** How judgements are written behind a move, by their numbers in PGN. */
const SIGNS: Record<number, string> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  22: "⨀",
  32: "⟳",
  36: "→",
  40: "↑",
  132: "⇆",
  138: "⊕",
  146: "N",
};

export const signOf = (glyph: number): string => SIGNS[glyph] ?? `$${glyph}`;

/** A comment without what programs have put into it: `[%clk 0:04:58]`. */
export const readable = (comment: string): string =>
  comment.replace(/\[%[a-z]+ [^\]]*\]/g, "").trim();
