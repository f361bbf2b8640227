import { sameKinds } from "../kinds";
import type { ServerWords } from "../server";
import { notes } from "./notes";
import { phrases } from "./phrases";
import { refusals } from "./refusals";

/** What the server says, in German. */
export const server: ServerWords = {
  pieces: {
    king: ["König", "m"],
    queen: ["Dame", "f"],
    rook: ["Turm", "m"],
    bishop: ["Läufer", "m"],
    knight: ["Springer", "m"],
    pawn: ["Bauer", "m"],
    ...sameKinds((kind) => kind[0].toUpperCase() + kind.slice(1)),
  },
  sides: { white: ["Weiß", ""], black: ["Schwarz", ""] },
  articles: {
    der: { m: "der ", f: "die " },
    den: { m: "den ", f: "die " },
    dem: { m: "dem ", f: "der " },
    ein: { m: "ein ", f: "eine " },
  },
  coloured: ([name, gender], seat) =>
    `${seat === "white" ? "weiße" : "schwarze"}${gender === "m" ? "r" : ""} ${name}`,
  placed: (piece, place) => `${piece} auf ${place}`,
  refusals,
  notes,
  phrases,
};
