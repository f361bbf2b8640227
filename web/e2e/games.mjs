// The four games as tests meet them: how their places are pointed at, a first move of each side, and how boards mark things.
import { choosePlaces, click } from "./board.mjs";

const FLAT = {
  point: click,
  first: ["e2", "e4"],
  reply: ["g8", "f6"],
  later: ["b8", "c6"],
  second: ["d2", "d4"],
  secondInWords: "d4",
  /** Where the knight of White cannot go. */
  illegal: ["g1", "e5"],
  at: (cell) => `.token[data-cell="${cell}"]:not(.gone):not(.covered)`,
  premove: ".mark-premove",
  chosen: ".mark-chosen",
  hint: ".mark-ghost",
  cause: ".mark-cause",
};

export const GAMES = {
  orthodox: { ...FLAT, setup: "" },
  wisconsin: { ...FLAT, setup: "army:regular/regular" },
  timetravel: { ...FLAT, setup: "" },
  tridim: {
    point: choosePlaces,
    setup: "",
    first: ["d1W", "c3N"],
    reply: ["d8B", "c6N"],
    later: ["d7B", "d5B"],
    second: ["a2W", "a3W"],
    secondInWords: "a3W",
    illegal: ["d1W", "b5N"],
    at: (cell) => `.levels-plan [data-key="${cell}"].is-taken`,
    premove: ".levels-plan .is-premove",
    chosen: ".levels-plan .is-chosen",
    hint: ".levels-plan .is-ghost",
    cause: ".levels-plan .is-cause",
  },
};
