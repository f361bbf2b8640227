/** Texts of text mode: typed commands and their answers. */
export const commands = {
  text: {
    title: "Text mode",
    input: "Move or command",
    hint: "Type a move, or help",
    send: "Send",
    board: "Board",
    said: "Messages",
    grid: "Board as a table; arrow keys move, Enter selects, question mark lists all keys",
  },
  words: {
    empty: "empty",
    nothingLike: (what: string) =>
      `No piece or square is called ${what === "" ? "that" : what}. Try: where knight.`,
    noLegal: "No legal moves there now.",
    nLegal: (n: number) => (n === 1 ? "One possibility:" : `${n} possibilities:`),
    changes: (name: string, old: string, move: string) => `change ${name} from ${old} to ${move}`,
    fills: (name: string, move: string) => `fill ${name} with ${move}`,
    way: (places: string[], label: string) => `${places.join(" to ")}: ${label}`,
    noMove: "No moves yet.",
    last: (seat: string, notation: string) => `${seat} played ${notation}.`,
    changed: (seat: string, number: number, move: string) =>
      `${seat} changed move ${number} to ${move}.`,
    filled: (seat: string, number: number, move: string) =>
      `${seat} filled move ${number} with ${move}.`,
    ownMove: (seat: string, number: number) => `${seat}’s move ${number}`,
    accepted: (seat: string) => `${seat} accepted the end of the line.`,
    waited: (seat: string) => `${seat} waited.`,
    promoted: (seat: string, piece: string) => `${seat} promoted to a ${piece}.`,
    noClock: "This game has no clock.",
    clock: (white: string, black: string) => `White has ${white}, Black has ${black}.`,
    help: "Type a move as on a score sheet (e4, Nf3, O-O) or from square to square (e2e4). Commands: where knight, where e4, last, clock, legal, legal e2, hint, who, board, draw, takeback, resign, help.",
    turn: (seat: string) => `${seat} to move.`,
    who: (white: string, black: string) => `White is ${white}, Black is ${black}.`,
    resignAgain: "Type resign again to resign.",
    cannot: "That is not possible now.",
    done: "Done.",
    chosen: (place: string) => `${place} selected.`,
    dropped: "Selection cancelled.",
  },
};
