import { useSignal } from "@preact/signals";
import { change, settings, start } from "../client";
import type { Audience, VariantInfo } from "../generated";
import { texts } from "../texts";
import { CLOCKS } from "./clocks";
import { Dialog } from "./dialog";

interface ComputerProps {
  variant: VariantInfo;
  /** Without it there are no further choices. */
  onMore?(): void;
  onClose(): void;
}

/** One press on a level, and the game begins. The level of last time is the first to be reached. */
export function ComputerDialog({ variant, onMore, onClose }: ComputerProps) {
  const refusal = useSignal("");
  const usual = nearestLevel(variant, settings.value.computerLevel);
  const play = async (audience: Audience) => {
    if (audience.type === "computer") change({ computerLevel: audience.level });
    try {
      await start({
        type: "create",
        variant: variant.id,
        start: { type: "usual" },
        clock: CLOCKS.untimed,
        seat: "random",
        audience,
      });
      onClose();
    } catch (why) {
      refusal.value = (why as Error).message;
    }
  };
  return (
    <Dialog title={texts.computer.title(variant.name)} onClose={onClose}>
      <p class="soft">{texts.computer.intro}</p>
      <div class="levels-list">
        {variant.computers.map(({ level, name }) => (
          <button
            type="button"
            key={level}
            class={level === usual ? "primary" : ""}
            autofocus={level === usual}
            onClick={() => void play({ type: "computer", level })}
          >
            <strong>{name}</strong> <small>{texts.computer.about[level] ?? ""}</small>
          </button>
        ))}
        {variant.engines.map(({ id, name }) => (
          <button type="button" key={id} onClick={() => void play({ type: "engine", id })}>
            <strong>{name}</strong>
          </button>
        ))}
      </div>
      <p class="refusal" role="alert">
        {refusal.value}
      </p>
      <div class="dialog-buttons">
        {onMore !== undefined && (
          <button type="button" onClick={onMore}>
            {texts.lobby.custom}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {texts.create.cancel}
        </button>
      </div>
    </Dialog>
  );
}

/** The level that comes nearest to the wanted one. */
export function nearestLevel(variant: VariantInfo, wanted: number): number {
  const levels = variant.computers.map((one) => one.level);
  return levels.reduce(
    (best, level) => (Math.abs(level - wanted) < Math.abs(best - wanted) ? level : best),
    levels[0] ?? wanted,
  );
}
