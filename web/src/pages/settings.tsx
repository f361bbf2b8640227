import { change, me, settings } from "../client";
import type { Settings } from "../model/settings";
import { texts } from "../texts";
import { Choice } from "./choices";
import { Dialog } from "./dialog";

const SWITCHES = [
  "sound",
  "coordinates",
  "largePieces",
  "legalDots",
  "confirmMoves",
  "textMode",
  "reducedMotion",
  "lowDetail",
] as const;

export function SettingsDialog({ showsKeys, onClose }: { showsKeys: boolean; onClose(): void }) {
  const now = settings.value;
  const switches = me.value?.chat === true ? ([...SWITCHES, "chat"] as const) : SWITCHES;
  return (
    <Dialog title={texts.settings.title} onClose={onClose}>
      <div class="form">
        <Choice
          name="appearance"
          title={texts.settings.appearance}
          names={texts.settings.appearances}
          value={now.appearance}
          onChange={(value) => change({ appearance: value as Settings["appearance"] })}
        />
        <Choice
          name="boardTheme"
          title={texts.settings.boardTheme}
          names={texts.settings.boardThemes}
          value={now.boardTheme}
          onChange={(value) => change({ boardTheme: value as Settings["boardTheme"] })}
        />
        <Choice
          name="animation"
          title={texts.settings.animation}
          names={texts.settings.animations}
          value={now.animation}
          onChange={(value) => change({ animation: value as Settings["animation"] })}
        />
        {switches.map((key) => (
          <label class="switch" key={key}>
            <input
              type="checkbox"
              checked={now[key]}
              onChange={(event) => change({ [key]: event.currentTarget.checked })}
            />
            <span>{texts.settings[key]}</span>
          </label>
        ))}
        {me.value?.chat !== true && <p class="soft">{texts.settings.noChat}</p>}
        <details class="keys" open={showsKeys}>
          <summary>{texts.keys.title}</summary>
          <dl>
            {texts.keys.list.map(([key, words]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </details>
        <div class="dialog-buttons">
          <button class="primary" type="button" onClick={onClose}>
            {texts.settings.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
