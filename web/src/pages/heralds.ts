import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { settings } from "../client";
import { timeLeft } from "../model/clock";
import { toAct } from "../model/game";
import type { Table } from "../model/table";
import { play, soundOf } from "../sound";
import { texts } from "../texts";

/** Below this a player hears that time is short, once a game. */
const SHORT_MS = 15_000;

export function useSounds(table: Table): void {
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
    else if (game.frame !== before.frame && game.events.length > 0)
      play(soundOf(game.events, isCheck));
  });
  useProposalSound(table);
  useLowTimeSound(table);
}

/** Whoever is asked for something hears it. */
function useProposalSound(table: Table): void {
  const heard = useSignal(0);
  useSignalEffect(() => {
    const game = table.game.value;
    const own = table.seat.value;
    const n =
      game === null || own === null
        ? 0
        : game.view.seats[own === "white" ? "black" : "white"].proposals.length;
    const before = heard.peek();
    heard.value = n;
    if (n > before && settings.peek().sound) play("notify");
  });
}

function useLowTimeSound(table: Table): void {
  const clock = table.game.value?.clock;
  const own = table.seat.value;
  const isRunning = clock !== undefined && own !== null && clock.reading.running === own;
  const hasHeard = useSignal(false);
  useEffect(() => {
    if (!isRunning || hasHeard.value) return undefined;
    const left = timeLeft(clock, own, performance.now()) ?? Infinity;
    if (left <= SHORT_MS || left === Infinity) return undefined;
    const timer = setTimeout(() => {
      hasHeard.value = true;
      if (settings.peek().sound) play("lowTime");
    }, left - SHORT_MS);
    return () => clearTimeout(timer);
  }, [clock, isRunning]);
}

/** The tab of the browser says whose turn it is. */
export function useTitle(table: Table): void {
  useSignalEffect(() => {
    const game = table.game.value;
    const turn = game === null ? null : toAct(game.view.phase);
    const isMine = turn !== null && game?.seats.includes(turn) === true;
    const title = isMine ? `● ${texts.game.yourTurn}` : texts.app.play;
    document.title = `${title} · ${texts.app.name}`;
  });
}
