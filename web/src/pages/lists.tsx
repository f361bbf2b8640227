import { useEffect } from "preact/hooks";
import { ask, followedGames, lobby, me, myGames, start } from "../client";
import type { GameSummary, Seek } from "../generated";
import { ownSeat, toAct } from "../model/game";
import { texts } from "../texts";
import { counted } from "../texts/counted";
import { titled } from "./botmark";
import { clockInWords } from "./clocks";
import { endingInWords } from "./ending";
import { namesOf, onAir, othersRunning, variantName } from "./running";
import { Thumbnail } from "./thumbnail";

/** At most this many thumbnails, since each of them follows a game. */
const MAX_LIVE = 6;
const MAX_OWN = 4;
const MAX_STRIP = 3;
const MAX_RESULTS = 5;

function ownRunning(): GameSummary[] {
  return myGames.value.filter((game) => game.stage.type === "running").slice(0, MAX_OWN);
}

/** The player's running games. */
export function RunningGames() {
  const games = ownRunning();
  const live = besidesTelevision().slice(0, MAX_LIVE);
  const shown = [...games, ...live].map((game) => game.game);
  useEffect(() => followedGames.follow(shown), [shown.join()]);
  useEffect(() => () => followedGames.follow([]), []);
  if (games.length === 0) return null;
  return (
    <section class="pictures pictures-own" aria-labelledby="own-running">
      <h2 id="own-running">{texts.lobby.goOn}</h2>
      <ul>
        {games.map((game) => (
          <LivePicture game={game} key={game.game} />
        ))}
      </ul>
    </section>
  );
}

/** One game is shown larger elsewhere. */
function besidesTelevision(): GameSummary[] {
  return othersRunning().filter((game) => game.game !== onAir.value?.game);
}

export function LiveGames() {
  const pictured = besidesTelevision().slice(0, MAX_LIVE);
  if (pictured.length === 0) return null;
  return (
    <section class="pictures" aria-labelledby="live">
      <h2 id="live">
        {texts.lobby.live} <small>{counted(texts.lobby.nRunning, othersRunning().length)}</small>
      </h2>
      <ul>
        {pictured.map((game) => (
          <LivePicture game={game} key={game.game} />
        ))}
      </ul>
    </section>
  );
}

function LivePicture({ game }: { game: GameSummary }) {
  const state = followedGames.games.value.get(game.game);
  const own = state === undefined ? null : ownSeat(state);
  const isMine = state !== undefined && own !== null && toAct(state.view.phase) === own;
  return (
    <li class={isMine ? "is-mine" : ""}>
      <a href={`/game/${game.game}`}>
        <span class="picture-frame">
          {state !== undefined && (
            <Thumbnail scene={state.view.scene} orientation={own ?? "white"} />
          )}
        </span>
        <span class="row-name">{namesOf(game, state?.view)}</span>
        <span class="row-detail">
          {isMine ? <strong>{texts.game.yourTurn}</strong> : variantName(game.variant)} ·{" "}
          {clockInWords(game.clock)}
        </span>
      </a>
    </li>
  );
}

const isOwn = (seek: Seek): boolean => seek.player === me.value?.player;

/** Whether the game could begin at once. By correspondence nobody has to be there. */
const canBeJoined = (seek: Seek): boolean => seek.present || seek.clock.type === "correspondence";

/** Who waits for an opponent right now, at the top of the page: one press, and the game begins. */
export function WaitingStrip() {
  const seeks = lobby.value.seeks.filter((seek) => canBeJoined(seek) && !isOwn(seek));
  if (seeks.length === 0) return null;
  return (
    <ul class="strip" aria-label={texts.lobby.seeks}>
      {seeks.slice(0, MAX_STRIP).map((seek) => (
        <li key={seek.game}>
          {texts.lobby.wants(titled(seek), variantName(seek.variant), clockInWords(seek.clock))}
          <button
            type="button"
            class="primary"
            onClick={() => void start({ type: "join", game: seek.game })}
          >
            {texts.lobby.joinNow}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Seeks() {
  const listed = lobby.value.seeks.filter((seek) => canBeJoined(seek) || isOwn(seek));
  const seeks = [...lobby.value.own, ...listed];
  return (
    <section class="list">
      <h2>{texts.lobby.seeks}</h2>
      {seeks.length === 0 && <p class="empty">{texts.lobby.noSeeks}</p>}
      <ul>
        {seeks.map((seek) => (
          <SeekRow seek={seek} key={seek.game} />
        ))}
      </ul>
    </section>
  );
}

function SeekRow({ seek }: { seek: Seek }) {
  const isMine = isOwn(seek);
  const join = () => void start({ type: "join", game: seek.game });
  const cancel = () => void ask({ type: "cancel", game: seek.game });
  return (
    <li data-game={seek.game}>
      <span class="row-name">{isMine ? texts.lobby.yours : titled(seek)}</span>
      <span class="row-detail">
        {variantName(seek.variant)} · {clockInWords(seek.clock)}
      </span>
      {isMine && (
        <a class="button" href={`/game/${seek.game}`}>
          {texts.lobby.open}
        </a>
      )}
      {isMine ? (
        <button type="button" onClick={cancel}>
          {texts.lobby.cancel}
        </button>
      ) : (
        <button type="button" onClick={join}>
          {texts.lobby.join}
        </button>
      )}
    </li>
  );
}

/** The player's other games: those that are over, and what does not fit above. */
export function MyGames() {
  const above = ownRunning();
  const games = myGames.value.filter((game) => !above.includes(game));
  return (
    <section class="list">
      <h2>{texts.lobby.mine}</h2>
      {games.length === 0 && <p class="empty">{texts.lobby.noMine}</p>}
      <ul>
        {games.map((game) => (
          <GameRow game={game} key={game.game} />
        ))}
      </ul>
    </section>
  );
}

/** How the last games of others have ended. */
export function Results() {
  const results = lobby.value.results ?? [];
  if (results.length === 0) return null;
  return (
    <section class="list results">
      <h2>{texts.lobby.results}</h2>
      <ul>
        {results.slice(0, MAX_RESULTS).map((game) => (
          <GameRow game={game} key={game.game} />
        ))}
      </ul>
    </section>
  );
}

function GameRow({ game }: { game: GameSummary }) {
  const isOver = game.stage.type === "over";
  const stage =
    game.stage.type === "over"
      ? endingInWords(game.stage.ending)
      : counted(texts.lobby.moves, game.n_actions);
  return (
    <li>
      <span class="row-name">{namesOf(game)}</span>
      <span class="row-detail">
        {variantName(game.variant)} · {stage}
      </span>
      <a class="button" href={`/game/${game.game}`}>
        {isOver ? texts.lobby.replay : texts.lobby.open}
      </a>
    </li>
  );
}
