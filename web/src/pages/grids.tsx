import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Cell, Offer, Scene } from "../generated";
import { gridCommand, gridLineCommand } from "../model/gridkeys";
import { cellInWords, readTyped, type Typed } from "../model/words";
import { texts } from "../texts";
import { moveInLetters } from "../texts/letters";
import { phraseInWords } from "../texts/server";

/** What can be played by its words: a game, or an analysis. */
export interface Told {
  readonly scene: ReadonlySignal<Scene | null>;
  readonly offers: ReadonlySignal<Offer[]>;
  readonly taps: ReadonlySignal<string[]>;
  readonly said: Signal<string>;
  readonly message: ReadonlySignal<string>;
  tap(place: string): void;
}

interface GridsProps {
  table: Told;
  answer(typed: Typed): string;
}

/** What can be read and done on a board that is read as tables. */
export interface GridSource {
  scene: Scene;
  offers: Offer[];
  taps(): string[];
  tap(place: string): void;
  /** Why the last tap led to nothing. */
  message(): string;
  /** Tells something. */
  say(words: string): void;
  /** The answer to a typed command. */
  answer(words: string): string;
}

/** Every board of a game or an analysis as a table of labelled buttons. */
export function Grids({ table, answer }: GridsProps) {
  const scene = table.scene.value;
  if (scene === null) return null;
  const source: GridSource = {
    scene,
    offers: table.offers.value,
    taps: () => table.taps.value,
    tap: (place) => table.tap(place),
    message: () => table.message.value,
    say: (words) => (table.said.value = words),
    answer: (words) => answer(readTyped(words)),
  };
  return <SceneGrids source={source} />;
}

/** Every board of a scene as a table of labelled buttons. */
export function SceneGrids({ source }: { source: GridSource }) {
  const { scene } = source;
  return (
    <section class="grids" aria-label={texts.text.title}>
      {scene.boards.map((board) => (
        <Grid
          key={board.id}
          source={source}
          name={phraseInWords(board.name)}
          cells={scene.cells.filter((cell) => cell.board === board.id)}
        />
      ))}
      <Taps source={source} />
    </section>
  );
}

/** Places beside the cells: boards that move, their pins, and moments of the past. */
function Taps({ source }: { source: GridSource }) {
  const { scene, offers } = source;
  const boards = scene.boards.flatMap((board) =>
    board.tap === undefined ? [] : [[board.tap, phraseInWords(board.name)] as const],
  );
  const spots = (scene.spots ?? []).map((spot) => [spot.id, phraseInWords(spot.name)] as const);
  const moments = (scene.timeline?.moments ?? []).map(
    (moment, index) => [moment.tap, `${index + 1}. ${moveInLetters(moment.label)}`] as const,
  );
  const useful = new Set(offers.flatMap((offer) => offer.taps));
  const places = [...boards, ...spots, ...moments].filter(([tap]) => useful.has(tap));
  if (places.length === 0) return null;
  const chosen = source.taps();
  return (
    <p class="taps">
      {places.map(([tap, words]) => (
        <button
          type="button"
          key={tap}
          aria-pressed={chosen.includes(tap)}
          onClick={() => source.tap(tap)}
        >
          {words}
        </button>
      ))}
    </p>
  );
}

interface GridProps {
  source: GridSource;
  name: string;
  cells: Cell[];
}

function Grid({ source, name, cells }: GridProps) {
  const { scene } = source;
  const focused = useSignal<string | null>(null);
  const host = useRef<HTMLTableElement>(null);
  const descending = [...new Set(cells.map((cell) => cell.y))].sort((a, b) => b - a);
  const rows = descending.map((y) =>
    cells.filter((cell) => cell.y === y).sort((a, b) => a.x - b.x),
  );
  const first = rows[0]?.[0]?.id ?? null;
  const onKey = (event: KeyboardEvent, at: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const command =
      gridCommand(scene, at, event.key, event.shiftKey) ??
      gridLineCommand(scene, at, event.code, event.shiftKey);
    if (command === null) return;
    event.preventDefault();
    if (command.type === "say") source.say(source.answer(command.words));
    else if (command.type === "type") document.getElementById("typed")?.focus();
    // A piece, or another level, may be on another table.
    else
      host.current
        ?.closest(".grids")
        ?.querySelector<HTMLElement>(`[data-cell="${command.cell}"]`)
        ?.focus();
  };
  const tap = (cell: string) => {
    const before = source.taps().length;
    source.tap(cell);
    source.say(
      source.taps().length > before
        ? texts.words.chosen(cellInWords(scene, cell))
        : source.message() || texts.words.dropped,
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is what the grid pattern of WAI-ARIA asks for.
    <table class="grid" role="grid" aria-label={`${name}. ${texts.text.grid}`} ref={host}>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0].id}>
            {row.map((cell) => {
              const token = scene.tokens.find((one) => one.cell === cell.id);
              const isChosen = source.taps().includes(cell.id);
              return (
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above.
                // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus.
                <td key={cell.id} role="gridcell">
                  <button
                    type="button"
                    data-cell={cell.id}
                    class={`shade-${cell.shade}`}
                    tabIndex={(focused.value ?? first) === cell.id ? 0 : -1}
                    aria-pressed={isChosen}
                    aria-label={cellInWords(scene, cell.id)}
                    onKeyDown={(event) => onKey(event, cell.id)}
                    onFocus={() => (focused.value = cell.id)}
                    onClick={() => tap(cell.id)}
                  >
                    {token?.letter ?? "·"}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
