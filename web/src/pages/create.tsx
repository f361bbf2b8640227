import { useSignal } from "@preact/signals";
import { start } from "../client";
import type { Audience, Clock, SeatChoice, Start, VariantInfo } from "../generated";
import { texts } from "../texts";
import { Dialog } from "./dialog";

export const QUICK_CLOCK: Clock = { type: "fischer", initial: 600_000, increment: 5000 };

const CLOCKS: Record<string, Clock> = {
  untimed: { type: "untimed" },
  bullet: { type: "fischer", initial: 60_000, increment: 0 },
  blitz: { type: "fischer", initial: 180_000, increment: 2000 },
  rapid: QUICK_CLOCK,
  classical: { type: "fischer", initial: 1_800_000, increment: 20_000 },
  days: { type: "correspondence", days: 3 },
};

interface CreateProps {
  variant: VariantInfo;
  audience: "anybody" | "invited" | "computer";
  onClose(): void;
}

/** All choices for a new game. */
export function CreateDialog({ variant, audience, onClose }: CreateProps) {
  const opponent = useSignal<Audience["type"]>(audience);
  const clock = useSignal(audience === "anybody" ? "rapid" : "untimed");
  const refusal = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    try {
      await start({
        type: "create",
        variant: variant.id,
        start: readStart(fields),
        clock: readClock(fields),
        seat: String(fields.get("seat")) as SeatChoice,
        audience: readAudience(fields),
      });
      onClose();
    } catch (why) {
      refusal.value = (why as Error).message;
    }
  };
  return (
    <Dialog title={texts.create.title(variant.name)} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <Presets variant={variant} />
        <Choice name="audience" title={texts.create.opponent} names={texts.create.audiences} value={opponent.value} onChange={(value) => (opponent.value = value as Audience["type"])} />
        {opponent.value === "player" && <Field name="player" title={texts.create.playerName} required />}
        {opponent.value === "computer" && <Field name="level" title={texts.create.level} type="number" min="1" max="8" value="3" />}
        <Choice name="clock" title={texts.create.clock} names={texts.create.clockKinds} value={clock.value} onChange={(value) => (clock.value = value)} />
        {clock.value === "custom" && (
          <div class="form-row">
            <Field name="minutes" title={texts.create.minutes} type="number" min="1" max="180" value="15" />
            <Field name="increment" title={texts.create.increment} type="number" min="0" max="180" value="10" />
          </div>
        )}
        <Choice name="seat" title={texts.create.colour} names={texts.seats} value="random" />
        <Field name="setup" title={texts.create.position} placeholder={texts.create.positionHint} spellcheck={false} />
        <p class="refusal" role="alert">{refusal.value}</p>
        <div class="dialog-buttons">
          <button type="button" onClick={onClose}>{texts.create.cancel}</button>
          <button class="primary" type="submit">{texts.create.create}</button>
        </div>
      </form>
    </Dialog>
  );
}

function Presets({ variant }: { variant: VariantInfo }) {
  const chosen = useSignal(variant.presets[0]?.id ?? "");
  const preset = variant.presets.find((one) => one.id === chosen.value);
  return (
    <label class="field">
      <span>{texts.create.preset}</span>
      <select name="preset" value={chosen.value} onChange={(event) => (chosen.value = event.currentTarget.value)}>
        {variant.presets.map((one) => <option value={one.id} key={one.id}>{one.name}</option>)}
      </select>
      <small class="preset-summary">{preset?.summary}</small>
    </label>
  );
}

interface ChoiceProps {
  name: string;
  title: string;
  names: Record<string, string>;
  value: string;
  onChange?(value: string): void;
}

/** One of a few, all visible. */
export function Choice({ name, title, names, value, onChange }: ChoiceProps) {
  const own = useSignal(value);
  const choose = (key: string) => {
    own.value = key;
    onChange?.(key);
  };
  return (
    <fieldset class="choice">
      <legend>{title}</legend>
      <div class="choice-row">
        {Object.entries(names).map(([key, words]) => (
          <label key={key}>
            <input type="radio" name={name} value={key} checked={own.value === key} onChange={() => choose(key)} />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Field({ title, ...input }: { title: string; name: string; [attribute: string]: unknown }) {
  return (
    <label class="field">
      <span>{title}</span>
      <input {...input} autocomplete={(input.autocomplete as string) ?? "off"} />
    </label>
  );
}

function readStart(fields: FormData): Start {
  const text = String(fields.get("setup") ?? "").trim();
  if (text !== "") return { type: "setup", text };
  const id = String(fields.get("preset") ?? "");
  return id === "" ? { type: "usual" } : { type: "preset", id };
}

function readClock(fields: FormData): Clock {
  const kind = String(fields.get("clock"));
  if (kind !== "custom") return CLOCKS[kind] ?? CLOCKS.untimed!;
  const [minutes, seconds] = [Number(fields.get("minutes")), Number(fields.get("increment"))];
  return { type: "fischer", initial: minutes * 60_000, increment: seconds * 1000 };
}

function readAudience(fields: FormData): Audience {
  const type = String(fields.get("audience"));
  if (type === "player") return { type, name: String(fields.get("player")) };
  if (type === "computer") return { type, level: Number(fields.get("level")) };
  return { type: type === "invited" ? "invited" : "anybody" };
}
