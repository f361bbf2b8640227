import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BoardView } from "../boards/board";
import { settings, zen } from "../client";
import { keepDraft } from "../model/draft";
import { other } from "../model/game";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { GameActions } from "./actions";
import { Advice, EvaluationBar } from "./advice";
import { PieceCard } from "./card";
import { ChatPanel } from "./chat";
import { ChoiceOverlay } from "./choice";
import { extrasOf } from "./extras";
import { GameBoard } from "./gameboard";
import { useGameKeys, useReplayTimer } from "./gamekeys";
import { Grids } from "./grids";
import { Invite } from "./invite";
import { useLetters } from "./letters";
import { LineSheet } from "./linesheet";
import { MoveList } from "./movelist";
import { Opening } from "./opening";
import { PlayerBar } from "./players";
import { Remark } from "./remark";
import { useSounds, useTitle } from "./soundandtitle";
import { GameStatus } from "./status";
import { GameTools } from "./tools";
import { answer, TypedMove } from "./typed";

/** One game, from the invitation to the rematch. */
export function GamePage({
  table,
  onSettings,
  onHelp,
}: {
  table: Table;
  onSettings(): void;
  onHelp(): void;
}) {
  const board = useSignal<BoardView | null>(null);
  useGameKeys(table, onHelp);
  useSounds(table);
  useTitle(table);
  useReplayTimer(table.replayer);
  useLetters(table.game.value?.view.variant);
  useEffect(() => keepDraft(table, sessionStorage), [table]);
  const stage = table.stage.value;
  if (stage === "missing")
    return (
      <div class="lost">
        <h1>{texts.game.noGame}</h1>
        <a class="button" href="/">
          {texts.app.home}
        </a>
      </div>
    );
  if (stage === "seeking") return <Invite table={table} />;
  const game = table.game.value;
  if (stage === "loading" || game === null) return <p class="loading">{texts.game.loading}</p>;
  const below = table.orientation.value;
  const timeline = table.scene.value?.timeline;
  const { Panel, Legend } = extrasOf(game.view.variant);
  return (
    <div
      class={`game game-${game.view.scene.shape} ${zen.value ? "game-zen" : ""}`}
      data-game={table.id}
    >
      <h1 class="hidden">{texts.app.play}</h1>
      <div class="game-board">
        <PlayerBar table={table} seat={other(below)} />
        <div class="board-frame">
          <EvaluationBar table={table} />
          <GameBoard table={table} board={board} />
          <Remark table={table} />
        </div>
        <PlayerBar table={table} seat={below} />
      </div>
      <aside class="game-side" aria-label={texts.moves.title}>
        <GameStatus table={table} />
        <Opening
          variant={game.view.variant}
          start={game.view.start}
          moves={game.view.moves.slice(0, table.replay.value.at ?? undefined)}
        />
        {timeline === undefined ? (
          <MoveList
            moves={game.view.moves}
            first={game.view.first_move}
            replay={table.replay.value}
            onStep={(how) => table.step(how)}
            onPlay={() => table.togglePlaying()}
          />
        ) : (
          <LineSheet table={table} timeline={timeline} />
        )}
        <GameActions table={table} />
        {Panel !== undefined && table.seat.value !== null && <Panel table={table} />}
        {Legend !== undefined && <Legend scene={game.view.scene} />}
        <Advice table={table} />
        <GameTools table={table} onSettings={onSettings} />
        <TypedMove table={table} />
        <ChatPanel table={table} />
        <PieceCard
          inspection={table.inspection}
          scene={table.scene.value}
          variant={game.view.variant}
          board={board}
        />
      </aside>
      {settings.value.textMode && <Grids table={table} answer={(typed) => answer(table, typed)} />}
      <ChoiceOverlay table={table} board={board} mover={game.view.moves.at(-1)?.seat ?? null}>
        <GameActions table={table} />
      </ChoiceOverlay>
    </div>
  );
}
