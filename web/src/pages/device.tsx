import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { installer } from "../boards/stylesheet";
import { settings, variants } from "../client";
import type { Seat, VariantInfo } from "../generated";
import { type KeptGame, keepGame, loadGames, removeGame } from "../model/keptgames";
import { LocalGame } from "../model/localgame";
import { loadVariants } from "../model/variantlist";
import { isKept, offlineKind } from "../offline/register";
import { go } from "../router";
import { loadRules, type Rules } from "../rules";
import { texts } from "../texts";
import { counted } from "../texts/counted";
import { more } from "../texts/more";
import { nearestLevel } from "./computer";
import { style as courseStyle } from "./coursestyle";
import { DeviceGame } from "./devicegame";
import { style } from "./devicestyle";
import { Icon } from "./icon";
import { VariantPicture } from "./picture";

const installStyle = installer(courseStyle + style);

/** Games on this device: the list, or one of them. */
export function DevicePage({ game }: { game: string | null }) {
  installStyle();
  useEffect(() => {
    document.title = `${more.device.title} · ${texts.app.name}`;
  }, []);
  const known = useKnownVariants();
  return game === null ? <DeviceList known={known} /> : <KeptGamePage id={game} known={known} />;
}

/** What the server offers, or what this page was built with while there is none. */
function useKnownVariants(): VariantInfo[] {
  const built = useSignal<VariantInfo[]>([]);
  useEffect(() => void loadVariants().then((found) => (built.value = found)), []);
  return variants.value.length > 0 ? variants.value : built.value;
}

function DeviceList({ known }: { known: VariantInfo[] }) {
  return (
    <div class="device">
      <h1>{more.device.title}</h1>
      <p>{more.device.intro}</p>
      <OfflineNote />
      <section class="device-games" aria-label={more.device.title}>
        {known.map((variant) => (
          <NewGame key={variant.id} variant={variant} />
        ))}
      </section>
      <KeptGames known={known} />
    </div>
  );
}

/** Whether the page works without a connection, and if not, why. */
function OfflineNote() {
  const kind = offlineKind();
  const ready = useSignal(false);
  useEffect(() => {
    if (kind !== "possible") return;
    const check = () => void isKept().then((kept) => (ready.value = kept));
    check();
    navigator.serviceWorker.addEventListener("controllerchange", check);
    return () => navigator.serviceWorker.removeEventListener("controllerchange", check);
  }, [kind]);
  const words =
    kind === "possible"
      ? ready.value
        ? more.device.ready
        : more.device.preparing
      : more.device[kind];
  return (
    <p class="device-note" role="status" data-offline={ready.value ? "ready" : kind}>
      {words}
    </p>
  );
}

/** One press, and the game begins: against the computer or with somebody beside you. */
function NewGame({ variant }: { variant: VariantInfo }) {
  const level = useSignal(nearestLevel(variant, settings.value.computerLevel));
  const side = useSignal<Seat>("white");
  const failure = useSignal("");
  const begin = async (opponent: KeptGame["opponent"]) => {
    try {
      go(`/device/${await makeGame(variant.id, opponent)}`);
    } catch (why) {
      failure.value = (why as Error).message;
    }
  };
  const computer = variant.computers.find((one) => one.level === level.value);
  return (
    <article class="device-card">
      <VariantPicture variant={variant} />
      <div>
        <h2>{variant.name}</h2>
        {computer !== undefined && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const { name } = computer;
              void begin({ type: "computer", level: level.value, name, seat: side.value });
            }}
          >
            <label>
              {more.device.level}
              <select
                value={level.value}
                onChange={(event) => (level.value = Number(event.currentTarget.value))}
              >
                {variant.computers.map((one) => (
                  <option key={one.level} value={one.level}>
                    {one.name}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {more.device.side}
              <select
                value={side.value}
                onChange={(event) => (side.value = event.currentTarget.value as Seat)}
              >
                <option value="white">{texts.seats.white}</option>
                <option value="black">{texts.seats.black}</option>
              </select>
            </label>
            <button
              type="submit"
              class="primary"
              aria-label={`${variant.name}: ${more.device.computer}`}
            >
              <Icon name="computer" />
              {more.device.computer}
            </button>
          </form>
        )}
        <button
          type="button"
          aria-label={`${variant.name}: ${more.device.twoPeople}`}
          onClick={() => void begin({ type: "person" })}
        >
          <Icon name="friend" />
          {more.device.twoPeople}
        </button>
        <p class="refusal" role="alert">
          {failure.value}
        </p>
      </div>
    </article>
  );
}

