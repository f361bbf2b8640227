/** Where a card lies that comes over a small screen, and how tall it may be. */
export interface CardPlacement {
  edge: "top" | "bottom";
  room: number;
}

interface Span {
  top: number;
  bottom: number;
}

/** A card takes at most this part of the screen, and mostly this one is enough. */
const LARGEST = 0.45;
const ENOUGH = 0.3;
/** Less than this shows nothing. */
const SMALLEST = 110;

/** Finds the edge of the screen from which a card hides none of these places: the lower one if it can be. */
export function placeCard(places: Span[], screen: number): CardPlacement {
  const seen = places.filter((place) => place.bottom > 0 && place.top < screen);
  const below = screen - Math.max(0, ...seen.map((place) => place.bottom));
  const above = Math.min(screen, ...seen.map((place) => place.top));
  const edge = below >= screen * ENOUGH || below >= above ? "bottom" : "top";
  const room = edge === "bottom" ? below : above;
  return { edge, room: Math.max(SMALLEST, Math.min(screen * LARGEST, room)) };
}
