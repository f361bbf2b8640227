import { type ArrowColour, colourOf } from "../board";

/** What a pointer did on the board, in the units of the drawing. */
export interface PointerEvents {
  cellAt(x: number, y: number): string | null;
  canDrag(cell: string): boolean;
  tap(cell: string): void;
  dragStart(cell: string): void;
  dragMove(cell: string, x: number, y: number, isFinger: boolean): void;
  dragEnd(cell: string, over: string | null): void;
  arrow(from: string, to: string, colour: ArrowColour): void;
  inspect(cell: string | null, isPressed?: boolean): void;
}

const DRAG_DISTANCE = 6;
const LONG_PRESS_MS = 450;

interface Press {
  cell: string;
  x: number;
  y: number;
  isDragging: boolean;
  isArrow: boolean;
  wasLong: boolean;
}

/** Turns pointer events into taps, drags, arrows and inspections. */
export function listen(svg: SVGSVGElement, events: PointerEvents): void {
  let press: Press | null = null;
  let longPress = 0;

  const point = (event: PointerEvent): [number, number] => {
    const matrix = svg.getScreenCTM();
    if (matrix === null) return [-1, -1];
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [at.x, at.y];
  };
  const cellUnder = (event: PointerEvent) => events.cellAt(...point(event));

  svg.addEventListener("pointerdown", (event) => {
    const cell = cellUnder(event);
    if (cell === null || !event.isPrimary) return;
    const isArrow = event.button === 2;
    press = {
      cell,
      x: event.clientX,
      y: event.clientY,
      isDragging: false,
      isArrow,
      wasLong: false,
    };
    svg.setPointerCapture(event.pointerId);
    window.clearTimeout(longPress);
    if (event.pointerType === "touch") {
      longPress = window.setTimeout(() => {
        if (press === null || press.isDragging) return;
        press.wasLong = true;
        events.inspect(cell, true);
      }, LONG_PRESS_MS);
    }
  });

  svg.addEventListener("pointermove", (event) => {
    if (press === null) {
      if (event.pointerType === "mouse") events.inspect(cellUnder(event));
      return;
    }
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_DISTANCE;
    if (
      far &&
      !press.isDragging &&
      !press.isArrow &&
      !press.wasLong &&
      events.canDrag(press.cell)
    ) {
      press.isDragging = true;
      events.dragStart(press.cell);
    }
    if (press.isDragging)
      events.dragMove(press.cell, ...point(event), event.pointerType === "touch");
  });

  const release = (event: PointerEvent, isCancelled: boolean) => {
    window.clearTimeout(longPress);
    if (press === null) return;
    const { cell, isDragging, isArrow, wasLong } = press;
    press = null;
    const over = isCancelled ? null : cellUnder(event);
    if (isDragging) events.dragEnd(cell, over);
    else if (isArrow && over !== null) events.arrow(cell, over, colourOf(event));
    else if (wasLong) events.inspect(null);
    else if (!isCancelled && over !== null) events.tap(over);
  };
  svg.addEventListener("pointerup", (event) => release(event, false));
  svg.addEventListener("pointercancel", (event) => release(event, true));
  svg.addEventListener("pointerleave", () => events.inspect(null));
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
}
