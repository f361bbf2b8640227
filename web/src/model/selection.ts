import type { Offer } from "../generated";

/** What the taps so far mean. */
export type Selection =
  /** Nothing is chosen, or more must be pointed at; `choices` are already complete and can be picked by label. */
  | { type: "open"; taps: string[]; targets: string[]; choices: Offer[] }
  /** The taps say exactly one thing. */
  | { type: "decided"; offer: Offer }
  /** The taps leave several complete offers: a promotion, a way of turning. */
  | { type: "choice"; taps: string[]; choices: Offer[]; isForced: boolean };

/** Interprets the taps so far. The page has no rules: it only compares taps with offers. */
export function select(offers: Offer[], taps: string[]): Selection {
  const owed = owedChoice(offers);
  if (owed !== null) return owed;
  const fitting = offers.filter((offer) => startsWith(offer.taps, taps));
  const complete =
    taps.length === 0 ? [] : fitting.filter((offer) => offer.taps.length === taps.length);
  const longer = fitting.filter((offer) => offer.taps.length > taps.length);
  if (longer.length === 0 && complete.length === 1) return { type: "decided", offer: complete[0] };
  if (longer.length === 0 && complete.length > 1) {
    return { type: "choice", taps, choices: complete, isForced: false };
  }
  const targets = taps.length === 0 ? [] : unique(longer.map((offer) => offer.taps[taps.length]));
  return { type: "open", taps, targets, choices: complete };
}

/** A forced choice: all offers have the same single tap, such as an owed promotion. */
function owedChoice(offers: Offer[]): Selection | null {
  const [first] = offers;
  if (first === undefined || offers.length < 2 || first.taps.length !== 1) return null;
  const isOwed = offers.every(
    (offer) => offer.taps.length === 1 && offer.taps[0] === first.taps[0],
  );
  return isOwed ? { type: "choice", taps: first.taps, choices: offers, isForced: true } : null;
}

/** The taps after one more: it continues them, ends them (the same place again), or starts over. */
export function tapped(offers: Offer[], taps: string[], place: string): string[] {
  const continued = [...taps, place];
  if (offers.some((offer) => startsWith(offer.taps, continued))) return continued;
  if (taps.at(-1) === place) return taps.slice(0, -1);
  // Two places can begin the same way, as in a change of the past: keep what still fits.
  const replaced = [...taps.slice(0, -1), place];
  if (offers.some((offer) => startsWith(offer.taps, replaced))) return replaced;
  return offers.some((offer) => offer.taps[0] === place) ? [place] : [];
}

/** Offers that are not pointed at but pressed: a claim, the acceptance of an ending. */
export function buttons(offers: Offer[]): Offer[] {
  return offers.filter((offer) => offer.taps.length === 0);
}

const KEYS: Record<string, string> = { queen: "q", rook: "r", bishop: "b", knight: "n" };

/** The key that picks a choice: its piece's letter for a promotion, otherwise its number. */
export function choiceKey(offer: Offer, index: number): string {
  return KEYS[offer.label.toLowerCase()] ?? String(index + 1);
}

/** Whether the choices are pieces to promote to. */
export function isPromotion(choices: Offer[]): boolean {
  return choices.length > 0 && choices.every((offer) => offer.label.toLowerCase() in KEYS);
}

/** The promotion to a queen, where the question is which piece a pawn becomes. */
export function queenOf(choices: Offer[]): Offer | undefined {
  const isQueen = (offer: Offer, index: number) => choiceKey(offer, index) === KEYS.queen;
  return isPromotion(choices) ? choices.find(isQueen) : undefined;
}

function startsWith(taps: string[], beginning: string[]): boolean {
  return beginning.every((place, index) => taps[index] === place);
}

function unique(places: string[]): string[] {
  return [...new Set(places)];
}
