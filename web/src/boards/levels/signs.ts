// The small signs on pieces and boards. Each is a shape of its own, so that nobody has to tell colours apart.

const SIGNS: Record<string, string> = {
  crown: "♛",
  lock: "⚿",
  forced: "!",
  hint: "?",
  guest: "⚑",
  rotated: "⟲",
};

/** One character for a badge; an unknown kind gets a dot, and its words still say what it means. */
export const badgeSign = (kind: string): string => SIGNS[kind] ?? "•";

/** Background and ink of a sign, chosen for contrast on either shade of square. */
const COLOURS: Record<string, [string, string]> = {
  crown: ["#f2c230", "#3b2c00"],
  forced: ["#c62828", "#ffffff"],
  lock: ["#4a5058", "#ffffff"],
  hint: ["#e3e6ea", "#30363d"],
  guest: ["#1f5fae", "#ffffff"],
  rotated: ["#e3e6ea", "#30363d"],
};

export const badgeColours = (kind: string): [string, string] => COLOURS[kind] ?? ["#e3e6ea", "#30363d"];
