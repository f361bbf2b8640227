import type { Answer, BoardEvent, Offer, Position, Scene, Start } from "../generated";
import { type Selection, select, tapped } from "../model/selection";

/** What a study needs of the server: to be told what a position is like, and how it looked at a moment of its past. */
export type Look = (
  variant: string,
  start: Start,
  actions: string[],
  moment?: number,
) => Promise<Answer>;

type Looked = Extract<Answer, { type: "looked" }>;

/** A change of the past that waits for a yes, and what it would do. */
export interface Change {
  offer: Offer;
  /** Plies that would lose their move. */
  lost: number[];
  outcome: Position;
}

/** A position of the rules pages, played on locally for both sides. Nothing is stored. */
export class Study {
  position: Position | null = null;
  /** What the last action did; empty when the picture is simply new. */
  events: BoardEvent[] = [];
  taps: string[] = [];
  offers: Offer[] = [];
  change: Change | null = null;
  /** Why the last action was not possible. */
  message = "";
  private looked: Scene | null = null;
  private actions: string[] = [];
  private questions = 0;
  private looks = 0;

  constructor(
    private readonly variant: string,
    private readonly setup: string,
    private readonly look: Look,
    private readonly onChange: () => void,
  ) {}

  /** The picture: of the present, or of the moment that is looked at. */
  get scene(): Scene | null {
    return this.looked ?? this.position?.scene ?? null;
  }

  get selection(): Selection {
    return select(this.offers, this.taps);
  }

  get canTakeBack(): boolean {
    return this.actions.length > 0;
  }

  /** Moments to be pointed out: those that the change would cost their move. */
  get ghosts(): string[] {
    const moments = this.scene?.timeline?.moments ?? [];
    return (this.change?.lost ?? []).flatMap((ply) => moments[ply - 1]?.tap ?? []);
  }

  /** The actions that led here. */
  get played(): readonly string[] {
    return this.actions;
  }

  /** Shows the first position. */
  open(): Promise<void> {
    return this.show([]);
  }

  /** Plays an action that nobody has to point at. */
  play(action: string): Promise<void> {
    return this.show([...this.actions, action]);
  }

  tap(place: string): Promise<void> {
    this.change = null;
    this.taps = tapped(this.offers, this.taps, place);
    const { selection } = this;
    if (selection.type === "decided") return this.choose(selection.offer);
    this.onChange();
    return Promise.resolve();
  }

  /** Plays an offer; a change of the past is previewed first. */
  choose(offer: Offer): Promise<void> {
    const moments = this.scene?.timeline?.moments ?? [];
    const isPast = moments.some((moment) => moment.tap === offer.taps[0]);
    return isPast && this.change?.offer.action !== offer.action
      ? this.loadPreview(offer)
      : this.show([...this.actions, offer.action]);
  }

  /** Leaves everything as it is. */
  cancel(): Promise<void> {
    this.taps = [];
    this.change = null;
    return this.lookAt(null);
  }

  takeBack(): Promise<void> {
    return this.show(this.actions.slice(0, -1));
  }

  /** Shows a moment of the past, or the present. Of several questions only the last one counts. */
  async lookAt(moment: number | null): Promise<void> {
    const look = ++this.looks;
    const answer = moment === null ? null : await this.ask(this.actions, moment);
    if (answer === undefined || look !== this.looks) return;
    this.looked = answer?.position.scene ?? null;
    this.events = [];
    this.onChange();
  }

  /** The page compares two pictures: what was a move before and is none afterwards would be lost. */
  private async loadPreview(offer: Offer): Promise<void> {
    const answer = await this.askNext([...this.actions, offer.action]);
    if (!answer) return;
    const after = answer.position.scene.timeline?.moments ?? [];
    const before = this.position?.scene.timeline?.moments ?? [];
    const lost = before.flatMap((moment, index) =>
      moment.kind === "move" && after[index]?.kind !== "move" ? [index + 1] : [],
    );
    this.change = { offer, lost, outcome: answer.position };
    this.events = [];
    this.onChange();
  }

  /** Shows the position after these actions. */
  private async show(actions: string[]): Promise<void> {
    this.taps = [];
    this.change = null;
    const answer = await this.askNext(actions);
    if (!answer) return;
    this.looks += 1;
    const isNext = actions.length === this.actions.length + 1 && this.looked === null;
    this.events = isNext ? (answer.position.events as unknown as BoardEvent[]) : [];
    this.actions = actions;
    this.looked = null;
    this.position = answer.position;
    this.offers = answer.offers;
    this.onChange();
  }

  /** Undefined also when something else was asked for in the meantime. */
  private async askNext(actions: string[]): Promise<Looked | undefined> {
    const question = ++this.questions;
    const answer = await this.ask(actions);
    return question === this.questions ? answer : undefined;
  }

  /** Whatever cannot be shown leaves the picture as it is. */
  private async ask(actions: string[], moment?: number): Promise<Looked | undefined> {
    const start: Start = { type: "setup", text: this.setup };
    try {
      const answer = await this.look(this.variant, start, actions, moment);
      this.message = "";
      return answer.type === "looked" ? answer : undefined;
    } catch (why) {
      this.events = [];
      this.message = (why as Error).message;
      this.onChange();
      return undefined;
    }
  }
}
