import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { change, settings } from "../client";
import { toAct } from "../model/game";
import type { Table } from "../model/table";
import { play, soundOf } from "../sound";
import { texts } from "../texts";
import { GameActions } from "./actions";
import { BoardHost } from "./boardhost";
import { PieceCard } from "./card";
import { ChoiceOverlay } from "./choice";
import { Icon } from "./icon";
import { Invite } from "./invite";
import { MoveList } from "./movelist";
import { PlayerBar } from "./players";
import { Share } from "./share";
import { GameStatus } from "./status";
import { TextMode } from "./textmode";

/** One game, from the invitation to the rematch. */
export function GamePage({ table, onSettings }: { table: Table; onSettings(): void }) {
  useKeys(table);
  useSounds(table);
  useReplayTimer(table);
  const stage = table.stage.value;
  if (stage === "missing") return <div class="lost"><h1>{texts.game.noGame}</h1><a class="button" href="/">{texts.app.home}</a></div>;
  if (stage === "seeking") return <Invite table={table} />;
  if (stage === "loading" || table.game.value === null) return <p class="loading">{texts.game.loading}</p>;
  const below = table.orientation.value;
  const above = below === "white" ? "black" : "white";
  return (
    <div class={`game game-${table.game.value.view.scene.shape}`}>
      <h1 class="hidden">{texts.app.play}</h1>
      <div class="game-board">
        <PlayerBar table={table} seat={above} />
        <BoardHost table={table} />
        <PlayerBar table={table} seat={below} />
      </div>
      <aside class="game-side" aria-label={texts.moves.title}>
        <GameStatus table={table} />
        <MoveList table={table} />
        <GameActions table={table} />
        <div class="tools">
          <button type="button" onClick={() => (table.flipped.value = !table.flipped.value)} title={texts.game.flip} aria-label={texts.game.flip}><Icon name="flip" /></button>
          <button type="button" aria-pressed={settings.value.sound} onClick={() => change({ sound: !settings.value.sound })} title={texts.game.sound} aria-label={texts.game.sound}><Icon name={settings.value.sound ? "sound" : "mute"} /></button>
          <button type="button" aria-pressed={settings.value.textMode} onClick={() => change({ textMode: !settings.value.textMode })} title={texts.game.textMode} aria-label={texts.game.textMode}>Aa</button>
          <button type="button" onClick={onSettings} title={texts.game.settings} aria-label={texts.game.settings}><Icon name="settings" /></button>
          <Share table={table} />
        </div>
        <PieceCard table={table} />
      </aside>
      <TextMode table={table} isShown={settings.value.textMode} />
      <ChoiceOverlay table={table} />
    </div>
  );
}

/** Keys that work anywhere on the page, unless something is being typed or a dialog is open. */
function useKeys(table: Table): void {
  useEffect(() => {
    const actions: Record<string, () => void> = {
      ArrowLeft: () => table.step("back"),
      k: () => table.step("back"),
      ArrowRight: () => table.step("forward"),
      j: () => table.step("forward"),
      Home: () => table.step("first"),
      "0": () => table.step("first"),
      End: () => table.step("last"),
      $: () => table.step("last"),
      f: () => (table.flipped.value = !table.flipped.value),
      t: () => change({ textMode: !settings.peek().textMode }),
      "/": () => document.getElementById("typed")?.focus(),
      Escape: () => table.cancel(),
    };
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select") || target.closest("dialog, .grid") !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const action = actions[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [table]);
}

function useSounds(table: Table): void {
  const heard = useSignal({ frame: 0, isOver: false });
  useSignalEffect(() => {
    const game = table.game.value;
    if (game === null) return;
    const before = heard.peek();
    const isOver = game.view.phase.type === "over";
    heard.value = { frame: game.frame, isOver };
    if (!settings.peek().sound || before.frame === 0) return;
    const isCheck = (game.view.scene.marks ?? []).some((mark) => mark.kind === "check");
    if (isOver && !before.isOver) play("end");
    else if (game.frame !== before.frame && game.events.length > 0) play(soundOf(game.events, isCheck));
  });
  useSignalEffect(() => {
    const game = table.game.value;
    const turn = game === null ? null : toAct(game.view.phase);
    const isMine = turn !== null && game!.seats.includes(turn);
    const title = isMine ? `● ${texts.game.yourTurn}` : texts.app.play;
    document.title = `${title} · ${texts.app.name}`;
  });
}

const REPLAY_MS = 900;

function useReplayTimer(table: Table): void {
  const isPlaying = table.replay.value.playing;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => table.step("forward"), REPLAY_MS);
    return () => clearInterval(timer);
  }, [isPlaying, table]);
}
