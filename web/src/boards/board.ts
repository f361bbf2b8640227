import type { Offer, Scene } from "../generated";

/** An arrow between two places; a ring where both are the same. */
export interface DrawnArrow {
  from: string;
  to: string;
  /** One that players choose, or `best` for what a computer would do. */
  colour: string;
}

/** Everything a board needs to draw itself; the page computes it, the board only shows it. */
export interface BoardInput {
  /** With pieces that were sent or prepared where they were put. */
  scene: Scene;
  /** The scene as the server told it, and what was sent or prepared since, for boards that can show the one over the other. */
  told?: Scene;
  steps?: [from: string, to: string][];
  /** Offers of the viewer's own seat that are possible now; empty for spectators and out of turn. */
  offers: Offer[];
  /** Taps chosen so far (the headless model in web/src/model/selection.ts decides what they mean). */
  taps: string[];
  /** Places that would be a sensible next tap: drawn as dots/rings. */
  targets: string[];
  orientation: "white" | "black";
  /** Whether the game has ended, by the rules or otherwise. */
  isOver?: boolean;
  /** Whether an earlier picture of the game is shown, on which nothing can be done. */
  isReplay?: boolean;
  /** The viewer's own seat, null for spectators. */
  seat: "white" | "black" | null;
  /** Premoved taps, drawn in the premove colour. */
  premove: string[];
  /** Among the ghosts: where that comes from which affects the piece that is looked at. */
  causes?: string[];
  /** Places or moments a hovered/previewed choice would affect: drawn as ghosts. */
  ghosts: string[];
  /** Arrows and circles that somebody keeps. Without a list the board keeps those of the player itself. */
  drawings?: readonly DrawnArrow[];
  settings: {
    theme: string;
    reducedMotion: boolean;
    /** How much faster than usual pieces glide, on boards that can be told. */
    speed?: number;
    lowDetail: boolean;
    coordinates: boolean;
    /** Coordinates beside the board instead of on it, on boards that can do so. */
    coordinatesOutside?: boolean;
    largePieces: boolean;
  };
}
/** Colours that players draw with. */
export type ArrowColour = "green" | "red" | "blue" | "yellow";

/** Chosen by the keys that are held: none, Shift, Alt, or Shift and Alt. */
export function colourOf({ shiftKey, altKey }: PointerEvent): ArrowColour {
  if (shiftKey) return altKey ? "yellow" : "red";
  return altKey ? "blue" : "green";
}

export interface BoardCallbacks {
  /** A place was chosen by click, touch, keyboard or the end of a drag; ids as in scene taps. */
  tap(place: string): void;
  /** A drag from one place to another: the same as two taps. */
  drag(from: string, to: string): void;
  /** The pointer rests on a place, or a finger presses it for long; null when it leaves. */
  inspect(place: string | null, isPressed?: boolean): void;
  /** An arrow or a circle was drawn; only asked where the input has drawings. */
  draw?(from: string, to: string, colour: ArrowColour): void;
  /** Timeline boards: look at a moment without acting. */
  look?(moment: number | null): void;
}
export interface BoardView {
  /** Shows a new input; `events` tell how to get from the old scene to this one (see Scene::replay in crates/games/rules/src/scene.rs), to be animated in order unless reduced motion. Empty events: just redraw. */
  update(input: BoardInput, events: unknown[]): void;
  /** Where places are on the screen, as far as they are drawn. */
  boxesOf(places: string[]): DOMRect[];
  /** Moves keyboard focus into the board. */
  focus(): void;
  destroy(): void;
}
export type BoardFactory = (host: HTMLElement, callbacks: BoardCallbacks) => BoardView;
