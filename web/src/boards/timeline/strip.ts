// The whole history as a strip: White's plies above, Black's below, time running to the right.

import type { Moment } from "../../generated";
import { more } from "../../texts/more";
import { noteInWords } from "../../texts/server";
import type { BoardInput } from "../board";
import { Arrows } from "./arrows";
import { type Column, canChange, changing, columnsOf, hasBadge, nameOf, stepTo } from "./moments";
import { momentInWords, SIGNS } from "./words";

export interface StripCallbacks {
  /** A moment was chosen to look at. */
  look(moment: number): void;
  /** A moment was chosen to be changed. */
  change(moment: number): void;
  inspect(place: string | null): void;
}

export class Strip {
  readonly element = document.createElement("div");
  private readonly track = document.createElement("div");
  private readonly buttons = new Map<number, HTMLButtonElement>();
  private readonly arrows = new Arrows();
  private input: BoardInput | null = null;
  private isPressed = false;

  constructor(private readonly callbacks: StripCallbacks) {
    this.element.className = "timeline-strip";
    this.track.className = "timeline-track";
    this.track.setAttribute("role", "group");
    this.track.setAttribute("aria-label", more.timeline.history);
    this.track.addEventListener("keydown", (event) => this.key(event));
    this.listen();
    this.element.append(this.track);
    // On a phone that is turned, what is shown would be outside. The observer goes with what it observes.
    new ResizeObserver(() => this.reveal(this.shown)).observe(this.track);
  }

  update(input: BoardInput): void {
    const { timeline } = input.scene;
    if (!timeline) return;
    this.input = input;
    const hadFocus = this.track.contains(document.activeElement);
    this.buttons.clear();
    this.track.replaceChildren(
      this.startCell(timeline.shown === 0),
      ...columnsOf(timeline.moments).map((one) => this.column(one, input)),
    );
    this.track.append(this.arrows.element);
    this.arrows.draw(input, this.buttons);
    this.reveal(timeline.shown);
    if (hadFocus) this.focus();
  }

  boxesOf(places: string[]): DOMRect[] {
    const meant = [...this.buttons.values()].filter((button) =>
      places.includes(button.dataset.place ?? ""),
    );
    return meant.map((button) => button.getBoundingClientRect());
  }

  focus(): void {
    this.buttons.get(this.shown)?.focus({ preventScroll: true });
  }

  /** Steps so many plies from what is shown. */
  step(by: number): void {
    this.lookAt(this.shown + by);
  }

  private get shown(): number {
    return this.input?.scene.timeline?.shown ?? 0;
  }

  private lookAt(wanted: number): void {
    const timeline = this.input?.scene.timeline;
    if (!timeline) return;
    const moment = stepTo(timeline, wanted);
    if (moment !== timeline.shown) this.callbacks.look(moment);
  }

  private startCell(isShown: boolean): HTMLElement {
    const button = this.cell(0, more.timeline.start, more.timeline.startLabel, isShown);
    button.classList.add("is-start");
    return button;
  }

  private column({ number, white, black }: Column, input: BoardInput): HTMLElement {
    const element = document.createElement("div");
    element.className = "timeline-column";
    const title = document.createElement("span");
    title.className = "timeline-number";
    title.textContent = String(number);
    title.setAttribute("aria-hidden", "true");
    const plies = [white, black].map((moment) =>
      moment === null ? document.createElement("span") : this.ply(moment, input),
    );
    element.append(title, ...plies);
    return element;
  }

  private ply(number: number, input: BoardInput): HTMLElement {
    const timeline = input.scene.timeline;
    const moment = timeline?.moments[number - 1];
    if (!timeline || !moment) return document.createElement("span");
    const button = this.cell(
      number,
      nameOf(moment),
      momentInWords(moment, number, input),
      timeline.shown === number,
    );
    button.classList.add(
      `is-${moment.kind}`,
      `seat-${moment.seat}`,
      ...(moment.badges ?? []).map((badge) => `has-${badge.kind}`),
    );
    button.classList.toggle("is-ghost", input.ghosts.includes(moment.tap));
    button.classList.toggle("is-changing", changing(timeline, input.taps) === number);
    button.classList.toggle("is-changeable", canChange(input.offers, moment));
    button.dataset.place = moment.tap;
    button.title = (moment.badges ?? []).map(noteInWords).join("\n");
    button.append(signsOf(moment));
    return button;
  }

  private cell(number: number, text: string, label: string, isShown: boolean): HTMLButtonElement {
    const button = document.createElement("button");
    const name = document.createElement("span");
    button.type = "button";
    button.className = "timeline-ply";
    button.dataset.moment = String(number);
    button.setAttribute("aria-label", label);
    button.tabIndex = isShown ? 0 : -1;
    if (isShown) button.setAttribute("aria-current", "step");
    name.textContent = text;
    button.append(name);
    this.buttons.set(number, button);
    return button;
  }

  /** A mouse scrubs by dragging along the strip; a finger scrolls it and taps. */
  private listen(): void {
    const momentAt = (event: Event) => {
      const button =
        event.target instanceof Element ? event.target.closest<HTMLElement>("[data-moment]") : null;
      return button ? Number(button.dataset.moment) : null;
    };
    this.track.addEventListener("click", (event) => {
      const moment = momentAt(event);
      if (moment !== null) this.chosen(moment);
    });
    this.track.addEventListener("dblclick", (event) => this.callbacks.change(momentAt(event) ?? 0));
    this.track.addEventListener("pointerdown", (event) => {
      this.isPressed = event.pointerType === "mouse";
    });
    this.track.addEventListener("pointerover", (event) => {
      const moment = momentAt(event);
      if (this.isPressed && event.buttons === 1 && moment !== null) this.lookAt(moment);
      this.callbacks.inspect(this.buttons.get(moment ?? -1)?.dataset.place ?? null);
    });
    this.track.addEventListener("pointerleave", () => {
      this.isPressed = false;
      this.callbacks.inspect(null);
    });
  }

  /** The first choice of a moment looks at it; choosing it again goes on to change it. */
  private chosen(moment: number): void {
    if (moment === this.shown) this.callbacks.change(moment);
    else this.lookAt(moment);
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -Infinity,
      End: Infinity,
      ArrowUp: -2,
      ArrowDown: 2,
    };
    const by = steps[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    this.step(by);
    event.preventDefault();
    event.stopPropagation();
  }

  /** Scrolls the strip, and nothing but the strip, until a moment can be seen. */
  private reveal(moment: number): void {
    const button = this.buttons.get(moment);
    if (!button) return;
    const box = button.getBoundingClientRect();
    const around = this.track.getBoundingClientRect();
    if (box.left < around.left + 24) this.track.scrollLeft -= around.left + 24 - box.left;
    if (box.right > around.right - 24) this.track.scrollLeft += box.right - around.right + 24;
  }
}

function signsOf(moment: Moment): HTMLElement {
  const signs = document.createElement("span");
  signs.className = "timeline-signs";
  signs.setAttribute("aria-hidden", "true");
  const kinds = (moment.badges ?? [])
    .map((badge) => badge.kind)
    .filter((kind) => kind !== "check" || !/[+#]$/.test(moment.label));
  signs.textContent = hasBadge(moment, "dormant")
    ? ""
    : kinds.map((kind) => SIGNS[kind] ?? "").join("");
  return signs;
}
