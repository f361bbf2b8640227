// Places of the Tri-Dimensional board in words.
import type { Badge, Scene } from "../../generated";
import { more } from "../../texts/more";
import { noteInWords, phraseInWords } from "../../texts/server";
import type { BoardInput } from "../board";
import { type Pin, squareName, tokenAt } from "./geometry";
import type { Item } from "./plan";

/** A place of the plan in words: what it is, what is there, and what is special about it. */
export function describe(item: Item, input: BoardInput): string {
  const missed = missingSquare(item, input);
  // A square that a pawn misses is not a place to go to, although its pin may be one for a board.
  if (missed !== null) return more.levels.missing(missed);
  return [...subject(item, input.scene), ...state(item.tap, input)].join(", ");
}

/** The name of a square that does not exist now but is needed; null for every other place. */
export function missingSquare({ place, pin }: Item, { ghosts }: BoardInput): string | null {
  const name = place !== undefined && pin !== undefined ? squareName(place, pin) : "";
  return ghosts.includes(name) ? name : null;
}

function subject(item: Item, scene: Scene): string[] {
  if (item.cell) return square(item.cell.id, scene);
  const pin = item.pin;
  if (!pin) return [item.tap];
  if (item.kind === "board" && pin.board)
    return [phraseInWords(pin.board.name), ...badgeTexts(pin.board.badges)];
  if (item.kind === "turn" && pin.board)
    return [more.levels.turnHint(phraseInWords(pin.board.name))];
  if (item.place)
    return [
      `${phraseInWords(pin.name)}, ${more.levels.free}`,
      more.levels.wouldBe(squareName(item.place, pin)),
    ];
  return [`${phraseInWords(pin.name)}, ${more.levels.free}`];
}

function square(id: string, scene: Scene): string[] {
  const token = tokenAt(scene, id);
  return [id, token ? phraseInWords(token.label) : more.levels.empty, ...badgeTexts(token?.badges)];
}

const badgeTexts = (badges: Badge[] | undefined) => (badges ?? []).map(noteInWords);

function state(tap: string, input: BoardInput): string[] {
  const found: string[] = [];
  if (input.taps.includes(tap)) found.push(more.levels.chosen);
  else if (input.targets.includes(tap)) found.push(more.levels.target);
  else if (input.offers.some((offer) => offer.taps[0] === tap)) found.push(more.levels.choosable);
  if (input.premove.includes(tap)) found.push(more.levels.premove);
  for (const mark of input.scene.marks ?? []) {
    if (mark.cells.includes(tap)) found.push(more.levels.marks[mark.kind] ?? mark.kind);
  }
  return found;
}

/** The tooltip of a place by its tap alone, for the three-dimensional view. */
export function tooltip(place: string, scene: Scene, pins: Pin[]): string {
  const board = scene.boards.find((one) => one.tap === place);
  if (board) return [phraseInWords(board.name), ...badgeTexts(board.badges)].join(" · ");
  const pin = pins.find((one) => one.id === place);
  if (pin)
    return pin.board
      ? more.levels.turnHint(phraseInWords(pin.board.name))
      : phraseInWords(pin.name);
  return square(place, scene)
    .filter((part) => part !== more.levels.empty)
    .join(" · ");
}