/** Makes a game and keeps it; its id. */
async function makeGame(variant: string, opponent: KeptGame["opponent"]): Promise<string> {
  const rules = await loadRules(variant);
  const [seed = 0, number = 0] = crypto.getRandomValues(new Uint32Array(2));
  const place = { variant, start: { type: "usual" } as const, seed };
  const { start } = await rules.ask<"look">({ type: "look", place });
  const id = Date.now().toString(36) + number.toString(36);
  const at = Date.now();
  keepGame(localStorage, {
    id,
    variant,
    setup: start,
    opponent,
    seed,
    actions: [],
    outcome: null,
    at,
  });
  return id;
}

function KeptGames({ known }: { known: VariantInfo[] }) {
  const games = useSignal(loadGames(localStorage));
  const said = useSignal("");
  const remove = (id: string) => {
    removeGame(localStorage, id);
    games.value = loadGames(localStorage);
    said.value = more.device.removed;
  };
  return (
    <section class="device-kept" aria-labelledby="kept">
      <h2 id="kept">{more.device.kept}</h2>
      {games.value.length === 0 && <p class="soft">{more.device.none}</p>}
      <ul>
        {games.value.map((game) => (
          <li key={game.id}>
            <a href={`/device/${game.id}`}>
              <strong>{known.find((one) => one.id === game.variant)?.name ?? game.variant}</strong>{" "}
              {opponentInWords(game)}
            </a>
            <span class="soft">
              {counted(more.device.moves, game.actions.length)}
              {game.outcome !== null && ` · ${scoreInWords(game)}`}
            </span>
            <a class="button" href={`/device/${game.id}`}>
              {game.outcome === null ? more.device.goOn : more.device.lookAgain}
            </a>
            <button
              class="quiet"
              type="button"
              aria-label={more.device.remove}
              title={more.device.remove}
              onClick={() => remove(game.id)}
            >
              <Icon name="abort" />
            </button>
          </li>
        ))}
      </ul>
      <p class="soft" role="status">
        {said.value}
      </p>
    </section>
  );
}

function opponentInWords({ opponent }: KeptGame): string {
  return opponent.type === "person" ? more.device.two : more.device.against(opponent.name);
}

function scoreInWords({ outcome }: KeptGame): string {
  if (outcome === null) return "*";
  return outcome.winner === null ? "½–½" : outcome.winner === "white" ? "1–0" : "0–1";
}

function KeptGamePage({ id, known }: { id: string; known: VariantInfo[] }) {
  const kept = useMemo(() => loadGames(localStorage).find((game) => game.id === id), [id]);
  const rules = useSignal<Rules | null>(null);
  useEffect(() => {
    if (kept !== undefined) void loadRules(kept.variant).then((found) => (rules.value = found));
  }, [kept]);
  const game = useMemo(() => {
    if (kept === undefined || rules.value === null) return null;
    const keep = (now: KeptGame) => keepGame(localStorage, { ...now, at: Date.now() });
    return new LocalGame({ rules: rules.value, kept, keep });
  }, [kept, rules.value]);
  useEffect(() => {
    void game?.open();
    return () => game?.close();
  }, [game]);
  const variant = known.find((one) => one.id === kept?.variant);
  if (kept === undefined || game?.state.value === "failed")
    return (
      <div class="lost">
        <h1>{more.device.failed}</h1>
        <a class="button" href="/device">
          {more.device.back}
        </a>
      </div>
    );
  if (game === null || variant === undefined) return <p class="loading">{texts.game.loading}</p>;
  return <DeviceGame game={game} variant={variant} />;
}
