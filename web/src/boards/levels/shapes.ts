// Outlines of the six pieces, to be turned on a lathe.
//
// A profile is a list of radius and height from the foot to the head; a square is one unit wide.

export type Point = readonly [number, number];

const FOOT: Point[] = [
  [0, 0],
  [0.33, 0],
  [0.34, 0.03],
  [0.34, 0.08],
  [0.3, 0.12],
  [0.25, 0.14],
  [0.24, 0.18],
];

const PROFILES: Record<string, Point[]> = {
  pawn: [
    ...FOOT,
    [0.15, 0.27],
    [0.11, 0.4],
    [0.11, 0.44],
    [0.2, 0.47],
    [0.2, 0.5],
    [0.12, 0.52],
    [0.17, 0.57],
    [0.19, 0.64],
    [0.17, 0.71],
    [0.11, 0.76],
    [0, 0.78],
  ],
  rook: [
    ...FOOT,
    [0.19, 0.28],
    [0.17, 0.5],
    [0.18, 0.6],
    [0.26, 0.64],
    [0.27, 0.68],
    [0.27, 0.74],
    [0.18, 0.74],
    [0, 0.72],
  ],
  knight: [...FOOT, [0.26, 0.22], [0.26, 0.26], [0, 0.27]],
  bishop: [
    ...FOOT,
    [0.16, 0.3],
    [0.11, 0.52],
    [0.11, 0.57],
    [0.22, 0.6],
    [0.22, 0.64],
    [0.13, 0.66],
    [0.18, 0.74],
    [0.18, 0.82],
    [0.13, 0.92],
    [0.05, 0.99],
    [0.05, 1.0],
    [0.065, 1.03],
    [0.05, 1.07],
    [0, 1.08],
  ],
  queen: [
    ...FOOT,
    [0.18, 0.3],
    [0.12, 0.55],
    [0.11, 0.66],
    [0.23, 0.7],
    [0.23, 0.74],
    [0.14, 0.77],
    [0.15, 0.86],
    [0.25, 1.05],
    [0.19, 1.05],
    [0.14, 1.0],
    [0.1, 1.06],
    [0.05, 1.1],
    [0.06, 1.13],
    [0.04, 1.17],
    [0, 1.18],
  ],
  king: [
    ...FOOT,
    [0.19, 0.3],
    [0.14, 0.55],
    [0.13, 0.7],
    [0.24, 0.74],
    [0.24, 0.79],
    [0.15, 0.82],
    [0.17, 0.92],
    [0.22, 1.05],
    [0.2, 1.09],
    [0.06, 1.14],
    [0, 1.15],
  ],
};

/** The part of a knight above its foot, seen from the side. */
export const HORSE: Point[] = [
  [-0.22, 0.25],
  [0.22, 0.25],
  [0.2, 0.42],
  [0.13, 0.55],
  [0.07, 0.62],
  [0.16, 0.6],
  [0.26, 0.53],
  [0.33, 0.56],
  [0.36, 0.64],
  [0.3, 0.74],
  [0.2, 0.86],
  [0.12, 0.93],
  [0.08, 1.04],
  [0.0, 0.96],
  [-0.12, 0.92],
  [-0.22, 0.78],
  [-0.27, 0.6],
  [-0.27, 0.42],
];

/** The cross on a king's head. */
export const CROSS: Point[] = [
  [-0.035, 1.13],
  [-0.05, 1.2],
  [-0.11, 1.19],
  [-0.11, 1.27],
  [-0.045, 1.26],
  [-0.055, 1.34],
  [0.055, 1.34],
  [0.045, 1.26],
  [0.11, 1.27],
  [0.11, 1.19],
  [0.05, 1.2],
  [0.035, 1.13],
];

const TOPS: Record<string, Point[]> = { king: CROSS, knight: HORSE };

/** How high the battlements of a rook reach. */
export const BATTLEMENTS = 0.84;

/** The profile of a kind; a kind without one looks like a pawn. */
export const profileOf = (kind: string): Point[] => PROFILES[kind] ?? PROFILES.pawn ?? FOOT;

/** How tall a kind is, for things that float above it. */
export function heightOf(kind: string): number {
  if (kind === "rook") return BATTLEMENTS;
  const points = [...profileOf(kind), ...(TOPS[kind] ?? [])];
  return Math.max(...points.map(([, height]) => height));
}
