// Beside the board: whose turn it is, what is shown, what can be changed, and what it all means.
import { more } from "../../texts/more";
import type { BoardInput } from "../board";
import { button } from "../button";
import { canChange, changing, endOf, nameOf } from "./moments";
import { isFillable, named, ordersInWords, pressableInWords, turnInWords } from "./words";

export interface PanelCallbacks {
  change(moment: number): void;
  cancel(): void;
  present(): void;
}

export class Panel {
  readonly element = document.createElement("div");
  private readonly turn = paragraph("timeline-turn");
  private readonly shown = paragraph("timeline-shown");
  private readonly actions = document.createElement("div");
  private readonly pressable = document.createElement("div");
  private readonly orders = document.createElement("p");
  private readonly hint = paragraph("timeline-hint");

  constructor(private readonly callbacks: PanelCallbacks) {
    this.element.className = "timeline-panel";
    this.shown.setAttribute("role", "status");
    this.actions.className = "timeline-actions";
    this.pressable.className = "timeline-pressable";
    this.orders.className = "timeline-orders";
    this.element.append(
      this.shown,
      this.actions,
      this.turn,
      this.pressable,
      this.orders,
      this.hint,
      legend(),
    );
  }

  update(input: BoardInput): void {
    this.turn.textContent = turnInWords(input);
    this.shown.textContent = whatIsShown(input);
    this.showActions(this.actionButtons(input));
    this.pressable.replaceChildren(...pressableInWords(input).map((text) => paragraph("", text)));
    const orders = ordersInWords(input.scene);
    this.orders.replaceChildren(
      label(more.timeline.orders),
      ...orders.map(({ text }) => chip(text)),
    );
    this.hint.textContent = orders.some(({ isOpen }) => isOpen) ? more.timeline.openOrderHint : "";
  }

  /** Says something until the picture changes. */
  say(text: string): void {
    this.shown.textContent = text;
  }

  /** Buttons that stay the same stay in place, so that a press never hits another button than intended. */
  private showActions(buttons: HTMLElement[]): void {
    const names = (elements: Iterable<Element>) =>
      [...elements].map((element) => element.textContent).join("\n");
    if (names(buttons) !== names(this.actions.children)) this.actions.replaceChildren(...buttons);
  }

  private actionButtons(input: BoardInput): HTMLElement[] {
    const { timeline } = input.scene;
    if (!timeline) return [];
    if (changing(timeline, input.taps) !== null)
      return [button(more.timeline.cancel, () => this.callbacks.cancel())];
    const { shown } = timeline;
    const buttons: HTMLElement[] = [];
    const moment = timeline.moments[shown - 1];
    if (moment && canChange(input.offers, moment)) {
      const name = named(input, shown);
      const text = isFillable(moment)
        ? more.timeline.fill(name)
        : more.timeline.replace(name, nameOf(moment));
      buttons.push(button(text, () => this.callbacks.change(shown)));
    }
    if (shown !== endOf(timeline) && input.isReplay !== true)
      buttons.push(button(more.timeline.now, () => this.callbacks.present()));
    if (buttons.length > 0) return buttons;
    const canChangeAny = timeline.moments.some((one) => canChange(input.offers, one));
    return timeline.moments.length === 0
      ? []
      : [
          paragraph(
            "timeline-hint",
            canChangeAny ? more.timeline.chooseToChange : more.timeline.chooseToLook,
          ),
        ];
  }
}

function whatIsShown(input: BoardInput): string {
  const { timeline } = input.scene;
  if (!timeline) return "";
  const changed = changing(timeline, input.taps);
  const lost = timeline.moments.flatMap((moment, index) =>
    input.ghosts.includes(moment.tap) ? [`${named(input, index + 1)} (${nameOf(moment)})`] : [],
  );
  if (changed !== null) {
    const moment = timeline.moments[changed - 1];
    const name = moment ? nameOf(moment) : "";
    return [more.timeline.changing(named(input, changed), name), more.timeline.losing(lost)]
      .join(" ")
      .trim();
  }
  if (input.isReplay === true) return more.timeline.replaying;
  if (timeline.shown === endOf(timeline)) return more.timeline.present;
  if (timeline.shown === 0) return more.timeline.lookingAtStart;
  const shown = timeline.moments[timeline.shown - 1];
  return more.timeline.looking(named(input, timeline.shown), shown ? nameOf(shown) : "");
}

function legend(): HTMLElement {
  const details = document.createElement("details");
  details.className = "timeline-legend";
  const summary = document.createElement("summary");
  summary.textContent = more.timeline.legend;
  const list = document.createElement("dl");
  for (const [sign, meaning] of more.timeline.signs) {
    const term = document.createElement("dt");
    const description = document.createElement("dd");
    term.textContent = sign;
    description.textContent = meaning;
    list.append(term, description);
  }
  details.append(summary, list);
  return details;
}

function paragraph(className: string, text = ""): HTMLParagraphElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = text;
  return element;
}

function label(text: string): HTMLElement {
  const element = document.createElement("strong");
  element.textContent = text;
  return element;
}

function chip(text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "timeline-chip";
  element.textContent = text;
  return element;
}
