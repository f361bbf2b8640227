// The floor plan on the page: a grid of cells that pointer, keyboard and screen reader share.

import type { Badge } from "../../generated";
import { more } from "../../texts/more";
import { noteInWords, phraseInWords } from "../../texts/server";
import type { BoardCallbacks, BoardInput } from "../board";
import { pieceImage } from "../pieces";
import { type AnimationStep, animationSteps } from "./animation";
import { type Landing, landings, meantBy, secondTaps, squareName, tokenAt } from "./geometry";
import {
  climb,
  type Direction,
  type Item,
  inPlaceOf,
  type Plan,
  planOf,
  ROWS_PER_STOREY,
  step,
} from "./plan";
import { dragOver } from "./plandrag";
import { listenForDrawings, PlanDrawings } from "./plandrawings";
import { signImage } from "./signs";
import { describe, missingSquare } from "./words";

const ARROWS: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};
const STEP_MS = 180;

export class PlanView {
  readonly element = document.createElement("div");
  private readonly elements = new Map<string, HTMLElement>();
  private readonly looks = new Map<string, string>();
  private readonly drawings = new PlanDrawings();
  private plan: Plan = { storeys: [], items: [] };
  private input: BoardInput | null = null;
  private drawn = "";
  private current = "";
  private hovered: string | null = null;
  private asked: string | null = null;
  private isKeeping = false;
  private isPointedAtByKeys = false;

  constructor(
    private readonly callbacks: BoardCallbacks,
    private readonly onHover: (place: string | null) => void,
  ) {
    this.element.className = "levels-plan";
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", `${more.levels.planLabel}. ${more.levels.planHelp}`);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => this.focused(event.target));
    this.element.addEventListener("focusout", () => this.unfocused());
    dragOver(this.element, {
      itemAt: (target) => this.itemOf(target),
      canDrag: (item) => this.canDrag(item),
      tap: (item) => this.choose(item),
      drag: (from, to) => this.callbacks.drag(this.meant(from), to.tap),
      hover: (item) => this.hover(item),
      press: (item) => this.explain(item),
    });
    listenForDrawings(
      this.element,
      (event) => this.itemOf(document.elementFromPoint(event.clientX, event.clientY))?.tap ?? null,
      (from, to, colour) => {
        if (this.input?.drawings !== undefined) this.callbacks.draw?.(from, to, colour);
      },
    );
  }

  update(input: BoardInput, events: unknown[]): void {
    this.input = input;
    const old = this.plan.items.find((item) => item.key === this.current);
    this.plan = planOf(input.scene, input.orientation, input.targets);
    const steps = input.settings.reducedMotion ? [] : (animationSteps(events) ?? []);
    const before = steps.length > 0 ? this.boxes() : null;
    this.build(old);
    for (const item of this.plan.items) this.updateItem(item, input);
    this.highlight(this.hovered);
    this.redraw();
    if (before) this.animate(before, steps);
  }

  /** Draws arrows and circles anew, also because the plan has another size. */
  redraw(): void {
    this.drawings.redraw(this.input?.drawings ?? [], (place) => this.boxesOf([place])[0]);
  }

  /** Squares that are not there are found by the names they would have. */
  boxesOf(places: string[]): DOMRect[] {
    const nameOf = ({ tap, place, pin }: Item) => (place && pin ? squareName(place, pin) : tap);
    const meant = this.plan.items.filter((item) => places.includes(nameOf(item)));
    return meant.flatMap((item) => this.elements.get(item.key)?.getBoundingClientRect() ?? []);
  }

  focus(): void {
    this.elements.get(this.current)?.focus();
  }

  /** Shows which squares lie in one column with a place that is pointed at, here or in the other view. */
  highlight(place: string | null): void {
    this.hovered = place;
    const cell = this.input?.scene.cells.find((one) => one.id === place);
    for (const item of this.plan.items) {
      const same = cell !== undefined && item.cell?.x === cell.x && item.cell.y === cell.y;
      this.elements.get(item.key)?.classList.toggle("in-column", same);
    }
    this.showLandings();
  }

