import { batch, computed, type Signal, signal } from "@preact/signals";
import type { BoardEvent, Offer, Place, Preview, Scene, Seat, Status } from "../../generated";
import type { Looked, Rules } from "../../rules";
import { texts } from "../../texts";
import { other } from "../game";
import { Inspection } from "../inspection";
import type { Picture } from "../picturecache";
import { placeAfter, type ReplayStep } from "../replay";
import type { Shown } from "../replayer";
import { buttons, queenOf, type Selection, select, tapped } from "../selection";
import { areUnknown, expandOffers, mergeOffers } from "../shortoffers";
import { alternatives } from "./blocks";
import { begun, changed, type Edits, redone, undone } from "./edits";
import {
  actionsTo,
  add,
  addLine,
  type Colour,
  hasRoom,
  lineFrom,
  lineTo,
  type Move,
  nodeOf,
  START,
  type Tree,
  toggleDrawing,
} from "./tree";

export type Question = Extract<Selection, { type: "choice" }>;

export interface BoardOptions {
  rules: Rules;
  later(run: () => void, milliseconds: number): void;
  promotesToQueen(): boolean;
}

/** Positions that are remembered, so that stepping to and fro asks nothing. */
const MAX_KNOWN = 300;

/** The analysis board: free moves for both sides from any position, in a tree of variations. No DOM. */
export class AnalysisBoard {
  readonly edits: Signal<Edits>;
  readonly tree = computed<Tree>(() => this.edits.value.now.tree);
  readonly at = computed<number>(() => this.edits.value.now.at);
  /** What the rules say about the position that is looked at; null until they have. */
  readonly looked = signal<Looked | null>(null);
  readonly picture = signal<Shown | null>(null);
  /** A position that is shown for a moment instead: one of an engine's line, or a moment of the past. */
  readonly glimpse = signal<Scene | null>(null);
  readonly taps = signal<string[]>([]);
  readonly flipped = signal(false);
  /** Whether the line is stepped through by itself. */
  readonly isPlaying = signal(false);
  readonly message = signal("");
  /** What text mode says last. */
  readonly said = signal("");
  /** The colour with which taps draw instead of playing; null while they play. */
  readonly pen = signal<Colour | null>(null);
  private readonly penFrom = signal<string | null>(null);
  readonly inspection: Inspection;
  /** Offers that were asked for because there were too many to be told at once. */
  private readonly told = signal<Offer[] | null>(null);
  private readonly known = new Map<string, Looked>();
  private questions = 0;
  private glimpses = 0;

  readonly status = computed<Status | null>(() => this.looked.value?.position.status ?? null);
  /** Whose turn it is: the pieces that can be moved. */
  readonly seat = computed<Seat | null>(() => toAct(this.status.value));
  readonly scene = computed<Scene | null>(
    () => this.glimpse.value ?? this.picture.value?.scene ?? null,
  );
  readonly offers = computed<Offer[]>(() => this.told.value ?? offersOf(this.looked.value));
  readonly selection = computed<Selection>(() => select(this.offers.value, this.taps.value));
  readonly question = computed<Question | null>(() => {
    const selection = this.selection.value;
    return selection.type === "choice" ? selection : null;
  });
  readonly buttons = computed<Offer[]>(() => buttons(this.offers.value));
  readonly orientation = computed<Seat>(() => (this.flipped.value ? "black" : "white"));
  readonly setup = computed<string>(() => this.looked.value?.position.setup ?? "");

  constructor(
    tree: Tree,
    private readonly options: BoardOptions,
  ) {
    this.edits = signal<Edits>(begun(tree));
    this.inspection = new Inspection({
      explain: (cell) => this.explain(cell),
      later: options.later,
    });
  }

  get rules(): Rules {
    return this.options.rules;
  }

  /** Where the line to a node leads, as the rules are asked about it. */
  placeOf(id = this.at.peek(), more: string[] = []): Place {
    const tree = this.tree.peek();
    return placeAt(tree, [...actionsTo(tree, id), ...more]);
  }

  async open(at = START): Promise<void> {
    this.go(at);
    await this.show();
  }

  /** Replaces everything by another tree, which can be undone. */
  replace(tree: Tree, at = START): void {
    this.change(tree, at);
  }

  /** Changes the tree, or only what is looked at. */
  change(tree: Tree, at = this.at.peek()): void {
    const before = this.at.peek();
    const isElsewhere = at !== before || tree.setup !== this.tree.peek().setup;
    batch(() => {
      this.edits.value = changed(this.edits.peek(), { tree, at });
      if (isElsewhere) this.forget();
    });
    if (isElsewhere) void this.show();
  }

  go(id: number): void {
    this.change(this.tree.peek(), id);
  }

  undo(): void {
    this.travel(undone(this.edits.peek()));
  }

  redo(): void {
    this.travel(redone(this.edits.peek()));
  }

