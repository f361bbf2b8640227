import type { DrawnArrow } from "../board";
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

  /** Shows what somebody else keeps, in place of what was drawn here. */
  show(drawings: readonly DrawnArrow[]): void {
    this.drawn = new Map(
      drawings.map(({ from, to, colour }) => [`${from} ${to} ${colour}`, [from, to, colour]]),
    );
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
  const middle = ({ x, y }: { x: number; y: number }) => ({ x: x + CELL / 2, y: y + CELL / 2 });
  return arrowShape(middle(a), middle(b), CELL, colour);
}

interface Point {
  x: number;
  y: number;
}

/** An arrow between the middles of two cells of this size; a ring where they are the same. */
export function arrowShape(start: Point, end: Point, cell: number, colour: string): SVGElement {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if (length < 1)
    return element("circle", {
      cx: start.x,
      cy: start.y,
      r: cell * 0.43,
      class: `arrow-ring ${colour}`,
    });
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const unit = cell / CELL;
  const neck = length - 14 * unit;
  const at = (along: number, across: number) =>
    `${start.x + ux * along - uy * across} ${start.y + uy * along + ux * across}`;
  const outline = [
    at(10 * unit, 3 * unit),
    at(neck, 3 * unit),
    at(neck, 9 * unit),
    at(length - 2 * unit, 0),
    at(neck, -9 * unit),
    at(neck, -3 * unit),
    at(10 * unit, -3 * unit),
  ];
  return element("path", { d: `M${outline.join("L")}z`, class: `arrow ${colour}` });
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
