import type { BoardEvent, Token } from "../../generated";
import { noteInWords } from "../../texts/server";
import { drawPiece } from "../pieces";
import { CELL, type Layout } from "./layout";

const SVG = "http://www.w3.org/2000/svg";
const STEP_MS = 180;

interface Standing {
  token: Token;
  element: SVGGElement;
}

/** The pieces of a flat board, kept as elements so that they can glide from cell to cell. */
export class Tokens {
  /** Where pieces stand as the server told it. */
  private standing = new Map<string, Standing>();
  /** Where they are seen: some were sent elsewhere, and the server has not answered yet. */
  private seen = new Map<string, Standing>();
  private generation = 0;
  /** How much faster than usual events are shown. */
  speed = 1;
  /** Events are being shown, and end in the new picture by themselves. */
  isMoving = false;

  constructor(private readonly group: SVGGElement) {}

  elementAt(cell: string): SVGGElement | undefined {
    return this.seen.get(cell)?.element;
  }

  /** Puts every piece where it belongs at once. */
  redraw(tokens: Token[], layout: Layout, steps: [string, string][] = []): void {
    this.generation++;
    this.isMoving = false;
    const old = this.standing;
    this.standing = new Map();
    for (const token of tokens) {
      const kept = old.get(token.cell);
      const isSame = kept !== undefined && JSON.stringify(kept.token) === JSON.stringify(token);
      if (isSame) old.delete(token.cell);
      const element = isSame ? kept.element : this.draw(token);
      element.classList.remove("gone", "dragged");
      this.standing.set(token.cell, { token, element });
    }
    for (const { element } of old.values()) element.remove();
    this.seen = seenAfter(this.standing, steps);
    const isSeen = new Map([...this.seen].map(([cell, { element }]) => [element, cell]));
    for (const [cell, { element }] of this.standing) {
      const at = isSeen.get(element);
      // What would be captured is hidden, and comes back if the move is refused.
      element.classList.toggle("covered", at === undefined);
      if (at !== cell) element.classList.remove("gliding");
      place(element, layout, at ?? cell);
    }
  }

  /** Shows events one after the other, then the new picture. */
  async animate(
    events: BoardEvent[],
    tokens: Token[],
    layout: Layout,
    steps: [string, string][] = [],
  ): Promise<void> {
    const generation = ++this.generation;
    this.isMoving = true;
    for (const event of events) {
      if (generation !== this.generation) return;
      const lasts = this.show(event, layout);
      if (lasts) await new Promise((done) => setTimeout(done, STEP_MS / this.speed));
    }
    if (generation === this.generation) this.redraw(tokens, layout, steps);
  }

  /** Shows one event; says whether it takes time to watch. */
  private show(event: BoardEvent, layout: Layout): boolean {
    switch (event.type) {
      case "moved":
        return this.move(String(event.from), String(event.to), layout);
      case "removed":
        return this.remove(String(event.at));
      case "placed":
      case "changed":
        this.remove(String(event.at));
        return this.put(event.token as Token, layout);
      default:
        return false;
    }
  }

  private move(from: string, to: string, layout: Layout): boolean {
    const moving = this.standing.get(from);
    if (moving === undefined) return false;
    this.standing.delete(from);
    this.remove(to);
    this.standing.set(to, moving);
    if (moving.element.classList.contains("covered")) moving.element.classList.remove("covered");
    // What was sent there is there already.
    if (moving.element.dataset.cell === to) return false;
    // What moves is drawn last, above what it passes.
    const wasDragged = moving.element.classList.contains("dragged");
    this.group.append(moving.element);
    moving.element.classList.remove("dragged");
    if (!wasDragged) moving.element.classList.add("gliding");
    requestAnimationFrame(() => place(moving.element, layout, to));
    return !wasDragged;
  }

  private remove(at: string): boolean {
    const leaving = this.standing.get(at);
    if (leaving === undefined) return false;
    this.standing.delete(at);
    leaving.element.classList.add("gone");
    setTimeout(() => leaving.element.remove(), STEP_MS);
    return true;
  }

  private put(token: Token, layout: Layout): boolean {
    const element = this.draw(token);
    this.standing.set(token.cell, { token, element });
    place(element, layout, token.cell);
    return true;
  }

  private draw(token: Token): SVGGElement {
    const element = document.createElementNS(SVG, "g");
    element.setAttribute("class", "token");
    const inner = drawPiece(token.kind, token.seat, token.letter);
    element.append(inner);
    for (const [index, badge] of (token.badges ?? []).entries())
      element.append(drawBadge(badge.kind, noteInWords(badge), index));
    this.group.append(element);
    return element;
  }
}

/** Where pieces are seen when some of them were sent elsewhere. Onto an own piece none is put: what castling does, the server tells. */
function seenAfter(
  standing: Map<string, Standing>,
  steps: [string, string][],
): Map<string, Standing> {
  const seen = new Map(standing);
  for (const [from, to] of steps) {
    const moving = seen.get(from);
    if (moving === undefined || seen.get(to)?.token.seat === moving.token.seat) continue;
    seen.delete(from);
    seen.set(to, moving);
  }
  return seen;
}

/** Signs that every font has. */
export const BADGE_SIGNS: Record<string, string> = {
  crown: "♛",
  lock: "⊘",
  stopped: "×",
  ordered: "!",
  normalised: "=",
  protected: "◆",
  enabled: "+",
  immaterialised: "○",
};
const BADGE_STEP = 10.5;

function drawBadge(kind: string, words: string, index: number): SVGGElement {
  const badge = document.createElementNS(SVG, "g");
  badge.setAttribute("class", `badge badge-${kind}`);
  badge.setAttribute("transform", `translate(0 ${index * BADGE_STEP})`);
  const title = document.createElementNS(SVG, "title");
  title.textContent = words;
  const disc = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({ cx: "6", cy: "6", r: "4.8" }))
    disc.setAttribute(name, value);
  const sign = document.createElementNS(SVG, "text");
  for (const [name, value] of Object.entries({ x: "6", y: "8.8" })) sign.setAttribute(name, value);
  sign.textContent = BADGE_SIGNS[kind] ?? "•";
  badge.append(title, disc, sign);
  return badge;
}

/** Moves an element to a cell; the style sheet decides whether it glides. */
export function place(element: SVGGElement, layout: Layout, cell: string): void {
  const at = layout.places.get(cell);
  if (at === undefined) return;
  element.style.transform = `translate(${at.x}px, ${at.y}px)`;
  element.dataset.cell = cell;
}

/** Moves an element under the pointer. */
export function placeUnder(element: SVGGElement, x: number, y: number): void {
  element.style.transform = `translate(${x - CELL / 2}px, ${y - CELL / 2}px)`;
}

/** How much larger a piece is under a finger, which would hide it otherwise. */
const FINGER_SCALE = 1.7;

/** Moves an element to just above a finger, larger than it stands. */
export function placeAbove(element: SVGGElement, x: number, y: number): void {
  const side = CELL * FINGER_SCALE;
  element.style.transform = `translate(${x - side / 2}px, ${y - side}px) scale(${FINGER_SCALE})`;
}