  private travel(edits: Edits): void {
    batch(() => {
      this.edits.value = edits;
      this.forget();
    });
    void this.show();
  }

  /** What was begun in one position means nothing in another. */
  private forget(): void {
    this.taps.value = [];
    this.message.value = "";
    this.glimpse.value = null;
    this.penFrom.value = null;
    this.glimpses += 1;
  }

  step(how: ReplayStep): void {
    const [tree, at] = [this.tree.peek(), this.at.peek()];
    const line = [START, ...lineTo(tree, at).map((node) => node.id)];
    const ahead = lineFrom(tree, at).map((node) => node.id);
    const all = [...line, ...ahead];
    const last = all.length - 1;
    const place = placeAfter(how, line.length - 1, last);
    const to = all[place];
    if (to !== undefined && to !== at) this.go(to);
    if (place === last) this.isPlaying.value = false;
  }

  togglePlaying(): void {
    this.isPlaying.value =
      !this.isPlaying.peek() && lineFrom(this.tree.peek(), this.at.peek()).length > 0;
  }

  /** Goes to the next move in the place of this one. */
  stepAside(): void {
    const [tree, at] = [this.tree.peek(), this.at.peek()];
    const others = alternatives(tree, at);
    const next = others[(others.indexOf(at) + 1) % others.length];
    if (next !== undefined && next !== at) this.go(next);
  }

  /** Asks the rules about the position that is looked at. Only the answer to the latest question counts. */
  private async show(): Promise<void> {
    const question = ++this.questions;
    const at = this.at.peek();
    try {
      const looked = await this.look(this.placeOf(at));
      if (question === this.questions) this.display(looked, at);
    } catch (why) {
      if (question === this.questions) this.message.value = (why as Error).message;
    }
  }

  private display(looked: Looked, at: number): void {
    const parent = nodeOf(this.tree.peek(), at).parent;
    const before = parent === null ? undefined : this.known.get(keyOf(this.placeOf(parent)));
    const shown = this.picture.peek();
    // Events lead from the picture before; that is the one on the screen, if its scene is the same object.
    const previous = before === undefined ? null : pictureOf(before);
    const same = shown !== null && previous?.setup === shown.setup ? shown : previous;
    batch(() => {
      this.told.value = null;
      this.looked.value = looked;
      this.picture.value = { ...pictureOf(looked), before: same };
    });
    this.inspection.lookAgain();
  }

  private async look(place: Place, moment?: number): Promise<Looked> {
    const key = keyOf(place);
    const known = moment === undefined ? this.known.get(key) : undefined;
    if (known !== undefined) return known;
    const question = { type: "look", place, ...(moment === undefined ? {} : { moment }) } as const;
    const looked = await this.rules.ask<"look">(question);
    if (moment === undefined) this.remember(key, looked);
    return looked;
  }

  private remember(key: string, looked: Looked): void {
    this.known.set(key, looked);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }

  /** Plays an action, or what somebody has typed for it; whether the rules let it. */
  async play(text: string): Promise<boolean> {
    const at = this.at.peek();
    if (!hasRoom(this.tree.peek())) {
      this.message.value = texts.game.notPlayed(String(this.tree.peek().nodes.size));
      return false;
    }
    const question = ++this.questions;
    this.taps.value = [];
    try {
      const looked = await this.rules.ask<"look">({
        type: "look",
        place: this.placeOf(at, [text]),
      });
      if (question !== this.questions || at !== this.at.peek()) return false;
      this.grow(at, this.moveOf(looked, text), looked);
      return true;
    } catch (why) {
      const words = (await this.whyNot(at, text)) || (why as Error).message;
      if (question === this.questions) this.message.value = words;
      return false;
    }
  }

  /** Why the rules refuse a text in a position, in the reader's words; empty if they do not. */
  private whyNot(at: number, text: string): Promise<string> {
    return this.rules.ask<"read">({ type: "read", place: this.placeOf(at), text }).then(
      () => "",
      (refusal: Error) => refusal.message,
    );
  }

  /** What is played after the end, or passes the turn, is not an action of a game: whose it is, the position before says. */
  private moveOf({ position }: Looked, text: string): Move {
    const { last } = position;
    if (last !== null) return { action: last.action, notation: last.notation, seat: last.seat };
    const mover = nodeOf(this.tree.peek(), this.at.peek()).move?.seat ?? "black";
    return { action: text, notation: text, seat: this.seat.peek() ?? other(mover) };
  }

  private grow(at: number, move: Move, looked: Looked): void {
    const [tree, id] = add(this.tree.peek(), at, move);
    batch(() => {
      this.edits.value = changed(this.edits.peek(), { tree, at: id });
      this.forget();
      this.remember(keyOf(this.placeOf(id)), looked);
      this.display(looked, id);
    });
  }

  /** Takes a line into the tree after a node, and goes to its end. */
  adopt(after: number, moves: Move[]): void {
    const [tree, id] = addLine(this.tree.peek(), after, moves);
    this.change(tree, id);
  }

