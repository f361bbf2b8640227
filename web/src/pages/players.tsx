import { pieceImage } from "../boards/pieces";
import type { Seat, View } from "../generated";
import { formatTime, timeLeft } from "../model/clock";
import { other, toAct } from "../model/game";
import { materialOf } from "../model/material";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { phraseInWords } from "../texts/server";
import { BotMark } from "./botmark";
import { Embedded } from "./element";
import { pointsOf } from "./ending";
import { useNow } from "./now";

const LOW_MS = 20_000;

/** A player's name, presence and clock. */
export function PlayerBar({ table, seat }: { table: Table; seat: Seat }) {
  const game = table.game.value;
  if (game === null) return null;
  const view = game.view.seats[seat];
  const isTurn = toAct(game.view.phase) === seat;
  return (
    <div class={`player player-${seat} ${isTurn ? "player-turn" : ""}`}>
      <span class={`player-colour colour-${seat}`} aria-hidden="true" />
      <span class="player-name" title={view.name ?? undefined}>
        {view.name ?? texts.lobby.openSeat}
      </span>
      <BotMark bot={view.bot} />
      <span class="hidden">{texts.seats[seat]}</span>
      <MaterialBalance table={table} seat={seat} />
      {view.gone_since !== null && game.view.phase.type === "running" && (
        <span class="player-gone">{texts.game.away}</span>
      )}
      {game.view.phase.type === "over" && (
        <span class="player-points">{pointsOf(game.view.phase.ending, seat)}</span>
      )}
      <ClockFace table={table} seat={seat} />
    </div>
  );
}

/** The pieces that a player has more than the other, and by how much that is worth more. */
function MaterialBalance({ table, seat }: { table: Table; seat: Seat }) {
  const scene = table.scene.value;
  const material = scene === null ? null : materialOf(scene, seat);
  if (material === null || material.surplus.length === 0) return null;
  const { surplus, ahead } = material;
  return (
    <span class="material">
      <span class="hidden">{texts.game.material(surplus.map(phraseInWords))}</span>
      {surplus.map((kind, index) => (
        <Embedded key={`${kind} ${index}`} make={() => pieceImage(kind, other(seat))} of={kind} />
      ))}
      {ahead > 0 && <span class="material-ahead">+{ahead}</span>}
    </span>
  );
}

function ClockFace({ table, seat }: { table: Table; seat: Seat }) {
  const game = table.openGame;
  const isRunning = game.clock.reading.running === seat;
  const now = useNow(isRunning, 100);
  const live = timeLeft(game.clock, seat, Math.max(now, game.clock.receivedAt));
  if (live === null) return null;
  const { at } = table.replay.value;
  const left = at === null ? live : leftAfter(game.view, seat, at);
  const runs = isRunning && at === null;
  const className = `clock ${runs ? "clock-running" : ""} ${left < LOW_MS ? "clock-low" : ""}`;
  return (
    <span class={className} role="timer" aria-label={texts.seats[seat]}>
      {formatTime(left)}
    </span>
  );
}

/** What a seat had on its clock after so many moves. */
function leftAfter({ moves, clock }: View, seat: Seat, at: number): number {
  const last = moves.slice(0, at).findLast((move) => move.seat === seat);
  const { control } = clock;
  const initial = "initial" in control ? control.initial : 0;
  return last?.left ?? initial;
}
