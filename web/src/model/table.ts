import { batch, computed, signal } from "@preact/signals";
import { endOf, stepTo } from "../boards/timeline/moments";
import type {
  Answer,
  Ask,
  BoardEvent,
  Offer,
  Preview,
  Proposal,
  Request,
  Scene,
  Seat,
  Seek,
  Start,
  StepNotice,
} from "../generated";
import { texts } from "../texts";
import { Adviser, hasHelp, mayAdvise, withoutHelp } from "./advice";
import { declinedProposal } from "./declined";
import { applyOpened, applyStep, type GameState, other, ownOffers, ownSeat, toAct } from "./game";
import { Inspection, type Told } from "./inspection";
import type { Picture } from "./picturecache";
import { Premoves, type Waiting } from "./premoves";
import { type Step, stepOf, withSteps } from "./projection";
import { Redo } from "./redo";
import type { ReplayStep } from "./replay";
import { Replayer, type Shown } from "./replayer";
import { buttons, queenOf, type Selection, select, tapped } from "./selection";
import { areUnknown, expandOffers, known, mergeOffers } from "./shortoffers";
import { changedMoment, isMissing, offerInWords } from "./words";

export type Question = Extract<Selection, { type: "choice" }>;
/** What was sent, and what was pointed at for it. */
interface Sent {
  action: string;
  taps: string[];
}

/** After this long without an answer the player is told that a move is on its way. */
const SLOW_MS = 500;

export type TableStage = "loading" | "seeking" | "open" | "missing";

export interface TableOptions {
  ask(request: Request): Promise<Answer>;
  now(): number;
  /** Runs a function later; tests pass their own time. */
  later(run: () => void, milliseconds: number): void;
  /** Whether moves are to be confirmed before they are sent. */
  confirms(): boolean;
  /** Whether a pawn becomes a queen without a question. */
  promotesToQueen(): boolean;
}

/** The model of one game: state, selection, premove, replay and requests, without any DOM. */
export class Table {
  readonly stage = signal<TableStage>("loading");
  readonly seek = signal<Seek | null>(null);
  readonly game = signal<GameState | null>(null);
  readonly taps = signal<string[]>([]);
  readonly premoves: Premoves;
  readonly replayer = new Replayer((at) => this.fetchPicture(at));
  readonly replay = this.replayer.replay;
  readonly flipped = signal(false);
  /** A message for the player, such as a refusal. */
  readonly message = signal("");
  /** The last message of text mode: an announcement, or the answer to a command. */
  readonly said = signal("");
  readonly inspection: Inspection;
  /** A chosen move that waits for confirmation. */
  readonly toConfirm = signal<Offer | null>(null);
  /** The preview of that move. */
  readonly preview = signal<Preview | null>(null);
  /** The present after that move, where it changes the past. */
  readonly afterwards = signal<Scene | null>(null);
  /** Own moves that were taken back. */
  readonly redo = new Redo();
  /** The action that was sent and is not answered yet; meanwhile nothing else can be played. */
  readonly sending = signal<Sent | null>(null);
  /** The answer takes so long that the player should know. */
  readonly isSlow = signal(false);
  /** A short remark beside the board: why a move was refused, what the opponent declined. */
  readonly remark = signal("");
  /** The picture of the past moment that is shown. */
  readonly looked = signal<Scene | null>(null);

  /** The game, for those parts of the page that are shown only while it is open. */
  get openGame(): GameState {
    const game = this.game.value;
    if (game === null) throw new Error("the game is not open");
    return game;
  }

