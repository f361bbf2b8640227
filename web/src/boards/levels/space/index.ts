// The set in three dimensions. It is loaded only where it is shown, since it brings a renderer with it.
import type { Cell, Scene } from "../../../generated";
import { more } from "../../../texts/more";
import type { BoardCallbacks, BoardInput } from "../../board";
import { type AnimationStep, animationSteps, type Motion } from "../animation";
import { landings, meantBy, type Pin, secondTaps, storeysOf } from "../geometry";
import { tooltip } from "../words";
import { Boards } from "./boards";
import { middleOf, pointOf, takeApart } from "./coordinates";
import { hiding } from "./hiding";
import { Landings } from "./landings";
import { Marks } from "./marks";
import { disposePalette, makePalette, type Palette } from "./palette";
import { PieceLetters } from "./pieceletters";
import { PieceModels } from "./piecemodels";
import { Pieces, type Progress } from "./pieces";
import { Pointing } from "./pointer";
import { keepPose, loadPose } from "./pose";
import { Stage, type ViewName } from "./stage";

const STEP_MS = 320;
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
  private readonly models: PieceModels;
  private readonly boards: Boards;
  private readonly pieces: Pieces;
  private readonly marks: Marks;
  private readonly landings: Landings;
  private readonly letters = new PieceLetters();
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
  private keepsPose = false;
  private rest = 0;

  /** Throws where the browser cannot draw in three dimensions. */
  constructor(
    host: HTMLElement,
    private readonly callbacks: BoardCallbacks,
    private readonly onHover: (place: string | null) => void,
    settings: BoardInput["settings"],
    isApart: boolean,
  ) {
    takeApart(isApart);
    this.stage = new Stage(host, settings.lowDetail);
    this.palette = makePalette(host, settings.lowDetail);
    this.models = new PieceModels(
      this.palette.pieces,
      settings.lowDetail,
      settings.largePieces ? 1.15 : 1,
    );
    this.boards = new Boards(this.palette);
    this.pieces = new Pieces(this.models, this.palette);
    this.marks = new Marks(this.palette);
    this.landings = new Landings(this.models);
    this.stage.scene.add(
      this.boards.group,
      this.pieces.group,
      this.marks.group,
      this.landings.group,
      this.letters.group,
    );
    this.stage.controls.addEventListener("change", () => this.seen());
    this.stage.controls.addEventListener("end", () => this.keep());
    this.tip.className = "levels-tip";
    this.tip.hidden = true;
    host.append(this.tip);
    this.prepareCanvas();
    this.pointing = this.point();
  }

  /** What depends on where the camera stands. */
  private seen(): void {
    this.letters.seenFrom(this.stage.controls.getPolarAngle());
    this.marks.seenWith(this.stage.pointsPerUnit);
  }

  update(input: BoardInput, events: unknown[]): void {
    const isFirst = this.input === null;
    const isNew = input.scene !== this.input?.scene;
    // Of two pictures that come at once, nothing leads from what is shown to the second.
    if (isNew) this.coming = this.coming === null && !isFirst ? events : [];
    this.input = input;
    if (isFirst) this.resume(input);
    window.clearTimeout(this.rest);
    this.stage.afterPage(this.applyUpdate);
  }

  /** The set is seen as its player left it, or as usual. */
  private resume({ orientation }: BoardInput): void {
    this.stage.resume(loadPose(orientation) ?? orientation);
    this.keepsPose = true;
  }

  private keep(): void {
    if (this.input !== null && this.keepsPose) keepPose(this.input.orientation, this.stage.pose);
  }

  private readonly applyUpdate = (): void => {
    const { input, coming } = this;
    // What moves towards this picture goes on moving, and ends in what is chosen by then.
    if (!input || (coming === null && this.isPlaying)) return;
    this.coming = null;
    this.generation += 1;
    this.isPlaying = false;
    this.readScene(input.scene);
    const steps = coming === null || input.settings.reducedMotion ? null : animationSteps(coming);
    if (steps && steps.length > 0) void this.play(steps, this.generation);
    else this.settle();
  };

  private readScene(scene: Scene): void {
    if (scene === this.picture) return;
    this.picture = scene;
    this.pins = storeysOf(scene).flatMap((storey) => storey.pins);
    this.cells = new Map(scene.cells.map((cell) => [cell.id, cell]));
  }

  view(name: ViewName): void {
    this.stage.view(name, this.input?.settings.reducedMotion === false);
    this.keep();
  }

  /** Marks what is pointed at on the floor plan. */
  highlightSoon(place: string | null): void {
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
    if (this.input) this.marks.hang(this.input, this.hovered);
    this.boards.fade(this.inTheWay());
  }

  /** The boards between the camera and what is pointed at, or else what is chosen. */
  private inTheWay(): Set<string> {
    const chosen = this.input?.taps.at(-1);
    const cell = this.cells.get(this.hovered ?? "") ?? this.cells.get(chosen ?? "");
    if (!cell) return new Set();
    const point = this.pieces.standingAt(cell.id) ?? pointOf(cell);
    return hiding(this.stage.camera.position, point, cell.board, this.boards.surfaces);
  }

  destroy(): void {
    this.generation += 1;
    window.clearTimeout(this.rest);
    this.pointing.destroy();
    this.boards.dispose();
    this.pieces.dispose();
    this.marks.dispose();
    this.landings.dispose();
    this.letters.dispose();
    this.models.dispose();
    disposePalette(this.palette);
    this.stage.destroy();
    this.tip.remove();
  }

  private prepareCanvas(): void {
    const { canvas } = this.stage;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", more.levels.canvas);
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const nudge = KEY_NUDGES[event.key === "=" ? "+" : event.key];
    const view = KEY_VIEWS[event.key];
    if (nudge) {
      this.stage.nudge(...nudge);
      this.keep();
    } else if (view) this.view(view);
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
    this.pieces.sync(input.scene, input.taps);
    this.marks.sync(input, this.pins);
    this.letters.sync(input.scene);
    this.showHovered();
  }

  private async play(steps: AnimationStep[], generation: number): Promise<void> {
    this.isPlaying = true;
    for (const step of steps) {
      if (generation !== this.generation) return;
      const motions = step.map((motion) => this.begin(motion)).filter((one) => one !== null);
      if (motions.length > 0) await this.perform(motions);
    }
    if (generation !== this.generation) return;
    this.isPlaying = false;
    this.settle();
    this.stage.request();
  }

  private begin(motion: Motion): Progress | null {
    return motion.type === "board_moved"
      ? this.carry(motion)
      : this.pieces.begin(motion, this.cells);
  }

  private carry(motion: Extract<Motion, { type: "board_moved" }>): Progress | null {
    const attackBoard = this.boards.attackBoard(motion.board);
    const pin = this.pins.find((one) => one.id === motion.to);
    if (!attackBoard || !pin) return null;
    const start = attackBoard.position.clone();
    const end = middleOf(pin);
    return (part) => {
      attackBoard.position.lerpVectors(start, end, part);
      attackBoard.position.y += Math.sin(part * Math.PI) * 0.35;
      attackBoard.rotation.y = motion.rotated ? part * Math.PI : 0;
    };
  }

  private perform(motions: Progress[]): Promise<void> {
    const start = performance.now();
    const { generation } = this;
    return new Promise((done) => {
      this.stage.run((now) => {
        const part = Math.min(Math.max((now - start) / STEP_MS, 0), 1);
        const isCut = generation !== this.generation;
        if (!isCut) this.show(motions, part * part * (3 - 2 * part));
        if (part === 1 || isCut) done();
        return part < 1 && !isCut;
      });
    });
  }

  private show(motions: Progress[], part: number): void {
    for (const motion of motions) motion(part);
    this.boards.updateAttackBoards();
    this.pieces.updateInstances();
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
    const { canvas, controls } = this.stage;
    return new Pointing(
      canvas,
      () => this.stage.camera,
      {
        pickable: () => [...this.pieces.pickable, ...this.boards.pickable, this.marks.plates],
        isPiece: (object) => this.pieces.holds(object),
        canDrag: (place) => secondTaps(this.input?.offers ?? [], this.meant(place)).length > 0,
        tap: (place) => this.tap(this.meant(place)),
        dragStart: (place) => this.startDrag(this.meant(place)),
        dragMove: (place, over) => this.dragTo(place, over),
        dragEnd: (place, over) => this.endDrag(this.meant(place), over),
        hover: (place, x, y, isPressed) => this.hover(place, x, y, isPressed),
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
    // A player who tries to move a locked board is shown the lock.
    const isBoard = this.input?.scene.boards.some((board) => board.tap === place) === true;
    if (isBoard && secondTaps(this.input?.offers ?? [], place).length === 0) this.highlight(place);
  }

  private startDrag(place: string): void {
    if (this.input?.taps.at(-1) !== place) this.callbacks.tap(place);
  }

  /** A dragged piece stands, lifted, on the square under the pointer. */
  private dragTo(place: string, over: string | null): void {
    const cell = this.cells.get(over ?? place);
    if (cell) this.pieces.hold(place, pointOf(cell));
    this.highlight(over);
  }

  private endDrag(place: string, over: string | null): void {
    this.hovered = null;
    if (over !== null && over !== place) this.callbacks.drag(place, over);
    this.stage.afterPage(this.applyUpdate);
  }

  private hover(place: string | null, x: number, y: number, isPressed = false): void {
    const { input } = this;
    const text = place && input ? tooltip(place, input.scene, this.pins) : "";
    this.tip.hidden = text === "";
    this.tip.textContent = text;
    this.tip.style.transform = `translate(${x + 14}px, ${y + 14}px)`;
    if (place === this.hovered && !isPressed) return;
    this.highlight(place);
    this.onHover(place);
    this.callbacks.inspect(place, isPressed);
  }
}
