import type { ComponentType } from "preact";
import type { Scene } from "../generated";
import { nextNumber } from "../model/replay";
import type { Table } from "../model/table";
import { numbered } from "../model/wisconsin/numbered";
import { texts } from "../texts";
import { lazy } from "./lazy";

/**
 * What a game brings beyond its board. This is the only place where the page names a game: names, pictures and all else come
 * from the server. Each part is loaded on demand.
 */
/** A kind of piece with its letter in position texts. */
export interface KindOfPiece {
  letter: string;
  kind: string;
}

interface Extras {
  /** A form part that puts a position text into the field `setup`, and what it is called. */
  builder?: { name: string; summary: string; Part: ComponentType };
  /** A dialog of the player's collection, opened from the card of the game, or by an invitation link with its code. */
  collection?: { name: string; Dialog: ComponentType<{ word?: string; onClose(): void }> };
  /** All kinds of its pieces, where there are more than the ordinary ones. */
  kinds?: () => Promise<readonly KindOfPiece[]>;
  /** Whether its pieces have letters of their own in moves, which no language changes. */
  hasOwnPieces?: boolean;
  /** Puts the number of the next move into a position text that does not tell it. */
  numbered?: (setup: string, number: number) => string;
  /** What there is to do at a game beside playing. */
  Panel?: ComponentType<{ table: Table }>;
  /** Which pieces beyond the ordinary ones are on the board, and what they do. */
  Legend?: ComponentType<{ scene: Scene }>;
}

const ArmyBuilder = lazy(async () => (await import("./wisconsin/armies")).ArmyBuilder);
const CollectionDialog = lazy(
  async () => (await import("./wisconsin/collection")).CollectionDialog,
);
const RewardPanel = lazy(async () => (await import("./wisconsin/reward")).RewardPanel);
const Legend = lazy(async () => (await import("./wisconsin/legend")).Legend);

/** Where a game begins that goes on from these moves of another one. */
export function setupAfter(
  variant: string,
  setup: string,
  moves: { seat: string }[],
  first?: number,
): string {
  return extrasOf(variant).numbered?.(setup, nextNumber(moves, first)) ?? setup;
}

export function extrasOf(variant: string): Extras {
  if (variant !== "wisconsin") return {};
  const { builder, collection } = texts.armies;
  return {
    builder: { ...builder, Part: ArmyBuilder },
    collection: { name: collection, Dialog: CollectionDialog },
    kinds: async () => (await import("../model/wisconsin/army")).KINDS,
    hasOwnPieces: true,
    numbered,
    Panel: RewardPanel,
    Legend,
  };
}