  private build(old: Item | undefined): void {
    const signature = this.plan.items
      .map((item) => `${item.key}@${item.column}.${item.row}.${item.span}`)
      .join(" ");
    if (signature === this.drawn) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.drawn = signature;
    this.elements.clear();
    this.looks.clear();
    const storeys = this.plan.storeys.map((_, index) => this.buildStorey(index));
    this.element.replaceChildren(...storeys, this.drawings.element);
    const kept = this.plan.items.find((item) => item.key === this.current);
    this.current = (kept ?? (old ? inPlaceOf(this.plan.items, old) : this.firstItem()))?.key ?? "";
    if (hadFocus) this.keepFocus();
  }

  /** Restores the focus after the squares were rebuilt, without scrolling and without a hover. */
  private keepFocus(): void {
    this.isKeeping = true;
    this.elements.get(this.current)?.focus({ preventScroll: true });
    this.isKeeping = false;
  }

  private buildStorey(index: number): HTMLElement {
    const grid = document.createElement("div");
    const name = phraseInWords(this.plan.storeys[index]?.board.name ?? "");
    grid.className = "levels-storey";
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", more.levels.storey(name));
    const title = document.createElement("div");
    title.className = "levels-title";
    title.textContent = name;
    title.setAttribute("aria-hidden", "true");
    for (let row = 0; row < ROWS_PER_STOREY; row += 1)
      grid.append(this.buildRow(index * ROWS_PER_STOREY + row));
    grid.append(title);
    return grid;
  }

  private buildRow(row: number): HTMLElement {
    const element = document.createElement("div");
    element.className = "levels-row";
    element.setAttribute("role", "row");
    const items = this.plan.items.filter((item) => item.row === row);
    element.append(...items.map((item) => this.buildItem(item)));
    return element;
  }

  private buildItem(item: Item): HTMLElement {
    const element = document.createElement("div");
    element.setAttribute("role", "gridcell");
    element.dataset.key = item.key;
    element.tabIndex = -1;
    element.style.gridColumn = `${columnOf(item)} / span ${item.span}`;
    element.style.gridRow = String((item.row % ROWS_PER_STOREY) + 1);
    this.elements.set(item.key, element);
    return element;
  }

  private firstItem(): Item | undefined {
    const { input } = this;
    const own = (item: Item) =>
      input !== null && tokenAt(input.scene, item.tap)?.seat === input.orientation;
    return [...this.plan.items].reverse().find(own) ?? this.plan.items[0];
  }

  private updateItem(item: Item, input: BoardInput): void {
    const element = this.elements.get(item.key);
    if (!element) return;
    element.tabIndex = item.key === this.current ? 0 : -1;
    const name = ["levels-item", `is-${item.kind}`, ...classes(item, input)].join(" ");
    const [label, hint] = [describe(item, input), hintOf(item, input)];
    // Most updates change a few squares: what looks the same stays as it is.
    const look = [name, label, hint, input.settings.coordinates].join("\n");
    if (this.looks.get(item.key) === look) return;
    this.looks.set(item.key, look);
    element.className = name;
    element.setAttribute("aria-label", label);
    element.setAttribute("aria-selected", String(input.taps.includes(item.tap)));
    element.title = hint;
    element.replaceChildren(...contents(item, input));
  }

  /** On the pin that is pointed at, the rider of the chosen board is drawn where it would be put down. */
  private showLandings(): void {
    const { input } = this;
    if (!input) return;
    for (const ghost of this.element.querySelectorAll(".levels-landing")) ghost.remove();
    const pin = this.plan.storeys
      .flatMap((storey) => storey.pins)
      .find((one) => one.id === this.hovered);
    const board = input.taps.at(-1);
    if (!pin || board === undefined || !input.targets.includes(pin.id)) return;
    for (const landing of landings(input.scene, input.offers, board, pin)) {
      const at = landing.place;
      const item = this.plan.items.find((one) => same(one.place ?? one.cell, at));
      if (item) this.elements.get(item.key)?.append(landingMark(landing, squareName(at, pin)));
    }
  }

