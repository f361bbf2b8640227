import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { BoardView } from "../../boards/board";
import { change, settings, variants } from "../../client";
import type { AnalysisBoard } from "../../model/analysis/board";
import { bestScore, type Engine } from "../../model/analysis/engine";
import { Review } from "../../model/analysis/review";
import { nodeOf } from "../../model/analysis/tree";
import { more } from "../../texts/more";
import { Bar } from "../advice";
import { type BoardContent, BoardHost } from "../boardhost";
import { PieceCard } from "../card";
import { ChoiceOverlay } from "../choice";
import { extrasOf } from "../extras";
import { replayKeys, useKeys } from "../gamekeys";
import { Grids } from "../grids";
import { useLetters } from "../letters";
import { EnginePanel, engineArrows } from "./engine";
import { Keep } from "./keep";
import type { Opened } from "./opening";
import { Remarks } from "./remarks";
import { ReviewPanel } from "./review";
import { AnalysisStatus } from "./status";
import { Tools } from "./tools";
import { TreeView } from "./treeview";
import { answerTo, Typing } from "./typing";

interface ViewProps {
  board: AnalysisBoard;
  engine: Engine;
  opened: Opened;
}

/** Board, tree, computer and everything that is done with them. */
export function AnalysisView({ board, engine, opened }: ViewProps) {
  const view = useSignal<BoardView | null>(null);
  const { variant } = board.tree.value;
  const review = useMemo(() => new Review(board), [board]);
  useEffect(() => () => review.stop(), [review]);
  useLetters(variant);
  useAnalysisKeys(board, engine);
  useEngine(board, engine);
  usePlaying(board);
  const scene = board.scene.value;
  if (scene === null) return <p class="loading">{board.message.value || more.analysis.loading}</p>;
  const { Legend } = extrasOf(variant);
  const name = variants.value.find((one) => one.id === variant)?.name ?? variant;
  return (
    <div class={`game game-${scene.shape} analysis`}>
      <h1 class="hidden">
        {more.analysis.title}: {name}
      </h1>
      <div class="game-board">
        <div class="board-frame">
          {engine.isOn.value && (
            <Bar evaluation={bestScore(engine.found.value)} below={board.orientation.value} />
          )}
          <BoardHost
            shape={scene.shape}
            content={() => content(board, engine)}
            picture={() => board.picture.value}
            callbacks={{
              tap: (place) => {
                board.tap(place);
                board.inspection.press(place);
              },
              drag: (from, to) => board.drag(from, to),
              inspect: (place, isPressed = false) => {
                if (isPressed && place !== null) board.inspection.press(place);
                else board.inspection.point(place);
              },
              look: (moment) => void board.lookAt(moment),
              draw: (from, to, colour) => board.draw(from, to, colour),
            }}
            isAsking={() => board.question.value !== null}
            board={view}
          />
        </div>
      </div>
      <aside class="game-side" aria-label={more.analysis.title}>
        <AnalysisStatus board={board} name={name} />
        <EnginePanel board={board} engine={engine} />
        <TreeView board={board} />
        <Tools board={board} />
        <Remarks board={board} />
        <ReviewPanel board={board} review={review} engine={engine} />
        <Keep board={board} opened={opened} />
        <Typing board={board} engine={engine} />
        {Legend !== undefined && <Legend scene={scene} />}
        <PieceCard inspection={board.inspection} scene={scene} variant={variant} board={view} />
      </aside>
      {settings.value.textMode && (
        <Grids table={board} answer={(typed) => answerTo(board, typed)} />
      )}
      <ChoiceOverlay table={board} board={view} mover={moverOf(board)} />
    </div>
  );
}

/** Who made the move that is looked at. */
const moverOf = (board: AnalysisBoard) =>
  nodeOf(board.tree.value, board.at.value).move?.seat ?? null;

function content(board: AnalysisBoard, engine: Engine): BoardContent | null {
  const scene = board.scene.value;
  if (scene === null) return null;
  const selection = board.selection.value;
  const isGlimpse = board.glimpse.value !== null && scene.timeline === undefined;
  const targets = selection.type === "open" ? selection.targets : [];
  return {
    scene,
    offers: isGlimpse ? [] : board.offers.value,
    taps: board.chosen.value,
    targets: settings.value.legalDots && board.pen.value === null ? targets : [],
    orientation: board.orientation.value,
    seat: board.seat.value,
    premove: [],
    ghosts: [],
    drawings: [
      ...nodeOf(board.tree.value, board.at.value).drawings,
      ...(isGlimpse ? [] : engineArrows(board, engine)),
    ],
    isOver: board.seat.value === null,
  };
}

/** The computer follows what is looked at. */
function useEngine(board: AnalysisBoard, engine: Engine): void {
  useSignalEffect(() => {
    const isWanted = engine.isOn.value && board.seat.value !== null;
    void [board.at.value, engine.count.value, board.looked.value];
    const place = board.placeOf(board.at.value, engine.isThreat.value ? ["--"] : []);
    engine.follow(isWanted ? place : null);
  });
}

const PLAY_MS = 900;

/** Steps forward by itself while a replay is played. */
function usePlaying(board: AnalysisBoard): void {
  const isPlaying = board.isPlaying.value;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => board.step("forward"), PLAY_MS);
    return () => clearInterval(timer);
  }, [isPlaying, board]);
}

function useAnalysisKeys(board: AnalysisBoard, engine: Engine): void {
  useKeys(
    () => ({
      ...replayKeys(board),
      f: () => (board.flipped.value = !board.flipped.value),
      t: () => change({ textMode: !settings.peek().textMode }),
      v: () => board.stepAside(),
      e: () => (engine.isOn.value = !engine.isOn.value),
      x: () => (engine.isThreat.value = !engine.isThreat.value),
      u: () => board.undo(),
      U: () => board.redo(),
      "/": () => {
        change({ typing: true });
        queueMicrotask(() => document.getElementById("typed")?.focus());
      },
      Escape: () => {
        board.pen.value = null;
        board.cancel();
      },
    }),
    board,
  );
}
