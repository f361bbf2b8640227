import { effect, type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, variants } from "../client";
import type { ImportedGame, ImportFault, VariantInfo } from "../generated";
import { readWritten, type Written } from "../http";
import { decoded } from "../model/encoding";
import {
  linkedGame,
  looksLikePosition,
  namesOf,
  tagOf,
  Viewer,
  variantsToTry,
} from "../model/imported";
import { go } from "../router";
import { texts } from "../texts";
import { counted } from "../texts/counted";
import { CreateDialog } from "./create";
import { ViewerPage } from "./viewer";

const GUESS = "";

/** A game that a program has put into the address, behind `#pgn=`. */
function textInAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get("pgn");
}

/** Imports games that are pasted, dropped or opened, and replays them. */
export function ImportPage() {
  const text = useSignal(textInAddress() ?? sessionStorage.getItem(KEPT) ?? "");
  const variant = useSignal(lastRead?.chosen ?? GUESS);
  const found = useSignal<Found | null>(lastRead?.text === text.value ? lastRead.found : null);
  const viewer = useSignal<Viewer | null>(null);
  const refusal = useSignal("");
  /** A single position was given: a game can begin there. */
  const position = useSignal<{ variant: VariantInfo; setup: string } | null>(null);
  const read = async () => {
    refusal.value = "";
    const game = linkedGame(text.value, location.origin);
    if (game !== null) return go(`/game/${game}`);
    position.value = await positionIn(text.value, variant.value);
    if (position.value !== null) return;
    try {
      await readGames();
      if (isSingle(found.value)) open(0);
    } catch (why) {
      refusal.value = (why as Error).message;
    }
  };
  const readGames = async () => {
    found.value = await readAny(text.value, variant.value);
    lastRead = { text: text.value, chosen: variant.value, found: found.value };
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void read();
  };
  const show = (index: number, at = 0) => {
    const game = found.value?.games[index];
    if (found.value === null || game === undefined) return;
    const next = new Viewer(found.value.variant, game, ask);
    viewer.value = next;
    void next.open(at);
  };
  const open = (index: number) => {
    // An entry of its own, so that the browser's Back leads from the game to the list and to the text.
    history.pushState(null, "", `#${index + 1}`);
    show(index);
  };
  /** Shows what the address names: a game of the text, at the move it was left, or the text itself. */
  const follow = async () => {
    const index = Number(location.hash.slice(1)) - 1;
    if (!(index >= 0)) viewer.value = null;
    else {
      if (found.value === null && text.value !== "") await readGames().catch(() => undefined);
      const [kept, at] = (sessionStorage.getItem(KEPT_AT) ?? "").split("/").map(Number);
      show(index, kept === index ? at : 0);
    }
  };
  useEffect(() => keepText(text), []);
  useEffect(() => {
    const onPop = () => void follow();
    if (variants.value.length > 0 && textInAddress() !== null) void read();
    else if (variants.value.length > 0 && location.hash !== "") onPop();
    window.addEventListener("popstate", onPop);
    return () => window.removeEventListener("popstate", onPop);
  }, [variants.value.length > 0]);
  useSignalEffect(() => {
    const at = viewer.value?.replayer.replay.value.at;
    const index = viewer.value === null ? -1 : found.peek()?.games.indexOf(viewer.value.game);
    const last = viewer.value?.game.moves.length;
    if (index !== undefined && index >= 0) keep(KEPT_AT, `${index}/${at ?? last}`);
  });
  const back = () => {
    history.pushState(null, "", location.pathname);
    viewer.value = null;
  };
  if (viewer.value !== null) return <ViewerPage viewer={viewer.value} onBack={back} />;
  return (
    <div class="import">
      <h1>{texts.import.title}</h1>
      <p class="soft">{texts.import.intro}</p>
      <form class="form" onSubmit={submit}>
        <DropArea text={text} />
        <label class="field">
          <span>{texts.import.variant}</span>
          <select
            value={variant.value}
            onChange={(event) => (variant.value = event.currentTarget.value)}
          >
            <option value={GUESS}>{texts.import.guess}</option>
            {variants.value.map((one) => (
              <option value={one.id} key={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <p class="refusal" role="alert">
          {refusal.value}
        </p>
        <div class="dialog-buttons">
          <button class="primary" type="submit" disabled={text.value.trim() === ""}>
            {texts.import.read}
          </button>
        </div>
      </form>
      {found.value !== null && !isSingle(found.value) && (
        <Games games={found.value.games} onShow={open} />
      )}
      {found.value !== null && <Faults faults={found.value.faults} />}
      {position.value !== null && (
        <CreateDialog
          variant={position.value.variant}
          opponent="computer"
          setup={position.value.setup}
          onClose={() => (position.value = null)}
        />
      )}
    </div>
  );
}

const KEPT = "rookery.import";
/** Which game of the text was shown, and after how many moves. */
const KEPT_AT = "rookery.import.at";

interface Found extends Written {
  variant: string;
}

/** What was read last, so that coming back does not need the server. */
let lastRead: { text: string; chosen: string; found: Found } | null = null;

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // The browser may forbid storage, or the text may be too long for it.
  }
}

/** The text stays in its field when the page is left and come back to. */
function keepText(text: Signal<string>): () => void {
  return effect(() => keep(KEPT, text.value));
}

/** A text of one line that is a position of some variant, so that a game can begin there. */
async function positionIn(
  text: string,
  chosen: string,
): Promise<{ variant: VariantInfo; setup: string } | null> {
  const setup = text.trim();
  if (!looksLikePosition(setup)) return null;
  const ids = chosen === GUESS ? variants.value.map((one) => one.id) : [chosen];
  for (const id of ids) {
    const start = { type: "setup", text: setup } as const;
    const answer = await ask({ type: "look", variant: id, start }).catch(() => null);
    const variant = variants.value.find((one) => one.id === id);
    if (answer?.type === "looked" && variant !== undefined) return { variant, setup };
  }
  return null;
}

/** Parses a text as the chosen variant, or tries all variants. If all fail, the first error is thrown. */
async function readAny(text: string, chosen: string): Promise<Found> {
  const ids = chosen === GUESS ? variantsToTry(text, variants.value) : [chosen];
  let reason: unknown = null;
  for (const variant of ids) {
    try {
      const written = await readWritten(variant, text);
      // Some games find an empty game in any text; the search goes on then.
      if (written.games.some((game) => game.moves.length > 0)) return { variant, ...written };
    } catch (why) {
      reason ??= why;
    }
  }
  throw reason ?? new Error(texts.import.nothing);
}

/** A place to paste into, to drop a file on, or to open one. */
function DropArea({ text }: { text: Signal<string> }) {
  const isOver = useSignal(false);
  const open = async (file: File | undefined) => {
    if (file !== undefined) text.value = decoded(await file.arrayBuffer());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    isOver.value = false;
    void open(event.dataTransfer?.files[0]);
  };
  const hover = (event: DragEvent) => {
    event.preventDefault();
    isOver.value = true;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be dropped here; the button below does the same.
    <div
      class={`drop-area ${isOver.value ? "drop-area-over" : ""}`}
      onDragOver={hover}
      onDragLeave={() => (isOver.value = false)}
      onDrop={drop}
    >
      <label class="field">
        <span>{texts.import.text}</span>
        <textarea
          name="game"
          rows={12}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
          placeholder={texts.import.placeholder}
          spellcheck={false}
        />
      </label>
      <label class="button file">
        {texts.import.file}
        <input
          class="hidden"
          type="file"
          accept=".pgn,.jsonl,.json,.txt,text/plain"
          onChange={(event) => void open(event.currentTarget.files?.[0])}
        />
      </label>
    </div>
  );
}

/** A text with one game and nothing else is opened at once. */
function isSingle(found: Found | null): boolean {
  return found?.games.length === 1 && found.faults.length === 0;
}

function Faults({ faults }: { faults: ImportFault[] }) {
  if (faults.length === 0) return null;
  return (
    <section class="list">
      <h2>{counted(texts.import.faults, faults.length)}</h2>
      <ul>
        {faults.map((fault) => (
          <li key={fault.game}>{texts.import.fault(fault.game, fault.line, fault.message)}</li>
        ))}
      </ul>
    </section>
  );
}

function Games({ games, onShow }: { games: ImportedGame[]; onShow(index: number): void }) {
  return (
    <section class="list">
      <h2>{counted(texts.import.found, games.length)}</h2>
      <ul>
        {games.map((game, index) => (
          <li key={index}>
            <span class="row-name">{namesOf(game)}</span>
            <span class="row-detail">
              {[tagOf(game, "Date"), counted(texts.lobby.moves, game.moves.length), game.result]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <button type="button" onClick={() => onShow(index)}>
              {texts.lobby.replay}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
