// Materials and colours, shared by everything in the scene.
import {
  Color,
  DoubleSide,
  type Material,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
} from "three";

export interface Palette {
  /** Squares and rims are instances with colours of their own. */
  squares: Record<"main" | "attack", Material>;
  shades: Record<"light" | "dark", Color>;
  rims: Material;
  sides: Record<"white" | "black" | "none", Color>;
  brass: Material;
  pins: Material;
  pieces: Record<"white" | "black", Material>;
  marks: Record<string, Material>;
  shadow: Material;
}

/** Colours of squares follow the theme of the page, where it names them. */
export function makePalette(host: HTMLElement, lowDetail: boolean): Palette {
  const named = getComputedStyle(host);
  const colour = (name: string, otherwise: string) =>
    new Color(named.getPropertyValue(name).trim() || otherwise);
  const solid = (color: Color, roughness: number, metalness = 0) =>
    lowDetail
      ? new MeshLambertMaterial({ color })
      : new MeshStandardMaterial({ color, roughness, metalness });
  const plain = new Color("#ffffff");
  const glass = (opacity: number) => {
    const material = solid(plain, 0.55);
    material.transparent = true;
    material.opacity = opacity;
    return material;
  };
  const brass = () => solid(new Color("#b99a52"), 0.35, 0.6);
  return {
    squares: { main: glass(0.93), attack: glass(0.82) },
    shades: {
      light: colour("--levels-light", "#f0d9b5"),
      dark: colour("--levels-dark", "#b58863"),
    },
    rims: solid(plain, 0.5),
    sides: { white: new Color("#efe9dc"), black: new Color("#3a3f47"), none: new Color("#8a8f96") },
    brass: brass(),
    pins: brass(),
    pieces: { white: solid(new Color("#f7f1e3"), 0.38), black: solid(new Color("#38353b"), 0.34) },
    marks: marks(),
    shadow: flat("#000000", 0.22),
  };
}

/** Seen from both sides, but drawn once: by default transparent materials are drawn twice and recompiled each time. */
const flat = (color: string, opacity: number): Material =>
  new MeshBasicMaterial({
    color,
    opacity,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    forceSinglePass: true,
  });

function marks(): Record<string, Material> {
  return {
    last: flat("#9bc700", 0.5),
    chosen: flat("#14701e", 0.65),
    premove: flat("#1c3f9c", 0.55),
    ghost: flat("#8a3ffc", 0.5),
    cause: flat("#b3541e", 0.95),
    check: flat("#e0201b", 0.75),
    missing: flat("#e0201b", 0.28),
    forbidden: flat("#b3261e", 0.9),
    target: flat("#0f6b2a", 0.85),
    landing: flat("#2fae57", 0.45),
    hover: flat("#ffffff", 0.9),
  };
}

export function disposePalette(palette: Palette): void {
  const all = [palette.brass, palette.pins, palette.rims, palette.shadow];
  const grouped = [palette.squares, palette.pieces, palette.marks].flatMap((group) =>
    Object.values(group),
  );
  for (const material of [...all, ...grouped]) material.dispose();
}
