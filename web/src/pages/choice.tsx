import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import type { BoardView } from "../boards/board";
import { pieceImage } from "../boards/pieces";
import type { Badge, Offer, Preview, Scene, Seat } from "../generated";
import { choiceKey, isPromotion, type Selection } from "../model/selection";
import { labelInWords } from "../model/words";
import { texts } from "../texts";
import { noteInWords } from "../texts/server";
import { Consequence } from "./consequence";
import { Dialog } from "./dialog";
import { Embedded } from "./element";

/** Where something is chosen: a game, or an analysis. */
export interface Choosing {
  readonly question: ReadonlySignal<Extract<Selection, { type: "choice" }> | null>;
  readonly scene: ReadonlySignal<Scene | null>;
  readonly seat: ReadonlySignal<Seat | null>;
  choose(offer: Offer): void;
  cancel(): void;
  previewOf(action: string): Promise<Preview | null>;
}

interface ChoiceOverlayProps {
  table: Choosing;
  board: Signal<BoardView | null>;
  /** Who did what led to the question. */
  mover: Seat | null;
  /** What else can be done while the question cannot be dismissed. */
  children?: ComponentChildren;
}

/**
 * Where to ask, for as long as it is asked. It is looked up for every frame: a window changes its size, a phone is turned, and
 * some boards are laid out once more after that, so no single event says when the square has come to rest.
 */
function usePlace(board: Signal<BoardView | null>, tap: string): Record<string, string> {
  const now = () => placeBeside(board.peek()?.boxesOf([tap])[0]);
  const place = useSignal(now());
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      const next = now();
      if (!isSamePlace(next, place.peek())) place.value = next;
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [tap]);
  return place.value;
}

const isSamePlace = (one: Record<string, string>, other: Record<string, string>) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Asks which of several actions the taps mean: a promotion, or a way of moving a board. */
export function ChoiceOverlay({ table, board, mover, children }: ChoiceOverlayProps) {
  const question = table.question.value;
  if (question === null) return null;
  const { choices, isForced, taps } = question;
  const cancel = isForced ? undefined : () => table.cancel();
  return (
    <Overlay
      key={taps.join()}
      table={table}
      choices={choices}
      board={board}
      tap={taps.at(-1) ?? ""}
      mover={mover}
      onCancel={cancel}
    >
      {children}
    </Overlay>
  );
}

const ARROWS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

interface OverlayProps {
  table: Choosing;
  choices: Offer[];
  mover: Seat | null;
  children: ComponentChildren;
  board: Signal<BoardView | null>;
  /** The square in question, beside which it is asked. */
  tap: string;
  onCancel?: () => void;
}

/** The widest a picker gets, as in the style sheet. */
const WIDTH = 352;
const MARGIN = 8;

/** Beside the square: below it in the upper half of the screen, above it in the lower one. The style sheet has the rest. */
function placeBeside(square: DOMRect | undefined): Record<string, string> {
  if (square === undefined || square.width === 0) return {};
  const middle = square.x + square.width / 2 - WIDTH / 2;
  const left = Math.max(MARGIN, Math.min(middle, window.innerWidth - WIDTH - MARGIN));
  const isUpper = square.y < window.innerHeight / 2;
  return {
    "--left": `${left}px`,
    "--right": "auto",
    "--top": isUpper ? `${square.bottom + MARGIN}px` : "auto",
    "--bottom": isUpper ? "auto" : `${window.innerHeight - square.top + MARGIN}px`,
    "--margin": "0",
  };
}

function Overlay({ table, choices, board, tap, mover, onCancel, children }: OverlayProps) {
  const place = usePlace(board, tap);
  const isPiece = isPromotion(choices);
  const seat = table.seat.value ?? "white";
  // The position itself asks: a board moved away, or the opponent pulled a piece to its last rank.
  const warning = forcedBadge(table, choices);
  const isForced = onCancel === undefined && (warning !== undefined || mover !== seat);
  // A key that is pressed as soon as the question is seen counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const chosen = choices.find(
        (offer, index) => choiceKey(offer, index) === event.key.toLowerCase(),
      );
      if (chosen === undefined || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      table.choose(chosen);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [choices]);
  const title = !isPiece
    ? isLanding(table, choices)
      ? texts.promotion.landing
      : texts.promotion.choiceTitle
    : isForced
      ? texts.promotion.forced
      : texts.promotion.title;
  const walk = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (step === undefined) return;
    const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <Dialog
      title={title}
      className={`choice-overlay ${isForced ? "forced" : ""}`}
      style={place}
      onClose={onCancel}
    >
      {isForced && isPiece && (
        <p class="forced-banner">
          {warning === undefined ? texts.promotion.forcedBanner : noteInWords(warning)}
        </p>
      )}
      <p>{isPiece ? texts.promotion.line : texts.promotion.choiceLine}</p>
      <div class="choice-buttons" role="toolbar" aria-label={title} onKeyDown={walk}>
        {choices.map((offer, index) => (
          <button type="button" key={offer.action} onClick={() => table.choose(offer)}>
            {isPiece && <Embedded make={() => pieceImage(offer.label, seat)} of={offer.label} />}
            <span>
              {isPiece && <span class="hidden">{texts.promotion.to}</span>}
              {labelInWords(offer)}
              <Consequence table={table} offer={offer} />
            </span>
            <kbd>{choiceKey(offer, index).toUpperCase()}</kbd>
          </button>
        ))}
      </div>
      {onCancel !== undefined && (
        <div class="dialog-buttons">
          <button type="button" onClick={onCancel}>
            {texts.promotion.cancel}
          </button>
        </div>
      )}
      {/* Who cannot dismiss the question can still give up, and answer what the opponent asks meanwhile. */}
      {onCancel === undefined && children}
    </Dialog>
  );
}

/** Whether a board is moved: then the question is how it lands. */
function isLanding(table: Choosing, choices: Offer[]): boolean {
  const first = choices[0]?.taps[0];
  return table.scene.value?.boards.some((board) => board.tap === first) === true;
}

/** What the rules say about the piece that has to be promoted. */
function forcedBadge(table: Choosing, choices: Offer[]): Badge | undefined {
  const token = table.scene.value?.tokens.find((one) => one.cell === choices[0]?.taps[0]);
  return token?.badges?.find((badge) => badge.kind === "forced");
}
