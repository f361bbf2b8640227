import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { pieceImage } from "../../boards/pieces";
import {
  type Collection,
  choicesFor,
  kindInSlot,
  type Piece,
  piecesOf,
  REGULAR_REQUEST,
} from "../../model/wisconsin/collection";
import { go } from "../../router";
import { texts } from "../../texts";
import { counted } from "../../texts/counted";
import { more } from "../../texts/more";
import { phraseInWords } from "../../texts/server";
import { Dialog } from "../dialog";
import { Embedded } from "../element";
import { Icon } from "../icon";
import { nWaiting, playComputer, possessions } from "./host";
import { Meeting, newWord } from "./meeting";
import { SlotButton } from "./slotbutton";

/** Rows as White sees them: the pawns are the first slots. */
const ROWS = [0, 8];

/** The player's collection, and a game to win more. An invitation link brings the code of the invitation. */
export function CollectionDialog({ word, onClose }: { word?: string; onClose(): void }) {
  const owned = useSignal<Collection | null>(null);
  const army = useSignal<readonly number[]>(REGULAR_REQUEST);
  const slot = useSignal(0);
  const refusal = useSignal("");
  const meeting = useSignal<string | null>(null);
  useEffect(() => {
    void possessions().then((found) => {
      owned.value = found;
      refusal.value = found === null ? more.armies.noCollection : "";
    });
  }, []);
  const play = async () => {
    const game = await playComputer(army.value);
    if (game === null) refusal.value = more.armies.noArmy;
    else go(`/game/${game}`);
  };
  if (meeting.value !== null) {
    const fail = () => {
      meeting.value = null;
      refusal.value = more.armies.noArmy;
    };
    return <Meeting army={army.value} word={meeting.value} onFail={fail} onClose={onClose} />;
  }
  const pieces = owned.value === null ? [] : piecesOf(owned.value);
  return (
    <Dialog
      title={word === undefined ? more.armies.collection : more.armies.invited}
      onClose={onClose}
    >
      <div class="form">
        <p class="soft">{more.armies.aboutCollection}</p>
        <fieldset class="army-builder">
          <legend class="hidden">{more.armies.army}</legend>
          <div class="army-board">
            {ROWS.map((first) => (
              <div class="army-row" key={first}>
                {Array.from({ length: 8 }, (_, file) => first + file).map((one) => (
                  <Slot
                    key={one}
                    slot={one}
                    army={army.value}
                    pieces={pieces}
                    isChosen={slot.value === one}
                    onChoose={() => (slot.value = one)}
                  />
                ))}
              </div>
            ))}
          </div>
          <Choices
            slot={slot.value}
            army={army.value}
            pieces={pieces}
            onChoose={(number) => (army.value = army.value.with(slot.value, number))}
          />
        </fieldset>
        <Shelf owned={owned.value} />
        <p class="refusal" role="alert">
          {refusal.value}
        </p>
        <div class="dialog-buttons">
          <button class="quiet" type="button" onClick={onClose}>
            {texts.create.cancel}
          </button>
          {word === undefined ? (
            <Opponents
              isReady={owned.value !== null}
              onMeet={(wanted) => (meeting.value = wanted)}
              onComputer={() => void play()}
            />
          ) : (
            <button
              class="primary"
              type="button"
              disabled={owned.value === null}
              onClick={() => (meeting.value = word)}
            >
              {more.armies.playArmy}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface OpponentsProps {
  isReady: boolean;
  onMeet(word: string): void;
  onComputer(): void;
}

/** Whom to play with this army. */
function Opponents({ isReady, onMeet, onComputer }: OpponentsProps) {
  const waiting = useSignal(0);
  useEffect(() => {
    void nWaiting().then((n) => (waiting.value = n));
  }, []);
  return (
    <>
      <button type="button" disabled={!isReady} onClick={() => onMeet(newWord())}>
        <Icon name="friend" />
        {texts.lobby.friend}
      </button>
      <button type="button" disabled={!isReady} onClick={() => onMeet("")}>
        <Icon name="bolt" />
        {texts.create.audiences.anybody}{" "}
        <small>{counted(more.armies.nWaiting, waiting.value)}</small>
      </button>
      <button class="primary" type="button" disabled={!isReady} onClick={onComputer}>
        <Icon name="computer" />
        {texts.lobby.computer}
      </button>
    </>
  );
}

interface SlotProps {
  slot: number;
  army: readonly number[];
  pieces: Piece[];
  isChosen: boolean;
  onChoose(): void;
}

function Slot({ slot, army, pieces, isChosen, onChoose }: SlotProps) {
  const { kind } = kindInSlot(slot, army, pieces);
  const name = more.armies.slot(slot + 1, phraseInWords(kind));
  return (
    <SlotButton kind={kind} seat="white" name={name} isChosen={isChosen} onChoose={onChoose} />
  );
}

interface ChoicesProps {
  slot: number;
  army: readonly number[];
  pieces: Piece[];
  onChoose(number: number): void;
}

function Choices({ slot, army, pieces, onChoose }: ChoicesProps) {
  const regular = { number: 0, kind: kindInSlot(slot, REGULAR_REQUEST, []) };
  return (
    <div class="kinds kinds-owned" role="radiogroup" aria-label={more.armies.forSlot(slot + 1)}>
      {[regular, ...choicesFor(slot, army, pieces)].map(({ number, kind }) => (
        <label class="kind" key={number}>
          <input
            type="radio"
            name="owned"
            checked={army[slot] === number}
            onChange={() => onChoose(number)}
          />
          <Embedded make={() => pieceImage(kind.kind, "white")} of={kind.kind} />
          <span>
            <strong>{phraseInWords(kind.kind)}</strong> <small>{more.armies.source(number)}</small>
          </span>
        </label>
      ))}
    </div>
  );
}

/** The picks and the twenty-one slots, to look at. */
function Shelf({ owned }: { owned: Collection | null }) {
  if (owned === null) return null;
  const pieces = piecesOf(owned);
  const at = (number: number) => pieces.find((piece) => piece.number === number);
  const numbers = [-1, -2, ...owned.collection.map((_, index) => index + 1)];
  return (
    <ul class="shelf" aria-label={more.armies.collection}>
      {numbers.map((number) => {
        const kind = at(number)?.kind.kind;
        const name = `${more.armies.source(number)}: ${kind === undefined ? more.armies.emptySlot : phraseInWords(kind)}`;
        return (
          <li key={number} title={name} class={number < 0 ? "pick" : ""}>
            <span class="hidden">{name}</span>
            {kind !== undefined && <Embedded make={() => pieceImage(kind, "white")} of={kind} />}
          </li>
        );
      })}
    </ul>
  );
}
