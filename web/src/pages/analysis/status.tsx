import type { AnalysisBoard } from "../../model/analysis/board";
import { labelInWords } from "../../model/words";
import { texts } from "../../texts";
import { noteInWords } from "../../texts/server";
import { endingInWords } from "../ending";

/** Whose turn it is in the position that is looked at, what the rules say of it, and what can be pressed. */
export function AnalysisStatus({ board, name }: { board: AnalysisBoard; name: string }) {
  const notes = board.scene.value?.notes ?? [];
  const selection = board.selection.value;
  const complete = selection.type === "open" ? selection.choices : [];
  const offers = [...board.buttons.value, ...complete];
  return (
    <section class="status">
      <p class="status-turn is-own">{statusInWords(board)}</p>
      {notes.map((note) => (
        <p class={`note note-${note.kind}`} key={note.kind + note.text}>
          {noteInWords(note)}
        </p>
      ))}
      <p class="message" role="status">
        {board.message.value || name}
      </p>
      {offers.length > 0 && (
        <p class="pressed">
          {offers.map((offer) => (
            <button type="button" key={offer.action} onClick={() => board.choose(offer)}>
              {labelInWords(offer)}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}

export function statusInWords(board: AnalysisBoard): string {
  const status = board.status.value;
  if (status === null) return "";
  if ("to_act" in status) return texts.game.waitingFor(texts.seats[status.to_act]);
  const { winner, reason } = status.over;
  const score = winner === null ? "1/2-1/2" : winner === "white" ? "1-0" : "0-1";
  return endingInWords({ score, reason });
}
