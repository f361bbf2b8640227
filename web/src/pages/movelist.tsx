import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { MoveRow, Replay, ReplayStep } from "../model/replay";
import { moveRows } from "../model/replay";
import { texts } from "../texts";
import { moveInLetters } from "../texts/letters";
import { Icon } from "./icon";

interface MoveListProps {
  moves: { seat: string; notation: string }[];
  /** The number of the first of them. */
  first: number | undefined;
  replay: Replay;
  onStep(how: ReplayStep): void;
  onPlay(): void;
}

/** The move list, and the buttons to step through it. */
export function MoveList({ moves, first, replay, onStep, onPlay }: MoveListProps) {
  const at = replay.at ?? moves.length;
  const cell = (index: number | null) => {
    if (index === null) return <span class="move-none">…</span>;
    const isCurrent = index + 1 === at;
    return (
      <button
        class="move"
        type="button"
        aria-current={isCurrent ? "step" : undefined}
        onClick={() => onStep({ to: index + 1 })}
      >
        {moveInLetters(moves[index].notation)}
      </button>
    );
  };
  return (
    <Sheet
      n={moves.length}
      at={at}
      isPlaying={replay.playing}
      onStep={onStep}
      onPlay={onPlay}
      follow={`${at} ${moves.length}`}
    >
      <Rows rows={moveRows(moves, first)} cell={cell} />
    </Sheet>
  );
}

interface RowsProps {
  rows: MoveRow[];
  /** A move, or what stands for one that was not made. */
  cell(move: number | null): VNode;
}

export function Rows({ rows, cell }: RowsProps) {
  if (rows.length === 0) return <li class="empty">{texts.moves.none}</li>;
  return (
    <>
      {rows.map((row) => (
        <li key={row.number}>
          <span class="move-number">{row.number}.</span>
          {cell(row.white)}
          {row.black === null && row.white !== null ? <span /> : cell(row.black)}
        </li>
      ))}
    </>
  );
}

interface SheetProps {
  /** How many actions were played, and after how many of them the picture is that is shown. */
  n: number;
  at: number;
  /** How many actions the line has that can be stepped through; all of them, if nobody says otherwise. */
  length?: number;
  isPlaying: boolean;
  onStep(how: ReplayStep): void;
  onPlay(): void;
  /** Changes whenever another row is the current one. */
  follow: string;
  caption?: string;
  children: ComponentChildren;
}

/** The frame of a score sheet: its rows, of which the current one is kept in sight, and the buttons below. */
export function Sheet({
  n,
  at,
  length = n,
  isPlaying,
  onStep,
  onPlay,
  follow,
  caption,
  children,
}: SheetProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const { current: sheet } = list;
    if (sheet === null) return undefined;
    const show = () => {
      const current = sheet.querySelector<HTMLElement>("[aria-current]");
      // Only the list itself scrolls: the page must not jump during a game.
      sheet.scrollTop = current ? current.offsetTop - sheet.clientHeight / 2 : 0;
    };
    // An offer of the opponent takes room away from the list; the current move stays in sight.
    const observer = new ResizeObserver(show);
    observer.observe(sheet);
    show();
    return () => observer.disconnect();
  }, [follow]);
  return (
    <section class="moves" data-moves={n}>
      <h2 class="hidden">{texts.moves.title}</h2>
      <ol ref={list} tabIndex={0} aria-label={texts.moves.title}>
        {caption !== undefined && <li class="empty">{caption}</li>}
        {children}
      </ol>
      <Steps at={at} length={length} isPlaying={isPlaying} onStep={onStep} onPlay={onPlay} />
    </section>
  );
}

interface StepsProps {
  at: number;
  length: number;
  isPlaying: boolean;
  onStep(how: ReplayStep): void;
  onPlay(): void;
}

function Steps({ at, length, isPlaying, onStep, onPlay }: StepsProps) {
  const step = (how: "first" | "back" | "forward" | "last", isUseful: boolean) => (
    <button
      type="button"
      aria-disabled={!isUseful}
      onClick={() => onStep(how)}
      aria-label={texts.moves[how]}
      title={texts.moves[how]}
    >
      <Icon name={how} />
    </button>
  );
  const words = isPlaying ? texts.moves.pause : texts.moves.play;
  return (
    <div class="steps">
      {step("first", at > 0)}
      {step("back", at > 0)}
      <button
        type="button"
        aria-disabled={length === 0}
        onClick={onPlay}
        aria-label={words}
        title={words}
      >
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      {step("forward", at < length)}
      {step("last", at < length)}
    </div>
  );
}
