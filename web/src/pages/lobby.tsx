import { useSignal } from "@preact/signals";
import { ask, lobby, me, myGames, start, variants } from "../client";
import type { GameSummary, Seek, VariantInfo } from "../generated";
import { formatClock } from "../model/clock";
import { texts } from "../texts";
import { CreateDialog, QUICK_CLOCK } from "./create";
import { endingInWords } from "./ending";
import { VariantPicture } from "./picture";

/** The first page: what can be played, who is waiting, what is going on. */
export function LobbyPage() {
  const creating = useSignal<{ variant: VariantInfo; audience: "anybody" | "invited" | "computer" } | null>(null);
  return (
    <div class="lobby">
      <div class="lobby-head">
        <h1>{texts.lobby.title}</h1>
        <p>{texts.lobby.intro}</p>
      </div>
      <section class="cards" aria-label={texts.lobby.title}>
        {variants.value.length === 0 && [0, 1, 2, 3].map((n) => <div class="card card-empty" key={n} />)}
        {variants.value.map((variant) => (
          <VariantCard key={variant.id} variant={variant} onCreate={(audience) => (creating.value = { variant, audience })} />
        ))}
      </section>
      <div class="lists">
        <Seeks />
        <LiveGames />
        <MyGames />
      </div>
      <footer class="footer">{texts.app.tagline}. {texts.app.source}</footer>
      {creating.value !== null && (
        <CreateDialog {...creating.value} onClose={() => (creating.value = null)} />
      )}
    </div>
  );
}

interface CardProps {
  variant: VariantInfo;
  onCreate(audience: "anybody" | "invited" | "computer"): void;
}

function VariantCard({ variant, onCreate }: CardProps) {
  const pair = () => void start({ type: "pair", variant: variant.id, clock: QUICK_CLOCK });
  return (
    <article class="card">
      <VariantPicture variant={variant.id} />
      <h2>{variant.name}</h2>
      <p>{texts.variants[variant.id] ?? variant.summary}</p>
      <div class="card-buttons">
        <button class="primary" type="button" onClick={pair}>{texts.lobby.quick} <small>{formatClock(QUICK_CLOCK)}</small></button>
        <button type="button" onClick={() => onCreate("invited")}>{texts.lobby.friend}</button>
        <button type="button" onClick={() => onCreate("computer")}>{texts.lobby.computer}</button>
        <button class="quiet" type="button" onClick={() => onCreate("anybody")}>{texts.lobby.custom}</button>
        <a class="quiet button" href={`/learn/${variant.id}.html`}>{texts.lobby.rules}</a>
      </div>
    </article>
  );
}

function variantName(id: string): string {
  return variants.value.find((variant) => variant.id === id)?.name ?? id;
}

function Seeks() {
  const seeks = [...lobby.value.own, ...lobby.value.seeks];
  return (
    <section class="list">
      <h2>{texts.lobby.seeks}</h2>
      {seeks.length === 0 && <p class="empty">{texts.lobby.noSeeks}</p>}
      <ul>{seeks.map((seek) => <SeekRow seek={seek} key={seek.game} />)}</ul>
    </section>
  );
}

function SeekRow({ seek }: { seek: Seek }) {
  const isOwn = seek.player === me.value?.player;
  const join = () => void start({ type: "join", game: seek.game });
  const cancel = () => void ask({ type: "cancel", game: seek.game });
  return (
    <li class={seek.present ? "" : "absent"}>
      <span class="row-name">{isOwn ? texts.lobby.yours : seek.name}</span>
      <span class="row-detail">{variantName(seek.variant)} · {formatClock(seek.clock)}</span>
      {isOwn && <a class="button" href={`/game/${seek.game}`}>{texts.lobby.open}</a>}
      {isOwn ? <button type="button" onClick={cancel}>{texts.lobby.cancel}</button> : <button type="button" onClick={join}>{texts.lobby.join}</button>}
    </li>
  );
}

function LiveGames() {
  const { games, n_running } = lobby.value;
  return (
    <section class="list">
      <h2>{texts.lobby.live}</h2>
      {games.length === 0 ? <p class="empty">{texts.lobby.noLive}</p> : <p class="empty">{texts.lobby.nRunning(n_running)}</p>}
      <ul>{games.map((game) => <GameRow game={game} verb={texts.lobby.watch} key={game.game} />)}</ul>
    </section>
  );
}

function MyGames() {
  return (
    <section class="list">
      <h2>{texts.lobby.mine}</h2>
      {myGames.value.length === 0 && <p class="empty">{texts.lobby.noMine}</p>}
      <ul>{myGames.value.map((game) => <GameRow game={game} verb={texts.lobby.open} key={game.game} />)}</ul>
    </section>
  );
}

function GameRow({ game, verb }: { game: GameSummary; verb: string }) {
  const name = (seat: "white" | "black") => game.seats[seat]?.name ?? texts.lobby.nobody;
  const stage = game.stage.type === "over" ? endingInWords(game.stage.ending) : texts.lobby.moves(game.n_actions);
  return (
    <li>
      <span class="row-name">{texts.lobby.versus(name("white"), name("black"))}</span>
      <span class="row-detail">{variantName(game.variant)} · {stage}</span>
      <a class="button" href={`/game/${game.game}`}>{verb}</a>
    </li>
  );
}
