import { evaluationInWords } from "../../model/advice";
import type { AnalysisBoard } from "../../model/analysis/board";
import { bestScore, type Engine } from "../../model/analysis/engine";
import { nodeOf } from "../../model/analysis/tree";
import { legalInWords, offerByWords, playedInWords, type Typed, where } from "../../model/words";
import { texts } from "../../texts";
import { moveFromLetters, moveInLetters } from "../../texts/letters";
import { more } from "../../texts/more";
import { TypedBox } from "../typedbox";
import { statusInWords } from "./status";

/** The box for typed moves and commands of an analysis. */
export function Typing({ board, engine }: { board: AnalysisBoard; engine: Engine }) {
  const onTyped = (typed: Typed) => {
    if (typed.type !== "nothing") void run(board, engine, typed);
  };
  return <TypedBox said={board.said} placeholder={more.analysis.typeHint} onTyped={onTyped} />;
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
