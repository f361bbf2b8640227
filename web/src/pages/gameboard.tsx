import type { Signal } from "@preact/signals";
import type { BoardView } from "../boards/board";
import { settings } from "../client";
import type { Table } from "../model/table";
import { type BoardContent, BoardHost } from "./boardhost";

/** The board of a game that is played or watched. */
export function GameBoard({ table, board }: { table: Table; board: Signal<BoardView | null> }) {
  const callbacks = {
    tap: (place: string) => {
      table.tap(place);
      table.inspection.press(place);
    },
    drag: (from: string, to: string) => table.drag(from, to),
    inspect: (place: string | null, isPressed = false) => {
      if (isPressed && place !== null) table.inspection.press(place);
      else table.inspection.point(place);
    },
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

/** Where the chosen piece can go: now, or out of turn. */
function targets(table: Table): string[] {
  const selection = table.selection.value;
  const now = selection.type === "open" ? selection.targets : [];
  return now.length > 0 ? now : table.premoves.targets.value;
}

function content(table: Table): BoardContent | null {
  const scene = table.shownScene.value;
  if (scene === null) return null;
  const selection = table.selection.value;
  const waiting = table.toConfirm.value;
  return {
    scene,
    told: table.scene.value ?? scene,
    steps: scene === table.scene.value ? [] : table.steps.value,
    offers: table.offers.value,
    taps: waiting?.taps ?? (selection.type === "decided" ? selection.offer.taps : selection.taps),
    targets: settings.value.legalDots ? targets(table) : [],
    orientation: table.orientation.value,
    seat: table.seat.value,
    premove: table.premoves.places.value,
    ghosts: table.ghosts.value,
    isReplay: table.replay.value.at !== null,
    isOver: table.game.value?.view.phase.type === "over",
    causes: table.causes.value,
  };
}
