import { pieceImage } from "../../boards/pieces";
import type { Seat } from "../../generated";
import { Embedded } from "../element";

interface SlotButtonProps {
  kind: string;
  seat: Seat;
  /** What the slot is called for people. */
  name: string;
  isChosen: boolean;
  onChoose(): void;
}

/** A place of an army with the piece in it, to be chosen. */
export function SlotButton({ kind, seat, name, isChosen, onChoose }: SlotButtonProps) {
  return (
    <button
      type="button"
      class="slot"
      aria-pressed={isChosen}
      aria-label={name}
      title={name}
      onClick={onChoose}
    >
      <Embedded make={() => pieceImage(kind, seat)} of={`${kind} ${seat}`} />
    </button>
  );
}
