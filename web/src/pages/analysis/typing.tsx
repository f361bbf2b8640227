import { useSignal } from "@preact/signals";
import { change, settings } from "../../client";
import { evaluationInWords } from "../../model/advice";
import type { AnalysisBoard } from "../../model/analysis/board";
import { bestScore, type Engine } from "../../model/analysis/engine";
import { nodeOf } from "../../model/analysis/tree";
import {
  legalInWords,
  offerByWords,
  playedInWords,
  readTyped,
  type Typed,
  where,
} from "../../model/words";
import { texts } from "../../texts";
import { moveFromLetters, moveInLetters } from "../../texts/letters";
import { more } from "../../texts/more";
import { statusInWords } from "./status";

/** The box for typed moves and commands, with its answers. */
export function Typing({ board, engine }: { board: AnalysisBoard; engine: Engine }) {
  const text = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const typed = readTyped(text.value);
    text.value = "";
    if (typed.type !== "nothing") await run(board, engine, typed);
  };
  return (
    <details
      class="talk"
      open={settings.value.typing}
      onToggle={(event) => change({ typing: event.currentTarget.open })}
    >
      <summary>{texts.text.input}</summary>
      <form class="typed" onSubmit={submit}>
        <label class="hidden" for="typed">
          {texts.text.input}
        </label>
        <input
          id="typed"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
          placeholder={more.analysis.typeHint}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="send"
        />
        <button type="submit">{texts.text.send}</button>
      </form>
      <p class="said" role="log" aria-live="polite" aria-label={texts.text.said} tabIndex={0}>
        {board.said.value}
      </p>
    </details>
  );
}

async function run(board: AnalysisBoard, engine: Engine, typed: Typed): Promise<void> {
  if (typed.type === "takeback") {
    board.step("back");
    board.said.value = answerTo(board, { type: "last" });
  } else if (typed.type === "hint") {
    const [line] = engine.found.value?.lines ?? [];
    const score = bestScore(engine.found.value);
    board.said.value =
      line === undefined || score === null
        ? more.analysis.engineOff
        : `${evaluationInWords(score)} ${line.plies.map((ply) => moveInLetters(ply.notation)).join(" ")}`;
  } else if (typed.type !== "move") {
    board.said.value = answerTo(board, typed);
  } else {
    const scene = board.scene.value;
    const offer = scene === null ? undefined : offerByWords(scene, board.offers.value, typed.text);
    const isPlayed = await board.play(offer?.action ?? moveFromLetters(typed.text));
    board.said.value = isPlayed
      ? `${answerTo(board, { type: "last" })} ${statusInWords(board)}`
      : board.message.value;
  }
}

/** The answer to a command. */
export function answerTo(board: AnalysisBoard, typed: Typed): string {
  const scene = board.scene.value;
  if (scene === null) return "";
  switch (typed.type) {
    case "where":
      return where(scene, typed.what);
    case "board":
      return where(scene, "");
    case "legal":
      return legalInWords(scene, board.offers.value, typed.place);
    case "last": {
      const { move } = nodeOf(board.tree.value, board.at.value);
      return move === null ? texts.words.noMove : playedInWords(scene, move);
    }
    case "who":
      return statusInWords(board);
    default:
      return more.analysis.typeHelp;
  }
}
