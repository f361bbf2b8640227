import type { BoardEvent, Token } from "../../generated";
import { cellInWords } from "../../model/words";
import { texts } from "../../texts";
import type { ArrowColour, BoardCallbacks, BoardFactory, BoardInput, BoardView } from "../board";
import { Arrows } from "./arrows";
import { CELL, type Layout, layOut, neighbour, placeAt } from "./layout";
import { listen } from "./pointer";
import { place, placeAbove, placeUnder, Tokens } from "./tokens";

const SVG = "http://www.w3.org/2000/svg";

/** The room beside the board for coordinates. */
const EDGE = 12;

const DROP_MS = 700;
/** How long a piece glides at the usual speed, a little shorter than a step of events. */
const GLIDE_MS = 170;

const KEY_STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** One drawing for any arrangement of cells in a plane. */
class FlatBoard implements BoardView {
  private readonly svg = document.createElementNS(SVG, "svg");
  private readonly cells = this.layer("cells");
  private readonly marks = this.layer("marks");
  private readonly pieces = this.layer("tokens");
  private readonly dots = this.layer("dots");
  private readonly arrowLayer = this.layer("arrows");
  private readonly tokens = new Tokens(this.pieces);
  private readonly arrows = new Arrows(this.arrowLayer);
  private input: BoardInput | null = null;
  private layout: Layout = { places: new Map(), width: CELL, height: CELL };
  private drawnLayout = "";
  private cursor: string | null = null;
  private inspected: string | null = null;
  private shownTokens: Token[] = [];
  private shownSteps: [string, string][] = [];
  private dropped = 0;
  private isDragging = false;
  /** The cursor is shown to those who move it. */
  private usesKeys = false;
  /** A player with a pointer means the score sheet by arrow keys, not the board that was clicked last. */
  private isFocusedByPointer = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly callbacks: BoardCallbacks,
  ) {
    this.svg.setAttribute("class", "flat-board");
    this.svg.setAttribute("tabindex", "0");
    this.svg.setAttribute("role", "application");
    // Dots lie below the pieces, so that none lies on the piece that is dragged.
    this.svg.append(this.cells, this.marks, this.dots, this.pieces, this.arrowLayer);
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focus", () => this.redrawMarks());
    this.svg.addEventListener("blur", () => {
      this.isFocusedByPointer = false;
      this.redrawMarks();
    });
    this.svg.addEventListener("pointerdown", () => {
      this.isFocusedByPointer = true;
    });
    this.listenToPointer();
    host.append(this.svg);
  }

  update(input: BoardInput, events: unknown[]): void {
    this.input = input;
    const isNewLayout = this.relayout(input);
    const { tokens } = input.told ?? input.scene;
    const steps = input.steps ?? [];
    const isSame =
      tokens === this.shownTokens && !isNewLayout && steps.join() === this.shownSteps.join();
    // What was dropped waits for an answer, and what moves towards this picture goes on moving.
    const isWaiting = isSame && (this.dropped !== 0 || this.isDragging || this.tokens.isMoving);
    this.shownTokens = tokens;
    this.shownSteps = steps;
    this.tokens.speed = input.settings.speed ?? 1;
    this.svg.style.setProperty("--glide", `${GLIDE_MS / this.tokens.speed}ms`);
    if (events.length > 0 && !input.settings.reducedMotion) {
      this.forgetDrop();
      if (input.drawings === undefined) this.arrows.clear();
      void this.tokens.animate(events as BoardEvent[], tokens, this.layout, steps);
    } else if (!isWaiting) {
      this.forgetDrop();
      this.tokens.redraw(tokens, this.layout, steps);
    }
    this.svg.classList.toggle("large-pieces", input.settings.largePieces);
    this.svg.classList.toggle("no-motion", input.settings.reducedMotion);
    this.redrawMarks();
    if (input.drawings !== undefined) this.arrows.show(input.drawings);
    this.arrows.redraw(this.layout);
  }

  boxesOf(places: string[]): DOMRect[] {
    const matrix = this.svg.getScreenCTM();
    if (matrix === null) return [];
    const { a: scale, e: left, f: top } = matrix;
    return places.flatMap((place) => {
      const at = this.layout.places.get(place);
      return at === undefined
        ? []
        : [new DOMRect(left + at.x * scale, top + at.y * scale, CELL * scale, CELL * scale)];
    });
  }

  focus(): void {
    this.svg.focus();
  }

  destroy(): void {
    this.host.replaceChildren();
  }

  private layer(name: string): SVGGElement {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `layer-${name}`);
    return group;
  }

  /** Draws the cells; says whether anything about them is new. */
  private relayout(input: BoardInput): boolean {
    const { coordinates, coordinatesOutside = false } = input.settings;
    const isOutside = coordinates && coordinatesOutside;
    const key = JSON.stringify([input.scene.cells, input.orientation, coordinates, isOutside]);
    if (key === this.drawnLayout) return false;
    this.drawnLayout = key;
    this.layout = layOut(input.scene, input.orientation);
    const { width, height } = this.layout;
    const edge = isOutside ? EDGE : 0;
    this.svg.setAttribute("viewBox", `${-edge} 0 ${width + edge} ${height + edge}`);
    this.cells.replaceChildren(
      ...[...this.layout.places.values()].map(({ cell, x, y }) =>
        square(`cell cell-${cell.shade}`, x, y),
      ),
    );
    if (isOutside) this.cells.append(...this.coordinatesBeside());
    else if (coordinates) this.cells.append(...this.coordinates());
    return true;
  }

  /** Files below the board and ranks to its left; cells that are named otherwise have their names on them. */
  private coordinatesBeside(): SVGElement[] {
    const { places, height } = this.layout;
    const all = [...places.values()];
    if (!all.every(({ cell }) => isNamed(cell.id))) return this.coordinates();
    const files = all.filter(({ y }) => y + CELL >= height);
    const ranks = all.filter(({ x }) => x === 0);
    const name = "coordinate coordinate-outside";
    return [
      ...files.map(({ cell, x }) => label(name, x + CELL / 2, height + 9.5, cell.id[0])),
      ...ranks.map(({ cell, y }) => label(name, -EDGE / 2, y + CELL / 2 + 3, cell.id.slice(1))),
    ];
  }

  /**
   * Files along the lower edge and ranks along the right one, in the corners where neither badges nor the marks of pieces are;
   * other boards name every cell.
   */
  private coordinates(): SVGElement[] {
    return [...this.layout.places.values()].flatMap(({ cell, x, y }) => {
      const shade = cell.shade === "dark" ? "on-dark" : "on-light";
      if (!isNamed(cell.id)) return [label(`coordinate ${shade}`, x + 2, y + CELL - 2, cell.id)];
      const isLowest = y + CELL >= this.layout.height;
      const isLast = x + CELL >= this.layout.width;
      const file = isLowest
        ? [label(`coordinate ${shade}`, x + 2, y + CELL - 2.5, cell.id[0])]
        : [];
      const rank = isLast
        ? [label(`coordinate coordinate-rank ${shade}`, x + CELL - 2, y + 9, cell.id.slice(1))]
        : [];
      return [...file, ...rank];
    });
  }

  private redrawMarks(): void {
    const { input } = this;
    if (input === null) return;
    const painted = (places: string[], name: string) =>
      places.flatMap((place) => {
        const at = this.layout.places.get(place);
        return at === undefined ? [] : [square(`mark mark-${name}`, at.x, at.y)];
      });
    const marks = (input.scene.marks ?? []).flatMap((mark) => painted(mark.cells, mark.kind));
    this.marks.replaceChildren(
      ...marks,
      ...painted(input.premove, "premove"),
      ...painted(
        input.ghosts.filter((place) => input.causes?.includes(place) !== true),
        "ghost",
      ),
      ...painted(input.causes ?? [], "cause"),
      ...painted(input.taps, "chosen"),
    );
    this.dots.replaceChildren(...input.targets.flatMap((place) => this.dot(input, place)));
    if (this.cursor !== null && this.usesKeys && document.activeElement === this.svg)
      this.dots.append(...painted([this.cursor], "cursor"));
    const words = this.cursor === null ? "" : `: ${cellInWords(input.scene, this.cursor)}`;
    this.svg.setAttribute("aria-label", `${texts.text.board}${words}`);
  }

  /** A dot where a piece can go, a ring where it would take something. */
  private dot(input: BoardInput, place: string): SVGElement[] {
    const at = this.layout.places.get(place);
    if (at === undefined) return [];
    const isTaken = input.scene.tokens.some((token) => token.cell === place);
    const dot = document.createElementNS(SVG, "circle");
    dot.setAttribute("class", isTaken ? "target target-ring" : "target target-dot");
    dot.setAttribute("cx", String(at.x + CELL / 2));
    dot.setAttribute("cy", String(at.y + CELL / 2));
    dot.setAttribute("r", String(isTaken ? CELL * 0.44 : CELL * 0.15));
    return [dot];
  }

  private listenToPointer(): void {
    listen(this.svg, {
      cellAt: (x, y) => placeAt(this.layout, x, y)?.cell.id ?? null,
      canDrag: (cell) => this.canDrag(cell),
      tap: (cell) => this.tap(cell),
      dragStart: (cell) => this.startDrag(cell),
      dragMove: (cell, x, y, isFinger) => this.dragTo(cell, x, y, isFinger),
      dragEnd: (cell, over) => this.endDrag(cell, over),
      arrow: (from, to, colour) => this.draw(from, to, colour),
      inspect: (cell, isPressed) => this.inspect(cell, isPressed),
    });
  }

  private draw(from: string, to: string, colour: ArrowColour): void {
    if (this.input?.drawings !== undefined) {
      this.callbacks.draw?.(from, to, colour);
      return;
    }
    this.arrows.toggle(from, to, colour);
    this.arrows.redraw(this.layout);
  }

  private tap(cell: string): void {
    if (this.input?.drawings === undefined) {
      this.arrows.clear();
      this.arrows.redraw(this.layout);
    }
    this.cursor = cell;
    this.usesKeys = false;
    this.callbacks.tap(cell);
  }

  private canDrag(cell: string): boolean {
    const token = this.input?.scene.tokens.find((one) => one.cell === cell);
    return token !== undefined && token.seat === this.input?.seat;
  }

  private startDrag(cell: string): void {
    this.isDragging = true;
    if (this.input?.taps.at(-1) !== cell) this.callbacks.tap(cell);
    const element = this.tokens.elementAt(cell);
    element?.classList.remove("gliding");
    element?.classList.add("dragged");
    if (element !== undefined) this.pieces.append(element);
  }

  private dragTo(cell: string, x: number, y: number, isFinger: boolean): void {
    const element = this.tokens.elementAt(cell);
    if (element === undefined) return;
    // The picture may have changed under the piece, which then stands at home again.
    element.classList.add("dragged");
    if (isFinger) placeAbove(element, x, y);
    else placeUnder(element, x, y);
  }

  private endDrag(cell: string, over: string | null): void {
    this.isDragging = false;
    const element = this.tokens.elementAt(cell);
    if (over !== null && element !== undefined && this.input?.targets.includes(over)) {
      // It stays where it was dropped until the server has answered, but not for long.
      place(element, this.layout, over);
      this.dropped = window.setTimeout(() => this.takeBack(), DROP_MS);
    } else {
      this.takeBack();
    }
    if (over !== null && over !== cell) this.callbacks.drag(cell, over);
  }

  private forgetDrop(): void {
    window.clearTimeout(this.dropped);
    this.dropped = 0;
  }

  private takeBack(): void {
    this.forgetDrop();
    this.tokens.redraw(this.shownTokens, this.layout, this.shownSteps);
  }

  private inspect(cell: string | null, isPressed = false): void {
    if (cell === this.inspected && !isPressed) return;
    this.inspected = cell;
    this.callbacks.inspect(cell, isPressed);
  }

  private key(event: KeyboardEvent): void {
    const step = KEY_STEPS[event.key];
    if (step !== undefined && this.isFocusedByPointer) return;
    if (step !== undefined && !event.shiftKey) {
      const from = this.layout.places.get(this.cursor ?? "");
      const to = from === undefined ? this.firstPlace() : neighbour(this.layout, from, ...step);
      this.cursor = to?.cell.id ?? null;
      this.usesKeys = true;
      this.inspect(this.cursor);
      this.redrawMarks();
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null) {
      this.callbacks.tap(this.cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private firstPlace() {
    const own = this.input?.scene.tokens.find((token) => token.seat === this.input?.seat);
    const places = [...this.layout.places.values()];
    return this.layout.places.get(own?.cell ?? "") ?? places[0];
  }
}

/** A file and a rank, as on a board of chess. */
const isNamed = (id: string) => /^[a-z]\d+$/.test(id);

function square(className: string, x: number, y: number): SVGElement {
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("class", className);
  for (const [name, value] of Object.entries({ x, y, width: CELL, height: CELL }))
    rect.setAttribute(name, String(value));
  return rect;
}

function label(className: string, x: number, y: number, words: string): SVGElement {
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("class", className);
  text.setAttribute("x", String(x));
  text.setAttribute("y", String(y));
  text.textContent = words;
  return text;
}

export const createBoard: BoardFactory = (host, callbacks) => new FlatBoard(host, callbacks);
