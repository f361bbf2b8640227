import type { Seat } from "../../generated";

/** A board of a position that is being set up: rows from the far side to the near one, empty squares as empty texts. */
export interface DraftBoard {
  rows: string[][];
  /** Where a board that moves stands. */
  pin?: string;
  /** Whether such a board is turned around. */
  isTurned?: boolean;
}

/**
 * A position that is being set up, right or wrong. Texts of positions have three forms: one board as in FEN, boards above each
 * other with some that move, and a history that begins with a FEN. What is right, only the rules say.
 */
export interface Draft {
  form: "flat" | "levels" | "timeline";
  boards: DraftBoard[];
  turn: Seat;
  /** `KQkq`, where a position says so. */
  castling: string | null;
  /** Pawns that have to promote, where a position says so. */
  promotions: string | null;
  /** The number of the move, where a position says so. */
  number: string;
  /** What follows the position: `; repetition=threefold`, or the limits of a history. */
  options: string;
}

/** Reads a position text; null where it has none of the forms. */
export function readDraft(text: string): Draft | null {
  const trimmed = text.trim();
  if (trimmed.startsWith("TT1;")) return readHistory(trimmed);
  const [position = "", ...options] = trimmed.split(";");
  const tail = options.length === 0 ? "" : `;${options.join(";")}`;
  const fields = position.trim().split(/\s+/);
  return fields[0]?.includes("|") ? readLevels(fields, tail) : readFlat(fields, tail);
}

export function writeDraft(draft: Draft): string {
  const { form, options } = draft;
  if (form === "timeline")
    return `TT1;${flat(draft).replaceAll(" ", "_")};-;1;-/-;0/0;-;-;wb;${options};*`;
  return `${form === "levels" ? levels(draft) : flat(draft)}${options}`;
}

const side = (turn: Seat) => (turn === "white" ? "w" : "b");
const seat = (letter: string | undefined): Seat => (letter === "b" ? "black" : "white");

/** Where a history begins and what its limits are; what happened in it is left out. */
function readHistory(text: string): Draft | null {
  const fields = text.split(";");
  const start = fields[1] ?? "-";
  const fen = start === "-" ? USUAL : start.replaceAll("_", " ");
  const read = readFlat(fen.split(" "), "");
  return read === null ? null : { ...read, form: "timeline", options: fields[9] ?? "9/600/-" };
}

const USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** FEN has six fields; other boards of this shape say less, and nothing that has to be set up. */
function readFlat(fields: string[], options: string): Draft | null {
  const rows = readRows(fields[0] ?? "");
  if (rows === null || fields.length < 2) return null;
  const isFen = fields.length >= 6;
  return {
    form: "flat",
    boards: [{ rows }],
    turn: seat(fields[1]),
    castling: isFen ? (fields[2] ?? "-") : null,
    promotions: null,
    number: isFen ? (fields[5] ?? "1") : "",
    options,
  };
}

function flat({ boards, turn, castling, number }: Draft): string {
  const rows = writeRows(boards[0]?.rows ?? []);
  if (castling === null) return `${rows} ${side(turn)} - - 0`;
  return `${rows} ${side(turn)} ${castling || "-"} - 0 ${number}`;
}

function readLevels(fields: string[], options: string): Draft | null {
  const mains = (fields[0] ?? "").split("|").map(readRows);
  const moving = (fields[1] ?? "").split(/,(?=[A-Z])/).map(readMoving);
  const boards = [...mains.map((rows) => (rows === null ? null : { rows })), ...moving];
  if (fields.length !== 8 || boards.some((board) => board === null)) return null;
  return {
    form: "levels",
    boards: boards.filter((board) => board !== null),
    turn: seat(fields[2]),
    castling: fields[3] ?? "-",
    promotions: fields[5] ?? "-",
    number: fields[7] ?? "1",
    options,
  };
}

function readMoving(text: string): DraftBoard | null {
  const [, pin, turned, cells] = /^([A-Z]+\d)(\^?)\(([^)]*)\)$/.exec(text) ?? [];
  const rows = cells === undefined ? null : readRows(cells);
  return rows === null || pin === undefined ? null : { rows, pin, isTurned: turned === "^" };
}

function levels({ boards, turn, castling, promotions, number }: Draft): string {
  const mains = boards.filter((board) => board.pin === undefined);
  const moving = boards.filter((board) => board.pin !== undefined);
  const main = mains.map((board) => writeRows(board.rows)).join("|");
  const others = moving.map(
    ({ pin, isTurned, rows }) => `${pin}${isTurned ? "^" : ""}(${writeRows(rows)})`,
  );
  const rights = `${castling || "-"} - ${promotions || "-"} 0 ${number}`;
  return `${main} ${others.join(",")} ${side(turn)} ${rights}`;
}

/** A letter with what some games write behind it: `p'd7` has moved from there. */
const SIGN = /\d|[A-Za-z](?:['~](?:[a-h]\d|-))?/g;

function readRows(text: string): string[][] | null {
  const rows = text.split("/").map((row) => {
    const signs = row.match(SIGN) ?? [];
    if (signs.join("") !== row) return null;
    return signs.flatMap((sign) => (/^\d$/.test(sign) ? Array(Number(sign)).fill("") : [sign]));
  });
  const width = rows[0]?.length ?? 0;
  const isWhole = width > 0 && rows.every((row) => row?.length === width);
  return isWhole ? (rows as string[][]) : null;
}

function writeRows(rows: string[][]): string {
  return rows
    .map((row) => row.map((sign) => sign || "1").join(""))
    .map((row) => row.replace(/(?<!['~][a-h])1+/g, (blanks) => String(blanks.length)))
    .join("/");
}

/** The draft with a piece on a square, or without one. */
export function put(draft: Draft, board: number, row: number, column: number, sign: string): Draft {
  const boards = draft.boards.map((one, index) =>
    index !== board
      ? one
      : {
          ...one,
          rows: one.rows.map((cells, at) => (at === row ? cells.with(column, sign) : cells)),
        },
  );
  return { ...draft, boards };
}

/** The draft without pieces, and without what only pieces can have. */
export function cleared(draft: Draft): Draft {
  const boards = draft.boards.map((board) => ({
    ...board,
    rows: board.rows.map((row) => row.map(() => "")),
  }));
  const none = (field: string | null) => (field === null ? null : "-");
  return { ...draft, boards, castling: none(draft.castling), promotions: none(draft.promotions) };
}

/** The draft with a board that moves elsewhere, or turned. */
export function moved(draft: Draft, board: number, to: Partial<DraftBoard>): Draft {
  return { ...draft, boards: draft.boards.with(board, { ...draft.boards[board], ...to }) };
}
