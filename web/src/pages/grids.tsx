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

/** Every board as a table of labelled buttons. */
export function Grids({ table, answer }: GridsProps) {
  const scene = table.scene.value;
  if (scene === null) return null;
  return (
    <section class="grids" aria-label={texts.text.title}>
      {scene.boards.map((board) => (
        <Grid
          key={board.id}
          table={table}
          answer={answer}
          scene={scene}
          name={phraseInWords(board.name)}
          cells={scene.cells.filter((cell) => cell.board === board.id)}
        />
      ))}
      <Taps table={table} scene={scene} />
    </section>
  );
}

/** Places beside the cells: boards that move, their pins, and moments of the past. */
function Taps({ table, scene }: { table: Told; scene: Scene }) {
  const boards = scene.boards.flatMap((board) =>
    board.tap === undefined ? [] : [[board.tap, phraseInWords(board.name)] as const],
  );
  const spots = (scene.spots ?? []).map((spot) => [spot.id, phraseInWords(spot.name)] as const);
  const moments = (scene.timeline?.moments ?? []).map(
    (moment, index) => [moment.tap, `${index + 1}. ${moveInLetters(moment.label)}`] as const,
  );
  const useful = new Set(table.offers.value.flatMap((offer) => offer.taps));
  const places = [...boards, ...spots, ...moments].filter(([tap]) => useful.has(tap));
  if (places.length === 0) return null;
  const chosen = table.taps.value;
  return (
    <p class="taps">
      {places.map(([tap, words]) => (
        <button
          type="button"
          key={tap}
          aria-pressed={chosen.includes(tap)}
          onClick={() => table.tap(tap)}
        >
          {words}
        </button>
      ))}
    </p>
  );
}

interface GridProps extends GridsProps {
  scene: Scene;
  name: string;
  cells: Cell[];
}

function Grid({ table, answer, scene, name, cells }: GridProps) {
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
    if (command.type === "say") table.said.value = answer(readTyped(command.words));
    else if (command.type === "type") document.getElementById("typed")?.focus();
    // A piece, or another level, may be on another table.
    else
      host.current
        ?.closest(".grids")
        ?.querySelector<HTMLElement>(`[data-cell="${command.cell}"]`)
        ?.focus();
  };
  const tap = (cell: string) => {
    const before = table.taps.value.length;
    table.tap(cell);
    table.said.value =
      table.taps.value.length > before
        ? texts.words.chosen(cellInWords(scene, cell))
        : table.message.value || texts.words.dropped;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is what the grid pattern of WAI-ARIA asks for.
    <table class="grid" role="grid" aria-label={`${name}. ${texts.text.grid}`} ref={host}>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0].id}>
            {row.map((cell) => {
              const token = scene.tokens.find((one) => one.cell === cell.id);
              const isChosen = table.taps.value.includes(cell.id);
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
