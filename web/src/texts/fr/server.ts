import { sameKinds } from "../kinds";
import type { ServerWords } from "../server";
import { notes } from "./notes";
import { phrases } from "./phrases";
import { refusals } from "./refusals";

/** What the server says, in French. */
export const server: ServerWords = {
  pieces: {
    king: ["roi", "m"],
    queen: ["dame", "f"],
    rook: ["tour", "f"],
    bishop: ["fou", "m"],
    knight: ["cavalier", "m"],
    pawn: ["pion", "m"],
    ...sameKinds(),
  },
  sides: { white: ["Blancs", "p"], black: ["Noirs", "p"] },
  articles: {
    le: { m: "le ", f: "la ", p: "les " },
    du: { m: "du ", f: "de la ", p: "des " },
    au: { m: "au ", f: "à la ", p: "aux " },
    un: { m: "un ", f: "une " },
  },
  coloured: ([name, gender], seat) =>
    seat === "white"
      ? `${name} ${gender === "f" ? "blanche" : "blanc"}`
      : `${name} ${gender === "f" ? "noire" : "noir"}`,
  placed: (piece, place) => `${piece} en ${place}`,
  refusals,
  notes,
  phrases,
};
