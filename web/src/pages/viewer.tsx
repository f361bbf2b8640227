import { useSignal } from "@preact/signals";
import { variants } from "../client";
import type { ImportedGame, Seat } from "../generated";
import { handOver } from "../model/analysis/handover";
import { other } from "../model/game";
import { namesOf, tagOf, type Viewer } from "../model/imported";
import { go } from "../router";
import { texts } from "../texts";
import { type BoardContent, BoardHost } from "./boardhost";
import { copyText } from "./clipboard";
import { CreateDialog } from "./create";
import { endingInWords } from "./ending";
import { setupAfter } from "./extras";
import { replayKeys, useKeys, useReplayTimer } from "./gamekeys";
import { Icon } from "./icon";
import { useLetters } from "./letters";
import { MoveList } from "./movelist";
import { Opening } from "./opening";
import { isFen } from "./share";

const nothing = () => undefined;

/** Replays an imported game, and continues it from any position. */
export function ViewerPage({ viewer, onBack }: { viewer: Viewer; onBack(): void }) {
  const { replayer, game } = viewer;
  const isPlayingOn = useSignal(false);
  const message = useSignal("");
  const flip = () => (viewer.flipped.value = !viewer.flipped.value);
  useReplayTimer(replayer);
  useLetters(viewer.variant);
  useKeys(() => ({ ...replayKeys(replayer), f: flip }), viewer);
  const scene = viewer.scene.value;
  const variant = variants.value.find((one) => one.id === viewer.variant);
  if (scene === null)
    return (
      <p class="loading">
        {replayer.isMissing.value ? texts.moves.notAvailable : texts.game.loading}
      </p>
    );
  const below = viewer.orientation.value;
  const setup = viewer.picture.value?.setup ?? "";
  const shownMoves = game.moves.slice(0, replayer.replay.value.at ?? undefined);
  const copy = async () => {
    await copyText(setup);
    message.value = texts.share.copied;
  };
  return (
    <div class={`game game-${scene.shape}`}>
      <h1 class="hidden">{namesOf(game)}</h1>
      <div class="game-board">
        <Name game={game} seat={other(below)} />
        <div class="board-frame">
          <BoardHost
            shape={scene.shape}
            content={() => content(viewer)}
            picture={() => viewer.picture.value}
            callbacks={{ tap: nothing, drag: nothing, inspect: nothing }}
          />
        </div>
        <Name game={game} seat={below} />
      </div>
      <aside class="game-side" aria-label={texts.moves.title}>
        <section class="status">
          <p class="status-turn is-own">{resultOf(game)}</p>
          <p class="message" role="status">
            {message.value ||
              [variant?.name, tagOf(game, "Event"), tagOf(game, "Date")]
                .filter(Boolean)
                .join(" · ")}
          </p>
        </section>
        <Opening variant={viewer.variant} start={game.setup} moves={shownMoves} />
        <MoveList
          moves={game.moves}
          first={game.first_move}
          replay={replayer.replay.value}
          onStep={(how) => replayer.step(how)}
          onPlay={() => replayer.togglePlaying()}
        />
        <p class="action-row">
          <button type="button" onClick={flip} title={texts.game.flip} aria-label={texts.game.flip}>
            <Icon name="flip" />
          </button>
          <button type="button" onClick={() => void copy()}>
            {isFen(setup) ? texts.share.fen : texts.share.position}
          </button>
          {variant !== undefined && (
            <button class="primary" type="button" onClick={() => (isPlayingOn.value = true)}>
              {texts.import.playOn}
            </button>
          )}
        </p>
        <p class="action-row">
          <button type="button" onClick={() => analyse(viewer)}>
            <Icon name="hint" />
            {texts.game.analyse}
          </button>
          <button type="button" onClick={onBack}>
            <Icon name="open" />
            {texts.import.other}
          </button>
        </p>
      </aside>
      {isPlayingOn.value && variant !== undefined && (
        <CreateDialog
          variant={variant}
          opponent="computer"
          setup={setupAfter(viewer.variant, setup, shownMoves, game.first_move)}
          onClose={() => (isPlayingOn.value = false)}
        />
      )}
    </div>
  );
}

/** Takes the game to the analysis board, with its variations and comments, at the move that is looked at. */
function analyse({ variant, game, replayer }: Viewer): void {
  handOver({
    variant,
    setup: game.setup,
    first: game.first_move ?? 1,
    moves: game.moves,
    tags: game.tags,
    at: replayer.replay.peek().at ?? game.moves.length,
    ...(game.pgn === undefined ? {} : { pgn: game.pgn }),
  });
  go(`/analysis/${variant}`);
}

function Name({ game, seat }: { game: ImportedGame; seat: Seat }) {
  return (
    <div class={`player player-${seat}`}>
      <span class={`player-colour colour-${seat}`} aria-hidden="true" />
      <span class="player-name">
        {tagOf(game, seat === "white" ? "White" : "Black") ?? texts.seats[seat]}
      </span>
    </div>
  );
}

function resultOf(game: ImportedGame): string {
  if ("over" in game.status) {
    const { winner, reason } = game.status.over;
    const score = winner === null ? "1/2-1/2" : winner === "white" ? "1-0" : "0-1";
    return endingInWords({ score, reason });
  }
  return game.result ?? texts.import.noResult;
}

function content(viewer: Viewer): BoardContent | null {
  const scene = viewer.scene.value;
  if (scene === null) return null;
  return {
    scene,
    offers: [],
    taps: [],
    targets: [],
    orientation: viewer.orientation.value,
    seat: null,
    premove: [],
    ghosts: [],
  };
}
