import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { BoardInput, BoardView } from "../boards/board";
import { loadBoard } from "../boards/load";
import { settings } from "../client";
import type { Table } from "../model/table";

const prefersLess = window.matchMedia("(prefers-reduced-motion: reduce)");

/** What the board is to show now. */
function boardInput(table: Table): BoardInput | null {
  const scene = table.scene.value;
  if (scene === null) return null;
  const selection = table.selection.value;
  const chosen = settings.value;
  const waiting = table.toConfirm.value;
  return {
    scene,
    offers: table.offers.value,
    taps: waiting?.taps ?? (selection.type === "decided" ? selection.offer.taps : selection.taps),
    targets: selection.type === "open" && chosen.legalDots ? selection.targets : [],
    orientation: table.orientation.value,
    seat: table.seat.value,
    premove: table.premove.value,
    ghosts: table.ghosts.value,
    settings: {
      theme: chosen.boardTheme,
      reducedMotion: chosen.reducedMotion || prefersLess.matches,
      lowDetail: chosen.lowDetail,
      coordinates: chosen.coordinates,
      largePieces: chosen.largePieces,
    },
  };
}

/** The place of the board on the page. The board itself is loaded by the shape of the scene. */
export function BoardHost({ table }: { table: Table }) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<BoardView | null>(null);
  const shown = useRef(0);
  const shape = table.game.value?.view.scene.shape ?? "flat";

  const refresh = () => {
    const input = boardInput(table);
    const game = table.game.value;
    if (input === null || game === null || view.current === null) return;
    const isNew = game.frame !== shown.current && table.replay.value.at === null;
    const events = isNew && game.frame === shown.current + 1 ? game.events : [];
    shown.current = game.frame;
    view.current.update(input, events);
  };

  useEffect(() => {
    let isGone = false;
    void loadBoard(shape).then((create) => {
      if (isGone || host.current === null) return;
      view.current = create(host.current, {
        tap: (place) => table.tap(place),
        drag: (from, to) => table.drag(from, to),
        inspect: (place) => void table.inspect(place),
        look: (moment) => void table.look(moment),
      });
      refresh();
    });
    return () => {
      isGone = true;
      view.current?.destroy();
      view.current = null;
    };
  }, [table, shape]);
  useSignalEffect(refresh);
  return <div class={`board-host shape-${shape}`} ref={host} />;
}
