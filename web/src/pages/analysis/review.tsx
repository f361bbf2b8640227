import { useSignalEffect } from "@preact/signals";
import type { Seat } from "../../generated";
import { named } from "../../model/analysis/blocks";
import type { AnalysisBoard } from "../../model/analysis/board";
import type { Engine } from "../../model/analysis/engine";
import type { Judged, Review } from "../../model/analysis/review";
import { lineTo, mainLine, START } from "../../model/analysis/tree";
import { texts } from "../../texts";
import { moveInLetters } from "../../texts/letters";
import { more } from "../../texts/more";

interface ReviewProps {
  board: AnalysisBoard;
  review: Review;
  engine: Engine;
}

/** The review of the main line: a graph, what both sides have lost, and every mistake to be tried again. */
export function ReviewPanel({ board, review, engine }: ReviewProps) {
  const stage = review.stage.value;
  useSignalEffect(() => void review.follow(board.at.value));
  const run = () => {
    // One computer thinks at a time.
    engine.isOn.value = false;
    void review.run();
  };
  const hasMoves = mainLine(board.tree.value).length > 0;
  return (
    <details class="review" open={stage !== "none"}>
      <summary>{more.analysis.review}</summary>
      {stage === "running" ? (
        <p class="review-progress">
          <progress
            aria-label={more.analysis.reviewing}
            max={review.total.value}
            value={review.done.value}
          />
          <button type="button" onClick={() => review.stop()}>
            {texts.promotion.cancel}
          </button>
        </p>
      ) : (
        <button type="button" disabled={!hasMoves} onClick={run}>
          {stage === "done" ? more.analysis.reviewAgain : more.analysis.reviewGame}
        </button>
      )}
      <p class="message" role="status">
        {review.message.value}
      </p>
      {stage === "done" && (
        <>
          <Graph board={board} review={review} />
          <Counts review={review} />
          <Trial review={review} />
          <Faults board={board} review={review} />
        </>
      )}
    </details>
  );
}

const HEIGHT = 100;

/** White's chance over the game. A click leads to the position; so do the mistakes below and the arrow keys. */
function Graph({ board, review }: { board: AnalysisBoard; review: Review }) {
  const chances = review.chances.value;
  const nodes = [START, ...mainLine(board.tree.value).map((node) => node.id)];
  const width = Math.max(1, chances.length - 1);
  const points = chances.map((chance, index) => `${index},${HEIGHT - chance}`).join(" ");
  const at = lineTo(board.tree.value, board.at.value).length;
  const go = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * width);
    const node = nodes[Math.min(Math.max(0, index), nodes.length - 1)];
    if (node !== undefined) board.go(node);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys step through the game anywhere on the page.
    <svg
      class="review-graph"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={more.analysis.graph}
      onClick={go}
    >
      <rect class="graph-black" width={width} height={HEIGHT} />
      <polygon class="graph-white" points={`0,${HEIGHT} ${points} ${width},${HEIGHT}`} />
      <line class="graph-middle" x1={0} x2={width} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <line class="graph-now" x1={at} x2={at} y1={0} y2={HEIGHT} />
    </svg>
  );
}

const SEATS: Seat[] = ["white", "black"];

function Counts({ review }: { review: Review }) {
  const counts = review.counts.value;
  const row = (name: string, value: (seat: Seat) => string | number) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {SEATS.map((seat) => (
        <td key={seat}>{value(seat)}</td>
      ))}
    </tr>
  );
  return (
    <table class="review-counts">
      <thead>
        <tr>
          <td />
          {SEATS.map((seat) => (
            <th scope="col" key={seat}>
              {texts.seats[seat]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(more.analysis.faults.inaccuracy, (seat) => counts[seat].inaccuracy)}
        {row(more.analysis.faults.mistake, (seat) => counts[seat].mistake)}
        {row(more.analysis.faults.blunder, (seat) => counts[seat].blunder)}
        {row(more.analysis.average, (seat) => counts[seat].average.toFixed(1))}
      </tbody>
    </table>
  );
}

/** Every mistake with what would have been better. */
function Faults({ board, review }: { board: AnalysisBoard; review: Review }) {
  const faults = review.judged.value.filter((one) => one.fault !== null);
  if (faults.length === 0) return <p class="about">{more.analysis.noFaults}</p>;
  return (
    <ol class="review-faults">
      {faults.map((judged) => (
        <FaultRow key={judged.node} board={board} review={review} judged={judged} />
      ))}
    </ol>
  );
}

interface FaultProps {
  board: AnalysisBoard;
  review: Review;
  judged: Judged;
}

function FaultRow({ board, review, judged }: FaultProps) {
  const { node, fault, loss, best } = judged;
  if (fault === null || !board.tree.value.nodes.has(node)) return null;
  const name = moveInLetters(named(board.tree.value, node));
  const better = moveInLetters(best[0]?.notation ?? "");
  return (
    <li class={`fault-${fault}`}>
      <button class="fault-move" type="button" onClick={() => board.go(node)}>
        <strong>{name}</strong> <span>{more.analysis.lost(Math.round(loss))}</span>
      </button>
      <span class="fault-buttons">
        <button type="button" onClick={() => review.show(judged)}>
          {more.analysis.better(better)}
        </button>
        <button type="button" onClick={() => review.tryAgain(judged)}>
          {more.analysis.tryAgain}
        </button>
      </span>
    </li>
  );
}

function Trial({ review }: { review: Review }) {
  const trial = review.trial.value;
  const words =
    trial === null
      ? ""
      : trial.stage === "looking"
        ? more.analysis.find(texts.seats[trial.judged.seat])
        : trial.stage === "judging"
          ? texts.advice.thinking
          : trial.stage === "found"
            ? more.analysis.found
            : more.analysis.worse(Math.round(trial.loss));
  return (
    <div class="trial" role="status">
      {words}
      {trial !== null && trial.stage === "worse" && (
        <button type="button" onClick={() => review.tryAgain(trial.judged)}>
          {more.analysis.tryAgain}
        </button>
      )}
      {trial !== null && trial.stage !== "judging" && (
        <button type="button" onClick={() => review.show(trial.judged)}>
          {more.analysis.solution}
        </button>
      )}
    </div>
  );
}
