import { change, me, settings } from "../client";
import type { Settings } from "../model/settings";
import { play } from "../sound";
import { LANGUAGES, language, texts } from "../texts";
import { chooseLanguage } from "../texts/choice";
import { Choice } from "./choices";
import { Dialog } from "./dialog";

const SWITCHES = [
  "sound",
  "largePieces",
  "legalDots",
  "confirmMoves",
  "autoQueen",
  "textMode",
  "reducedMotion",
  "lowDetail",
] as const;

/** The smallest board, in per cent of the room for it. */
const SMALLEST = 50;

function coordinatesAt(place: string): Partial<Settings> {
  if (place === "none") return { coordinates: false };
  return { coordinates: true, coordinatesAt: place as Settings["coordinatesAt"] };
}

export function SettingsDialog({ showsKeys, onClose }: { showsKeys: boolean; onClose(): void }) {
  const now = settings.value;
  const switches = me.value?.chat === true ? ([...SWITCHES, "chat"] as const) : SWITCHES;
  return (
    <Dialog title={texts.settings.title} onClose={onClose}>
      <div class="form">
        <Choice
          name="language"
          title={texts.settings.language}
          names={LANGUAGES}
          value={language}
          onChange={(value) => {
            chooseLanguage(localStorage, value);
            // Everything on the page is in the old language, and some of it was made long ago.
            location.reload();
          }}
        />
        {language !== "en" && (
          <Choice
            name="notation"
            title={texts.settings.notation}
            names={texts.settings.notations}
            value={now.notation}
            onChange={(value) => change({ notation: value as Settings["notation"] })}
          />
        )}
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
          name="pieceSet"
          title={texts.settings.pieceSet}
          names={texts.settings.pieceSets}
          value={now.pieceSet}
          onChange={(value) => change({ pieceSet: value as Settings["pieceSet"] })}
        />
        <label class="field">
          <span>{texts.settings.boardSize}</span>
          <input
            type="range"
            name="boardSize"
            min={SMALLEST}
            max={100}
            step={5}
            value={now.boardSize}
            onInput={(event) => change({ boardSize: event.currentTarget.valueAsNumber })}
          />
        </label>
        <Choice
          name="coordinatesAt"
          title={texts.settings.coordinates}
          names={texts.settings.coordinatePlaces}
          value={now.coordinates ? now.coordinatesAt : "none"}
          onChange={(value) => change(coordinatesAt(value))}
        />
        <Choice
          name="animation"
          title={texts.settings.animation}
          names={texts.settings.animations}
          value={now.animation}
          onChange={(value) => change({ animation: value as Settings["animation"] })}
        />
        <Choice
          name="soundSet"
          title={texts.settings.soundSet}
          names={texts.settings.soundSets}
          value={now.soundSet}
          onChange={(value) => {
            change({ soundSet: value as Settings["soundSet"] });
            if (settings.peek().sound) play("move");
          }}
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
