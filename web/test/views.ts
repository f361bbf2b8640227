import type { Offer, SeatView, View } from "../src/generated";

/** A seat of a player who is there and may ask for nothing. */
export const seat: SeatView = {
  player: "p",
  name: "Ada",
  gone_since: null,
  claimable_at: null,
  proposals: [],
  asks: [],
};

/** What a fixture holds of a game. */
interface Fixture {
  variant: string;
  setup: string;
  scene: unknown;
  offers: Offer[];
}

/** A running game, as it is opened. */
export function viewOf(game: string, fixture: Fixture): View {
  return {
    game,
    variant: fixture.variant,
    seq: 3,
    now: 0,
    phase: { type: "running", to_act: "white" },
    seats: { white: seat, black: seat },
    clock: { control: { type: "untimed" }, left: null, running: null, waits: 0 },
    start: "",
    setup: fixture.setup,
    scene: fixture.scene as View["scene"],
    events: [],
    moves: [],
    offers: fixture.offers,
    rematch_of: null,
    rematch: null,
  };
}
