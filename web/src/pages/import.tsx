import { effect, type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, variants } from "../client";
import type { ImportedGame, VariantInfo } from "../generated";
import { readWritten } from "../http";
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
import { CreateDialog } from "./create";
import { ViewerPage } from "./viewer";

const GUESS = "";

/** Imports games that are pasted, dropped or opened, and replays them. */
export function ImportPage() {
  const text = useSignal(sessionStorage.getItem(KEPT) ?? "");
  const variant = useSignal(GUESS);
  const found = useSignal<{ variant: string; games: ImportedGame[] } | null>(null);
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
      found.value = await readAny(text.value, variant.value);
      if (found.value.games.length === 1) show(found.value.games[0]);
    } catch (why) {
      refusal.value = (why as Error).message;
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void read();
  };
  const show = (game: ImportedGame) => {
    if (found.value === null) return;
    viewer.value = new Viewer(found.value.variant, game, ask);
    void viewer.value.open();
  };
  const back = () => {
    viewer.value = null;
  };
  useEffect(() => keepText(text), []);
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
      {found.value !== null && found.value.games.length !== 1 && (
        <Games games={found.value.games} onShow={show} />
      )}
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

/** The text stays in its field when the page is left and come back to. */
function keepText(text: Signal<string>): () => void {
  return effect(() => {
    try {
      sessionStorage.setItem(KEPT, text.value);
    } catch {
      // The browser may forbid storage, or the text may be too long for it.
    }
  });
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
async function readAny(
  text: string,
  chosen: string,
): Promise<{ variant: string; games: ImportedGame[] }> {
  const ids = chosen === GUESS ? variantsToTry(text, variants.value) : [chosen];
  let reason: unknown = null;
  for (const variant of ids) {
    try {
      const games = await readWritten(variant, text);
      // Some games find an empty game in any text; the search goes on then.
      if (games.some((game) => game.moves.length > 0)) return { variant, games };
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
    if (file !== undefined) text.value = await file.text();
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

function Games({ games, onShow }: { games: ImportedGame[]; onShow(game: ImportedGame): void }) {
  return (
    <section class="list">
      <h2>{texts.import.found(games.length)}</h2>
      <ul>
        {games.map((game, index) => (
          <li key={index}>
            <span class="row-name">{namesOf(game)}</span>
            <span class="row-detail">
              {[tagOf(game, "Date"), texts.lobby.moves(game.moves.length), game.result]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <button type="button" onClick={() => onShow(game)}>
              {texts.lobby.replay}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
