import type { DrawnArrow } from "../../boards/board";
import { myGames } from "../../client";
import type { EngineLine, Seat } from "../../generated";
import { evaluationInWords } from "../../model/advice";
import type { AnalysisBoard } from "../../model/analysis/board";
import { type Engine, short } from "../../model/analysis/engine";
import { isPlaying } from "../../model/analysis/fairness";
import { texts } from "../../texts";
import { moveInLetters } from "../../texts/letters";
import { more } from "../../texts/more";
import { Icon } from "../icon";

const COUNTS = [1, 2, 3, 4, 5];

/** The best lines that a computer finds, how deep and how fast. */
export function EnginePanel({ board, engine }: { board: AnalysisBoard; engine: Engine }) {
  const isForbidden = isPlaying(myGames.value, board.tree.value.variant);
  const isOn = engine.isOn.value && !isForbidden;
  const toggle = () => (engine.isOn.value = !engine.isOn.value && !isForbidden);
  return (
    <section class="engine" aria-label={more.analysis.engine}>
      <div class="engine-head">
        <button type="button" aria-pressed={isOn} onClick={toggle}>
          <Icon name="computer" />
          {more.analysis.engine}
        </button>
        {isOn && <EngineOptions engine={engine} />}
      </div>
      {isForbidden && <p class="about">{more.analysis.noHelp}</p>}
      {isOn && <Found board={board} engine={engine} />}
    </section>
  );
}

function EngineOptions({ engine }: { engine: Engine }) {
  return (
    <>
      <label class="engine-count">
        <span class="hidden">{more.analysis.lines}</span>
        <select
          value={engine.count.value}
          title={more.analysis.lines}
          onChange={(event) => (engine.count.value = Number(event.currentTarget.value))}
        >
          {COUNTS.map((count) => (
            <option value={count} key={count}>
              {count}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        aria-pressed={engine.isThreat.value}
        title={more.analysis.threatHint}
        onClick={() => (engine.isThreat.value = !engine.isThreat.value)}
      >
        {more.analysis.threat}
      </button>
    </>
  );
}

function Found({ board, engine }: { board: AnalysisBoard; engine: Engine }) {
  const found = engine.found.value;
  const lines = found?.lines ?? [];
  const depth = lines[0]?.depth;
  const words =
    engine.message.value ||
    (board.seat.value === null
      ? ""
      : depth === undefined
        ? texts.advice.thinking
        : more.analysis.thought(depth, short(found?.states ?? 0), short(engine.speed.value)));
  return (
    <>
      <p class="engine-depth" role="status" aria-live="off">
        {words}
      </p>
      <ol class="engine-lines" onPointerLeave={() => void board.glance(null)}>
        {Array.from({ length: engine.count.value }, (_, index) => lines[index]).map(
          (line, index) => (
            <li key={index}>
              {line !== undefined && <Line board={board} engine={engine} line={line} />}
            </li>
          ),
        )}
      </ol>
    </>
  );
}

/** One line: pointing at a move shows the position after it, pressing takes the line into the tree. */
function Line({ board, engine, line }: { board: AnalysisBoard; engine: Engine; line: EngineLine }) {
  const place = engine.place.value;
  const after = (n: number) => line.plies.slice(0, n).map((ply) => ply.action);
  const glance = (n: number) => {
    if (place === null) return;
    void board.glance({ ...place, actions: [...(place.actions ?? []), ...after(n)] });
  };
  const adopt = (n: number) => {
    const pass = { action: "--", notation: "--", seat: board.seat.peek() ?? ("white" as Seat) };
    const moves = line.plies.slice(0, n);
    board.adopt(board.at.peek(), engine.isThreat.peek() ? [pass, ...moves] : moves);
  };
  return (
    <>
      <strong class="engine-score">{evaluationInWords(line.score)}</strong>
      <span class="engine-moves">
        {line.plies.map((ply, index) => (
          <button
            class="move"
            type="button"
            key={index}
            onPointerEnter={(event) => event.pointerType === "mouse" && glance(index + 1)}
            onFocus={() => glance(index + 1)}
            onBlur={() => void board.glance(null)}
            onClick={() => adopt(index + 1)}
          >
            {moveInLetters(ply.notation)}
          </button>
        ))}
      </span>
    </>
  );
}

/** What the computer would play, as an arrow: the first line clearly, the others faintly. */
export function engineArrows(board: AnalysisBoard, engine: Engine): DrawnArrow[] {
  const lines = engine.isOn.value ? (engine.found.value?.lines ?? []) : [];
  if (engine.isThreat.value) return [];
  return lines.slice(0, 1).flatMap((line) => {
    const [ply] = line.plies;
    const taps = board.offers.value.find((offer) => offer.action === ply?.action)?.taps ?? [];
    const [from, to] = taps.slice(-2);
    return from === undefined || to === undefined ? [] : [{ from, to, colour: "best" }];
  });
}
