// Arrows and circles over the floor plan, from one level to another.
import { type ArrowColour, colourOf, type DrawnArrow } from "../board";
import { arrowShape } from "../flat/arrows";

const SVG = "http://www.w3.org/2000/svg";

/** The picture of what is drawn. What it means stands in the words of the analysis: this is for eyes alone. */
export class PlanDrawings {
  readonly element = document.createElementNS(SVG, "svg");

  constructor() {
    this.element.setAttribute("class", "levels-drawings");
    this.element.setAttribute("aria-hidden", "true");
  }

  redraw(drawings: readonly DrawnArrow[], boxOf: (place: string) => DOMRect | undefined): void {
    if (drawings.length === 0) {
      this.element.replaceChildren();
      return;
    }
    const home = this.element.getBoundingClientRect();
    const middle = (box: DOMRect) => ({
      x: box.x + box.width / 2 - home.x,
      y: box.y + box.height / 2 - home.y,
    });
    const shapes = drawings.flatMap(({ from, to, colour }) => {
      const [start, end] = [boxOf(from), boxOf(to)];
      return start === undefined || end === undefined
        ? []
        : [arrowShape(middle(start), middle(end), start.width, `arrow-${colour}`)];
    });
    this.element.replaceChildren(...shapes);
  }
}

/** Tells of arrows that are drawn with the right button, where somebody keeps them. */
export function listenForDrawings(
  element: HTMLElement,
  tapAt: (event: PointerEvent) => string | null,
  draw: (from: string, to: string, colour: ArrowColour) => void,
): void {
  let from: string | null = null;
  element.addEventListener("pointerdown", (event) => {
    from = event.button === 2 ? tapAt(event) : null;
  });
  element.addEventListener("pointerup", (event) => {
    const to = event.button === 2 ? tapAt(event) : null;
    if (from !== null && to !== null) draw(from, to, colourOf(event));
    from = null;
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}
