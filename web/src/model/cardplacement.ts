/** The screen edge at which the piece card is placed on a small screen, and its height. */
export interface CardPlacement {
  edge: "top" | "bottom";
  room: number;
}

interface Span {
  top: number;
  bottom: number;
}

/** The largest height of the card, and the height that is usually enough, as parts of the screen. */
const LARGEST = 0.45;
const ENOUGH = 0.3;
/** The smallest useful height in pixels. */
const SMALLEST = 110;

/** Finds an edge where the card covers none of these places, preferably the bottom. */
export function placeCard(places: Span[], screen: number): CardPlacement {
  const seen = places.filter((place) => place.bottom > 0 && place.top < screen);
  const below = screen - Math.max(0, ...seen.map((place) => place.bottom));
  const above = Math.min(screen, ...seen.map((place) => place.top));
  const edge = below >= screen * ENOUGH || below >= above ? "bottom" : "top";
  const room = edge === "bottom" ? below : above;
  return { edge, room: Math.max(SMALLEST, Math.min(screen * LARGEST, room)) };
}
