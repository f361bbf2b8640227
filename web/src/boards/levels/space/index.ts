// The set in three dimensions. It is loaded only where it is shown, since it brings a renderer with it.
import type { Cell } from "../../../generated";
import type { BoardCallbacks, BoardInput } from "../../board";
import { type Beat, type Motion, beatsOf } from "../beats";
import { type Pin, landings, meantBy, secondTaps, storeysOf } from "../geometry";
import { tooltip, words } from "../words";
import { Army, type Progress, soldiers } from "./army";
import { Boards } from "./boards";
import { Landings } from "./landings";
import { Letters } from "./letters";
import { Marks } from "./marks";
import { Workshop } from "./men";
import { type Palette, disposePalette, makePalette } from "./palette";
import { Pointing } from "./pointer";
import { Stage, type ViewName } from "./stage";
import { middleOf, pointOf } from "./world";

const BEAT_MS = 320;
const KEY_VIEWS: Record<string, ViewName> = { "1": "white", "2": "black", "3": "side", "4": "top" };
const KEY_NUDGES: Record<string, [number, number, number]> = {
  ArrowLeft: [-0.12, 0, 1],
  ArrowRight: [0.12, 0, 1],
  ArrowUp: [0, -0.1, 1],
  ArrowDown: [0, 0.1, 1],
  "+": [0, 0, 0.88],
  "-": [0, 0, 1.14],
};

export class Space {
  readonly stage: Stage;
  private readonly palette: Palette;
  private readonly workshop: Workshop;
  private readonly boards: Boards;
  private readonly army: Army;
  private readonly marks: Marks;
  private readonly landings: Landings;
  private readonly letters = new Letters();
  private readonly tip = document.createElement("div");
  private input: BoardInput | null = null;
  private pins: Pin[] = [];
  private cells = new Map<string, Cell>();
  private generation = 0;
  private hovered: string | null = null;

  /** Throws where the browser cannot draw in three dimensions. */
  constructor(
    host: HTMLElement,
    private readonly callbacks: BoardCallbacks,
    private readonly onHover: (place: string | null) => void,
    settings: BoardInput["settings"],
  ) {
    this.stage = new Stage(host, settings.lowDetail);
    this.palette = makePalette(host, settings.lowDetail);
    this.workshop = new Workshop(this.palette.men, settings.lowDetail, settings.largePieces ? 1.15 : 1);
    this.boards = new Boards(this.palette);
    this.army = new Army(this.workshop, this.palette);
    this.marks = new Marks(this.palette);
    this.landings = new Landings(this.workshop);
    this.stage.scene.add(this.boards.group, this.army.group, this.marks.group, this.landings.group, this.letters.group);
    this.stage.controls.addEventListener("change", () => this.letters.seenFrom(this.stage.controls.getPolarAngle()));
    this.tip.className = "levels-tip";
    this.tip.hidden = true;
    host.append(this.tip);
    this.prepareCanvas();
    this.point();
  }

  update(input: BoardInput, events: unknown[]): void {
    const isFirst = this.input === null;
    this.input = input;
    this.generation += 1;
    this.pins = storeysOf(input.scene).flatMap((storey) => storey.pins);
    this.cells = new Map(input.scene.cells.map((cell) => [cell.id, cell]));
    if (isFirst) this.stage.view(input.orientation, false);
    const beats = isFirst || input.settings.reducedMotion ? null : beatsOf(events);
    if (beats && beats.length > 0) void this.play(beats, this.generation);
    else this.settle();
  }

  view(name: ViewName): void {
    this.stage.view(name, this.input?.settings.reducedMotion === false);
  }

  /** Marks what is pointed at, here or on the floor plan. */
  highlight(place: string | null): void {
    this.hovered = place;
    const cell = this.cells.get(place ?? "");
    this.marks.hover(cell ? pointOf(cell) : null);
    this.showLandings();
    this.stage.request();
  }

  destroy(): void {
    this.generation += 1;
    this.boards.dispose();
    this.army.dispose();
    this.marks.dispose();
    this.landings.dispose();
    this.letters.dispose();
    this.workshop.dispose();
    disposePalette(this.palette);
    this.stage.destroy();
    this.tip.remove();
  }

