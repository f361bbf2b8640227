import type { Bodies } from "../pieces";

const DISC = "M22.5 5.5a17 17 0 1 1-.01 0z";
const WIDTH = 3.4;

/** Discs with the letter of the piece, for those who read faster than they recognise. */
export const bodies: Bodies = {
  pawn: [DISC, "M18 31V14h5.5a5 5 0 0 1 0 10H18", WIDTH],
  rook: [DISC, "M17 31V14h6.5a4.7 4.7 0 0 1 0 9.4H17M23.5 23.4 28.5 31", WIDTH],
  knight: [DISC, "M16.5 31V14l12 17V14", WIDTH],
  bishop: [
    DISC,
    "M17.5 14h5.5a4 4 0 0 1 0 8.1h-5.5zM17.5 22.1h6.5a4.4 4.4 0 0 1 0 8.9h-6.5z",
    WIDTH,
  ],
  queen: [DISC, "M22.5 13.8a8.5 8.5 0 1 1-.01 0zM24 25.5l6 6.5", WIDTH],
  king: [DISC, "M17.5 31V14M28.5 14l-11 9.5M21 20.5 29 31", WIDTH],
};
