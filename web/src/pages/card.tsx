import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { gaitImage } from "../boards/gait";
import { pieceImage } from "../boards/pieces";
import { ask } from "../client";
import type { Token } from "../generated";
import { type Gait, gaitOf } from "../model/gait";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { Embedded } from "./element";

/** What a piece is, how it moves and what affects it now: all of it from the server. */
export function PieceCard({ table }: { table: Table }) {
  const explanation = table.explanation.value;
  const scene = table.scene.value;
  const token = scene?.tokens.find((one) => one.cell === explanation?.cell);
  const isFlat = scene?.shape !== "levels";
  return (
    <section class={`piece-card ${explanation === null ? "" : "is-shown"}`} tabIndex={0} aria-live="polite" aria-label={texts.card.title}>
      {explanation === null && <p class="card-hint">{texts.card.hint}</p>}
      {explanation !== null && (
        <>
          {token !== undefined && isFlat && <Moves variant={table.game.value!.view.variant} token={token} />}
          <h2>
            {token !== undefined && <Embedded make={() => pieceImage(token.kind, token.seat, token.letter)} of={`${token.kind} ${token.seat}`} />}
            {explanation.title}
          </h2>
          <ul>{explanation.notes.map((note) => <li key={note.code + note.text}>{note.text}</li>)}</ul>
          {explanation.notes.length === 0 && <p>{texts.card.nothing}</p>}
        </>
      )}
    </section>
  );
}

function Moves({ variant, token }: { variant: string; token: Token }) {
  const gait = useSignal<Gait | null>(null);
  const of = `${variant} ${token.kind} ${token.seat}`;
  useEffect(() => {
    let isWanted = true;
    gait.value = null;
    void gaitOf(variant, token, ask).then((found) => {
      if (isWanted) gait.value = found;
    });
    return () => {
      isWanted = false;
    };
  }, [of]);
  if (gait.value === null) return null;
  return <Embedded className="card-moves" make={() => gaitImage(gait.value!, token, gaitInWords(gait.value!))} of={of} />;
}

function gaitInWords({ both, quiet, capture }: Gait): string {
  const parts = [texts.card.goes([...both, ...quiet].length)];
  if (quiet.length > 0) parts.push(texts.card.onlyGoes(quiet.length));
  if (capture.length > 0) parts.push(texts.card.onlyCaptures(capture.length));
  return parts.join(" ");
}
