import { effect } from "@preact/signals";
import { select } from "./selection";
import type { Table } from "./table";

type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const KEY = "rookery.draft";

/** A chosen move that still needs a choice, such as a promotion: after a reload the page asks again. */
interface Draft {
  game: string;
  /** How many records the game had; a draft for another moment means nothing. */
  seq: number;
  taps: string[];
}

/** Keeps the open choice of a table over a reload of the page. Returns a function that stops it. */
export function keepDraft(table: Table, storage: KeyValueStorage): () => void {
  let isRestored = false;
  return effect(() => {
    const game = table.game.value;
    if (game === null) return;
    const { seq } = game.view;
    if (!isRestored) {
      isRestored = true;
      restore(table, read(storage), seq);
    }
    const selection = table.selection.value;
    const isOpen = selection.type === "choice" && !selection.isForced;
    if (isOpen) write(storage, { game: table.id, seq, taps: selection.taps });
    else if (table.sending.value === null) storage.removeItem(KEY);
  });
}

function restore(table: Table, draft: Draft | null, seq: number): void {
  if (draft === null || draft.game !== table.id || draft.seq !== seq) return;
  if (select(table.offers.peek(), draft.taps).type === "choice") table.taps.value = draft.taps;
}

function read(storage: KeyValueStorage): Draft | null {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? "null") as Partial<Draft> | null;
    const isWhole =
      typeof kept?.game === "string" && typeof kept.seq === "number" && Array.isArray(kept.taps);
    return isWhole ? (kept as Draft) : null;
  } catch {
    return null;
  }
}

function write(storage: KeyValueStorage, draft: Draft): void {
  try {
    storage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // The browser may forbid storage; the choice is then lost with the page.
  }
}
