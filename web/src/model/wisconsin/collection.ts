import { KINDS, type Kind, kindsFor, SLOTS } from "./army";

/**
 * A player's record in Wisconsin Chess as docs/protocol/wisconsin.md has it: kinds are numbers, 0 is nothing. An army asked
 * of it has one number a slot: 0 the regular piece, -1 and -2 the picks, 1 to 21 a slot of the collection.
 */
export interface Collection {
  left: number;
  right: number;
  collection: number[];
}

/** Something that can be put into an army: the number it is asked for by, and its kind. */
export interface Piece {
  number: number;
  kind: Kind;
}

export function kindByNumber(number: number): Kind | null {
  return KINDS[number - 1] ?? null;
}

/** All pieces of a player, in display order. */
export function piecesOf({ left, right, collection }: Collection): Piece[] {
  const numbered: [number, number][] = [
    [-1, left],
    [-2, right],
    ...collection.map((kind, index): [number, number] => [index + 1, kind]),
  ];
  return numbered.flatMap(([number, kindNumber]) => {
    const kind = kindByNumber(kindNumber);
    return kind === null ? [] : [{ number, kind }];
  });
}

export const REGULAR_REQUEST: readonly number[] = new Array<number>(SLOTS).fill(0);

/** What fits into a slot and stands nowhere else in the army. */
export function choicesFor(slot: number, request: readonly number[], pieces: Piece[]): Piece[] {
  const fitting = new Set(kindsFor(slot).map((kind) => kind.letter));
  return pieces.filter(
    ({ number, kind }) =>
      fitting.has(kind.letter) && (request[slot] === number || !request.includes(number)),
  );
}

/** What the slot of an army holds. */
export function kindInSlot(slot: number, request: readonly number[], pieces: Piece[]): Kind {
  return pieces.find((piece) => piece.number === request[slot])?.kind ?? kindsFor(slot)[0];
}

/** An army without what the player no longer has. */
export function withoutLost(request: readonly number[], pieces: Piece[]): number[] {
  return request.map((number) => (pieces.some((piece) => piece.number === number) ? number : 0));
}

/** The reward of a finished game. */
export interface Reward {
  id: number;
  reward: number;
  left: number;
  right: number;
  claimable: boolean;
  taken: boolean;
}

/** The pieces that can be taken, with their keys in the request. */
export function rewardChoices({
  reward,
  left,
  right,
}: Reward): { key: "re" | "l" | "r"; kind: Kind }[] {
  const all = [
    ["re", reward],
    ["l", left],
    ["r", right],
  ] as const;
  return all.flatMap(([key, number]) => {
    const kind = kindByNumber(number);
    return kind === null ? [] : [{ key, kind }];
  });
}