  readonly seat = computed<Seat | null>(() => {
    const game = this.game.value;
    return game === null ? null : ownSeat(game);
  });
  readonly offers = computed<Offer[]>(() => {
    const game = this.game.value;
    const isNow = this.replay.value.at === null;
    return game === null || !isNow || this.sending.value !== null ? [] : ownOffers(game);
  });
  readonly selection = computed<Selection>(() => select(this.offers.value, this.taps.value));
  /** The open choice between several actions; null while a move waits for confirmation. */
  readonly question = computed<Question | null>(() => {
    const selection = this.selection.value;
    return selection.type === "choice" && this.toConfirm.value === null ? selection : null;
  });
  readonly buttons = computed<Offer[]>(() => buttons(this.offers.value));
  readonly orientation = computed<Seat>(() => {
    const natural = this.seat.value ?? "white";
    return this.flipped.value ? other(natural) : natural;
  });
  private readonly live = signal<Shown | null>(null);
  /** The picture of the current or the replayed position. */
  readonly picture = computed<Shown | null>(() => this.replayer.shown.value ?? this.live.value);
  /** The scene as the server has told it. */
  readonly scene = computed<Scene | null>(
    () => this.looked.value ?? this.picture.value?.scene ?? null,
  );
  /** The scene with the pieces that were sent or prepared where they were put. */
  readonly shownScene = computed<Scene | null>(() => {
    const scene = this.scene.value;
    const isNow = this.replay.value.at === null && this.looked.value === null;
    return scene === null || !isNow ? scene : withSteps(scene, this.steps.value);
  });
  /** What was sent or prepared since the server told the scene. */
  readonly steps = computed<Step[]>(() => {
    const sent = this.sending.value;
    const own = sent === null ? null : stepOf(sent.taps);
    return [...(own === null ? [] : [own]), ...this.premoves.queue.value];
  });

  /** Where that comes from which affects the piece that is looked at. */
  readonly causes = computed<string[]>(() => {
    const notes = this.inspection.explanation.value?.notes ?? [];
    const told = notes.flatMap((note) => note.cells ?? []);
    // While a piece is chosen, only its targets and its missing square are pointed out.
    const isChoosing = this.taps.value.length > 0;
    return isChoosing ? told.filter((place) => isMissing(this.scene.value, place)) : told;
  });

  readonly adviser: Adviser;
  /**
   * Places to be pointed out: moments that would lose their move if the move that waits were played, what the computer
   * would do, and where that comes from which affects the piece that is looked at.
   */
  readonly ghosts = computed<string[]>(() => {
    const moments = this.scene.value?.timeline?.moments ?? [];
    const lost = (this.preview.value?.lost ?? []).flatMap((n) => moments[n - 1]?.tap ?? []);
    const hint = this.adviser.hint.value;
    const advised = this.offers.value.find((offer) => offer.action === hint?.action)?.taps ?? [];
    const places = [...new Set([...lost, ...advised, ...this.causes.value])];
    // An equal list keeps its identity, so that the board is not redrawn for it.
    if (places.join() !== this.pointedOut.join()) this.pointedOut = places;
    return this.pointedOut;
  });
  private pointedOut: string[] = [];

  private looks = 0;
  /** The own proposal that was withdrawn last. */
  private withdrawn: Proposal["kind"] | null = null;

  constructor(
    readonly id: string,
    private readonly options: TableOptions,
  ) {
    this.adviser = new Adviser(id, options.ask);
    this.premoves = new Premoves({ game: id, ask: options.ask });
    this.inspection = new Inspection({
      explain: (place) => this.explain(place),
      later: options.later,
    });
  }

  /** Opens the game, or catches up with what was missed. What is shown stays until the answer is there. */
  async open(isWhole = false): Promise<void> {
    const seq = isWhole ? undefined : this.game.value?.view.seq;
    const request: Request = {
      type: "open",
      game: this.id,
      detail: "delta",
      ...(seq === undefined ? {} : { from: seq }),
    };
    try {
      this.arrive(await this.options.ask(request));
    } catch {
      if (this.game.value === null) this.stage.value = "missing";
    }
  }

  private arrive(answer: Answer): void {
    if (answer.type === "seeking") {
      this.seek.value = answer.seek;
      this.stage.value = "seeking";
    } else if (answer.type === "opened") {
      const state = applyOpened(this.game.value, answer, this.options.now());
      // What was missed is not enough for a player who sits elsewhere now.
      if (state === null) return void this.open(true);
      batch(() => {
        this.stage.value = "open";
        this.show(state);
      });
    }
  }

  receive(notice: StepNotice): void {
    if (notice.game !== this.id || this.game.value === null) return;
    const state = applyStep(this.game.value, notice, this.options.now());
    if (state === null) return void this.open();
    this.redo.follow(this.game.value.view.moves, state.view.moves, this.seat.value);
    batch(() => this.show(state));
  }

  /** Changes the picture and everything that depends on it in one batch. */
  private show(state: GameState): void {
    const old = this.game.value;
    const isNewPicture = state.frame !== old?.frame;
    this.game.value = state;
    this.record(state);
    if (old !== null) this.compare(old, state);
    if (!isNewPicture) return;
    this.sending.value = null;
    this.taps.value = [];
    this.message.value = "";
    this.dropQuestion();
    this.adviser.forget();
    void this.look(null);
    this.inspection.lookAgain();
    if (ownOffers(state).length > 0) this.goOnWithPremoves();
  }

