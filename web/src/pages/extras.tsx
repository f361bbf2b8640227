import type { ComponentType } from "preact";
import type { Table } from "../model/table";
import { words as wisconsin } from "../texts/wisconsin";
import { lazy } from "./lazy";

/**
 * What a game brings beyond its board. This is the only place where the page names a game: names, pictures and all else come
 * from the server. Each part is loaded on demand.
 */
interface Extras {
  /** A form part that puts a position text into the field `setup`, and what it is called. */
  builder?: { name: string; summary: string; Part: ComponentType };
  /** A dialog of the player's collection, opened from the card of the game, or by an invitation link with its code. */
  collection?: { name: string; Dialog: ComponentType<{ word?: string; onClose(): void }> };
  /** What there is to do at a game beside playing. */
  Panel?: ComponentType<{ table: Table }>;
}

const EXTRAS: Record<string, Extras> = {
  wisconsin: {
    builder: {
      ...wisconsin.builder,
      Part: lazy(async () => (await import("./wisconsin/armies")).ArmyBuilder),
    },
    collection: {
      name: wisconsin.cardButton,
      Dialog: lazy(async () => (await import("./wisconsin/collection")).CollectionDialog),
    },
    Panel: lazy(async () => (await import("./wisconsin/reward")).RewardPanel),
  },
};

export function extrasOf(variant: string): Extras {
  return EXTRAS[variant] ?? {};
}
