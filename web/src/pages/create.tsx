import { useSignal } from "@preact/signals";
import { change, settings, start } from "../client";
import type { Audience, Clock, SeatChoice, Start, VariantInfo } from "../generated";
import { texts } from "../texts";
import { Choice, Field } from "./choices";
import { CLOCKS } from "./clocks";
import { nearestLevel } from "./computer";
import { Dialog } from "./dialog";
import { StartField } from "./startfield";

export type Opponent = "anybody" | "invited" | "computer";

interface CreateProps {
  variant: VariantInfo;
  opponent: Opponent;
  /** A position to begin with. */
  setup?: string;
  onClose(): void;
}

/** All choices for a new game. */
export function CreateDialog({ variant, opponent: first, setup, onClose }: CreateProps) {
  const opponent = useSignal<Audience["type"]>(first);
  const clock = useSignal(first === "anybody" ? settings.value.quickClock : "untimed");
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
        <StartField variant={variant} setup={setup ?? ""} />
        <Choice
          name="audience"
          title={texts.create.opponent}
          names={audiences(variant)}
          value={opponent.value}
          onChange={(value) => (opponent.value = value as Audience["type"])}
        />
        {opponent.value === "player" && (
          <Field name="player" title={texts.create.playerName} required />
        )}
        {opponent.value === "computer" && <Levels variant={variant} />}
        <Choice
          name="clock"
          title={texts.create.clock}
          names={texts.create.clockKinds}
          value={clock.value}
          onChange={(value) => (clock.value = value)}
        />
        <ClockFields kind={clock.value} />
        <Choice name="seat" title={texts.create.colour} names={texts.seats} value="random" />
        <p class="refusal" role="alert">
          {refusal.value}
        </p>
        <div class="dialog-buttons">
          <button type="button" onClick={onClose}>
            {texts.create.cancel}
          </button>
          <button class="primary" type="submit">
            {texts.create.create}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What a time control leaves open. */
function ClockFields({ kind }: { kind: string }) {
  const number = (name: string, title: string, limits: Record<string, string>) => (
    <Field name={name} title={title} type="number" {...limits} required />
  );
  if (kind === "days")
    return number("days", texts.create.days, { min: "1", max: "14", value: "3" });
  if (kind !== "custom") return null;
  return (
    <>
      <div class="form-row">
        {number("minutes", texts.create.minutes, {
          min: "0.25",
          max: "180",
          step: "0.25",
          value: "15",
        })}
        {number("seconds", texts.create.seconds, { min: "0", max: "180", value: "10" })}
      </div>
      <Choice
        name="bonus"
        title={texts.create.bonus}
        names={texts.create.bonuses}
        value="increment"
      />
    </>
  );
}

/** The computer is an opponent where the server has one. */
function audiences(variant: VariantInfo): Record<string, string> {
  const { computer, ...people } = texts.create.audiences;
  return variant.computers.length === 0 ? people : { ...people, computer };
}

function Levels({ variant }: { variant: VariantInfo }) {
  return (
    <label class="field">
      <span>{texts.create.level}</span>
      <select
        name="level"
        value={nearestLevel(variant, settings.value.computerLevel)}
        onChange={(event) => change({ computerLevel: Number(event.currentTarget.value) })}
      >
        {variant.computers.map(({ level, name }) => (
          <option value={level} key={level}>
            {[name, texts.computer.about[level]].filter(Boolean).join(": ")}
          </option>
        ))}
      </select>
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
  if (kind === "days") return { type: "correspondence", days: Number(fields.get("days")) };
  if (kind !== "custom") return CLOCKS[kind] ?? CLOCKS.untimed;
  const initial = Number(fields.get("minutes")) * 60_000;
  const bonus = Number(fields.get("seconds")) * 1000;
  return fields.get("bonus") === "delay"
    ? { type: "delay", initial, delay: bonus }
    : { type: "fischer", initial, increment: bonus };
}

function readAudience(fields: FormData): Audience {
  const type = String(fields.get("audience"));
  if (type === "player") return { type, name: String(fields.get("player")) };
  if (type === "computer") return { type, level: Number(fields.get("level")) };
  return { type: type === "invited" ? "invited" : "anybody" };
}