  /** What a step means beyond the picture: prepared moves that are void, and proposals that were declined. */
  private compare(old: GameState, state: GameState): void {
    const isTakenBack = state.view.moves.length < old.view.moves.length;
    if (isTakenBack || state.view.phase.type !== "running") this.premoves.clear();
    const declined = declinedProposal(old, state);
    if (declined !== null && declined !== this.withdrawn)
      this.remark.value = texts.game.declined[declined];
    this.withdrawn = null;
  }

  /** Caches the current picture for the replay. */
  private record({ view, events }: GameState): void {
    const picture: Picture = { scene: view.scene, setup: view.setup, events };
    const n = view.moves.length;
    this.replayer.follow(
      view.moves.map((move) => move.action),
      picture,
    );
    this.live.value = { ...picture, before: n === 0 ? null : this.replayer.known(n - 1) };
  }

  private async fetchPicture(at: number): Promise<Picture | null> {
    const answer = await this.options.ask({ type: "scene_after", game: this.id, actions: at });
    if (answer.type !== "position") return null;
    return {
      scene: answer.scene,
      setup: answer.setup,
      events: answer.events as unknown as BoardEvent[],
    };
  }

  /** Plays the next prepared move; a piece that was only chosen stays chosen. */
  private goOnWithPremoves(): void {
    const step = this.premoves.shift();
    if (step !== null) {
      void this.playPremove(step);
      return;
    }
    const chosen = this.premoves.takeChosen();
    if (chosen === null || this.replay.value.at !== null) return;
    this.taps.value = tapped(this.offers.value, [], chosen);
    void this.loadOffers();
  }

  /** A promotion becomes the first choice. What is not legal takes all that was prepared after it along. */
  private async playPremove(step: Step): Promise<void> {
    const seq = this.game.value?.view.seq;
    const fits = (offer: Offer) => offer.taps.join() === step.join();
    const isTold = !areUnknown(this.offers.value, step.slice(0, 1));
    const offers = isTold ? this.offers.value : await this.offersAfter(step);
    if (this.game.value?.view.seq !== seq) return;
    const offer = offers.find(fits);
    if (offer !== undefined) void this.act(offer.action, offer.taps);
    else
      batch(() => {
        this.premoves.clear();
        this.message.value = "premove-dropped";
      });
  }

  private async offersAfter(taps: string[]): Promise<Offer[]> {
    const request: Request = { type: "offers", game: this.id, taps };
    const answer = await this.options.ask(request).catch(() => null);
    return answer?.type === "offers" ? known(expandOffers(answer.offers, taps)) : [];
  }

  /** A place was tapped. All changes that follow are shown in one batch. */
  tap(place: string): void {
    batch(() => this.point(place));
  }

  private point(place: string): void {
    this.message.value = "";
    const game = this.game.value;
    if (game === null || this.replay.value.at !== null) return;
    if (this.offers.value.length > 0) {
      this.dropQuestion();
      const before = this.taps.value;
      this.taps.value = tapped(this.offers.value, before, place);
      if (this.taps.value.length === 0) void this.tellWhyNot(before, place);
      void this.loadOffers();
      this.decide();
    } else {
      const waiting = this.waiting(game);
      if (waiting !== null) this.premoves.tap(place, waiting);
    }
  }

  /** What a player needs to prepare moves: it is the opponent's turn, or the own move is on its way. */
  private waiting({ view }: GameState): Waiting | null {
    const seat = this.seat.value;
    if (seat === null || view.phase.type !== "running") return null;
    const isWaiting = toAct(view.phase) !== seat || this.sending.value !== null;
    const tokens = this.shownScene.value?.tokens ?? [];
    return isWaiting ? { seat, seq: view.seq, tokens } : null;
  }

  /** A click that plays nothing: the server says why, where it was meant as a move. */
  private async tellWhyNot(taps: string[], place: string): Promise<void> {
    const scene = this.scene.value;
    const isOwn = (cell: string) =>
      scene?.tokens.some((token) => token.cell === cell && token.seat === this.seat.value);
    if (taps.length === 0) {
      if (isOwn(place)) this.remark.value = texts.game.noMoves(place);
      return;
    }
    if (taps.length !== 1 || taps[0] === place || !isOwn(taps[0])) return;
    const request: Request = { type: "read", game: this.id, text: `${taps[0]}${place}` };
    const why = await this.options.ask(request).then(
      () => "",
      (refusal: Error) => refusal.message,
    );
    if (why !== "" && this.taps.value.length === 0) this.remark.value = why;
  }

