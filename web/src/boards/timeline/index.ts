// The Time-Travelling board: the position at any ply, the strip of the history, and what can be changed in it.
import type { BoardCallbacks, BoardFactory, BoardInput, BoardView } from "../board";
import { createBoard as createFlatBoard } from "../flat";
import { canChange, changing, endOf, prefixFor } from "./moments";
import { Panel } from "./panel";
import { Strip } from "./strip";
import { installStyle } from "./style";
import { endedInWords } from "./words";

class TimelineBoard implements BoardView {
  private readonly frame = document.createElement("div");
  private readonly flat: BoardView;
  private readonly strip: Strip;
  private readonly panel: Panel;
  private input: BoardInput | null = null;
  /** The moment that was last asked for because of a change. */
  private wanted: number | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly callbacks: BoardCallbacks,
  ) {
    installStyle();
    const root = document.createElement("div");
    const board = document.createElement("div");
    root.className = "timeline";
    board.className = "timeline-board";
    this.frame.className = "timeline-frame";
    this.flat = createFlatBoard(board, this.boardCallbacks());
    this.strip = new Strip({
      look: (moment) => this.look(moment),
      change: (moment) => this.change(moment),
      inspect: (place) => callbacks.inspect(place),
    });
    this.panel = new Panel({
      change: (moment) => this.change(moment),
      cancel: () => this.cancel(),
      present: () => this.look(null),
    });
    root.append(board, this.strip.element, this.panel.element);
    root.addEventListener("keydown", (event) => this.key(event));
    this.frame.append(root);
    host.replaceChildren(this.frame);
  }

  update(input: BoardInput, events: unknown[]): void {
    this.input = input;
    this.frame.classList.toggle("in-the-past", this.isPast);
    this.frame.classList.toggle("is-changing", this.changing !== null);
    this.flat.update(input, events);
    this.strip.update(input);
    this.panel.update(input);
    this.showWhatChanges();
  }

  /** A change is seen on the position before it, also when it comes back with a reloaded page. */
  private showWhatChanges(): void {
    const before = this.changing === null ? null : this.changing - 1;
    if (before === this.wanted) return;
    this.wanted = before;
    if (before !== null && this.input?.scene.timeline?.shown !== before)
      this.callbacks.look?.(before);
  }

  boxesOf(places: string[]): DOMRect[] {
    return [...this.flat.boxesOf(places), ...this.strip.boxesOf(places)];
  }

  focus(): void {
    this.flat.focus();
  }

  destroy(): void {
    this.flat.destroy();
    this.host.replaceChildren();
  }

  private get isPast(): boolean {
    const timeline = this.input?.scene.timeline;
    return timeline !== undefined && timeline.shown !== endOf(timeline);
  }

  private get changing(): number | null {
    const timeline = this.input?.scene.timeline;
    return timeline ? changing(timeline, this.input?.taps ?? []) : null;
  }

  /**
   * A square of the present is tapped as it is. A square of the past begins a change of the ply that follows what is
   * shown; where none is possible it means nothing, least of all a move in the present.
   */
  private boardCallbacks(): BoardCallbacks {
    return {
      tap: (place) => this.tapSquare(place),
      drag: (from, to) => this.dragSquare(from, to),
      inspect: (place, isPressed) => this.callbacks.inspect(place, isPressed),
      draw: (from, to, colour) => this.callbacks.draw?.(from, to, colour),
    };
  }

  private tapSquare(place: string): void {
    if (this.tellEnd(place)) return;
    if (this.travelTo(place)) this.callbacks.tap(place);
  }

  /** A piece cannot move after the end of the line: a player who tries is told what can be done instead. */
  private tellEnd(place: string): boolean {
    const { input } = this;
    if (!input || this.isPast || this.changing !== null) return false;
    const isOwn = input.scene.tokens.some(
      (token) => token.cell === place && token.seat === input.seat,
    );
    const told = isOwn ? endedInWords(input) : null;
    if (told !== null) this.panel.say(told);
    return told !== null;
  }

  private dragSquare(from: string, to: string): void {
    if (this.tellEnd(from)) return;
    if (this.travelTo(from)) this.callbacks.drag(from, to);
  }

  /** Taps what comes before a square; says whether the square means anything. */
  private travelTo(square: string): boolean {
    const prefix = this.prefix(square);
    for (const tap of prefix ?? []) this.callbacks.tap(tap);
    return prefix !== null;
  }

  private prefix(place: string): string[] | null {
    if (!this.input || this.changing !== null) return [];
    return prefixFor(this.input.scene, this.input.offers, place);
  }

  /** Looking at another moment cancels a change that was begun. */
  private look(moment: number | null): void {
    this.dropTaps();
    const timeline = this.input?.scene.timeline;
    const isPresent = timeline !== undefined && moment === endOf(timeline);
    this.callbacks.look?.(isPresent ? null : moment);
  }

  private change(moment: number): void {
    const timeline = this.input?.scene.timeline;
    const entry = timeline?.moments[moment - 1];
    if (!entry || !canChange(this.input?.offers ?? [], entry) || this.changing === moment) return;
    this.dropTaps();
    this.callbacks.tap(entry.tap);
    this.flat.focus();
  }

  private cancel(): void {
    this.dropTaps();
    this.callbacks.look?.(null);
  }

  /** Taps are taken back by tapping the ply again: once to return to it, once to leave it. */
  private dropTaps(): void {
    const ply = this.changing === null ? undefined : this.input?.taps[0];
    if (ply === undefined) return;
    if (this.input?.taps.at(-1) !== ply) this.callbacks.tap(ply);
    this.callbacks.tap(ply);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "[") this.strip.step(-1);
    else if (event.key === "]") this.strip.step(1);
    else if (event.key === "Escape" && this.changing !== null) this.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

export const createBoard: BoardFactory = (host, callbacks) => new TimelineBoard(host, callbacks);
