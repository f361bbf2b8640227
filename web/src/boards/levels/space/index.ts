// The set in three dimensions. It is loaded only where it is shown, since it brings a renderer with it.
import type { Cell, Scene } from "../../../generated";
import { words } from "../../../texts/levels";
import type { BoardCallbacks, BoardInput } from "../../board";
import { type Beat, beatsOf, type Motion } from "../beats";
import { landings, meantBy, type Pin, secondTaps, storeysOf } from "../geometry";
import { tooltip } from "../words";
import { Army, type Progress } from "./army";
import { Boards } from "./boards";
import { Landings } from "./landings";
import { Letters } from "./letters";
import { Marks } from "./marks";
import { Workshop } from "./men";
import { disposePalette, makePalette, type Palette } from "./palette";
import { Pointing } from "./pointer";
import { Stage, type ViewName } from "./stage";
import { middleOf, pointOf } from "./world";

const BEAT_MS = 320;
/** What is pointed at on the floor plan is shown on the set once the pointer rests there: longer where frames are slow. */
const REST_MS = 60;
const REST_FRAMES = 4;
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
  private readonly pointing: Pointing;
  private readonly tip = document.createElement("div");
  private input: BoardInput | null = null;
  private pins: Pin[] = [];
  private cells = new Map<string, Cell>();
  /** The picture that `pins` and `cells` are of, and that is shown or moved towards. */
  private picture: Scene | null = null;
  /** What leads to a picture that is not shown yet; null when there is none. */
  private coming: unknown[] | null = null;
  private generation = 0;
  private isPlaying = false;
  private hovered: string | null = null;
  private rest = 0;

  /** Throws where the browser cannot draw in three dimensions. */
  constructor(
    host: HTMLElement,
    private readonly callbacks: BoardCallbacks,
    private readonly onHover: (place: string | null) => void,
    settings: BoardInput["settings"],
  ) {
    this.stage = new Stage(host, settings.lowDetail);
    this.palette = makePalette(host, settings.lowDetail);
    this.workshop = new Workshop(
      this.palette.men,
      settings.lowDetail,
      settings.largePieces ? 1.15 : 1,
    );
    this.boards = new Boards(this.palette);
    this.army = new Army(this.workshop, this.palette);
    this.marks = new Marks(this.palette);
    this.landings = new Landings(this.workshop);
    this.stage.scene.add(
      this.boards.group,
      this.army.group,
      this.marks.group,
      this.landings.group,
      this.letters.group,
    );
    this.stage.controls.addEventListener("change", () =>
      this.letters.seenFrom(this.stage.controls.getPolarAngle()),
    );
    this.tip.className = "levels-tip";
    this.tip.hidden = true;
    host.append(this.tip);
    this.prepareCanvas();
    this.pointing = this.point();
  }

  update(input: BoardInput, events: unknown[]): void {
    const isFirst = this.input === null;
    const isNew = input.scene !== this.input?.scene;
    // Of two pictures that come at once, nothing leads from what is shown to the second.
    if (isNew) this.coming = this.coming === null && !isFirst ? events : [];
    this.input = input;
    if (isFirst) this.stage.view(input.orientation, false);
    window.clearTimeout(this.rest);
    this.stage.afterPage(this.takeOver);
  }

  private readonly takeOver = (): void => {
    const { input, coming } = this;
    // What moves towards this picture goes on moving, and ends in what is chosen by then.
    if (!input || (coming === null && this.isPlaying)) return;
    this.coming = null;
    this.generation += 1;
    this.isPlaying = false;
    this.study(input.scene);
    const beats = coming === null || input.settings.reducedMotion ? null : beatsOf(coming);
    if (beats && beats.length > 0) void this.play(beats, this.generation);
    else this.settle();
  };

  private study(scene: Scene): void {
    if (scene === this.picture) return;
    this.picture = scene;
    this.pins = storeysOf(scene).flatMap((storey) => storey.pins);
    this.cells = new Map(scene.cells.map((cell) => [cell.id, cell]));
  }

  view(name: ViewName): void {
    this.stage.view(name, this.input?.settings.reducedMotion === false);
  }

  /** Marks what is pointed at on the floor plan. */
  glance(place: string | null): void {
    this.hovered = place;
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(
      () => this.highlight(place),
      REST_MS + REST_FRAMES * this.stage.cost,
    );
  }

  /** Marks what is pointed at. */
  private highlight(place: string | null): void {
    this.hovered = place;
    this.showHovered();
    this.stage.request();
  }

  private showHovered(): void {
    const cell = this.cells.get(this.hovered ?? "");
    this.marks.hover(cell ? pointOf(cell) : null);
    this.showLandings();
  }

  destroy(): void {
    this.generation += 1;
    window.clearTimeout(this.rest);
    this.pointing.destroy();
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
    this.boards.sync(
      input.scene,
      this.pins,
      input.settings.coordinates,
      input.orientation === "black",
    );
    this.army.sync(input.scene, input.taps);
    this.marks.sync(input, this.pins);
    this.letters.sync(input.scene);
    this.showHovered();
  }

  private async play(beats: Beat[], generation: number): Promise<void> {
    this.isPlaying = true;
    for (const beat of beats) {
      if (generation !== this.generation) return;
      const motions = beat.map((motion) => this.begin(motion)).filter((one) => one !== null);
      if (motions.length > 0) await this.perform(motions);
    }
    if (generation !== this.generation) return;
    this.isPlaying = false;
    this.settle();
    this.stage.request();
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
    this.boards.lay();
    this.army.deploy();
  }

  private showLandings(): void {
    const { input } = this;
    const pin = this.pins.find((one) => one.id === this.hovered);
    const board = input?.taps.at(-1);
    const isTarget = pin !== undefined && input?.targets.includes(pin.id);
    this.landings.show(
      input && isTarget && board !== undefined
        ? landings(input.scene, input.offers, board, pin)
        : [],
    );
  }

  private point(): Pointing {
    const { canvas, camera, controls } = this.stage;
    return new Pointing(
      canvas,
      camera,
      {
        pickable: () => [...this.army.pickable, ...this.boards.pickable, this.marks.plates],
        isPiece: (object) => this.army.holds(object),
        canDrag: (place) => secondTaps(this.input?.offers ?? [], this.meant(place)).length > 0,
        tap: (place) => this.tap(this.meant(place)),
        dragStart: (place) => this.startDrag(this.meant(place)),
        dragMove: (place, over) => this.dragTo(place, over),
        dragEnd: (place, over) => this.endDrag(this.meant(place), over),
        hover: (place, x, y) => this.hover(place, x, y),
      },
      // Only turning is held back: a second finger still zooms.
      (isFree) => {
        controls.enableRotate = isFree;
      },
    );
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
    const cell = this.cells.get(over ?? place);
    if (cell) this.army.hold(place, pointOf(cell));
    this.highlight(over);
  }

  private endDrag(place: string, over: string | null): void {
    this.hovered = null;
    if (over !== null && over !== place) this.callbacks.drag(place, over);
    this.stage.afterPage(this.takeOver);
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
