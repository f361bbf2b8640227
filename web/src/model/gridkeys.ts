import type { Scene } from "../generated";

/** What a key does on a board that is read as a table. */
export type GridCommand =
  | { type: "go"; cell: string }
  /** To be answered like the same word when it is typed. */
  | { type: "say"; words: string }
  | { type: "type" };

const STEPS: Record<string, [right: number, up: number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const PIECES = "kqrbnp";

/** The keys of accessible chess boards: move, jump to pieces, ranks and files, and query. Null for any other. */
export function gridCommand(
  scene: Scene,
  at: string,
  key: string,
  isShifted: boolean,
): GridCommand | null {
  const step = STEPS[key];
  // At the edge one stays: the same key must not do something else there.
  if (step !== undefined) return go(walk(scene, at, step) ?? at);
  const letter = key.toLowerCase();
  if (PIECES.includes(letter) && letter.length === 1)
    return go(nextPiece(scene, at, letter, isShifted ? -1 : 1));
  if (key === "PageUp" || key === "PageDown")
    return go(otherBoard(scene, at, key === "PageUp" ? 1 : -1));
  switch (letter) {
    case "o":
      return { type: "say", words: `where ${at}` };
    case "l":
      return { type: "say", words: "last" };
    case "t":
      return { type: "say", words: "clock" };
    case "m":
      return { type: "say", words: `legal ${at}` };
    case "i":
      return { type: "type" };
    default:
      return null;
  }
}

/** A rank, or with Shift a file, by its number. The key is told by its place, since Shift makes it another sign. */
export function gridLineCommand(
  scene: Scene,
  at: string,
  code: string,
  isShifted: boolean,
): GridCommand | null {
  const number = Number(/^Digit([1-8])$/.exec(code)?.[1] ?? 0);
  const cell = cellOf(scene, at);
  if (number === 0 || cell === undefined) return null;
  const board = scene.cells.filter((one) => one.board === cell.board);
  const [left, low] = [
    Math.min(...board.map((one) => one.x)),
    Math.min(...board.map((one) => one.y)),
  ];
  const wanted = isShifted
    ? { x: left + number - 1, y: cell.y }
    : { x: cell.x, y: low + number - 1 };
  return go(board.find((one) => one.x === wanted.x && one.y === wanted.y)?.id);
}

function go(cell: string | undefined): GridCommand | null {
  return cell === undefined ? null : { type: "go", cell };
}

const cellOf = (scene: Scene, id: string) => scene.cells.find((one) => one.id === id);

function walk(scene: Scene, at: string, [right, up]: [number, number]): string | undefined {
  const cell = cellOf(scene, at);
  return scene.cells.find(
    (one) => one.board === cell?.board && one.x === cell.x + right && one.y === cell.y + up,
  )?.id;
}

/** The next piece with this letter on any board, round and round. */
function nextPiece(
  scene: Scene,
  at: string,
  letter: string,
  direction: 1 | -1,
): string | undefined {
  const order = scene.cells.map((cell) => cell.id);
  const places = scene.tokens
    .filter((token) => token.letter.toLowerCase() === letter)
    .map((token) => order.indexOf(token.cell))
    .sort((a, b) => a - b);
  const here = order.indexOf(at);
  const onwards =
    direction === 1
      ? places.find((place) => place > here)
      : places.findLast((place) => place < here);
  const found = onwards ?? (direction === 1 ? places[0] : places.at(-1));
  return found === undefined ? undefined : order[found];
}

/** The first square of the board above or below in the list of boards. */
function otherBoard(scene: Scene, at: string, direction: 1 | -1): string | undefined {
  const boards = scene.boards.map((board) => board.id);
  const wanted = boards[boards.indexOf(cellOf(scene, at)?.board ?? "") + direction];
  return scene.cells.find((cell) => cell.board === wanted)?.id;
}
