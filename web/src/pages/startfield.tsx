import { useSignal } from "@preact/signals";
import type { VariantInfo } from "../generated";
import { texts } from "../texts";
import { Field } from "./choices";
import { extrasOf } from "./extras";

const OWN = "own";
const WRITTEN = "written";

/** How a game begins: a preset, something built here where the game has a builder, or a position that is written down. */
export function StartField({ variant, setup }: { variant: VariantInfo; setup: string }) {
  const chosen = useSignal(setup === "" ? (variant.presets[0]?.id ?? "") : WRITTEN);
  const preset = variant.presets.find((one) => one.id === chosen.value);
  const { builder } = extrasOf(variant.id);
  const summary =
    preset?.summary ?? (chosen.value === OWN ? builder?.summary : texts.create.positionHint);
  return (
    <>
      <label class="field">
        <span>{texts.create.preset}</span>
        <select
          name="preset"
          value={chosen.value}
          onChange={(event) => (chosen.value = event.currentTarget.value)}
        >
          {variant.presets.map((one) => (
            <option value={one.id} key={one.id}>
              {one.name}
            </option>
          ))}
          {builder !== undefined && <option value={OWN}>{builder.name}</option>}
          <option value={WRITTEN}>{texts.create.written}</option>
        </select>
        <small class="preset-summary">{summary}</small>
      </label>
      {chosen.value === OWN && builder !== undefined && <builder.Part />}
      {chosen.value === WRITTEN && (
        <Field
          name="setup"
          title={texts.create.position}
          value={setup}
          spellcheck={false}
          required
        />
      )}
    </>
  );
}
