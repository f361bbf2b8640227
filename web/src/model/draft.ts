import { effect } from "@preact/signals";
import { select } from "./selection";
import type { Table } from "./table";

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const KEY = "rookery.draft";

/** A move that has been pointed out but still asks for a choice: whoever reloads the page is asked again. */
interface Draft {
  game: string;
  /** How many records the game had; a draft for another moment means nothing. */
  seq: number;
  taps: string[];
}

/** Keeps the open choice of a table over a reload of the page. Gives back how to stop. */
export function keepDraft(table: Table, shelf: Shelf): () => void {
  let isRestored = false;
  return effect(() => {
    const game = table.game.value;
    if (game === null) return;
    const { seq } = game.view;
    if (!isRestored) {
      isRestored = true;
      restore(table, read(shelf), seq);
    }
    const selection = table.selection.value;
    const isOpen = selection.type === "choice" && !selection.isForced;
    if (isOpen) write(shelf, { game: table.id, seq, taps: selection.taps });
    else if (table.sending.value === null) shelf.removeItem(KEY);
  });
}

function restore(table: Table, draft: Draft | null, seq: number): void {
  if (draft === null || draft.game !== table.id || draft.seq !== seq) return;
  if (select(table.offers.peek(), draft.taps).type === "choice") table.taps.value = draft.taps;
}

function read(shelf: Shelf): Draft | null {
  try {
    const kept = JSON.parse(shelf.getItem(KEY) ?? "null") as Partial<Draft> | null;
    const isWhole =
      typeof kept?.game === "string" && typeof kept.seq === "number" && Array.isArray(kept.taps);
    return isWhole ? (kept as Draft) : null;
  } catch {
    return null;
  }
}

function write(shelf: Shelf, draft: Draft): void {
  try {
    shelf.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser may forbid keeping anything; the choice is then lost with the page.
  }
}
