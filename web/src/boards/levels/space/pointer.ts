// Picking: the first object that a ray hits is the one that was meant.
import { type Camera, type Intersection, type Object3D, Raycaster, Vector2 } from "three";
import { placeOf } from "./boards";

export interface SpacePointer {
  /** What a ray can meet. */
  pickable(): Object3D[];
  isPiece(object: Object3D): boolean;
  canDrag(place: string): boolean;
  tap(place: string): void;
  dragStart(place: string): void;
  dragMove(place: string, over: string | null): void;
  dragEnd(place: string, over: string | null): void;
  /** `isPressed`: a finger rests on it. */
  hover(place: string | null, x: number, y: number, isPressed?: boolean): void;
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
  private readonly aim = new Vector2();
  private readonly hits: Intersection[] = [];
  private press: Press | null = null;
  private timer = 0;
  /** Where the pointer is; it is looked at once a frame, however often it is told. */
  private latest: PointerEvent | null = null;
  private frame = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: () => Camera,
    private readonly pointer: SpacePointer,
    private readonly freeCamera: (isFree: boolean) => void,
  ) {
    // Before the camera's own listener, so that a drag of a piece does not turn the set.
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event, false));
    canvas.addEventListener("pointercancel", (event) => this.up(event, true));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  destroy(): void {
    window.clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
  }

  /** The place under a point of the page. A piece that is dragged does not hide the square below it. */
  private at(event: PointerEvent, dragged: string | null = null): string | null {
    const box = this.canvas.getBoundingClientRect();
    this.aim.set(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    this.ray.setFromCamera(this.aim, this.camera());
    this.hits.length = 0;
    this.ray.intersectObjects(this.pointer.pickable(), true, this.hits);
    for (const { object, instanceId } of this.hits) {
      const place = placeOf({ object, instanceId });
      if (place !== undefined && !(place === dragged && this.pointer.isPiece(object))) return place;
    }
    return null;
  }

  private down(event: PointerEvent): void {
    window.clearTimeout(this.timer);
    if (!event.isPrimary) {
      this.pinch();
      return;
    }
    const place = event.button === 0 ? this.at(event) : null;
    this.press = {
      place,
      x: event.clientX,
      y: event.clientY,
      isDragging: false,
      isLooking: false,
      wasLong: false,
    };
    this.freeCamera(place === null || !this.pointer.canDrag(place));
    if (event.pointerType === "touch")
      this.timer = window.setTimeout(() => this.long(event), LONG_PRESS_MS);
  }

  /** A second finger zooms; whatever the first one meant is forgotten. */
  private pinch(): void {
    const { press } = this;
    if (!press) return;
    press.isLooking = true;
    if (press.isDragging && press.place) this.pointer.dragEnd(press.place, null);
    press.isDragging = false;
  }

  private long(event: PointerEvent): void {
    const { press } = this;
    if (!press?.place || press.isDragging || press.isLooking) return;
    press.wasLong = true;
    this.pointer.hover(press.place, ...this.offset(event), true);
  }

  private move(event: PointerEvent): void {
    const { press } = this;
    if (press && event.isPrimary) {
      const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_DISTANCE;
      if (isFar && !press.isDragging && !press.isLooking) this.begin(press);
    }
    // While the camera turns, nothing is pointed at.
    if (press ? !press.isDragging : event.pointerType !== "mouse") return;
    this.latest = event;
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.follow());
  }

  private follow(): void {
    const { press, latest } = this;
    this.frame = 0;
    if (!latest) return;
    if (press?.isDragging && press.place)
      this.pointer.dragMove(press.place, this.at(latest, press.place));
    else if (!press) this.pointer.hover(this.at(latest), ...this.offset(latest));
  }

  private leave(): void {
    this.latest = null;
    this.pointer.hover(null, 0, 0);
  }

  private offset(event: PointerEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
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
    this.latest = null;
    this.freeCamera(true);
    if (press.wasLong) this.pointer.hover(null, 0, 0);
    else if (press.isDragging && press.place) {
      this.pointer.dragEnd(press.place, isCancelled ? null : this.at(event, press.place));
    } else if (press.place && !press.isLooking && !isCancelled) this.pointer.tap(press.place);
  }
}
