import { useEffect, useRef } from "preact/hooks";
import { moveRows } from "../model/replay";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { Icon } from "./icon";

/** The score sheet, and the buttons to walk through it. */
export function MoveList({ table }: { table: Table }) {
  const { moves } = table.game.value!.view;
  const at = table.replay.value.at ?? moves.length;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    // Only the list itself scrolls: the page must not jump while somebody plays.
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [at, moves.length]);
  const cell = (index: number | null) => {
    if (index === null) return <span class="move-none">…</span>;
    const isCurrent = index + 1 === at;
    return (
      <button class="move" type="button" aria-current={isCurrent ? "step" : undefined} onClick={() => table.step({ to: index + 1 })}>
        {moves[index]!.notation}
      </button>
    );
  };
  return (
    <section class="moves">
      <h2 class="hidden">{texts.moves.title}</h2>
      <ol ref={list} tabIndex={0} aria-label={texts.moves.title}>
        {moves.length === 0 && <li class="empty">{texts.moves.none}</li>}
        {moveRows(moves).map((row) => (
          <li key={row.number}><span class="move-number">{row.number}.</span>{cell(row.white)}{row.black === null && row.white !== null ? <span /> : cell(row.black)}</li>
        ))}
      </ol>
      <Steps table={table} />
    </section>
  );
}

function Steps({ table }: { table: Table }) {
  const isPlaying = table.replay.value.playing;
  const step = (how: "first" | "back" | "forward" | "last") => (
    <button type="button" onClick={() => table.step(how)} aria-label={texts.moves[how]} title={texts.moves[how]}><Icon name={how} /></button>
  );
  const words = isPlaying ? texts.moves.pause : texts.moves.play;
  return (
    <div class="steps">
      {step("first")}
      {step("back")}
      <button type="button" onClick={() => table.togglePlaying()} aria-label={words} title={words}><Icon name={isPlaying ? "pause" : "play"} /></button>
      {step("forward")}
      {step("last")}
    </div>
  );
}
