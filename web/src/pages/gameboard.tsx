import type { Signal } from "@preact/signals";
import type { BoardView } from "../boards/board";
import { settings } from "../client";
import type { Table } from "../model/table";
import { type BoardContent, BoardHost } from "./boardhost";

/** The board of a game that is played or watched. */
export function GameBoard({ table, board }: { table: Table; board: Signal<BoardView | null> }) {
  const callbacks = {
    tap: (place: string) => table.tap(place),
    drag: (from: string, to: string) => table.drag(from, to),
    inspect: (place: string | null) => table.inspection.point(place),
    look: (moment: number | null) => void table.look(moment),
  };
  const shape = table.game.value?.view.scene.shape ?? "flat";
  return (
    <BoardHost
      shape={shape}
      content={() => content(table)}
      picture={() => table.picture.value}
      callbacks={callbacks}
      isAsking={() => table.question.value !== null}
      board={board}
    />
  );
}

function content(table: Table): BoardContent | null {
  const scene = table.scene.value;
  if (scene === null) return null;
  const selection = table.selection.value;
  const waiting = table.toConfirm.value;
  return {
    scene,
    offers: table.offers.value,
    taps: waiting?.taps ?? (selection.type === "decided" ? selection.offer.taps : selection.taps),
    targets: selection.type === "open" && settings.value.legalDots ? selection.targets : [],
    orientation: table.orientation.value,
    seat: table.seat.value,
    premove: table.premove.value,
    ghosts: table.ghosts.value,
    isReplay: table.replay.value.at !== null,
  };
}
