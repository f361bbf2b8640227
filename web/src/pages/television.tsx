import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { followedGames } from "../client";
import type { GameSummary, Seat } from "../generated";
import { formatTime, timeLeft } from "../model/clock";
import { type GameState, other } from "../model/game";
import { bestGame } from "../model/television";
import { texts } from "../texts";
import { clockInWords } from "./clocks";
import { reasonInWords, resultInWords } from "./ending";
import { useNow } from "./now";
import { onAir, othersRunning, variantName } from "./running";
import { Thumbnail } from "./thumbnail";

/** A game that is over, or that its people have left, stays on the screen for so long before another one is shown. */
const END_MS = 8000;

/** The best game that is being played, live. It stays until it has ended. */
export function Television() {
  const isLeaving = useSignal(false);
  useSignalEffect(() => {
    const running = othersRunning();
    const shown = onAir.peek();
    if (shown === null) onAir.value = bestGame(running);
    else isLeaving.value = !running.some((game) => game.game === shown.game);
  });
  useEffect(() => {
    if (!isLeaving.value) return undefined;
    const timer = setTimeout(() => {
      isLeaving.value = false;
      onAir.value = bestGame(othersRunning());
    }, END_MS);
    return () => clearTimeout(timer);
  }, [isLeaving.value]);
  useEffect(
    () => () => {
      onAir.value = null;
    },
    [],
  );
  const game = onAir.value;
  useEffect(() => followedGames.showAlso(game === null ? [] : [game.game]), [game?.game]);
  useEffect(() => () => followedGames.showAlso([]), []);
  if (game === null) return null;
  return (
    <section class="television" aria-labelledby="television">
      <h2 id="television">
        {texts.lobby.television}{" "}
        <small>
          {variantName(game.variant)} · {clockInWords(game.clock)}
        </small>
      </h2>
      <Screen game={game} state={followedGames.games.value.get(game.game)} />
    </section>
  );
}

function Screen({ game, state }: { game: GameSummary; state: GameState | undefined }) {
  const below: Seat = "white";
  return (
    <a href={`/game/${game.game}`}>
      <Player game={game} state={state} seat={other(below)} />
      <span class="picture-frame">
        {state !== undefined && <Thumbnail scene={state.view.scene} orientation={below} />}
        {state?.view.phase.type === "over" && (
          <span class="television-end">
            <strong>{resultInWords(state.view.phase.ending)}</strong>{" "}
            {reasonInWords(state.view.phase.ending)}
          </span>
        )}
      </span>
      <Player game={game} state={state} seat={below} />
    </a>
  );
}

function Player({
  game,
  state,
  seat,
}: {
  game: GameSummary;
  state: GameState | undefined;
  seat: Seat;
}) {
  const isRunning = state?.clock.reading.running === seat;
  const now = useNow(isRunning, 1000);
  const left =
    state === undefined ? null : timeLeft(state.clock, seat, Math.max(now, state.clock.receivedAt));
  const name = state?.view.seats[seat].name ?? game.seats[seat]?.name;
  return (
    <span class="television-player">
      <span class={`player-colour colour-${seat}`} aria-hidden="true" />
      <span class="player-name">{name ?? texts.lobby.openSeat}</span>
      {left !== null && (
        <span class={`television-clock ${isRunning ? "is-running" : ""}`}>{formatTime(left)}</span>
      )}
    </span>
  );
}