  private prepareCanvas(): void {
    const { canvas } = this.stage;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", words.canvas);
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const nudge = KEY_NUDGES[event.key === "=" ? "+" : event.key];
    const view = KEY_VIEWS[event.key];
    if (nudge) this.stage.nudge(...nudge);
    else if (view) this.view(view);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Draws the picture as it is now. */
  private settle(): void {
    const { input } = this;
    if (!input) return;
    this.boards.sync(input.scene, this.pins, input.settings.coordinates, input.orientation === "black");
    this.army.sync(input.scene, input.taps);
    this.marks.sync(input, this.pins);
    this.letters.sync(input.scene);
    this.highlight(this.hovered);
  }

  private async play(beats: Beat[], generation: number): Promise<void> {
    for (const beat of beats) {
      if (generation !== this.generation) return;
      const motions = beat.map((motion) => this.begin(motion)).filter((one) => one !== null);
      if (motions.length > 0) await this.perform(motions);
    }
    if (generation === this.generation) this.settle();
  }

  private begin(motion: Motion): Progress | null {
    return motion.type === "board_moved" ? this.carry(motion) : this.army.begin(motion, this.cells);
  }

  private carry(motion: Extract<Motion, { type: "board_moved" }>): Progress | null {
    const slab = this.boards.slab(motion.board);
    const pin = this.pins.find((one) => one.id === motion.to);
    if (!slab || !pin) return null;
    const start = slab.position.clone();
    const end = middleOf(pin);
    return (part) => {
      slab.position.lerpVectors(start, end, part);
      slab.position.y += Math.sin(part * Math.PI) * 0.35;
      slab.rotation.y = motion.rotated ? part * Math.PI : 0;
    };
  }

  private perform(motions: Progress[]): Promise<void> {
    const start = performance.now();
    const { generation } = this;
    return new Promise((done) => {
      this.stage.run((now) => {
        const part = Math.min(Math.max((now - start) / BEAT_MS, 0), 1);
        const isCut = generation !== this.generation;
        if (!isCut) this.show(motions, part * part * (3 - 2 * part));
        if (part === 1 || isCut) done();
        return part < 1 && !isCut;
      });
    });
  }

  private show(motions: Progress[], part: number): void {
    for (const motion of motions) motion(part);
    this.army.shade();
  }

  private showLandings(): void {
    const { input } = this;
    const pin = this.pins.find((one) => one.id === this.hovered);
    const board = input?.taps.at(-1);
    const isTarget = pin !== undefined && input?.targets.includes(pin.id);
    this.landings.show(input && isTarget && board !== undefined ? landings(input.scene, input.offers, board, pin) : []);
  }

  private point(): void {
    const { canvas, camera, controls } = this.stage;
    new Pointing(
      canvas,
      camera,
      (without) => this.things(without),
      {
        canDrag: (place) => secondTaps(this.input?.offers ?? [], this.meant(place)).length > 0,
        tap: (place) => this.tap(this.meant(place)),
        dragStart: (place) => this.startDrag(this.meant(place)),
        dragMove: (place, over) => this.dragTo(place, over),
        dragEnd: (place, over) => this.endDrag(this.meant(place), over),
        hover: (place, x, y) => this.hover(place, x, y),
      },
      (isFree) => {
        controls.enabled = isFree;
      },
    );
  }

  private things(without: string | null) {
    const own = without === null ? undefined : this.army.meshAt(without);
    const men = soldiers(this.army).filter((one) => one !== own);
    return [...men, ...this.boards.pickable, this.marks.plates];
  }

  private meant(place: string): string {
    return this.input ? meantBy(place, this.input) : place;
  }

  private tap(place: string): void {
    const isPin = this.pins.some((pin) => pin.id === place);
    if (!isPin || this.input?.targets.includes(place)) this.callbacks.tap(place);
  }

  private startDrag(place: string): void {
    if (this.input?.taps.at(-1) !== place) this.callbacks.tap(place);
  }

  /** A dragged piece stands, lifted, on the square under the pointer. */
  private dragTo(place: string, over: string | null): void {
    const mesh = this.army.meshAt(place);
    const cell = this.cells.get(over ?? place);
    if (mesh && cell) mesh.position.copy(pointOf(cell)).setY(pointOf(cell).y + 0.25);
    this.highlight(over);
  }

  private endDrag(place: string, over: string | null): void {
    this.hovered = null;
    if (over !== null && over !== place) this.callbacks.drag(place, over);
    this.settle();
  }

  private hover(place: string | null, x: number, y: number): void {
    const { input } = this;
    const text = place && input ? tooltip(place, input.scene, this.pins) : "";
    this.tip.hidden = text === "";
    this.tip.textContent = text;
    this.tip.style.transform = `translate(${x + 14}px, ${y + 14}px)`;
    if (place === this.hovered) return;
    this.highlight(place);
    this.onHover(place);
    this.callbacks.inspect(place);
  }
}