  private itemOf(target: EventTarget | Element | null): Item | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
    return this.plan.items.find((item) => item.key === element?.dataset.key);
  }

  /** Own pieces can always be dragged: out of turn it prepares a move, and where they cannot go they are told why. */
  private canDrag(item: Item): boolean {
    if (this.input === null) return false;
    const isOwn = tokenAt(this.input.scene, item.tap)?.seat === this.input.seat;
    return isOwn || secondTaps(this.input.offers, this.meant(item)).length > 0;
  }

  private choose(item: Item): void {
    this.moveTo(item, false);
    if (item.kind === "free" || item.kind === "pin") {
      if (!this.input?.targets.includes(item.tap)) return;
    }
    const isAsked = this.input !== null && isLocked(item, this.input) && this.asked !== item.key;
    if (this.asked !== null && !isAsked) this.hover(null);
    this.callbacks.tap(this.meant(item));
    if (isAsked) this.explain(item);
    this.markAsked(isAsked ? item.key : null);
  }

  /** A locked piece says why it is locked, though a tap on it chooses its board; a finger cannot hover to find out. */
  private explain(item: Item): void {
    this.hover(item);
    this.callbacks.inspect(item.tap, true);
  }

  private markAsked(key: string | null): void {
    if (this.asked !== null) this.elements.get(this.asked)?.classList.remove("is-asked");
    this.asked = key;
    if (key !== null) this.elements.get(key)?.classList.add("is-asked");
  }

  private meant(item: Item): string {
    return this.input ? meantBy(item.tap, this.input) : item.tap;
  }

  private hover(item: Item | null): void {
    const place = item?.tap ?? null;
    if (place === this.hovered) return;
    this.highlight(place);
    this.onHover(place);
    this.callbacks.inspect(place);
  }

  private focused(target: EventTarget | null): void {
    const item = this.itemOf(target);
    if (!item || this.isKeeping) return;
    this.moveTo(item, false);
    // Keys point at what they reach. A finger that chooses a square does not ask about it.
    this.isPointedAtByKeys = (target as Element).matches(":focus-visible");
    if (this.isPointedAtByKeys) this.hover(item);
  }

  private unfocused(): void {
    if (this.isPointedAtByKeys) this.hover(null);
    this.isPointedAtByKeys = false;
  }

  private moveTo(item: Item, withFocus: boolean): void {
    const old = this.elements.get(this.current);
    if (old) old.tabIndex = -1;
    this.current = item.key;
    const element = this.elements.get(item.key);
    if (!element) return;
    element.tabIndex = 0;
    if (withFocus) element.focus();
  }

  private key(event: KeyboardEvent): void {
    const from = this.itemOf(event.target);
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.moveTo(step(this.plan.items, from, arrow), true);
    else if (event.key === "PageUp" || event.key === "PageDown") {
      this.moveTo(climb(this.plan.items, from, event.key === "PageUp"), true);
    } else if (event.key === "Enter" || event.key === " ") this.choose(from);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private boxes(): Map<string, DOMRect> {
    return new Map(
      [...this.elements].map(([key, element]) => [key, element.getBoundingClientRect()]),
    );
  }

  /** Pieces glide from where they stood; steps follow each other by a delay. */
  private animate(before: Map<string, DOMRect>, steps: AnimationStep[]): void {
    steps.forEach((step, index) => {
      for (const motion of step) {
        if (motion.type === "moved")
          this.glide(before.get(motion.from), motion.to, index * STEP_MS);
        if (motion.type === "placed" || motion.type === "changed")
          this.appear(motion.at, index * STEP_MS);
      }
    });
  }

  private glide(from: DOMRect | undefined, to: string, delay: number): void {
    const element = this.elements.get(to);
    const piece = element?.querySelector(".piece-image");
    if (!element || !piece || !from) return;
    const at = element.getBoundingClientRect();
    const start = `translate(${from.x - at.x}px, ${from.y - at.y}px)`;
    element.classList.add("is-arriving");
    const play = piece.animate([{ transform: start }, { transform: "none" }], { ...TIMING, delay });
    play.onfinish = () => element.classList.remove("is-arriving");
  }

  private appear(at: string, delay: number): void {
    const piece = this.elements.get(at)?.querySelector(".piece-image");
    piece?.animate(
      [
        { opacity: 0, transform: "scale(.5)" },
        { opacity: 1, transform: "none" },
      ],
      { ...TIMING, delay },
    );
  }
}

const TIMING = { duration: 220, easing: "ease-out", fill: "backwards" } as const;

