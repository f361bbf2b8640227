import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Cell, Scene } from "../generated";
import type { Table } from "../model/table";
import { cellInWords } from "../model/words";
import { texts } from "../texts";

/** Every board as a table of labelled buttons. */
export function Grids({ table }: { table: Table }) {
  const scene = table.scene.value!;
  return (
    <section class="grids" aria-label={texts.text.title}>
      {scene.boards.map((board) => (
        <Grid key={board.id} table={table} scene={scene} name={board.name} cells={scene.cells.filter((cell) => cell.board === board.id)} />
      ))}
      <Taps table={table} scene={scene} />
    </section>
  );
}

/** Places beside the cells: boards that move, their pins, and moments of the past. */
function Taps({ table, scene }: { table: Table; scene: Scene }) {
  const boards = scene.boards.flatMap((board) => (board.tap === undefined ? [] : [[board.tap, board.name] as const]));
  const spots = (scene.spots ?? []).map((spot) => [spot.id, spot.name] as const);
  const moments = (scene.timeline?.moments ?? []).map((moment, index) => [moment.tap, `${index + 1}. ${moment.label}`] as const);
  const useful = new Set(table.offers.value.flatMap((offer) => offer.taps));
  const places = [...boards, ...spots, ...moments].filter(([tap]) => useful.has(tap));
  if (places.length === 0) return null;
  const chosen = table.taps.value;
  return (
    <p class="taps">
      {places.map(([tap, words]) => <button type="button" key={tap} aria-pressed={chosen.includes(tap)} onClick={() => table.tap(tap)}>{words}</button>)}
    </p>
  );
}

interface GridProps {
  table: Table;
  scene: Scene;
  name: string;
  cells: Cell[];
}

function Grid({ table, scene, name, cells }: GridProps) {
  const focused = useSignal<string | null>(null);
  const host = useRef<HTMLTableElement>(null);
  const descending = [...new Set(cells.map((cell) => cell.y))].sort((a, b) => b - a);
  const rows = descending.map((y) => cells.filter((cell) => cell.y === y).sort((a, b) => a.x - b.x));
  const first = rows[0]?.[0]?.id ?? null;
  const onKey = (event: KeyboardEvent, row: number, column: number) => {
    const [dy, dx] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [0, 0];
    const next = rows[row + dy!]?.[column + dx!];
    if ((dy === 0 && dx === 0) || next === undefined) return;
    event.preventDefault();
    focused.value = next.id;
    host.current?.querySelector<HTMLElement>(`[data-cell="${next.id}"]`)?.focus();
  };
  const tap = (cell: string) => {
    const before = table.taps.value.length;
    table.tap(cell);
    table.said.value = table.taps.value.length > before ? texts.words.chosen(cellInWords(scene, cell)) : table.message.value || texts.words.dropped;
  };
  return (
    <table class="grid" role="grid" aria-label={`${name}. ${texts.text.grid}`} ref={host}>
      <tbody>
        {rows.map((row, y) => (
          <tr key={row[0]!.id}>
            {row.map((cell, x) => {
              const token = scene.tokens.find((one) => one.cell === cell.id);
              const isChosen = table.taps.value.includes(cell.id);
              return (
                <td key={cell.id} role="gridcell">
                  <button type="button" data-cell={cell.id} class={`shade-${cell.shade}`} tabIndex={(focused.value ?? first) === cell.id ? 0 : -1} aria-pressed={isChosen} aria-label={cellInWords(scene, cell.id)} onKeyDown={(event) => onKey(event, y, x)} onFocus={() => (focused.value = cell.id)} onClick={() => tap(cell.id)}>
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
