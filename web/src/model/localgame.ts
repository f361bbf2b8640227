import { signal } from "@preact/signals";
import type { Outcome, Place, Seat } from "../generated";
import { type Look, type OffersAfter, Study } from "../learn/study";
import type { Rules } from "../rules";
import type { KeptGame } from "./keptgames";
import { StudyBoard } from "./studyboard";

interface LocalGameOptions {
  rules: Rules;
  kept: KeptGame;
  /** Stores the game as it is now. */
  keep(kept: KeptGame): void;
}

/** A game on this device alone: two people, or one and the computer. No server knows of it. */
export class LocalGame extends StudyBoard {
  protected readonly study: Study;
  /** How it ended, by the rules or because somebody gave up. */
  readonly outcome = signal<Outcome | null>(null);
  /** The computer could not think. */
  readonly failure = signal("");
  private thinking: AbortController | null = null;

  constructor(private readonly options: LocalGameOptions) {
    super();
    const { kept, rules } = options;
    const place = (start: Place["start"], actions: string[]): Place => ({
      variant: kept.variant,
      start,
      actions,
    });
    const look: Look = (_, start, actions, moment) =>
      rules.ask<"look">({
        type: "look",
        place: place(start, actions),
        ...(moment === undefined ? {} : { moment }),
      });
    const offersAfter: OffersAfter = async (start, actions, taps) =>
      (await rules.ask<"offers">({ type: "offers", place: place(start, actions), taps })).offers;
    this.study = new Study(kept.variant, kept.setup, look, () => this.changed(), offersAfter);
  }

  get kept(): KeptGame {
    return this.options.kept;
  }

  /** The seat of the person, where the other one is the computer's. */
  private get ownSeat(): Seat | null {
    const { opponent } = this.kept;
    return opponent.type === "computer" ? opponent.seat : null;
  }

  get canTakeBack(): boolean {
    return this.kept.outcome === null && this.actionsAfterTakeback() !== null;
  }

  async open(): Promise<void> {
    await this.study.open(this.kept.actions);
    if (this.study.position === null) {
      this.state.value = "failed";
      return;
    }
    this.goOn();
  }

  close(): void {
    this.thinking?.abort();
  }

  /** Plays what somebody typed. The promise is rejected with the reason where that is refused. */
  async type(text: string): Promise<void> {
    if (this.state.value !== "open") return;
    const { rules } = this.options;
    const read = await rules.ask<"read">({ type: "read", place: this.place(), text });
    await this.study.play(read.action);
  }

  async takeBack(): Promise<void> {
    const actions = this.actionsAfterTakeback();
    if (actions === null) return;
    this.thinking?.abort();
    this.state.value = "loading";
    await this.study.open(actions);
    this.keep(null);
    this.goOn();
  }

  /** The player to act gives up; in a game against the computer, the person does. */
  resign(): void {
    const status = this.study.position?.status;
    if (status === undefined || !("to_act" in status)) return;
    const loser = this.ownSeat ?? status.to_act;
    this.thinking?.abort();
    this.keep({ winner: loser === "white" ? "black" : "white", reason: "resignation" });
    this.goOn();
  }

  protected override noticePlayed(): void {
    if (this.study.played.length === this.kept.actions.length) return;
    this.keep(null);
    this.goOn();
  }

  /** What the person had played last is taken back, with the computer's answer. */
  private actionsAfterTakeback(): string[] | null {
    const { line } = this.study;
    const seat = this.ownSeat;
    const last =
      seat === null ? line.length - 1 : line.findLastIndex((action) => action.seat === seat);
    return last < 0 ? null : line.slice(0, last).map(({ action }) => action);
  }

  private place(): Place {
    return {
      variant: this.kept.variant,
      start: { type: "setup", text: this.kept.setup },
      actions: [...this.study.played],
    };
  }

  private keep(given: Outcome | null): void {
    const { status } = this.study.position ?? {};
    const byRules = status !== undefined && "over" in status ? status.over : null;
    const actions = [...this.study.played];
    this.options.kept = { ...this.kept, actions, outcome: given ?? byRules };
    this.options.keep(this.kept);
  }

  /** Decides who acts now. */
  private goOn(): void {
    const { status } = this.study.position ?? {};
    if (status === undefined) return;
    const outcome = this.kept.outcome ?? ("over" in status ? status.over : null);
    this.outcome.value = outcome;
    if (outcome !== null || !("to_act" in status)) {
      this.state.value = "done";
      return;
    }
    const own = this.ownSeat;
    // Two people at one device sit side by side: the board is not turned with every move.
    this.learner.value = own ?? "white";
    if (own !== null && status.to_act !== own) void this.letComputerAct();
    else this.state.value = "open";
  }

  private async letComputerAct(): Promise<void> {
    const { opponent, seed } = this.kept;
    if (opponent.type !== "computer") return;
    this.state.value = "answering";
    this.failure.value = "";
    this.thinking?.abort();
    const own = new AbortController();
    this.thinking = own;
    try {
      const { rules } = this.options;
      const chosen = await rules.choose(this.place(), opponent.level, seed, own.signal);
      if (own.signal.aborted) return;
      await this.study.play(chosen.action);
      if (own.signal.aborted) return;
      this.keep(null);
      this.goOn();
    } catch (why) {
      if (!own.signal.aborted) this.failure.value = (why as Error).message;
    }
  }
}
