import { useEffect } from "preact/hooks";
import { settings } from "../client";
import { language } from "../texts";
import { hasOwnLetters } from "../texts/letters";
import { extrasOf } from "./extras";

/** Has the moves of a game written with the letters that its reader wants. */
export function useLetters(variant: string | undefined): void {
  const isWanted =
    language !== "en" &&
    settings.value.notation === "own" &&
    variant !== undefined &&
    extrasOf(variant).hasOwnPieces !== true;
  useEffect(() => {
    hasOwnLetters.value = isWanted;
  }, [isWanted]);
}
