import { pieceImage } from "../boards/pieces";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { Embedded } from "./element";

/** What a piece is and what affects it now, in the words of the server. */
export function PieceCard({ table }: { table: Table }) {
  const explanation = table.explanation.value;
  const token = table.scene.value?.tokens.find((one) => one.cell === explanation?.cell);
  return (
    <section class="piece-card" aria-live="polite" aria-label={texts.card.title}>
      {explanation === null && <p class="card-hint">{texts.card.hint}</p>}
      {explanation !== null && (
        <>
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