const same = (
  one: { x: number; y: number; z: number } | undefined,
  other: { x: number; y: number; z: number },
) => one !== undefined && one.x === other.x && one.y === other.y && one.z === other.z;

function classes(item: Item, input: BoardInput): string[] {
  const { causes = [] } = input;
  const found = item.cell ? [`is-${item.cell.shade}`] : [];
  const flags: [string, string[]][] = [
    ["is-chosen", input.taps],
    ["is-target", input.targets],
    ["is-premove", input.premove],
    // Of a pin that is pointed out, the name is painted; of its squares, only those that are missing.
    ["is-ghost", item.kind === "free" ? [] : input.ghosts.filter((one) => !causes.includes(one))],
    ["is-cause", item.kind === "free" ? [] : causes],
  ];
  found.push(...flags.filter(([, places]) => places.includes(item.tap)).map(([name]) => name));
  if (isMissing(item, input)) {
    found.push("is-missing");
    // It is not a target, even if a board could be put there.
    const target = found.indexOf("is-target");
    if (target >= 0) found.splice(target, 1);
  }
  if (isLocked(item, input)) found.push("is-locked");
  const marks = (input.scene.marks ?? []).filter((mark) => mark.cells.includes(item.tap));
  found.push(...marks.map((mark) => `mark-${mark.kind}`));
  if (tokenAt(input.scene, item.tap)) found.push("is-taken");
  const seat = item.kind === "board" ? item.pin?.board?.seat : undefined;
  if (seat) found.push(`seat-${seat}`);
  return found;
}

const isMissing = (item: Item, input: BoardInput) => missingSquare(item, input) !== null;

const badgesOf = (item: Item, input: BoardInput): Badge[] =>
  (item.kind === "board" ? item.pin?.board?.badges : tokenAt(input.scene, item.tap)?.badges) ?? [];

const isLocked = (item: Item, input: BoardInput) =>
  badgesOf(item, input).some((badge) => badge.kind === "lock");

/** What a tooltip says: only what the picture leaves open. */
function hintOf(item: Item, input: BoardInput): string {
  const texts = badgesOf(item, input).map(noteInWords);
  if (item.kind === "turn" && item.pin?.board)
    texts.push(more.levels.turnHint(item.pin.board.name));
  return texts.join("\n");
}

function contents(item: Item, input: BoardInput): Node[] {
  if (item.kind === "board")
    return [text("levels-name", item.tap), ...signs(item.pin?.board?.badges)];
  if (item.kind === "turn") return [signImage("rotated")];
  if (item.kind === "pin") return [text("levels-pin", item.pin?.id ?? "")];
  if (item.place && item.pin) {
    const isNamed = input.targets.includes(item.pin.id) || isMissing(item, input);
    return isNamed ? [coordinate(squareName(item.place, item.pin))] : [];
  }
  return cellContents(item, input);
}

function cellContents(item: Item, input: BoardInput): Node[] {
  const token = tokenAt(input.scene, item.tap);
  const nodes: Node[] = [];
  if (input.settings.coordinates) nodes.push(coordinate(item.tap));
  if (token) nodes.push(pieceImage(token.kind, token.seat, token.letter), ...signs(token.badges));
  return nodes;
}

const signs = (badges: Badge[] | undefined): Node[] =>
  (badges ?? []).map((badge) => signImage(badge.kind));

function text(className: string, content: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = content;
  element.setAttribute("aria-hidden", "true");
  return element;
}

/** File and rank; the level is plain to see. The style sheet writes it, since the label has said it in full. */
function coordinate(name: string): HTMLElement {
  const element = text("levels-coordinate", "");
  element.dataset.name = name.slice(0, 2);
  return element;
}

function landingMark(landing: Landing, name: string): HTMLElement {
  const mark = text(landing.turned ? "levels-landing is-turned" : "levels-landing", "");
  mark.title = name;
  mark.append(pieceImage(landing.token.kind, landing.token.seat, landing.token.letter));
  if (landing.turned) mark.append(signImage("rotated"));
  return mark;
}

/** Grid lines of the style sheet: a narrow gutter on either side of the four columns in the middle. */
const columnOf = ({ column }: Item) => column + 1 + (column >= 2 ? 1 : 0) + (column >= 6 ? 1 : 0);
