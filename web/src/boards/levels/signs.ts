// The small signs on pieces and boards. Each is a shape of its own, so that nobody has to tell colours apart.

export interface Sign {
  /** Its outline in a box of 24 by 24, to be filled. */
  path: string;
  /** Colours of the disc behind it and of the outline, for contrast on either shade of square. */
  paper: string;
  ink: string;
}

const OTHER: Sign = {
  path: "M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  paper: "#e3e6ea",
  ink: "#30363d",
};

const SIGNS: Record<string, Sign> = {
  crown: {
    path: "M5 17.500h14v-2H5zM4.500 7l1.400 7h12.200l1.400-7-4.300 3.200L12 5.300 8.800 10.200z",
    paper: "#f2c230",
    ink: "#3b2c00",
  },
  lock: {
    path: "M7 10.500h10v8H7zM8.300 10.500V8.700a3.700 3.700 0 0 1 7.400 0v1.800h-1.900V8.700a1.800 1.800 0 0 0-3.600 0v1.800z",
    paper: "#4a5058",
    ink: "#ffffff",
  },
  forced: {
    path: "M10.400 4.500h3.200l-.5 9.500h-2.200zM10.300 16h3.400v3.400h-3.400z",
    paper: "#c62828",
    ink: "#ffffff",
  },
  hint: {
    path: "M10.600 16.500h2.800v2.900h-2.800zM7.300 9.300C7.300 6.300 9.400 4.600 12 4.600s4.700 1.600 4.700 4.200c0 3.200-3.300 3.500-3.300 6.200h-2.800c0-3.900 3.200-4.300 3.200-6.100 0-1-.700-1.600-1.800-1.600s-1.900.7-1.900 2z",
    paper: "#e3e6ea",
    ink: "#30363d",
  },
  guest: {
    path: "M7 4.500h2v15H7zM9.500 5.500l8.500 3.200-8.500 3.800z",
    paper: "#1f5fae",
    ink: "#ffffff",
  },
  rotated: {
    path: "M12 5.500a6.500 6.500 0 1 1-6.300 5h2.400A4.200 4.200 0 1 0 12 7.800v2.700L7.300 6.600 12 2.800z",
    paper: "#e3e6ea",
    ink: "#30363d",
  },
};

/** The sign of a badge; an unknown kind gets a dot, and its words still say what it means. */
export const signOf = (kind: string): Sign => SIGNS[kind] ?? OTHER;

const SVG = "http://www.w3.org/2000/svg";

/** A sign as a picture for the page. */
export function signImage(kind: string): SVGSVGElement {
  const sign = signOf(kind);
  const image = document.createElementNS(SVG, "svg");
  image.setAttribute("viewBox", "0 0 24 24");
  image.setAttribute("class", `levels-sign sign-${kind}`);
  image.setAttribute("aria-hidden", "true");
  const disc = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({
    cx: "12",
    cy: "12",
    r: "11",
    fill: sign.paper,
    stroke: sign.ink,
  })) {
    disc.setAttribute(name, value);
  }
  const outline = document.createElementNS(SVG, "path");
  outline.setAttribute("d", sign.path);
  outline.setAttribute("fill", sign.ink);
  image.append(disc, outline);
  return image;
}

/** Draws a sign on a canvas of the given size. */
export function paintSign(pen: CanvasRenderingContext2D, kind: string, size: number): void {
  const sign = signOf(kind);
  pen.scale(size / 24, size / 24);
  pen.beginPath();
  pen.arc(12, 12, 11, 0, 2 * Math.PI);
  pen.fillStyle = sign.paper;
  pen.fill();
  pen.strokeStyle = sign.ink;
  pen.stroke();
  pen.fillStyle = sign.ink;
  pen.fill(new Path2D(sign.path));
}
