// Where things are: storeys, pins and the squares a board would cover. Everything follows from the scene.
import type { Board, Cell, Offer, Scene, Spot, Token } from "../../generated";

export interface Place {
  x: number;
  y: number;
  z: number;
}

/** A pin with the four squares a board on it covers. */
export interface Pin extends Spot {
  /** On the left as White sees it. */
  left: boolean;
  /** At the end of its main board that is further from White. */
  far: boolean;
  /** Lowest file and rank of the squares it provides; the others are one further. */
  originX: number;
  originY: number;
  /** The attack board that stands on it. */
  board: Board | null;
}

/** A main board and the pins on its corners. */
export interface Storey {
  board: Board;
  cells: Cell[];
  pins: Pin[];
  x: number;
  y: number;
  z: number;
  size: number;
}

const FILES = "zabcde";

/** Main boards cannot be tapped as a whole; attack boards can. */
export const isMain = (board: Board) => board.tap === undefined;

/** The main boards with their pins, lowest first. */
export function storeysOf(scene: Scene): Storey[] {
  const storeys = scene.boards.filter(isMain).map((board) => storeyOf(scene, board));
  return storeys.sort((one, other) => one.z - other.z);
}

function storeyOf(scene: Scene, board: Board): Storey {
  const cells = scene.cells.filter((cell) => cell.board === board.id);
  const x = Math.min(...cells.map((cell) => cell.x));
  const y = Math.min(...cells.map((cell) => cell.y));
  const size = Math.max(...cells.map((cell) => cell.x)) - x + 1;
  const z = cells[0]?.z ?? 0;
  const corners = (scene.spots ?? []).filter((spot) => spot.z === z + 1);
  const pins = corners.map((spot) => pinOf(scene, spot, { x, y, size }));
  return { board, cells, pins, x, y, z, size };
}

/** A board on a pin reaches one square beyond the corner, away from the main board. */
function pinOf(scene: Scene, spot: Spot, main: { x: number; y: number; size: number }): Pin {
  const left = spot.x === main.x;
  const far = spot.y === main.y + main.size - 1;
  const originX = left ? spot.x - 1 : spot.x;
  const originY = far ? spot.y : spot.y - 1;
  const on = scene.cells.find(
    (cell) => cell.z === spot.z && cell.x === originX && cell.y === originY,
  );
  const board = scene.boards.find((one) => one.id === on?.board) ?? null;
  return { ...spot, left, far, originX, originY, board };
}

/** The four squares of a pin, whether they exist now or not. */
export function squaresOf(pin: Pin): Place[] {
  const at = (dx: number, dy: number) => ({ x: pin.originX + dx, y: pin.originY + dy, z: pin.z });
  return [at(0, 0), at(1, 0), at(0, 1), at(1, 1)];
}

/** What a square of a pin is called when a board stands there. */
export const squareName = (place: Place, pin: Pin) => `${FILES[place.x] ?? "?"}${place.y}${pin.id}`;

/** Squares of free pins that are pointed out although they are not there: what somebody misses. */
export function missingAmong(pins: Pin[], places: string[]): Place[] {
  const free = pins.filter((pin) => pin.board === null);
  return free.flatMap((pin) =>
    squaresOf(pin).filter((place) => places.includes(squareName(place, pin))),
  );
}

export const tokenAt = (scene: Scene, cell: string): Token | undefined =>
  scene.tokens.find((token) => token.cell === cell);

/** Where the lone rider of a board would be put down. */
export interface Landing {
  token: Token;
  place: Place;
  turned: boolean;
}

/** The landings that the offers hold for a board and a pin; none without a rider. */
export function landings(scene: Scene, offers: Offer[], boardTap: string, pin: Pin): Landing[] {
  const board = scene.boards.find((one) => one.tap === boardTap);
  const cells = scene.cells.filter((cell) => cell.board === board?.id);
  const rider = scene.tokens.find((token) => cells.some((cell) => cell.id === token.cell));
  const from = cells.find((cell) => cell.id === rider?.cell);
  if (!rider || !from) return [];
  const dx = from.x - Math.min(...cells.map((cell) => cell.x));
  const dy = from.y - Math.min(...cells.map((cell) => cell.y));
  const fitting = offers.filter((offer) => offer.taps[0] === boardTap && offer.taps[1] === pin.id);
  const ways = new Set(fitting.map((offer) => offer.action.includes("^")));
  return [...ways].map((turned) => ({
    token: rider,
    turned,
    place: {
      x: pin.originX + (turned ? 1 - dx : dx),
      y: pin.originY + (turned ? 1 - dy : dy),
      z: pin.z,
    },
  }));
}

/** The places that could follow the first tap, for showing them while something is dragged. */
export function secondTaps(offers: Offer[], first: string): string[] {
  const fitting = offers.filter((offer) => offer.taps[0] === first && offer.taps.length > 1);
  return [...new Set(fitting.map((offer) => offer.taps[1] ?? ""))];
}

/** What the page knows when somebody points at a place. */
export interface Pointing {
  scene: Scene;
  offers: Offer[];
  targets: string[];
}

/**
 * What is meant by pointing at a place. A square that means nothing by itself stands for the board it belongs to, where
 * that board can be moved: an attack board is picked up by any of its empty squares.
 */
export function meantBy(place: string, { scene, offers, targets }: Pointing): string {
  const begins = (tap: string) => offers.some((offer) => offer.taps[0] === tap);
  const cell = scene.cells.find((one) => one.id === place);
  const board = scene.boards.find((one) => one.id === cell?.board)?.tap;
  if (board === undefined || targets.includes(place) || begins(place)) return place;
  return begins(board) ? board : place;
}
