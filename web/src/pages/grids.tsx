import { useSignal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Ask, Cell, Scene } from "../generated";
import { formatTime, timeLeft } from "../model/clock";
import { toAct } from "../model/game";
import type { Table } from "../model/table";
import { cellInWords, legalInWords, readTyped, where } from "../model/words";
import { texts } from "../texts";
import { endingInWords } from "./ending";

/** The whole game in words: a box to type in, a table to walk through, and a voice that tells what happened. */
export function TextMode({ table, isShown }: { table: Table; isShown: boolean }) {
  const said = useSignal("");
  const announced = useSignal("");
  useSignalEffect(() => {
    const game = table.game.value;
    const now = game === null ? "" : `${game.frame} ${game.view.phase.type}`;
    if (now === announced.peek()) return;
    const isFirst = announced.peek() === "";
    announced.value = now;
    if (!isFirst) said.value = news(table);
  });
  return (
    <section class={`text-mode ${isShown ? "" : "text-mode-closed"}`} aria-label={texts.text.title}>
      <TypedMove table={table} onSay={(words) => (said.value = words)} />
      <p class="said" role="log" aria-live="polite" aria-label={texts.text.said}>{said.value}</p>
      {isShown && <Grids table={table} onSay={(words) => (said.value = words)} />}
    </section>
  );
}

function news(table: Table): string {
  const { view } = table.game.value!;
  const last = view.moves.at(-1);
  const played = last === undefined ? "" : texts.words.last(texts.seats[last.seat]!, last.notation);
  const notes = (view.scene.notes ?? []).map((note) => note.text);
  const turn = toAct(view.phase);
  const now = view.phase.type === "over" ? `${endingInWords(view.phase.ending)}.` : turn === null ? "" : texts.words.turn(texts.seats[turn]!);
  return [played, ...notes, now].join(" ");
}

interface Speaking {
  table: Table;
  onSay(words: string): void;
}

function TypedMove({ table, onSay }: Speaking) {
  const text = useSignal("");
  const wantsToResign = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const typed = readTyped(text.value);
    text.value = "";
    const isResign = typed.type === "resign";
    const mayResign = isResign && wantsToResign.value;
    wantsToResign.value = isResign && !mayResign;
    if (isResign && !mayResign) onSay(texts.words.resignAgain);
    else if (typed.type === "move") await playTyped(table, typed.text, onSay);
    else if (typed.type === "draw" || typed.type === "takeback" || typed.type === "resign") onSay(await askTyped(table, typed.type));
    else if (typed.type !== "nothing") onSay(answer(table, typed));
  };
  return (
    <form class="typed" onSubmit={submit}>
      <label for="typed">{texts.text.input}</label>
      <input id="typed" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} placeholder={texts.text.hint} autocomplete="off" autocapitalize="off" spellcheck={false} />
      <button type="submit">{texts.text.send}</button>
    </form>
  );
}

/** The server reads what was typed: it knows every notation and says what is wrong. */
async function playTyped(table: Table, text: string, onSay: (words: string) => void): Promise<void> {
  const isDone = await table.act(text);
  if (!isDone) onSay(table.message.value);
}

async function askTyped(table: Table, type: "draw" | "takeback" | "resign"): Promise<string> {
  const seat = table.seat.value;
  const asks = seat === null ? [] : table.game.value!.view.seats[seat].asks;
  const isWanted = (ask: Ask) => (type === "resign" ? ask.type === "resign" : "proposal" in ask && ask.proposal.kind === type && (ask.type === "accept" || ask.type === "propose"));
  const ask = asks.find((one) => isWanted(one) && one.type === "accept") ?? asks.find(isWanted);
  if (ask === undefined) return texts.words.cannot;
  return (await table.ask(ask)) ? texts.words.done : table.message.value;
}

function answer(table: Table, typed: Exclude<ReturnType<typeof readTyped>, { type: "move" }>): string {
  const game = table.game.value!;
  const { moves, scene, seats } = game.view;
  switch (typed.type) {
    case "where":
      return where(scene, typed.what);
    case "board":
      return where(scene, "");
    case "legal":
      return legalInWords(game.view.offers, typed.place);
    case "last": {
      const last = moves.at(-1);
      return last === undefined ? texts.words.noMove : texts.words.last(texts.seats[last.seat]!, last.notation);
    }
    case "clock": {
      const left = (seat: "white" | "black") => timeLeft(game.clock, seat, performance.now());
      const [white, black] = [left("white"), left("black")];
      return white === null || black === null ? texts.words.noClock : texts.words.clock(formatTime(white), formatTime(black));
    }
    case "who":
      return texts.words.who(seats.white.name ?? texts.lobby.nobody, seats.black.name ?? texts.lobby.nobody);
    default:
      return texts.words.help;
  }
}

/** Every board as a table of labelled buttons. */
function Grids({ table, onSay }: Speaking) {
  const scene = table.scene.value!;
  return (
    <div class="grids">
      {scene.boards.map((board) => (
        <Grid key={board.id} table={table} scene={scene} name={board.name} cells={scene.cells.filter((cell) => cell.board === board.id)} onSay={onSay} />
      ))}
      <Taps table={table} scene={scene} />
    </div>
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

interface GridProps extends Speaking {
  scene: Scene;
  name: string;
  cells: Cell[];
}

function Grid({ table, scene, name, cells, onSay }: GridProps) {
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
    onSay(table.taps.value.length > before ? texts.words.chosen(cellInWords(scene, cell)) : table.message.value || texts.words.dropped);
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
