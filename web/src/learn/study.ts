import type { BoardEvent, Offer, Ply, PositionView, Scene, Start } from "../generated";
import { type Selection, select, tapped } from "../model/selection";

/** What a position is like. Not everybody who is asked tells the whole line, and what is behind places with very many offers. */
export interface Looked {
  type: "looked";
  position: PositionView;
  offers: Offer[];
  more?: string[];
  line?: Ply[];
}

/** What a study needs of the rules: to be told what a position is like, and how it looked at a moment of its past. */
export type Look = (
  variant: string,
  start: Start,
  actions: string[],
  moment?: number,
) => Promise<Looked | { type: string }>;

/** What can be done after pointing at something, where there is too much to tell at once. */
export type OffersAfter = (start: Start, actions: string[], taps: string[]) => Promise<Offer[]>;

/** A change of the past that waits for a yes, and what it would do. */
export interface Change {
  offer: Offer;
  /** Plies that would lose their move. */
  lost: number[];
  outcome: PositionView;
}

/** A position of the rules pages, played on locally for both sides. Nothing is stored. */
export class Study {
  position: PositionView | null = null;
  /** What the last action did; empty when the picture is simply new. */
  events: BoardEvent[] = [];
  taps: string[] = [];
  offers: Offer[] = [];
  change: Change | null = null;
  /** The whole line as people write it, where that was told. */
  line: Ply[] = [];
  /** Why the last action was not possible. */
  message = "";
  private looked: Scene | null = null;
  private actions: string[] = [];
  private questions = 0;
  private looks = 0;
  /** What can be pointed at to be told of more offers. */
  private more: string[] = [];

  constructor(
    private readonly variant: string,
    private readonly setup: string,
    private readonly look: Look,
    private readonly onChange: () => void,
    private readonly offersAfter?: OffersAfter,
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

  /** Shows the first position, or the one after these actions. */
  open(actions: string[] = []): Promise<void> {
    return this.show(actions);
  }

  /** Plays an action that nobody has to point at. */
  play(action: string): Promise<void> {
    return this.show([...this.actions, action]);
  }

  async tap(place: string): Promise<void> {
    this.change = null;
    if (this.taps.length === 0 && this.more.includes(place)) await this.loadOffers(place);
    this.taps = tapped(this.offers, this.taps, place);
    const { selection } = this;
    if (selection.type === "decided") return this.choose(selection.offer);
    this.onChange();
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
    this.more = answer.more ?? [];
    this.line = answer.line ?? [];
    this.onChange();
  }

  /** Offers behind a place join those that are known. */
  private async loadOffers(place: string): Promise<void> {
    const { actions } = this;
    const start: Start = { type: "setup", text: this.setup };
    const found = (await this.offersAfter?.(start, actions, [place]).catch(() => [])) ?? [];
    if (actions !== this.actions) return;
    this.more = this.more.filter((one) => one !== place);
    this.offers = [...this.offers, ...found];
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
      return "position" in answer ? answer : undefined;
    } catch (why) {
      this.events = [];
      this.message = (why as Error).message;
      this.onChange();
      return undefined;
    }
  }
}
