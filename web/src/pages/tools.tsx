import { change, settings, zen } from "../client";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { Icon, type IconName } from "./icon";
import { Share } from "./share";

/** Buttons for the view: flip, sound, text mode, zen mode, settings. */
export function GameTools({ table, onSettings }: { table: Table; onSettings(): void }) {
  const { sound, textMode } = settings.value;
  return (
    <div class="tools">
      <Tool
        icon="flip"
        words={texts.game.flip}
        onPress={() => (table.flipped.value = !table.flipped.value)}
      />
      <Tool
        icon={sound ? "sound" : "mute"}
        words={texts.game.sound}
        isOn={sound}
        onPress={() => change({ sound: !sound })}
      />
      <Tool
        icon="text"
        words={texts.game.textMode}
        isOn={textMode}
        onPress={() => change({ textMode: !textMode })}
      />
      <Tool
        icon="zen"
        words={zen.value ? texts.game.leaveZen : texts.game.zen}
        isOn={zen.value}
        onPress={() => (zen.value = !zen.value)}
      />
      <Tool icon="settings" words={texts.game.settings} onPress={onSettings} />
      <Share table={table} />
    </div>
  );
}

interface ToolProps {
  icon: IconName;
  words: string;
  /** Left out where nothing is switched on or off. */
  isOn?: boolean;
  onPress(): void;
}

function Tool({ icon, words, isOn, onPress }: ToolProps) {
  return (
    <button
      type="button"
      class={`tool tool-${icon}`}
      aria-pressed={isOn}
      onClick={onPress}
      title={words}
      aria-label={words}
    >
      <Icon name={icon} />
    </button>
  );
}
