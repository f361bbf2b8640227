// From where the set is looked at.
import { FIELD_OF_VIEW } from "./coordinates";

export type ViewName = "white" | "black" | "side" | "top";

export interface View {
  /** Angles round the set, and down from the zenith. */
  azimuth: number;
  polar: number;
  /** How much is seen from top to bottom, in degrees. */
  fieldOfView: number;
  /** Drawn to scale once the camera has arrived. */
  isFlat?: boolean;
}

/** From near, a board hides more of what is behind it than from far away. */
const NARROW = 18;

/**
 * At the start every piece can be seen from White's and from Black's place: the boards hide least of each other from low
 * down and a little aside. From above the set is drawn to scale: the camera goes so far away that nothing jumps when it changes to that.
 */
export const VIEWS: Record<ViewName, View> = {
  white: { azimuth: 0.5, polar: 1.15, fieldOfView: NARROW },
  // The highest board is nearest to Black, so that only from still lower the others can be seen below it.
  black: { azimuth: Math.PI + 0.45, polar: 1.45, fieldOfView: NARROW },
  side: { azimuth: Math.PI / 2, polar: 1.42, fieldOfView: FIELD_OF_VIEW },
  top: { azimuth: 0, polar: 0.001, fieldOfView: 1.5, isFlat: true },
};

/** The tangent of half an angle in degrees. */
export const halfTangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 360);
