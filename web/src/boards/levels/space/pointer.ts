// Pointing into space: the first thing a ray meets is what was meant.
import { type Camera, type Object3D, Raycaster, Vector2 } from "three";
import { placeOf } from "./boards";

export interface SpacePointer {
  canDrag(place: string): boolean;
  tap(place: string): void;
  dragStart(place: string): void;
  dragMove(place: string, over: string | null): void;
  dragEnd(place: string, over: string | null): void;
  hover(place: string | null, x: number, y: number): void;
}

interface Press {
  place: string | null;
  x: number;
  y: number;
  isDragging: boolean;
  /** The camera was moved, so that the release means nothing. */
  isLooking: boolean;
  wasLong: boolean;
}

const DRAG_DISTANCE = 6;
const LONG_PRESS_MS = 450;

export class Pointing {
  private readonly ray = new Raycaster();
  private press: Press | null = null;
  private timer = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera,
    private readonly things: (without: string | null) => Object3D[],
    private readonly pointer: SpacePointer,
    private readonly freeCamera: (isFree: boolean) => void,
  ) {
    // Before the camera's own listener, so that a drag of a piece does not turn the set.
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event, false));
    canvas.addEventListener("pointercancel", (event) => this.up(event, true));
    canvas.addEventListener("pointerleave", () => this.pointer.hover(null, 0, 0));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** The place under a point of the page. */
  private at(event: PointerEvent, without: string | null = null): string | null {
    const box = this.canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((event.clientY - box.top) / box.height) * 2;
    this.ray.setFromCamera(new Vector2(x, y), this.camera);
    const hits = this.ray.intersectObjects(this.things(without), true);
    const places = hits.map((hit) => placeOf({ object: hit.object, instanceId: hit.instanceId }));
    return places.find((place) => place !== undefined) ?? null;
  }

  private down(event: PointerEvent): void {
    window.clearTimeout(this.timer);
    if (!event.isPrimary) {
      // A second finger pinches; whatever the first one meant is forgotten.
      if (this.press) this.press.isLooking = true;
      return;
    }
    const place = event.button === 0 ? this.at(event) : null;
    this.press = { place, x: event.clientX, y: event.clientY, isDragging: false, isLooking: false, wasLong: false };
    this.freeCamera(place === null || !this.pointer.canDrag(place));
    if (event.pointerType === "touch") this.timer = window.setTimeout(() => this.long(event), LONG_PRESS_MS);
  }

  private long(event: PointerEvent): void {
    const { press } = this;
    if (!press?.place || press.isDragging || press.isLooking) return;
    press.wasLong = true;
    this.pointer.hover(press.place, event.offsetX, event.offsetY);
  }

  private move(event: PointerEvent): void {
    const { press } = this;
    if (!press) {
      if (event.pointerType === "mouse") this.pointer.hover(this.at(event), event.offsetX, event.offsetY);
      return;
    }
    const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_DISTANCE;
    if (isFar && !press.isDragging && !press.isLooking) this.begin(press);
    if (press.isDragging && press.place) this.pointer.dragMove(press.place, this.at(event, press.place));
  }

  private begin(press: Press): void {
    window.clearTimeout(this.timer);
    if (press.place && !press.wasLong && this.pointer.canDrag(press.place)) {
      press.isDragging = true;
      this.pointer.dragStart(press.place);
    } else press.isLooking = true;
  }

  private up(event: PointerEvent, isCancelled: boolean): void {
    const { press } = this;
    if (!press || !event.isPrimary) return;
    window.clearTimeout(this.timer);
    this.press = null;
    this.freeCamera(true);
    if (press.wasLong) this.pointer.hover(null, 0, 0);
    else if (press.isDragging && press.place) {
      this.pointer.dragEnd(press.place, isCancelled ? null : this.at(event, press.place));
    } else if (press.place && !press.isLooking && !isCancelled) this.pointer.tap(press.place);
  }
}
