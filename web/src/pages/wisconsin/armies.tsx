import { type Signal, useSignal } from "@preact/signals";
import { pieceImage } from "../../boards/pieces";
import type { Seat } from "../../generated";
import {
  type Favourite,
  kindOf,
  kindsFor,
  loadFavourites,
  REGULAR,
  randomArmy,
  saveFavourites,
  setupOf,
  withFavourite,
  withSlot,
} from "../../model/wisconsin/army";
import { texts } from "../../texts";
import { more } from "../../texts/more";
import { phraseInWords } from "../../texts/server";
import { Embedded } from "../element";
import { SlotButton } from "./slotbutton";

interface Place {
  seat: Seat;
  slot: number;
}

/** Rows as they stand on the board, seen by White: the back rank of an army has the later slots. */
const ROWS: [Seat, number][] = [
  ["black", 8],
  ["black", 0],
  ["white", 0],
  ["white", 8],
];

/** Sixteen slots a side. What is built here becomes the position text of the form around it. */
export function ArmyBuilder() {
  const armies = { white: useSignal(REGULAR), black: useSignal(REGULAR) };
  const chosen = useSignal<Place>({ seat: "white", slot: 0 });
  return (
    <fieldset class="army-builder">
      <legend class="hidden">{more.armies.title}</legend>
      <input type="hidden" name="setup" value={setupOf(armies.white.value, armies.black.value)} />
      <div class="army-board">
        {ROWS.map(([seat, first]) => (
          <div class={`army-row army-${seat}`} key={`${seat}${first}`}>
            {Array.from({ length: 8 }, (_, file) => (
              <Slot
                key={file}
                army={armies[seat].value}
                place={{ seat, slot: first + file }}
                chosen={chosen}
              />
            ))}
          </div>
        ))}
      </div>
      <Kinds army={armies[chosen.value.seat]} place={chosen.value} />
      <Tools armies={armies} seat={chosen.value.seat} />
    </fieldset>
  );
}

function Slot({ army, place, chosen }: { army: string; place: Place; chosen: Signal<Place> }) {
  const { kind } = kindOf(army[place.slot]);
  const isChosen = chosen.value.seat === place.seat && chosen.value.slot === place.slot;
  const name = `${texts.seats[place.seat]}, ${squareOf(place)}: ${phraseInWords(kind)}`;
  return (
    <SlotButton
      kind={kind}
      seat={place.seat}
      name={name}
      isChosen={isChosen}
      onChoose={() => (chosen.value = place)}
    />
  );
}

function squareOf({ seat, slot }: Place): string {
  const isBack = slot >= 8;
  const rank = seat === "white" ? (isBack ? 1 : 2) : isBack ? 8 : 7;
  return `${"abcdefgh"[slot % 8]}${rank}`;
}

/** Every kind that may stand in the chosen slot, with what it does. */
function Kinds({ army, place }: { army: Signal<string>; place: Place }) {
  const put = (letter: string) => (army.value = withSlot(army.value, place.slot, letter));
  return (
    <div class="kinds" role="radiogroup" aria-label={more.armies.kindsFor(squareOf(place))}>
      {kindsFor(place.slot).map(({ letter, kind }) => (
        <label class="kind" key={letter}>
          <input
            type="radio"
            name="kind"
            value={letter}
            checked={army.value[place.slot] === letter}
            onChange={() => put(letter)}
          />
          <Embedded make={() => pieceImage(kind, place.seat)} of={`${kind} ${place.seat}`} />
          <span>
            <strong>{phraseInWords(kind)}</strong> <small>{more.armies.kinds[kind]}</small>
          </span>
        </label>
      ))}
    </div>
  );
}

function Tools({ armies, seat }: { armies: Record<Seat, Signal<string>>; seat: Seat }) {
  const other = seat === "white" ? "black" : "white";
  const own = armies[seat];
  return (
    <div class="army-tools">
      <p class="soft">{more.armies.forSide(texts.seats[seat])}</p>
      <button type="button" onClick={() => (own.value = randomArmy(Math.random))}>
        {more.armies.random}
      </button>
      <button type="button" onClick={() => (own.value = REGULAR)}>
        {more.armies.regular}
      </button>
      <button type="button" onClick={() => (armies[other].value = own.value)}>
        {more.armies.copyTo(texts.seats[other])}
      </button>
      <Favourites army={own} />
    </div>
  );
}

/** Saved armies, stored in this browser. */
function Favourites({ army }: { army: Signal<string> }) {
  const kept = useSignal<Favourite[]>(loadFavourites(localStorage));
  const name = useSignal("");
  const keep = (favourites: Favourite[]) => {
    kept.value = favourites;
    saveFavourites(localStorage, favourites);
  };
  const save = () => {
    keep(withFavourite(kept.value, name.value, army.value));
    name.value = "";
  };
  return (
    <div class="favourites">
      <input
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
        maxLength={30}
        placeholder={more.armies.favouriteName}
        aria-label={more.armies.favouriteName}
        autocomplete="off"
      />
      <button type="button" disabled={name.value.trim() === ""} onClick={save}>
        {more.armies.save}
      </button>
      {kept.value.map((favourite) => (
        <span class="favourite" key={favourite.name}>
          <button type="button" onClick={() => (army.value = favourite.army)}>
            {favourite.name}
          </button>
          <button
            type="button"
            aria-label={more.armies.forget(favourite.name)}
            title={more.armies.forget(favourite.name)}
            onClick={() => keep(kept.value.filter((one) => one !== favourite))}
          >
            ×
          </button>
        </span>
      ))}
    </div>
  );
}
