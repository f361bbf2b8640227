import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { texts } from "../texts";

/** A form part that puts a position text into the field `setup`. */
export type Builder = ComponentType;

/** Games whose start is more than a choice bring a builder of their own, loaded when somebody wants it. */
const BUILDERS: Record<string, () => Promise<Builder>> = {
  wisconsin: async () => (await import("./wisconsin/armies")).ArmyBuilder,
};

export function StartBuilder({ variant }: { variant: string }) {
  const loaded = useSignal<{ builder: Builder } | null>(null);
  useEffect(() => {
    let isGone = false;
    void BUILDERS[variant]?.().then((builder) => {
      if (!isGone) loaded.value = { builder };
    });
    return () => {
      isGone = true;
    };
  }, [variant]);
  const Found = loaded.value?.builder;
  return Found === undefined ? <p class="soft">{texts.create.loading}</p> : <Found />;
}
