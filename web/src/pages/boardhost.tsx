import { type Signal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { BoardCallbacks, BoardInput, BoardView } from "../boards/board";
import { loadBoard } from "../boards/load";
import { settings } from "../client";
import type { Scene, Shape } from "../generated";
import type { Shown } from "../model/replayer";

const prefersLess = window.matchMedia("(prefers-reduced-motion: reduce)");

/** The board is updated this long after a dialog opens, so that slow software rendering does not delay the dialog. */
const QUESTION_MS = 100;

/** What a board shows, without the settings that hold for all boards. */
export type BoardContent = Omit<BoardInput, "settings">;

interface BoardHostProps {
  shape: Shape;
  /** Read again whenever a signal in it changes. */
  content(): BoardContent | null;
  /** The picture whose events may be animated. */
  picture(): Shown | null;
  callbacks: BoardCallbacks;
  /** Whether the page asks something of the player. */
  isAsking?(): boolean;
  /** Is given the board as soon as there is one. */
  board?: Signal<BoardView | null>;
}

/** The place of a board on the page. The board itself is loaded by the shape of the scene. */
export function BoardHost({
  shape,
  content,
  picture,
  callbacks,
  isAsking = () => false,
  board,
}: BoardHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<BoardView | null>(null);
  const last = useRef<{ picture: Shown | null; scene: Scene | null }>({
    picture: null,
    scene: null,
  });

  const hasAsked = useRef(false);
  const waiting = useRef(0);

  const refresh = () => {
    const now = content();
    const shown = picture();
    if (now === null || view.current === null) return;
    const told = now.told ?? now.scene;
    const input = { ...now, settings: boardSettings() };
    // Events lead from one picture to the next; between any other two there is nothing to animate.
    const isNext =
      shown !== last.current.picture &&
      shown !== null &&
      told === shown.scene &&
      shown.before?.scene === last.current.scene;
    last.current = { picture: shown, scene: told };
    view.current.update(input, isNext ? shown.events : []);
  };

  useEffect(() => {
    let isGone = false;
    void loadBoard(shape).then((create) => {
      if (isGone || host.current === null) return;
      view.current = create(host.current, callbacks);
      if (board !== undefined) board.value = view.current;
      refresh();
    });
    return () => {
      isGone = true;
      window.clearTimeout(waiting.current);
      waiting.current = 0;
      view.current?.destroy();
      view.current = null;
      if (board !== undefined) board.value = null;
    };
  }, [shape]);
  useSignalEffect(() => {
    const asks = isAsking();
    const isNewQuestion = asks && !hasAsked.current;
    hasAsked.current = asks;
    if (isNewQuestion) {
      window.clearTimeout(waiting.current);
      waiting.current = window.setTimeout(() => {
        waiting.current = 0;
        refresh();
      }, QUESTION_MS);
    }
    // Reading the signals subscribes this effect also while the board waits.
    if (waiting.current === 0) refresh();
    else void [content(), picture()];
  });
  return <div class={`board-host shape-${shape}`} ref={host} />;
}

/** How much faster than usual pieces glide. */
const SPEEDS: Record<string, number> = { fast: 2, usual: 1, slow: 0.5 };

function boardSettings(): BoardInput["settings"] {
  const chosen = settings.value;
  return {
    theme: chosen.boardTheme,
    reducedMotion: chosen.reducedMotion || chosen.animation === "none" || prefersLess.matches,
    speed: SPEEDS[chosen.animation] ?? 1,
    lowDetail: chosen.lowDetail,
    coordinates: chosen.coordinates,
    coordinatesOutside: chosen.coordinatesAt === "outside",
    largePieces: chosen.largePieces,
  };
}
