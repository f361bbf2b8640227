import { useSignal } from "@preact/signals";
import { change, settings } from "../../client";
import type { AnalysisBoard } from "../../model/analysis/board";
import { COLOURS, type Colour } from "../../model/analysis/tree";
import { texts } from "../../texts";
import { more } from "../../texts/more";
import { Icon, type IconName } from "../icon";
import { EditorDialog } from "./editor";

/** Buttons of the board: turn it, undo, draw, set a position up, text mode. */
export function Tools({ board }: { board: AnalysisBoard }) {
  const isEditing = useSignal(false);
  const { past, future } = board.edits.value;
  const { textMode } = settings.value;
  return (
    <div class="tools analysis-tools" role="toolbar" aria-label={more.analysis.tools}>
      <Tool
        icon="flip"
        words={texts.game.flip}
        onPress={() => (board.flipped.value = !board.flipped.value)}
      />
      <Tool
        icon="takeback"
        words={more.analysis.undo}
        isDisabled={past.length === 0}
        onPress={() => board.undo()}
      />
      <Tool
        icon="redo"
        words={more.analysis.redo}
        isDisabled={future.length === 0}
        onPress={() => board.redo()}
      />
      <Pen board={board} />
      <Tool
        icon="text"
        words={texts.game.textMode}
        isOn={textMode}
        onPress={() => change({ textMode: !textMode })}
      />
      <button type="button" class="tool-wide" onClick={() => (isEditing.value = true)}>
        {more.analysis.setUp}
      </button>
      {isEditing.value && <EditorDialog board={board} onClose={() => (isEditing.value = false)} />}
    </div>
  );
}

/** Draws by taps, for fingers and keys; a mouse draws with its right button. */
function Pen({ board }: { board: AnalysisBoard }) {
  const pen = board.pen.value;
  const next = (now: Colour | null): Colour | null =>
    now === null ? COLOURS[0] : (COLOURS[COLOURS.indexOf(now) + 1] ?? null);
  const words =
    pen === null ? more.analysis.draw : more.analysis.drawing(more.analysis.colours[pen]);
  return (
    <button
      type="button"
      class={`tool pen ${pen === null ? "" : `pen-${pen}`}`}
      aria-pressed={pen !== null}
      title={words}
      aria-label={words}
      onClick={() => (board.pen.value = next(pen))}
    >
      <Icon name="pen" />
    </button>
  );
}

interface ToolProps {
  icon: IconName;
  words: string;
  isOn?: boolean;
  isDisabled?: boolean;
  onPress(): void;
}

function Tool({ icon, words, isOn, isDisabled = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      class="tool"
      aria-pressed={isOn}
      aria-disabled={isDisabled}
      onClick={onPress}
      title={words}
      aria-label={words}
    >
      <Icon name={icon} />
    </button>
  );
}
