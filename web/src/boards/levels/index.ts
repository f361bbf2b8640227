// The Tri-Dimensional board: the set in space and its floor plan, always in step.
import { more } from "../../texts/more";
import type { BoardCallbacks, BoardFactory, BoardInput, BoardView } from "../board";
import { announcementsOf } from "./animation";
import { PlanView } from "./planview";
import type { Space } from "./space";
import type { ViewName } from "./space/stage";
import { installStyle } from "./style";

const VIEW_KEYS: [ViewName, string][] = [
  ["white", "1"],
  ["black", "2"],
  ["side", "3"],
  ["top", "4"],
];
/** Below this width the floor plan comes first, and the set is shown when asked for. */
const NARROW = 720;
const NEWS_MS = 6000;

class LevelsBoard implements BoardView {
  private readonly frame = document.createElement("div");
  private readonly root = document.createElement("div");
  private readonly pane = document.createElement("div");
  private readonly bar = document.createElement("div");
  /** What has just happened and cannot be seen: it is told for a moment, above everything. */
  private readonly news = document.createElement("p");
  private newsTimer = 0;
  private readonly plan: PlanView;
  private readonly watcher: ResizeObserver;
  private space: Space | null = null;
  private input: BoardInput | null = null;
  /** What the person asked for; until then the width decides. */
  private wantsSpace: boolean | null = null;
  /** Whether the boards are drawn beside instead of above each other. */
  private isApart = false;
  private canDraw = true;
  private drawnSettings = "";
  private isGone = false;
  /** Told by the browser; asking for it after a change of the page would have all of it laid out at once. */
  private width: number;

  constructor(
    private readonly host: HTMLElement,
    private readonly callbacks: BoardCallbacks,
  ) {
    installStyle();
    this.root.className = "levels";
    this.pane.className = "levels-space";
    this.plan = new PlanView(callbacks, (place) => this.space?.highlightSoon(place));
    this.bar.className = "levels-bar";
    this.bar.setAttribute("role", "toolbar");
    this.bar.setAttribute("aria-label", more.levels.space);
    this.buildBar();
    this.news.className = "levels-news";
    this.news.setAttribute("role", "status");
    this.root.append(this.bar, this.pane, this.plan.element, this.news);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.frame.className = "levels-frame";
    this.frame.append(this.root);
    host.replaceChildren(this.frame);
    this.width = host.clientWidth;
    this.watcher = new ResizeObserver(([entry]) => {
      this.width = entry?.contentRect.width ?? host.clientWidth;
      this.arrange();
      this.plan.redraw();
    });
    this.watcher.observe(host);
  }

  update(input: BoardInput, events: unknown[]): void {
    this.input = input;
    this.plan.update(input, events);
    const { lowDetail, largePieces, theme } = input.settings;
    const settings = JSON.stringify([lowDetail, largePieces, theme]);
    if (this.space && settings !== this.drawnSettings) this.closeSpace();
    this.drawnSettings = settings;
    if (this.showsSpace) this.space?.update(input, events);
    this.arrange();
    this.announce(announcementsOf(events));
  }

  boxesOf(places: string[]): DOMRect[] {
    return this.plan.boxesOf(places);
  }

  focus(): void {
    this.plan.focus();
  }

  destroy(): void {
    this.isGone = true;
    this.watcher.disconnect();
    window.clearTimeout(this.newsTimer);
    this.closeSpace();
    this.host.replaceChildren();
  }

  private announce(sentences: string[]): void {
    if (sentences.length === 0) return;
    this.news.textContent = sentences.join(". ");
    window.clearTimeout(this.newsTimer);
    this.newsTimer = window.setTimeout(() => this.news.replaceChildren(), NEWS_MS);
  }

  private get showsSpace(): boolean {
    return this.canDraw && (this.wantsSpace ?? this.width >= NARROW);
  }

  private buildBar(): void {
    const views = VIEW_KEYS.map(([name, key]) => {
      const view = button(
        more.levels.views[name],
        more.levels.viewHint(more.levels.views[name], key),
      );
      view.classList.add("levels-view");
      view.addEventListener("click", () => this.space?.view(name));
      return view;
    });
    const toggle = button(more.levels.showSpace, more.levels.spaceHint);
    toggle.removeAttribute("aria-label");
    toggle.classList.add("levels-toggle");
    toggle.addEventListener("click", () => {
      this.wantsSpace = !this.showsSpace;
      // What happened while it was hidden.
      if (this.showsSpace && this.input) this.space?.update(this.input, []);
      this.arrange();
    });
    const apart = button(more.levels.apart, more.levels.apartHint);
    apart.classList.add("levels-view");
    apart.setAttribute("aria-pressed", "false");
    apart.addEventListener("click", () => {
      this.isApart = !this.isApart;
      apart.setAttribute("aria-pressed", String(this.isApart));
      // Everything stands elsewhere, so the set is built anew.
      this.closeSpace();
      this.arrange();
    });
    const title = document.createElement("span");
    title.className = "levels-bar-title levels-view";
    title.textContent = more.levels.view;
    this.bar.append(toggle, title, ...views, apart);
  }

  /** Shows or hides the set; it is built when it is first shown. */
  private arrange(): void {
    const { showsSpace } = this;
    this.root.classList.toggle("is-narrow", this.width < NARROW);
    this.root.classList.toggle("has-space", showsSpace);
    this.pane.hidden = !showsSpace;
    const toggle = this.bar.querySelector(".levels-toggle");
    if (toggle) toggle.textContent = showsSpace ? more.levels.hideSpace : more.levels.showSpace;
    for (const view of this.bar.querySelectorAll<HTMLElement>(".levels-view"))
      view.hidden = !showsSpace;
    if (showsSpace && !this.space && this.input) void this.openSpace();
  }

  private async openSpace(): Promise<void> {
    if (this.pane.dataset.state === "loading") return;
    this.pane.dataset.state = "loading";
    try {
      const { Space } = await import("./space");
      if (this.isGone || !this.input) return;
      this.space = new Space(
        this.pane,
        this.callbacks,
        (place) => this.plan.highlight(place),
        this.input.settings,
        this.isApart,
      );
      this.space.update(this.input, []);
      this.pane.dataset.state = "ready";
    } catch {
      this.giveUpSpace();
    }
  }

  /** Without WebGL, or without the chunk that draws with it, the floor plan is the whole board. */
  private giveUpSpace(): void {
    this.canDraw = false;
    this.pane.dataset.state = "";
    const note = document.createElement("p");
    note.className = "levels-note";
    note.textContent = more.levels.noSpace;
    this.bar.replaceChildren(note);
    this.arrange();
  }

  private closeSpace(): void {
    this.space?.destroy();
    this.space = null;
    this.pane.dataset.state = "";
  }

  private key(event: KeyboardEvent): void {
    const view = VIEW_KEYS.find(([, key]) => key === event.key)?.[0];
    if (!view || !this.space || event.ctrlKey || event.metaKey || event.altKey) return;
    this.space.view(view);
    event.preventDefault();
  }
}

function button(name: string, hint: string): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = name;
  element.title = hint;
  element.setAttribute("aria-label", hint);
  return element;
}

export const createBoard: BoardFactory = (host, callbacks) => new LevelsBoard(host, callbacks);
