import { useSignal } from "@preact/signals";
import { change, link, me, settings, start, variants } from "../client";
import type { VariantInfo } from "../generated";
import { go } from "../router";
import { texts } from "../texts";
import { Choice } from "./choices";
import { QUICK_CLOCKS, quickClock } from "./clocks";
import { ComputerDialog } from "./computer";
import { CreateDialog, type Opponent } from "./create";
import { extrasOf } from "./extras";
import { Icon } from "./icon";
import { LiveGames, MyGames, Results, RunningGames, Seeks, WaitingStrip } from "./lists";
import { VariantPicture } from "./picture";
import { Television } from "./television";

/** What is asked before a game begins: everything, or only how strong the computer should be. */
type Asking = { variant: VariantInfo; what: "levels" | "possessions" | Opponent };

/** The first page: what can be played, who is waiting, what is going on. */
export function LobbyPage() {
  const asking = useSignal<Asking | null>(null);
  const close = () => (asking.value = null);
  return (
    <div class="lobby">
      <WaitingStrip />
      <RunningGames />
      <div class="lobby-head">
        <div>
          <h1>{texts.lobby.title}</h1>
          <p>{texts.lobby.intro}</p>
        </div>
        <QuickClock />
      </div>
      <section class="cards" aria-label={texts.lobby.title}>
        {variants.value.length === 0 &&
          link.value !== "unreachable" &&
          [0, 1, 2, 3].map((n) => <div class="card card-empty" key={n} />)}
        {variants.value.map((variant) => (
          <VariantCard
            key={variant.id}
            variant={variant}
            onAsk={(what) => (asking.value = { variant, what })}
          />
        ))}
      </section>
      <p class="device-link">
        <a class="button" href="/device">
          <Icon name="computer" />
          {texts.lobby.device}
        </a>
        <a class="button" href="/import">
          <Icon name="open" />
          {texts.import.title}
        </a>
      </p>
      <div class="lobby-now">
        <Television />
        <div class="lists">
          <Seeks />
          <MyGames />
          <Results />
        </div>
        <LiveGames />
      </div>
      <footer class="footer">
        {texts.app.tagline}. {texts.app.source}
      </footer>
      <Question
        asking={asking.value}
        onMore={(variant) => (asking.value = { variant, what: "computer" })}
        onClose={close}
      />
    </div>
  );
}

/** An invitation link: the lobby with the dialog to join that game. */
export function MeetPage({ variant, word }: { variant: string; word: string }) {
  const { collection } = extrasOf(variant);
  return (
    <>
      <LobbyPage />
      {collection !== undefined && me.value !== null && (
        <collection.Dialog word={word} onClose={() => go("/")} />
      )}
    </>
  );
}

function Question({
  asking,
  onMore,
  onClose,
}: {
  asking: Asking | null;
  onMore(variant: VariantInfo): void;
  onClose(): void;
}) {
  if (asking === null) return null;
  const { variant, what } = asking;
  const { collection } = extrasOf(variant.id);
  if (what === "possessions")
    return collection === undefined ? null : <collection.Dialog onClose={onClose} />;
  if (what === "levels")
    return (
      <ComputerDialog
        key="computer"
        variant={variant}
        onMore={() => onMore(variant)}
        onClose={onClose}
      />
    );
  return <CreateDialog key="create" variant={variant} opponent={what} onClose={onClose} />;
}

/** One clock for all quick games, remembered. */
function QuickClock() {
  const names = Object.fromEntries(
    QUICK_CLOCKS.map((name) => [name, texts.create.clockKinds[name]]),
  );
  return (
    <Choice
      name="quickClock"
      title={texts.lobby.quickClock}
      names={names}
      value={settings.value.quickClock}
      onChange={(quickClock) => change({ quickClock })}
    />
  );
}

interface CardProps {
  variant: VariantInfo;
  onAsk(what: Asking["what"]): void;
}

function VariantCard({ variant, onAsk }: CardProps) {
  const { quickClock: chosen } = settings.value;
  const { collection } = extrasOf(variant.id);
  const pair = () => void start({ type: "pair", variant: variant.id, clock: quickClock(chosen) });
  return (
    <article class="card">
      <VariantPicture variant={variant} />
      <h2>{variant.name}</h2>
      <p>{variant.summary}</p>
      <div class="card-buttons">
        <button class="primary" type="button" onClick={pair}>
          <Icon name="bolt" />
          {texts.lobby.quick} <small>{texts.create.clockKinds[chosen] ?? ""}</small>
        </button>
        {variant.computers.length + variant.engines.length > 0 && (
          <button type="button" onClick={() => onAsk("levels")}>
            <Icon name="computer" />
            {texts.lobby.computer}
          </button>
        )}
        <button type="button" onClick={() => onAsk("invited")}>
          <Icon name="friend" />
          {texts.lobby.friend}
        </button>
        <div class="card-more">
          <button class="quiet" type="button" onClick={() => onAsk("anybody")}>
            {texts.lobby.custom}
          </button>
          {collection !== undefined && (
            <button class="quiet" type="button" onClick={() => onAsk("possessions")}>
              {collection.name}
            </button>
          )}
          {variant.puzzles !== undefined && (
            <a class="quiet button" href={`/puzzles/${variant.id}/daily`}>
              {texts.lobby.dailyPuzzle}
            </a>
          )}
          <a class="quiet button" href={`/analysis/${variant.id}`}>
            {texts.app.analysis}
          </a>
          {variant.learn !== null && (
            <a class="quiet button" href={variant.learn}>
              {texts.lobby.rules}
            </a>
          )}
        </div>
      </div>
    </article>
  );
}
