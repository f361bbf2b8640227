import { sameKinds } from "../kinds";
import type { ServerWords } from "../server";
import { notes } from "./notes";
import { phrases } from "./phrases";
import { refusals } from "./refusals";

/** What the server says, in Spanish. */
export const server: ServerWords = {
  pieces: {
    king: ["rey", "m"],
    queen: ["dama", "f"],
    rook: ["torre", "f"],
    bishop: ["alfil", "m"],
    knight: ["caballo", "m"],
    pawn: ["peón", "m"],
    ...sameKinds(),
  },
  sides: { white: ["blancas", "p"], black: ["negras", "p"] },
  articles: {
    el: { m: "el ", f: "la ", p: "las " },
    del: { m: "del ", f: "de la ", p: "de las " },
    al: { m: "al ", f: "a la ", p: "a las " },
    un: { m: "un ", f: "una " },
  },
  coloured: ([name, gender], seat) =>
    `${name} ${seat === "white" ? "blanc" : "negr"}${gender === "f" ? "a" : "o"}`,
  placed: (piece, place) => `${piece} de ${place}`,
  refusals,
  notes,
  phrases,
};
