import type { Answer, BoardEvent, Offer, Position, Start } from "../generated";
import { type Selection, select, tapped } from "../model/selection";

/** What a study needs of the server: to be told what a position is like. */
export type Look = (variant: string, start: Start, actions: string[]) => Promise<Answer>;

/** A position of the rules pages that anybody can play on, for both sides. Nothing is kept. */
export class Study {
  position: Position | null = null;
  /** What the last action did; empty when the picture is simply new. */
  events: BoardEvent[] = [];
  taps: string[] = [];
  /** Why the last action was not possible. */
  message = "";
  private all: Offer[] = [];
  private actions: string[] = [];

  constructor(
    private readonly variant: string,
    private readonly setup: string,
    private readonly look: Look,
    private readonly onChange: () => void,
  ) {}

  /** What can be pointed at. The past is changed at a real table, which can show it. */
  get offers(): Offer[] {
    const moments = new Set(this.position?.scene.timeline?.moments.map((moment) => moment.tap));
    return this.all.filter((offer) => !moments.has(offer.taps[0] ?? ""));
  }

  get selection(): Selection {
    return select(this.offers, this.taps);
  }

  get canTakeBack(): boolean {
    return this.actions.length > 0;
  }

  async open(): Promise<void> {
    await this.show([]);
  }

  tap(place: string): Promise<void> {
    this.taps = tapped(this.offers, this.taps, place);
    const { selection } = this;
    if (selection.type === "decided") return this.play(selection.offer.action);
    this.onChange();
    return Promise.resolve();
  }

  play(action: string): Promise<void> {
    return this.show([...this.actions, action]);
  }

  takeBack(): Promise<void> {
    return this.show(this.actions.slice(0, -1));
  }

  /** Asks for the position after these actions; whatever cannot be shown leaves the picture as it is. */
  private async show(actions: string[]): Promise<void> {
    this.taps = [];
    const start: Start = this.setup === "" ? { type: "usual" } : { type: "setup", text: this.setup };
    try {
      const answer = await this.look(this.variant, start, actions);
      if (answer.type !== "looked") return;
      const isNext = actions.length === this.actions.length + 1;
      this.events = isNext ? (answer.position.events as unknown as BoardEvent[]) : [];
      this.actions = actions;
      this.position = answer.position;
      this.all = answer.offers;
      this.message = "";
    } catch (why) {
      this.events = [];
      this.message = (why as Error).message;
    }
    this.onChange();
  }
}
