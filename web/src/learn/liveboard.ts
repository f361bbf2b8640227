import type { BoardInput, BoardView } from "../boards/board";
import { button } from "../boards/button";
import { loadBoard } from "../boards/load";
import { numberOf, ownerOf } from "../boards/timeline/moments";
import type { Offer, Seat, Status } from "../generated";
import type { Settings } from "../model/settings";
import { labelInWords, offerInWords } from "../model/words";
import { reasonInWords, resultInWords } from "../pages/ending";
import { texts } from "../texts";
import { type Change, type Look, Study } from "./study";

const prefersLess = window.matchMedia("(prefers-reduced-motion: reduce)");

/** A board in the place of a picture, with a line that says how it stands and what else can be done. */
export class LiveBoard {
  private readonly place = document.createElement("div");
  private readonly bar = document.createElement("div");
  private readonly study: Study;
  private view: BoardView | null = null;

  constructor(
    private readonly figure: HTMLElement,
    variant: string,
    setup: string,
    look: Look,
    private readonly settings: Settings,
  ) {
    this.study = new Study(variant, setup, look, () => this.refresh());
    this.bar.className = "live-bar";
    this.bar.setAttribute("aria-live", "polite");
  }

  /** Takes the place of the picture once there is something to show; without a server the picture stays. */
  async open(): Promise<void> {
    await this.study.open();
    const { position } = this.study;
    if (position === null) return;
    const { shape } = position.scene;
    const create = await loadBoard(shape);
    this.place.className = `live-board live-${shape}`;
    this.figure.querySelector("img")?.replaceWith(this.place);
    this.figure.querySelector("button")?.replaceWith(this.bar);
    this.view = create(this.place, {
      tap: (place) => void this.study.tap(place),
      drag: (from, to) => void this.drag(from, to),
      inspect: () => undefined,
      look: (moment) => void this.study.lookAt(moment),
    });
    this.refresh();
    this.view.focus();
  }

  private async drag(from: string, to: string): Promise<void> {
    if (this.study.taps.at(-1) !== from) await this.study.tap(from);
    await this.study.tap(to);
  }

  private refresh(): void {
    const input = this.input();
    if (input === null) return;
    this.view?.update(input, this.study.events);
    this.study.events = [];
    this.bar.classList.toggle("is-asking", this.study.change !== null);
    this.bar.replaceChildren(...this.barParts());
  }

  private input(): BoardInput | null {
    const { position, scene, offers, selection, ghosts } = this.study;
    if (position === null || scene === null) return null;
    const { boardTheme: theme, reducedMotion, lowDetail, coordinates, largePieces } = this.settings;
    const coordinatesOutside = this.settings.coordinatesAt === "outside";
    return {
      scene,
      offers,
      taps: selection.type === "decided" ? selection.offer.taps : selection.taps,
      targets: selection.type === "open" ? selection.targets : [],
      orientation: "white",
      seat: toAct(position.status),
      premove: [],
      ghosts,
      settings: {
        theme,
        reducedMotion: reducedMotion || prefersLess.matches,
        lowDetail,
        coordinates,
        coordinatesOutside,
        largePieces,
      },
    };
  }

  private barParts(): HTMLElement[] {
    const { study } = this;
    const status = document.createElement("span");
    status.className = "live-status";
    status.textContent = study.message || statusInWords(study.position?.status);
    if (study.change !== null) return this.changeParts(study.change);
    const { selection } = study;
    const isChoice = selection.type === "choice";
    const choices = isChoice
      ? selection.choices
      : study.offers.filter((offer) => offer.taps.length === 0);
    const parts = choices.map((offer) =>
      button(labelInWords(offer), () => void study.choose(offer)),
    );
    const back = button(texts.learn.back, () => void study.takeBack());
    back.disabled = !study.canTakeBack;
    return [status, ...parts, back];
  }

  private inWords(offer: Offer): string {
    const { position } = this.study;
    return position === null ? labelInWords(offer) : offerInWords(position.scene, offer);
  }

  private momentInWords(moment: number): string {
    const moments = this.study.position?.scene.timeline?.moments ?? [];
    const seat = texts.seats[ownerOf(moments, moment)];
    return texts.words.ownMove(seat, numberOf(moments, moment));
  }

  /** What a change of the past would do, and whether it is wanted. */
  private changeParts(change: Change): HTMLElement[] {
    const words = document.createElement("span");
    words.className = "live-status";
    words.textContent = texts.learn.change(
      this.inWords(change.offer),
      change.lost.map((moment) => this.momentInWords(moment)),
      statusInWords(change.outcome.status),
    );
    const yes = button(texts.game.yes, () => void this.study.choose(change.offer));
    yes.classList.add("primary");
    return [words, yes, button(texts.game.no, () => void this.study.cancel())];
  }
}

function toAct(status: Status): Seat | null {
  return "to_act" in status ? status.to_act : null;
}

function statusInWords(status: Status | undefined): string {
  if (status === undefined) return "";
  if ("to_act" in status) return texts.words.turn(texts.seats[status.to_act]);
  const { winner, reason } = status.over;
  const ending = {
    score: winner === null ? "1/2-1/2" : winner === "white" ? "1-0" : "0-1",
    reason,
  } as const;
  return `${resultInWords(ending)} ${reasonInWords(ending)}.`;
}
