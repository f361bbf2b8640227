import { columnsOf, endOf, nameOf, writesOf } from "../boards/timeline/moments";
import type { Moment, Timeline } from "../generated";
import type { ReplayStep } from "../model/replay";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { Rows, Sheet } from "./movelist";

/**
 * The score sheet of a game whose past can change: the line as it stands at the turn that is shown. What stood at a place
 * before is noted beside it, and a lost move stays in its blank as a ghost.
 */
export function LineSheet({ table, timeline }: { table: Table; timeline: Timeline }) {
  const { moves } = table.openGame.view;
  const at = table.replay.value.at ?? moves.length;
  const writes = writesOf(timeline.moments, moves.slice(0, at));
  const end = endOf(timeline);
  const look = (moment: number) => {
    table.cancel();
    void table.look(moment === end ? null : moment);
  };
  const cell = (number: number | null) => {
    const moment = number === null ? undefined : timeline.moments[number - 1];
    if (number === null || moment === undefined) return <span class="move-none">…</span>;
    return (
      <button
        class={`move move-${moment.kind}`}
        type="button"
        aria-current={number === timeline.shown ? "step" : undefined}
        // A replayed turn is a picture of its own, without moments to look at.
        aria-disabled={table.replay.value.at !== null}
        onClick={() => table.replay.value.at === null && look(number)}
      >
        <Written moment={moment} writes={writes.get(number) ?? []} />
      </button>
    );
  };
  return (
    <Sheet
      n={moves.length}
      at={at}
      isPlaying={table.replay.value.playing}
      onStep={(how: ReplayStep) => table.step(how)}
      onPlay={() => table.togglePlaying()}
      caption={table.replay.value.at === null ? undefined : texts.line.turn(at, moves.length)}
      follow={`${at} ${timeline.shown} ${timeline.moments.length}`}
    >
      <Rows rows={columnsOf(timeline.moments)} cell={cell} />
    </Sheet>
  );
}

/** A move with what stood there before; a blank with what was lost. */
function Written({ moment, writes }: { moment: Moment; writes: string[] }) {
  const before = writes.slice(0, -1);
  const lost = writes.at(-1);
  if (moment.kind === "blank" && lost !== undefined)
    return (
      <>
        <s>{lost}</s> <small>{nameOf(moment)}</small>
      </>
    );
  return (
    <>
      {nameOf(moment)}
      {moment.kind === "move" && before.length > 0 && (
        <small> {texts.line.was(before.join(", "))}</small>
      )}
    </>
  );
}
