import type { Offer, OfferSet } from "../generated";

/**
 * The last tap of a placeholder: behind the taps before it there are offers that the server has not told yet. No place has
 * this name.
 */
const MORE = "\u2026";

/** All offers of a set after these taps, with a placeholder for those that must still be asked for. */
export function expandOffers(set: OfferSet | undefined, taps: string[] = []): Offer[] {
  const offers = (set?.offers ?? []).map((short): Offer => {
    if (typeof short !== "string") return { ...short, label: short.label ?? short.action };
    const places = short.split(" ");
    const action = places.join("");
    return { action, taps: places, label: action };
  });
  const more = (set?.more ?? []).map(
    (place): Offer => ({ action: "", taps: [...taps, place, MORE], label: "" }),
  );
  return [...offers, ...more];
}

/** Whether the offers behind these taps must be asked for. */
export function areUnknown(offers: Offer[], taps: string[]): boolean {
  return offers.some(
    (offer) => isPlaceholder(offer) && offer.taps.slice(0, -1).join() === taps.join(),
  );
}

/** The offers with what the server has told about those behind some taps. */
export function mergeOffers(offers: Offer[], taps: string[], set: OfferSet): Offer[] {
  const rest = offers.filter(
    (offer) => !isPlaceholder(offer) || offer.taps.slice(0, -1).join() !== taps.join(),
  );
  return [...rest, ...expandOffers(set, taps)];
}

/** Offers that can be played: without placeholders. */
export function known(offers: Offer[]): Offer[] {
  return offers.filter((offer) => !isPlaceholder(offer));
}

function isPlaceholder(offer: Offer): boolean {
  return offer.taps.at(-1) === MORE;
}
