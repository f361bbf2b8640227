import { names } from "../names";

/** The texts of the Tri-Dimensional board. */
export const levels = {
  view: "View:",
  views: { white: "White", black: "Black", side: "Side", top: "Top" },
  viewHint: (name: string, key: string) => `View: ${name} (key ${key})`,
  apart: "Apart",
  apartHint: "Apart: the boards beside each other, so that none hides another",
  space: "Three-dimensional view",
  showSpace: "Show 3D",
  hideSpace: "Hide 3D",
  spaceHint: "Show or hide the three-dimensional set",
  noSpace: "This browser cannot draw in three dimensions. You can do everything on the floor plan.",
  planLabel: "Floor plan of all levels",
  planHelp: "Arrow keys move, Page Up and Page Down change the level, Enter selects.",
  canvas:
    "The set in three dimensions. Drag to look around, arrow keys turn it, plus and minus zoom, 1 to 4 choose a view. The floor plan has the same squares for the keyboard.",
  storey: (name: string) => `${name} with its attack boards`,
  turnHint: (board: string) => `Turn ${board} by 180°`,
  free: "free",
  empty: "empty",
  wouldBe: (square: string) => `would be ${square}`,
  missing: (square: string) => `${square} is missing: there is no board here`,
  planeRestored: (file: string) => `Promotion plane restored on file ${file}`,
  chosen: "selected",
  target: "legal target",
  choosable: "can be selected",
  premove: "premove",
  marks: names({ last: "last move", check: "in check" }),
};
