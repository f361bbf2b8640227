// The floor plan as data: every place of every level on one sheet of eight columns, and how keys walk on it.
//
// A storey is six rows: names of the boards on the further pins, four rows of squares, names of the boards on the
// nearer pins. Its main board has the four columns in the middle, its attack boards two columns on either side.
import type { Cell, Scene } from "../../generated";
import { type Pin, type Place, type Storey, squaresOf, storeysOf } from "./geometry";

export const COLUMNS = 8;
export const ROWS_PER_STOREY = 6;

export interface Item {
  /** Unique on the sheet. */
  key: string;
  /** What choosing it taps. */
  tap: string;
  kind: "cell" | "free" | "board" | "pin" | "turn";
  storey: number;
  column: number;
  row: number;
  span: number;
  cell?: Cell;
  pin?: Pin;
  /** Where a free square would be. */
  place?: Place;
}

export interface Plan {
  /** Top to bottom. */
  storeys: Storey[];
  /** In reading order. */
  items: Item[];
}

/** Lays out a scene. A board whose own pin is a target can be turned there, which is an item of its own. */
export function planOf(scene: Scene, orientation: "white" | "black", targets: string[]): Plan {
  const lowestFirst = storeysOf(scene);
  const storeys = orientation === "white" ? lowestFirst.reverse() : lowestFirst;
  const items = storeys.flatMap((storey, index) => {
    const upright = [
      ...mainItems(storey),
      ...storey.pins.flatMap((pin) => pinItems(scene, pin, targets)),
    ];
    const turned = orientation === "white" ? upright : upright.map(turnRound);
    return turned.map((item) => ({
      ...item,
      storey: index,
      row: item.row + index * ROWS_PER_STOREY,
    }));
  });
  items.sort((one, other) => one.row - other.row || one.column - other.column);
  return { storeys, items };
}

const turnRound = (item: Item): Item => ({
  ...item,
  column: COLUMNS - item.column - item.span,
  row: ROWS_PER_STOREY - 1 - item.row,
});

function mainItems(storey: Storey): Item[] {
  return storey.cells.map((cell) => ({
    key: cell.id,
    tap: cell.id,
    kind: "cell",
    storey: 0,
    column: 2 + cell.x - storey.x,
    row: storey.size - (cell.y - storey.y),
    span: 1,
    cell,
  }));
}

function pinItems(scene: Scene, pin: Pin, targets: string[]): Item[] {
  const squares = squaresOf(pin).map((place) => squareItem(scene, pin, place));
  return [...nameItems(pin, targets.includes(pin.id)), ...squares];
}

function squareItem(scene: Scene, pin: Pin, place: Place): Item {
  const dx = place.x - pin.originX;
  const dy = place.y - pin.originY;
  const at = {
    storey: 0,
    span: 1,
    column: (pin.left ? 0 : 6) + dx,
    row: (pin.far ? 2 : 4) - dy,
    pin,
  };
  const cell = scene.cells.find(
    (one) => one.x === place.x && one.y === place.y && one.z === place.z,
  );
  if (cell) return { ...at, key: cell.id, tap: cell.id, kind: "cell", cell };
  return { ...at, key: `${pin.id}+${dx}${dy}`, tap: pin.id, kind: "free", place };
}

function nameItems(pin: Pin, isTarget: boolean): Item[] {
  const column = pin.left ? 0 : 6;
  const at = { storey: 0, row: pin.far ? 0 : 5, pin };
  if (!pin.board) return [{ ...at, key: pin.id, tap: pin.id, kind: "pin", column, span: 2 }];
  const tap = pin.board.tap ?? pin.id;
  if (!isTarget) return [{ ...at, key: tap, tap, kind: "board", column, span: 2 }];
  return [
    { ...at, key: tap, tap, kind: "board", column, span: 1 },
    { ...at, key: pin.id, tap: pin.id, kind: "turn", column: column + 1, span: 1 },
  ];
}

export type Direction = "up" | "down" | "left" | "right";

/** The item an arrow key leads to; at an edge, the item itself. */
export function step(items: Item[], from: Item, direction: Direction): Item {
  const overlaps = (item: Item) =>
    item.column < from.column + from.span && from.column < item.column + item.span;
  const ahead = items.filter((item) => {
    if (direction === "up") return item.row < from.row && overlaps(item);
    if (direction === "down") return item.row > from.row && overlaps(item);
    if (direction === "left") return item.row === from.row && item.column < from.column;
    return item.row === from.row && item.column > from.column;
  });
  const distance = (item: Item) =>
    Math.abs(item.row - from.row) + Math.abs(item.column - from.column) / COLUMNS;
  return nearest(ahead, distance) ?? from;
}

/** The square one level higher or lower: in the same column if there is one, otherwise the nearest. */
export function climb(items: Item[], from: Item, up: boolean): Item {
  const place = placeOf(from);
  if (!place) return from;
  const cells = items.filter(
    (item) => item.cell && (up ? item.cell.z > place.z : item.cell.z < place.z),
  );
  const column = cells.filter((item) => item.cell?.x === place.x && item.cell.y === place.y);
  const height = (item: Item) => Math.abs((item.cell?.z ?? 0) - place.z);
  const aside = (item: Item) =>
    Math.abs((item.cell?.x ?? 0) - place.x) + Math.abs((item.cell?.y ?? 0) - place.y);
  return (
    nearest(column, height) ?? nearest(cells, (item) => height(item) * 100 + aside(item)) ?? from
  );
}

/** The item that is now where another one was. */
export function inPlaceOf(items: Item[], gone: Item): Item | undefined {
  return nearest(
    items,
    (item) => Math.abs(item.row - gone.row) * COLUMNS + Math.abs(item.column - gone.column),
  );
}

function placeOf(item: Item): Place | undefined {
  return item.cell ?? item.place ?? item.pin;
}

function nearest(items: Item[], distance: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best && distance(best) <= distance(item) ? best : item),
    undefined,
  );
}
