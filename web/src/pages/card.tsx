import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BoardView } from "../boards/board";
import { levelDiagramImage, moveDiagramImage } from "../boards/movediagram";
import { pieceImage } from "../boards/pieces";
import { ask } from "../client";
import type { Explanation, Scene, Token } from "../generated";
import { type CardPlacement, placeCard } from "../model/cardplacement";
import type { Inspection } from "../model/inspection";
import { levelDiagramOf } from "../model/leveldiagram";
import { type MoveDiagram, moveDiagramOf } from "../model/movediagram";
import { texts } from "../texts";
import { type Counted, counted } from "../texts/counted";
import { moveInLetters } from "../texts/letters";
import { noteInWords, phraseInWords } from "../texts/server";
import { Embedded } from "./element";

/** As in the style sheet. */
const isSmall = window.matchMedia("(max-width: 860px)");

interface PieceCardProps {
  inspection: Inspection;
  scene: Scene | null;
  variant: string;
  board: Signal<BoardView | null>;
}

/** What a piece is, how it moves and what affects it now: all of it from the rules. */
export function PieceCard({ inspection, scene, variant, board }: PieceCardProps) {
  const explanation = inspection.explanation.value;
  const placement = explanation === null ? null : placementFor(explanation, board.value);
  const token = scene?.tokens.find((one) => one.cell === explanation?.cell);
  const isFlat = scene?.shape !== "levels";
  return (
    <section
      class={`piece-card ${placement === null ? "" : `is-shown card-at-${placement.edge}`}`}
      style={placement === null ? undefined : { "--room": `${placement.room}px` }}
      tabIndex={0}
      aria-live="polite"
      aria-label={texts.card.title}
    >
      {explanation === null && <p class="card-hint">{texts.card.hint}</p>}
      {explanation !== null && (
        <>
          {token !== undefined && isFlat && <Moves variant={variant} token={token} isFlat />}
          <h2>
            {token !== undefined && (
              <Embedded
                make={() => pieceImage(token.kind, token.seat, token.letter)}
                of={`${token.kind} ${token.seat}`}
              />
            )}
            {phraseInWords(explanation.title)}
          </h2>
          {token !== undefined && !isFlat && (
            <Moves variant={variant} token={token} isFlat={false} />
          )}
          <ul>
            {explanation.notes.map((note) => (
              <li key={note.code + note.text}>{moveInLetters(noteInWords(note))}</li>
            ))}
          </ul>
          {explanation.hasMore === true && <p class="card-hint">{texts.card.helpHint}</p>}
          {explanation.notes.length === 0 && !explanation.hasMore && !explanation.isPictured && (
            <p>{texts.card.nothing}</p>
          )}
        </>
      )}
    </section>
  );
}

/** On a small screen the card comes over the board, where it must hide neither the piece nor the places it speaks of. */
function placementFor({ cell, notes }: Explanation, board: BoardView | null): CardPlacement {
  const places = [cell, ...notes.flatMap((note) => note.cells ?? [])];
  const status = document.querySelector(".status-turn, .status-over")?.getBoundingClientRect();
  const boxes = [...(board?.boxesOf(places) ?? []), ...(status === undefined ? [] : [status])];
  return placeCard(isSmall.matches ? boxes : [], window.innerHeight);
}

/** How the kind moves, as a picture; nothing where the server cannot show it. */
function Moves({ variant, token, isFlat }: { variant: string; token: Token; isFlat: boolean }) {
  const drawing = useSignal<(() => Element) | null>(null);
  const of = `${variant} ${token.kind} ${token.seat}`;
  useEffect(() => {
    let isWanted = true;
    drawing.value = null;
    void (isFlat ? onOneBoard(variant, token) : onLevels(variant, token)).then((found) => {
      if (isWanted) drawing.value = found;
    });
    return () => {
      isWanted = false;
    };
  }, [of]);
  if (drawing.value === null) return null;
  return (
    <Embedded
      className={isFlat ? "card-moves" : "card-moves card-levels"}
      make={drawing.value}
      of={of}
    />
  );
}

async function onOneBoard(variant: string, token: Token): Promise<(() => Element) | null> {
  const diagram = await moveDiagramOf(variant, token, ask);
  return (
    diagram && (() => moveDiagramImage(diagram, token, diagramInWords(diagram, texts.card.goes)))
  );
}

async function onLevels(variant: string, token: Token): Promise<(() => Element) | null> {
  const diagram = await levelDiagramOf(variant, token, ask);
  return (
    diagram &&
    (() => levelDiagramImage(diagram, token, diagramInWords(diagram, texts.card.goesOnLevels)))
  );
}

function diagramInWords({ both, quiet, capture }: MoveDiagram, goes: Counted): string {
  const parts = [counted(goes, both.length + quiet.length)];
  if (quiet.length > 0) parts.push(counted(texts.card.onlyGoes, quiet.length));
  if (capture.length > 0) parts.push(counted(texts.card.onlyCaptures, capture.length));
  return parts.join(" ");
}
