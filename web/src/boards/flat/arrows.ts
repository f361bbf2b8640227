import { CELL, type Layout } from "./layout";

const SVG = "http://www.w3.org/2000/svg";

/** Arrows and circles that a player draws with the right button. */
export class Arrows {
  private drawn = new Map<string, [string, string, string]>();

  constructor(private readonly group: SVGGElement) {}

  /** Draws an arrow, or takes it away if it is there already. */
  toggle(from: string, to: string, colour: string): void {
    const key = `${from} ${to}`;
    const old = this.drawn.get(key);
    if (old?.[2] === colour) this.drawn.delete(key);
    else this.drawn.set(key, [from, to, colour]);
  }

  clear(): void {
    this.drawn.clear();
  }

  redraw(layout: Layout): void {
    const shapes = [...this.drawn.values()].map(([from, to, colour]) =>
      shape(layout, from, to, `arrow-${colour}`),
    );
    this.group.replaceChildren(...shapes.filter((one) => one !== null));
  }
}

function shape(layout: Layout, from: string, to: string, colour: string): SVGElement | null {
  const [a, b] = [layout.places.get(from), layout.places.get(to)];
  if (a === undefined || b === undefined) return null;
  const [x1, y1] = [a.x + CELL / 2, a.y + CELL / 2];
  const [x2, y2] = [b.x + CELL / 2, b.y + CELL / 2];
  if (from === to)
    return element("circle", { cx: x1, cy: y1, r: CELL * 0.43, class: `arrow-ring ${colour}` });
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const neck = length - 14;
  const at = (along: number, across: number) =>
    `${x1 + ux * along - uy * across} ${y1 + uy * along + ux * across}`;
  const outline = [
    at(10, 3),
    at(neck, 3),
    at(neck, 9),
    at(length - 2, 0),
    at(neck, -9),
    at(neck, -3),
    at(10, -3),
  ];
  return element("path", { d: `M${outline.join("L")}z`, class: `arrow ${colour}` });
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
