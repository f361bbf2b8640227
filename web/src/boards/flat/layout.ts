import type { Cell, Scene } from "../../generated";

/** The side of a cell in the units of the drawing; pieces are drawn in a box of this size. */
export const CELL = 45;
const GAP = CELL / 2;

export interface Place {
  cell: Cell;
  /** The upper left corner. */
  x: number;
  y: number;
}

export interface Layout {
  places: Map<string, Place>;
  width: number;
  height: number;
}

/** Lays out all cells of a scene in a plane: boards of one height keep their places, heights lie side by side. */
export function layOut(scene: Scene, orientation: "white" | "black"): Layout {
  const heights = [...new Set(scene.cells.map((cell) => cell.z))].sort((a, b) => a - b);
  const places = new Map<string, Place>();
  let left = 0;
  let height = 0;
  for (const z of heights) {
    const cells = scene.cells.filter((cell) => cell.z === z);
    const [minX, maxX] = range(cells.map((cell) => cell.x));
    const [minY, maxY] = range(cells.map((cell) => cell.y));
    for (const cell of cells) {
      const column = orientation === "white" ? cell.x - minX : maxX - cell.x;
      const row = orientation === "white" ? maxY - cell.y : cell.y - minY;
      places.set(cell.id, { cell, x: left + column * CELL, y: row * CELL });
    }
    left += (maxX - minX + 1) * CELL + GAP;
    height = Math.max(height, (maxY - minY + 1) * CELL);
  }
  return { places, width: Math.max(CELL, left - GAP), height: Math.max(CELL, height) };
}

function range(numbers: number[]): [number, number] {
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** The cell under a point of the drawing. */
export function placeAt(layout: Layout, x: number, y: number): Place | null {
  for (const place of layout.places.values()) {
    if (x >= place.x && x < place.x + CELL && y >= place.y && y < place.y + CELL) return place;
  }
  return null;
}

/** The nearest cell from one in a direction, for the keyboard. */
export function neighbour(layout: Layout, from: Place, dx: number, dy: number): Place {
  const ahead = [...layout.places.values()].filter((place) => {
    const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const across = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    return along > 0 && across < CELL;
  });
  const distance = (place: Place) => Math.abs(place.x - from.x) + Math.abs(place.y - from.y);
  return ahead.sort((a, b) => distance(a) - distance(b))[0] ?? from;
}
