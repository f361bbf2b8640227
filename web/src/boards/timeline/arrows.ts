// From a change of the past to the moves that it has cost, drawn over the strip.
import type { BoardInput } from "../board";
import { brokenBy } from "./moments";

const SVG = "http://www.w3.org/2000/svg";

export class Arrows {
  readonly element = document.createElementNS(SVG, "svg");

  constructor() {
    this.element.setAttribute("class", "timeline-arrows");
    this.element.setAttribute("aria-hidden", "true");
  }

  /** What the words of a moment say too: this is for eyes alone. */
  draw({ scene }: BoardInput, buttons: Map<number, HTMLElement>): void {
    const places = new Map([...buttons.values()].map((button) => [button.dataset.place, button]));
    const paths = brokenBy(scene).flatMap(({ cause, lost }) =>
      lost.flatMap((place) => {
        const [from, to] = [places.get(cause), places.get(place)];
        return from && to ? [arrow(from, to)] : [];
      }),
    );
    const track = this.element.parentElement;
    this.element.setAttribute("width", String(track?.scrollWidth ?? 0));
    this.element.setAttribute("height", String(track?.clientHeight ?? 0));
    this.element.replaceChildren(...paths);
  }
}

/** From the right edge of a cell to the left edge of a later one, with a head. */
function arrow(from: HTMLElement, to: HTMLElement): SVGPathElement {
  const start = { x: from.offsetLeft + from.offsetWidth, y: middle(from) };
  const end = { x: to.offsetLeft, y: middle(to) };
  // A move that stands in the same column as the change is reached from below or above.
  const isSame = end.x < start.x;
  const path = document.createElementNS(SVG, "path");
  const line = isSame
    ? `M${start.x - 8} ${start.y}C${start.x + 4} ${start.y} ${start.x + 4} ${end.y} ${start.x - 8} ${end.y}`
    : `M${start.x - 6} ${start.y}C${start.x + 14} ${start.y} ${end.x - 14} ${end.y} ${end.x + 6} ${end.y}`;
  const head = isSame ? { x: start.x - 8, back: 6 } : { x: end.x + 6, back: -6 };
  path.setAttribute(
    "d",
    `${line}M${head.x + head.back} ${end.y - 5}L${head.x} ${end.y}L${head.x + head.back} ${end.y + 5}`,
  );
  return path;
}

const middle = (element: HTMLElement): number => element.offsetTop + element.offsetHeight / 2;
