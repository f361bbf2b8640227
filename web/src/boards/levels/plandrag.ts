// Mouse, pen and finger on the floor plan: taps, drags, and resting on a place.
import type { Item } from "./plan";

export interface PlanPointer {
  itemAt(target: Element | null): Item | undefined;
  canDrag(item: Item): boolean;
  tap(item: Item): void;
  drag(from: Item, to: Item): void;
  hover(item: Item | null): void;
  /** A finger rests on it: somebody wants to know more about it. */
  press(item: Item): void;
}

const DRAG_DISTANCE = 8;
const LONG_PRESS_MS = 450;
/** How much larger a piece is under a finger. */
const FINGER_SCALE = 1.7;

interface Press {
  item: Item;
  x: number;
  y: number;
  dragged: HTMLElement | null;
  wasLong: boolean;
  timer: number;
}

export function dragOver(element: HTMLElement, pointer: PlanPointer): void {
  let press: Press | null = null;
  const under = (event: PointerEvent) =>
    pointer.itemAt(document.elementFromPoint(event.clientX, event.clientY));

  element.addEventListener("pointerdown", (event) => {
    const item = under(event);
    if (!item || !event.isPrimary || event.button !== 0) return;
    press = { item, x: event.clientX, y: event.clientY, dragged: null, wasLong: false, timer: 0 };
    if (event.pointerType !== "touch") return;
    press.timer = window.setTimeout(() => {
      if (!press || press.dragged) return;
      press.wasLong = true;
      pointer.press(item);
    }, LONG_PRESS_MS);
  });

  element.addEventListener("pointermove", (event) => {
    const item = under(event);
    if (!press) {
      if (event.pointerType === "mouse") pointer.hover(item ?? null);
      return;
    }
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    if (
      !press.dragged &&
      Math.hypot(dx, dy) > DRAG_DISTANCE &&
      !press.wasLong &&
      pointer.canDrag(press.item)
    ) {
      press.dragged = lift(element, press.item);
      element.setPointerCapture(event.pointerId);
    }
    if (!press.dragged) return;
    press.dragged.style.transform =
      event.pointerType === "touch"
        ? aboveFinger(event, press.dragged)
        : `translate(${dx}px, ${dy}px)`;
    pointer.hover(item ?? null);
  });

  const release = (event: PointerEvent, isCancelled: boolean) => {
    if (!press) return;
    const { item, dragged, wasLong, timer } = press;
    press = null;
    window.clearTimeout(timer);
    if (dragged) putDown(dragged);
    const over = isCancelled ? undefined : under(event);
    if (wasLong) pointer.hover(null);
    else if (dragged && over && over.key !== item.key) pointer.drag(item, over);
    else if (!dragged && over) pointer.tap(over);
  };
  element.addEventListener("pointerup", (event) => release(event, false));
  element.addEventListener("pointercancel", (event) => release(event, true));
  // A finger leaves with every tap; what it asked about stays until the next one.
  element.addEventListener("pointerleave", (event) => {
    if (!press && event.pointerType === "mouse") pointer.hover(null);
  });
}

/** A finger would hide what it drags, so that is held just above it, larger than it stands. */
function aboveFinger({ clientX, clientY }: PointerEvent, dragged: HTMLElement): string {
  const home = (dragged.parentElement ?? dragged).getBoundingClientRect();
  const [x, y] = [home.x + home.width / 2, home.y + home.height / 2];
  const rise = (dragged.clientHeight * FINGER_SCALE) / 2;
  return `translate(${clientX - x}px, ${clientY - y - rise}px) scale(${FINGER_SCALE})`;
}

/** What follows the pointer: the piece of a square, or the name of a board. */
function lift(element: HTMLElement, item: Item): HTMLElement | null {
  const home = element.querySelector(`[data-key="${CSS.escape(item.key)}"]`);
  const part = home?.querySelector<HTMLElement>(".piece-image, .levels-name") ?? null;
  part?.classList.add("is-dragged");
  home?.classList.add("is-lifted");
  return part;
}

function putDown(part: HTMLElement): void {
  part.classList.remove("is-dragged");
  part.closest(".is-lifted")?.classList.remove("is-lifted");
  part.style.transform = "";
}