  /** A place was tapped: to play, or to draw. */
  tap(place: string): void {
    if (this.pen.peek() !== null) {
      this.drawAt(place);
      return;
    }
    batch(() => {
      this.message.value = "";
      const before = this.taps.peek();
      this.taps.value = tapped(this.offers.peek(), before, place);
      if (this.taps.peek().length === 0) void this.tellWhyNot(before, place);
      void this.loadOffers();
      this.decide();
    });
  }

  drag(from: string, to: string): void {
    if (this.pen.peek() !== null) {
      this.draw(from, to);
      return;
    }
    if (this.taps.peek().at(-1) !== from) this.tap(from);
    if (this.taps.peek().at(-1) === from) this.tap(to);
  }

  private decide(): void {
    const selection = this.selection.peek();
    if (selection.type === "decided") this.choose(selection.offer);
    else if (selection.type === "choice" && this.options.promotesToQueen()) {
      const queen = queenOf(selection.choices);
      if (queen !== undefined) this.choose(queen);
    }
  }

  choose(offer: Offer): void {
    void this.play(offer.action);
  }

  cancel(): void {
    this.forget();
  }

  /** Asks for the offers behind what was pointed at, where there are too many to be told at once. */
  private async loadOffers(): Promise<void> {
    const [taps, looked] = [this.taps.peek(), this.looked.peek()];
    if (looked === null || !areUnknown(this.offers.peek(), taps)) return;
    const question = { type: "offers", place: this.placeOf(), taps } as const;
    const answer = await this.rules.ask<"offers">(question).catch(() => null);
    if (answer === null || this.looked.peek() !== looked) return;
    batch(() => {
      this.told.value = mergeOffers(this.offers.peek(), taps, { offers: answer.offers });
      if (this.taps.peek().join() === taps.join()) this.decide();
    });
  }

  /** A click that plays nothing: the rules say why, where it was meant as a move. */
  private async tellWhyNot(taps: string[], place: string): Promise<void> {
    const [from] = taps;
    if (taps.length !== 1 || from === undefined || from === place) return;
    const why = await this.whyNot(this.at.peek(), `${from}${place}`);
    if (why !== "" && this.taps.peek().length === 0) this.message.value = why;
  }

  private drawAt(place: string): void {
    const from = this.penFrom.peek();
    this.penFrom.value = from === null ? place : null;
    if (from !== null) this.draw(from, place);
  }

  /** Draws an arrow, or a circle; the same again takes it away. */
  draw(from: string, to: string, colour = this.pen.peek() ?? "green"): void {
    this.change(toggleDrawing(this.tree.peek(), this.at.peek(), { from, to, colour }));
  }

  /** What is chosen: by taps to play, or as the beginning of an arrow. */
  readonly chosen = computed<string[]>(() => {
    const from = this.penFrom.value;
    if (from !== null) return [from];
    const selection = this.selection.value;
    return selection.type === "decided" ? selection.offer.taps : selection.taps;
  });

  /** What an action would lead to; null where the game has nothing to say about it. */
  async previewOf(action: string): Promise<Preview | null> {
    const question = { type: "preview", place: this.placeOf(), action } as const;
    const answer = await this.rules.ask<"preview">(question).catch(() => null);
    return answer?.preview ?? null;
  }

  private async explain(cell: string) {
    const question = { type: "explain", place: this.placeOf(), cell } as const;
    const answer = await this.rules.ask<"explain">(question).catch(() => null);
    return answer?.explanation ?? null;
  }

  /** Shows a moment of the timeline; null leads back to the present. */
  async lookAt(moment: number | null): Promise<void> {
    await this.glance(moment === null ? null : this.placeOf(), moment ?? undefined);
  }

  /** Shows where a line leads for a moment; null ends it. */
  async glance(place: Place | null, moment?: number): Promise<void> {
    const question = ++this.glimpses;
    if (place === null) {
      this.glimpse.value = null;
      return;
    }
    const looked = await this.look(place, moment).catch(() => null);
    if (question === this.glimpses && looked !== null) this.glimpse.value = looked.position.scene;
  }
}

export function toAct(status: Status | null): Seat | null {
  return status !== null && "to_act" in status ? status.to_act : null;
}

export const placeAt = (tree: Tree, actions: string[]): Place => ({
  variant: tree.variant,
  start: { type: "setup", text: tree.setup },
  actions,
});

function offersOf(looked: Looked | null): Offer[] {
  if (looked === null) return [];
  const { more } = looked;
  return expandOffers({ offers: looked.offers, ...(more === undefined ? {} : { more }) });
}

const keyOf = ({ start, actions = [] }: Place): string =>
  `${start.type === "setup" ? start.text : start.type}\n${actions.join(" ")}`;

function pictureOf({ position }: Looked): Picture {
  const { scene, setup, events } = position;
  return { scene, setup, events: events as unknown as BoardEvent[] };
}