  /** Asks for the offers behind what was pointed at, where there are too many to be told at once. */
  private async loadOffers(): Promise<void> {
    const [taps, game] = [this.taps.value, this.game.value];
    if (game === null || !areUnknown(this.offers.value, taps)) return;
    const answer = await this.options
      .ask({ type: "offers", game: this.id, taps })
      .catch(() => null);
    const now = this.game.value;
    if (answer?.type !== "offers" || now === null || now.view.seq !== game.view.seq) return;
    const offers = mergeOffers(now.view.offers, taps, answer.offers);
    batch(() => {
      this.game.value = { ...now, view: { ...now.view, offers } };
      if (this.taps.value.join() === taps.join()) this.decide();
    });
    void this.loadOffers();
  }

  drag(from: string, to: string): void {
    const isBegun = () => this.taps.value.at(-1) === from || this.premoves.from.value === from;
    if (!isBegun()) this.tap(from);
    if (isBegun()) this.tap(to);
  }

  private decide(): void {
    const selection = this.selection.value;
    if (selection.type === "decided") this.choose(selection.offer);
    else if (selection.type === "choice" && this.options.promotesToQueen()) {
      const queen = queenOf(selection.choices);
      if (queen !== undefined) this.choose(queen);
    }
  }

  /** Plays an offer: the only one left by the taps, or one picked by its label. */
  choose(offer: Offer): void {
    const isAsked = this.options.confirms() || this.changesPast(offer) || this.acceptsEnd(offer);
    if (isAsked && this.toConfirm.value?.action !== offer.action) {
      this.toConfirm.value = offer;
      void this.loadLabel(offer);
      void this.loadPreview(offer);
    } else {
      void this.act(offer.action, offer.taps);
    }
  }

  /** All offers with their labels, to be told in words. */
  async labelledOffers(taps: string[] = []): Promise<Offer[]> {
    const request: Request = { type: "offers", game: this.id, taps, labels: true };
    const answer = await this.options.ask(request).catch(() => null);
    return answer?.type === "offers" ? expandOffers(answer.offers, taps) : this.offers.value;
  }

  private async loadLabel(offer: Offer): Promise<void> {
    const labelled = await this.labelledOffers(offer.taps);
    const found = labelled.find((one) => one.action === offer.action);
    if (found !== undefined && this.toConfirm.value === offer) this.toConfirm.value = found;
  }

  /** A change of the past is previewed before it is played. */
  private changesPast(offer: Offer): boolean {
    return this.scene.value !== null && changedMoment(this.scene.value, offer) !== null;
  }

  /** To accept how the line ends may end the game, so it is asked again. */
  private acceptsEnd(offer: Offer): boolean {
    return this.scene.value?.timeline !== undefined && offer.taps.length === 0;
  }

  /** What an action would lead to; null where the game has nothing to say about it. */
  async previewOf(action: string): Promise<Preview | null> {
    const request: Request = { type: "preview", game: this.id, action };
    const answer = await this.options.ask(request).catch(() => null);
    return answer?.type === "previewed" ? answer.preview : null;
  }

  private async loadPreview(offer: Offer): Promise<void> {
    this.preview.value = null;
    this.afterwards.value = null;
    const preview = await this.previewOf(offer.action);
    if (this.toConfirm.value?.action !== offer.action || preview === null) return;
    this.preview.value = preview;
    if (!this.changesPast(offer)) return;
    const { variant } = this.openGame.view;
    const start: Start = { type: "setup", text: preview.setup };
    const answer = await this.options
      .ask({ type: "look", variant, start, actions: [] })
      .catch(() => null);
    if (this.preview.value === preview && answer?.type === "looked")
      this.afterwards.value = answer.position.scene;
  }

  private dropQuestion(): void {
    this.toConfirm.value = null;
    this.preview.value = null;
    this.afterwards.value = null;
  }

  /** Plays the own move again that was taken back last. */
  playAgain(): void {
    const action = this.redo.actions.value.at(-1);
    if (action !== undefined) void this.act(action);
  }

  /** Cancels what was chosen but not sent. */
  cancel(): void {
    this.taps.value = [];
    this.premoves.clear();
    this.dropQuestion();
    this.message.value = "";
  }

