// Every text of the Tri-Dimensional board, in one place.
import type { Badge, Scene } from "../../generated";
import type { BoardInput } from "../board";
import { type Pin, squareName, tokenAt } from "./geometry";
import type { Item } from "./plan";

export const words = {
  views: { white: "White", black: "Black", side: "Side", top: "Top" },
  viewHint: (name: string, key: string) => `View: ${name} (key ${key})`,
  space: "Three-dimensional view",
  showSpace: "Show 3D",
  hideSpace: "Hide 3D",
  spaceHint: "Show or hide the three-dimensional set",
  noSpace: "This browser cannot draw in three dimensions. Everything can be done on the floor plan.",
  planLabel: "Floor plan of all levels",
  planHelp: "Arrow keys walk, Page Up and Page Down change the level, Enter chooses.",
  canvas: "The set in three dimensions. Drag to look around, arrow keys turn it, plus and minus zoom, 1 to 4 choose a view. The floor plan has the same squares for the keyboard.",
  storey: (name: string) => `${name} with its attack boards`,
  turnHint: (board: string) => `Turn ${board} by 180°`,
  free: "free",
  wouldBe: (square: string) => `would be ${square}`,
};

/** A place of the plan in words: what it is, what is there, and what is special about it. */
export function describe(item: Item, input: BoardInput): string {
  return [...subject(item, input.scene), ...state(item.tap, input)].join(", ");
}

function subject(item: Item, scene: Scene): string[] {
  if (item.cell) return square(item.cell.id, scene);
  const pin = item.pin;
  if (!pin) return [item.tap];
  if (item.kind === "board" && pin.board) return [pin.board.name, ...texts(pin.board.badges)];
  if (item.kind === "turn" && pin.board) return [words.turnHint(pin.board.name)];
  if (item.place) return [`${pin.name}, ${words.free}`, words.wouldBe(squareName(item.place, pin))];
  return [`${pin.name}, ${words.free}`];
}

function square(id: string, scene: Scene): string[] {
  const token = tokenAt(scene, id);
  return [id, token?.label ?? "empty", ...texts(token?.badges)];
}

const texts = (badges: Badge[] | undefined) => (badges ?? []).map((badge) => badge.text);

function state(tap: string, input: BoardInput): string[] {
  const found: string[] = [];
  if (input.taps.includes(tap)) found.push("chosen");
  else if (input.targets.includes(tap)) found.push("possible target");
  else if (input.offers.some((offer) => offer.taps[0] === tap)) found.push("can be chosen");
  if (input.premove.includes(tap)) found.push("premove");
  for (const mark of input.scene.marks ?? []) {
    if (mark.cells.includes(tap)) found.push(MARKS[mark.kind] ?? mark.kind);
  }
  return found;
}

const MARKS: Record<string, string> = { last: "last move", check: "in check" };

/** The tooltip of a place by its tap alone, for the three-dimensional view. */
export function tooltip(place: string, scene: Scene, pins: Pin[]): string {
  const board = scene.boards.find((one) => one.tap === place);
  if (board) return [board.name, ...texts(board.badges)].join(" · ");
  const pin = pins.find((one) => one.id === place);
  if (pin) return pin.board ? words.turnHint(pin.board.name) : pin.name;
  return square(place, scene).filter((part) => part !== "empty").join(" · ");
}
