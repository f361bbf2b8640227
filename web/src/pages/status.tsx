import { variants } from "../client";
import type { Offer, Scene, Seat } from "../generated";
import { claimableIn, other, toAct } from "../model/game";
import { isPromotion } from "../model/selection";
import type { Table } from "../model/table";
import { changedMoment, labelInWords, offerInWords, owesPromotion } from "../model/words";
import { texts } from "../texts";
import { counted } from "../texts/counted";
import { moveInLetters } from "../texts/letters";
import { noteInWords } from "../texts/server";
import { clockInWords } from "./clocks";
import { Comparison } from "./comparison";
import { reasonInWords, resultInWords, scoreOf } from "./ending";
import { useNow } from "./now";

/** This note is left out: the first line says it already. */
const SAID_BY_TURN = "promotion-waiting";
/** What could still be done in a game that goes on. */
const ABOUT_PLAY = new Set(["unsettled", "out_of_step"]);

/** The status of the game, announced to screen readers. */
export function GameStatus({ table }: { table: Table }) {
  const game = table.openGame;
  const { phase, scene } = game.view;
  return (
    <section class="status">
      {phase.type === "over" ? (
        <p class="status-over">
          <span class="score">{scoreOf(phase.ending)}</span>{" "}
          <strong>{resultInWords(phase.ending)}</strong> <span>{reasonInWords(phase.ending)}</span>
        </p>
      ) : (
        <Turn table={table} />
      )}
      {(scene.notes ?? [])
        .filter(
          ({ kind }) => kind !== SAID_BY_TURN && !(phase.type === "over" && ABOUT_PLAY.has(kind)),
        )
        .map((note) => (
          <p class={`note note-${note.kind}`} key={note.kind + note.text}>
            {noteInWords(note)}
          </p>
        ))}
      <Message table={table} />
      {table.toConfirm.value === null ? <Pressed table={table} /> : <Confirm table={table} />}
    </section>
  );
}

function isOwnTurn(table: Table): boolean {
  const turn = toAct(table.openGame.view.phase);
  return turn !== null && table.openGame.seats.includes(turn);
}

/** Whose turn it is. A promotion has its own text and colour for players and spectators. */
function Turn({ table }: { table: Table }) {
  const promotion = promotionStage(table);
  if (promotion !== null)
    return <p class={`status-turn status-${promotion}`}>{texts.promotion[promotion]}</p>;
  return <p class={`status-turn ${isOwnTurn(table) ? "is-own" : ""}`}>{turnInWords(table)}</p>;
}

function promotionStage(table: Table): "available" | "required" | "waiting" | null {
  const selection = table.selection.value;
  if (selection.type === "choice" && !selection.isForced && isPromotion(selection.choices))
    return "available";
  const { offers, scene } = table.openGame.view;
  if (!isOwnTurn(table)) return owesPromotion(scene) ? "waiting" : null;
  const isOwed =
    isPromotion(offers) && new Set(offers.map((offer) => offer.taps.join())).size === 1;
  return isOwed ? "required" : null;
}

function turnInWords(table: Table): string {
  const turn = toAct(table.openGame.view.phase);
  if (turn === null) return texts.lobby.openSeat;
  return isOwnTurn(table)
    ? `${texts.game.yourTurn} (${texts.seats[turn]})`
    : texts.game.waitingFor(texts.seats[turn]);
}

function messageInWords(table: Table): string {
  const message = table.message.value;
  if (message === "premove-dropped") return texts.game.premoveDropped;
  if (table.replayer.isMissing.value) return texts.moves.notAvailable;
  if (message !== "") return message;
  const { length } = table.premoves.queue.value;
  if (length > 0) return counted(texts.game.premoves, length);
  return table.replay.value.at === null ? "" : texts.moves.past;
}

/** The message line, or the name of the game if there is no message. It is always there, so that nothing jumps. */
function Message({ table }: { table: Table }) {
  const words = messageInWords(table);
  const isQuiet = words === "" && goneSeat(table) === null;
  return (
    <>
      <p class="message" role="status">
        {words}
        {table.premoves.queue.value.length > 0 && (
          <button class="message-button" type="button" onClick={() => table.premoves.clear()}>
            {texts.game.cancelPremoves}
          </button>
        )}
        <Absence table={table} />
      </p>
      {isQuiet && <p class="about">{aboutGame(table)}</p>}
    </>
  );
}

function aboutGame(table: Table): string {
  const { variant, clock } = table.openGame.view;
  const name = variants.value.find((one) => one.id === variant)?.name ?? variant;
  return `${name} · ${clockInWords(clock.control)}`;
}

/** Tells that the opponent has left, and when the game can be claimed. */
function Absence({ table }: { table: Table }) {
  const away = goneSeat(table);
  const game = table.openGame;
  const isCounting = away !== null && game.view.seats[away].claimable_at !== null;
  const now = useNow(isCounting, 1000);
  if (away === null) return null;
  const left = claimableIn(game, other(away), now);
  const claim =
    left === null
      ? ""
      : left === 0
        ? texts.game.claimNow
        : texts.game.claimIn(Math.ceil(left / 1000));
  return (
    <span class="absence">
      {texts.game.gone(game.view.seats[away].name ?? texts.seats[away])} {claim}
    </span>
  );
}

function goneSeat(table: Table): Seat | null {
  const own = table.seat.value;
  if (own === null || table.openGame.view.phase.type !== "running") return null;
  return table.openGame.view.seats[other(own)].gone_since === null ? null : other(own);
}

function Confirm({ table }: { table: Table }) {
  const offer = table.toConfirm.value;
  const scene = table.scene.value;
  if (offer === null || scene === null) return null;
  return (
    <div class="ask" role="alert">
      <p class="question">{questionInWords(scene, offer)}</p>
      <ul>
        {(table.preview.value?.notes ?? [])
          .filter((note) => note.code !== "position")
          .map((note) => (
            <li key={note.code + note.text}>{moveInLetters(noteInWords(note))}</li>
          ))}
      </ul>
      <Comparison table={table} />
      <button class="primary" type="button" onClick={() => table.choose(offer)}>
        {texts.game.yes}
      </button>
      <button type="button" onClick={() => table.cancel()}>
        {texts.game.no}
      </button>
    </div>
  );
}

function questionInWords(scene: Scene, offer: Offer): string {
  if (scene.timeline !== undefined && offer.taps.length === 0) return `${labelInWords(offer)}?`;
  if (changedMoment(scene, offer) !== null)
    return texts.game.confirmChange(offerInWords(scene, offer));
  return isPromotion([offer])
    ? texts.promotion.confirm(labelInWords(offer))
    : texts.game.confirmMove(offerInWords(scene, offer));
}

/** Offers that are pressed rather than pointed at, and choices that are already complete while more could follow. */
function Pressed({ table }: { table: Table }) {
  const selection = table.selection.value;
  const complete = selection.type === "open" ? selection.choices : [];
  const offers = [...table.buttons.value, ...complete];
  if (offers.length === 0) return null;
  return (
    <p class="pressed">
      {offers.map((offer) => (
        <button type="button" key={offer.action} onClick={() => table.choose(offer)}>
          {labelInWords(offer)}
        </button>
      ))}
    </p>
  );
}
