import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Offer, Preview } from "../generated";
import { texts } from "../texts";
import { noteInWords } from "../texts/server";

/** What a choice would lead to, told while it is chosen: check, the end of the game, or nothing of the kind. */
export function Consequence({
  table,
  offer,
}: {
  table: { previewOf(action: string): Promise<Preview | null> };
  offer: Offer;
}) {
  const told = useSignal<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void table.previewOf(offer.action).then((preview) => {
      if (isGone || preview === null) return;
      const notes = preview.notes.filter((note) => note.code !== "position");
      told.value = notes.map(noteInWords).join(" ") || texts.promotion.quiet;
    });
    return () => {
      isGone = true;
    };
  }, [offer.action]);
  return told.value === null ? null : <small class="consequence">{told.value}</small>;
}
