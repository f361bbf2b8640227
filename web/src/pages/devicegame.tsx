import { useSignal } from "@preact/signals";
import type { Outcome, VariantInfo } from "../generated";
import type { LocalGame } from "../model/localgame";
import { moveRows } from "../model/replay";
import { texts } from "../texts";
import { moveFromLetters, moveInLetters } from "../texts/letters";
import { more } from "../texts/more";
import { phraseInWords } from "../texts/server";
import { endingInWords } from "./ending";
import { Icon } from "./icon";
import { ChangeQuestion, Choices, LessonBoard, statusInWords } from "./lesson";
import { useLetters } from "./letters";

/** A game on this device while it is played. */
export function DeviceGame({ game, variant }: { game: LocalGame; variant: VariantInfo }) {
  useLetters(variant.id);
  const { change, position, message, scene } = game.board.value;
  const state = game.state.value;
  const { opponent } = game.kept;
  return (
    <div class={`game course device-game game-${variant.shape}`} data-state={state}>
      <aside class="game-side" aria-labelledby="device-game">
        <h1 id="device-game">{variant.name}</h1>
        <p class="soft">
          {opponent.type === "person" ? more.device.two : more.device.against(opponent.name)}
        </p>
        <section class="status" aria-live="polite">
          <p class={`status-turn ${state === "open" ? "is-own" : ""}`}>{turn(game)}</p>
          {(scene?.notes ?? []).map((note) => (
            <p class={`note note-${note.kind}`} key={note.kind + note.text}>
              {phraseInWords(note.text)}
            </p>
          ))}
          <p class="refusal" role="alert">
            {message || game.failure.value}
          </p>
        </section>
        {change !== null && position !== null && state === "open" ? (
          <ChangeQuestion lesson={game} change={change} position={position} />
        ) : (
          <Choices lesson={game} />
        )}
        <Typed game={game} />
        <Buttons game={game} />
        <Moves game={game} />
        <p>
          <a href="/device">{more.device.back}</a>
        </p>
      </aside>
      <LessonBoard lesson={game} shape={variant.shape} />
    </div>
  );
}

function turn(game: LocalGame): string {
  const outcome = game.outcome.value;
  if (outcome !== null) return outcomeInWords(outcome);
  if (game.state.value === "answering") return more.device.thinking;
  const status = game.board.value.position?.status;
  return status === undefined ? texts.game.loading : statusInWords(status);
}

function outcomeInWords({ winner, reason }: Outcome): string {
  const score = winner === null ? "1/2-1/2" : winner === "white" ? "1-0" : "0-1";
  return endingInWords({ score, reason });
}

function Typed({ game }: { game: LocalGame }) {
  const text = useSignal("");
  const refusal = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const typed = moveFromLetters(text.value.trim());
    if (typed === "") return;
    try {
      refusal.value = "";
      await game.type(typed);
      text.value = "";
    } catch (why) {
      refusal.value = (why as Error).message;
    }
  };
  return (
    <form class="typed" onSubmit={submit}>
      <label class="hidden" for="typed">
        {more.device.type}
      </label>
      <input
        id="typed"
        value={text.value}
        placeholder={more.device.type}
        onInput={(event) => (text.value = event.currentTarget.value)}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="send"
      />
      <button type="submit">{texts.text.send}</button>
      <p class="refusal" role="alert">
        {refusal.value}
      </p>
    </form>
  );
}

function Buttons({ game }: { game: LocalGame }) {
  const isOver = game.outcome.value !== null;
  const isAsking = useSignal(false);
  // Reading the board subscribes this part to every move.
  game.board.value;
  const resign = () => {
    isAsking.value = false;
    game.resign();
  };
  if (isAsking.value)
    return (
      <div class="ask" role="alert">
        <p class="question">
          {more.device.resign}? {texts.game.sure}
        </p>
        <button class="danger" type="button" onClick={resign}>
          {texts.game.yes}
        </button>
        <button type="button" onClick={() => (isAsking.value = false)}>
          {texts.game.no}
        </button>
      </div>
    );
  return (
    <p class="action-row">
      <button type="button" disabled={!game.canTakeBack} onClick={() => void game.takeBack()}>
        <Icon name="takeback" />
        {more.device.takeBack}
      </button>
      <button type="button" disabled={isOver} onClick={() => (isAsking.value = true)}>
        <Icon name="resign" />
        {more.device.resign}
      </button>
    </p>
  );
}

function Moves({ game }: { game: LocalGame }) {
  const { line } = game.board.value;
  const cell = (index: number | null) =>
    index === null ? "…" : moveInLetters(line[index]?.notation ?? "");
  return (
    <ol class="device-moves" aria-label={texts.moves.title} data-moves={line.length}>
      {moveRows(line, undefined).map((row) => (
        <li key={row.number}>
          <span class="move-number">{row.number}.</span> {cell(row.white)}{" "}
          {row.black === null ? "" : cell(row.black)}
        </li>
      ))}
    </ol>
  );
}
