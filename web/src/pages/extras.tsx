import type { ComponentType } from "preact";
import type { Table } from "../model/table";
import { lazy } from "./lazy";

/** What a game brings beyond its board. The page around it knows no variant; each part is loaded on demand. */
interface Extras {
  /** A form part that puts a position text into the field `setup`. */
  Builder?: ComponentType;
  /** A dialog of the player's collection, opened from the card of the game, or by an invitation link with its code. */
  Collection?: ComponentType<{ word?: string; onClose(): void }>;
  /** What there is to do at a game beside playing. */
  Panel?: ComponentType<{ table: Table }>;
}

const EXTRAS: Record<string, Extras> = {
  wisconsin: {
    Builder: lazy(async () => (await import("./wisconsin/armies")).ArmyBuilder),
    Collection: lazy(async () => (await import("./wisconsin/collection")).CollectionDialog),
    Panel: lazy(async () => (await import("./wisconsin/reward")).RewardPanel),
  },
};

export function extrasOf(variant: string): Extras {
  return EXTRAS[variant] ?? {};
}