  /** Sends an action. The piece is shown where it was put at once; if the move is refused, it goes back. */
  async act(action: string, taps: string[] = []): Promise<boolean> {
    const before = this.game.value;
    const sent: Sent = { action, taps };
    batch(() => {
      this.sending.value = sent;
      this.isSlow.value = false;
      this.taps.value = [];
      this.remark.value = "";
      this.dropQuestion();
    });
    this.options.later(() => {
      if (this.sending.value === sent) this.isSlow.value = true;
    }, SLOW_MS);
    const isDone = await this.ask({ type: "act", action, after: before?.view.moves.length ?? 0 });
    // The answer comes before the new picture; until then the old offers are void.
    const isShown = this.game.value?.frame !== before?.frame;
    if (isDone && !isShown) return true;
    batch(() => {
      if (this.sending.value === sent) this.sending.value = null;
      if (!isDone) this.takeBack(taps);
    });
    return isDone;
  }

  /** A refused move is told beside the board, and nothing that was prepared after it is played. */
  private takeBack(taps: string[]): void {
    this.premoves.clear();
    if (taps.length > 0) this.remark.value = texts.game.notPlayed(this.message.value);
  }

  /** Sends a request about the game; a refusal becomes the message. */
  async ask(ask: Ask): Promise<boolean> {
    const seat = this.seat.value;
    if (ask.type === "withdraw") this.withdrawn = ask.proposal.kind;
    try {
      await this.options.ask({
        type: "ask",
        game: this.id,
        ...(seat === null ? {} : { seat }),
        ask,
      });
      return true;
    } catch (why) {
      this.message.value = (why as Error).message;
      return false;
    }
  }

  private async explain(cell: string): Promise<Told | null> {
    // The server explains the present.
    const isNow = this.replay.value.at === null && this.looked.value === null;
    const request: Request = { type: "explain", game: this.id, cell };
    const answer = isNow ? await this.options.ask(request).catch(() => null) : null;
    const told = answer?.type === "explained" ? answer.explanation : null;
    if (told === null) return this.pictured(cell);
    const isFair = this.game.value !== null && mayAdvise(this.game.value.view);
    if (isFair && this.inspection.isPressed(cell)) return told;
    return { ...withoutHelp(told), hasMore: isFair && hasHelp(told) };
  }

  /** What the picture tells of a place. */
  private pictured(cell: string): Told | null {
    const token = this.scene.value?.tokens.find((one) => one.cell === cell);
    if (token === undefined) return null;
    return { cell, title: `${token.label} on ${cell}`, notes: [], isPictured: true };
  }

  /** Shows a moment of the timeline. Only the answer to the latest request counts. */
  async look(moment: number | null): Promise<void> {
    const question = ++this.looks;
    if (moment === null) {
      this.looked.value = null;
      return;
    }
    const answer = await this.options
      .ask({ type: "scene_at", game: this.id, moment })
      .catch(() => null);
    if (question === this.looks && answer?.type === "scene") this.looked.value = answer.scene;
  }

  /** The hint of the computer after this many actions, as text. */
  async advise(after: number): Promise<string> {
    const told = await this.adviser.advise(after);
    const scene = this.scene.value;
    const offer = this.offers.value.find((one) => one.action === this.adviser.hint.value?.action);
    if (scene === null || offer === undefined || changedMoment(scene, offer) === null) return told;
    const labelled = await this.labelledOffers(offer.taps);
    const found = labelled.find((one) => one.action === offer.action);
    return texts.advice.tryChange(offerInWords(scene, found ?? offer));
  }

  /** Looks so many moments before or after the one that is shown. */
  lookBy(moments: number): void {
    const timeline = this.scene.value?.timeline;
    if (timeline === undefined || this.replay.value.at !== null) return;
    const wanted = stepTo(timeline, timeline.shown + moments);
    this.cancel();
    void this.look(wanted === endOf(timeline) ? null : wanted);
  }

  step(how: ReplayStep): void {
    this.leavePresent();
    this.replayer.step(how);
  }

  togglePlaying(): void {
    this.leavePresent();
    this.replayer.togglePlaying();
  }

  /** Stepping through the moves cancels what was chosen in the present. */
  private leavePresent(): void {
    this.taps.value = [];
    this.premoves.clear();
    this.dropQuestion();
    this.message.value = "";
    this.adviser.forget();
    void this.look(null);
  }
}
