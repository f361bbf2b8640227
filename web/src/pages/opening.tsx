import named from "openings:ids";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../client";
import { type Openings, openingOf } from "../model/openings";
import { texts } from "../texts";

/** What is known of a game's openings: their names, and the position that they begin from. */
interface Known {
  openings: Openings;
  start: string;
}

const known = new Map<string, Promise<Known>>();

async function load(variant: string): Promise<Known> {
  const response = await fetch(`/openings/${variant}.json`);
  if (!response.ok) throw new Error(response.statusText);
  const usual = await ask({ type: "look", variant, start: { type: "setup", text: "" } });
  const openings = (await response.json()) as Openings;
  return { openings, start: usual.type === "looked" ? usual.start : "" };
}

interface OpeningProps {
  variant: string;
  /** The position that the game began with. */
  start: string;
  moves: { notation: string }[];
}

/** The name of the opening, in games that have such names. Its line is there from the start, so that nothing moves later. */
export function Opening({ variant, start, moves }: OpeningProps) {
  const found = useSignal<Known | null>(null);
  const hasNames = named.includes(variant);
  useEffect(() => {
    if (!hasNames) return;
    const loading = known.get(variant) ?? load(variant);
    known.set(variant, loading);
    loading.then(
      (one) => (found.value = one),
      () => known.delete(variant),
    );
  }, [variant]);
  if (!hasNames || (found.value !== null && found.value.start !== start)) return null;
  const name =
    found.value === null
      ? null
      : openingOf(
          found.value.openings,
          moves.map((move) => move.notation),
        );
  return (
    <p class="opening" title={texts.moves.opening}>
      {name ?? "\u00a0"}
    </p>
  );
}
