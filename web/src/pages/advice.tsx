import { useSignalEffect } from "@preact/signals";
import { change, settings } from "../client";
import type { Evaluation, Seat } from "../generated";
import { evaluationInWords, mayAdvise, shareOfWhite } from "../model/advice";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { Icon } from "./icon";

/** The moment that is looked at: how many actions it comes after. */
function momentOf(table: Table): number {
  return table.replay.value.at ?? table.openGame.view.moves.length;
}

/** Hint and evaluation, in games that allow them. */
export function Advice({ table }: { table: Table }) {
  const { adviser } = table;
  const { view } = table.openGame;
  const isShown = settings.value.evaluation;
  if (!mayAdvise(view)) return null;
  const advise = async () => {
    table.said.value = await table.advise(momentOf(table));
  };
  const canHint = view.phase.type === "over" || table.offers.value.length > 0;
  return (
    <div class="advice">
      <button
        type="button"
        disabled={!canHint || adviser.isThinking.value}
        onClick={() => void advise()}
      >
        <Icon name="hint" />
        {adviser.isThinking.value ? texts.advice.thinking : texts.advice.hint}
      </button>
      <button type="button" aria-pressed={isShown} onClick={() => change({ evaluation: !isShown })}>
        {texts.advice.evaluation}
      </button>
      <output class="evaluation-words">
        {isShown && adviser.evaluation.value !== null
          ? evaluationInWords(adviser.evaluation.value)
          : ""}
      </output>
    </div>
  );
}

/** The evaluation as a bar beside the board. */
export function EvaluationBar({ table }: { table: Table }) {
  const { adviser } = table;
  useSignalEffect(() => {
    const game = table.game.value;
    if (game !== null && settings.value.evaluation && mayAdvise(game.view))
      void adviser.judge(momentOf(table));
  });
  if (!settings.value.evaluation || !mayAdvise(table.openGame.view)) return null;
  return <Bar evaluation={adviser.evaluation.value} below={table.orientation.value} />;
}

/** A bar of which White has a share. */
export function Bar({ evaluation, below }: { evaluation: Evaluation | null; below: Seat }) {
  const share = evaluation === null ? 0.5 : shareOfWhite(evaluation);
  const words = evaluation === null ? texts.advice.thinking : evaluationInWords(evaluation);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a <meter> their own way; this bar stands upright.
    <div
      class={`evaluation-bar bar-${below}`}
      role="meter"
      aria-label={texts.advice.evaluation}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={words}
      title={words}
    >
      <div style={{ flexBasis: `${share * 100}%` }} />
    </div>
  );
}
