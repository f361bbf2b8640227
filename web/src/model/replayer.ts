import { signal } from "@preact/signals";
import { type FetchPicture, type Picture, PictureCache } from "./picturecache";
import { LIVE, type Replay, type ReplayStep, step, togglePlaying } from "./replay";

/** A picture with the one before it, so that a board can tell whether it may animate the events. */
export interface Shown extends Picture {
  before: Picture | null;
}

/** Replays a line of moves: steps, jumps and autoplay. */
export class Replayer {
  readonly replay = signal<Replay>(LIVE);
  /** The picture of the replayed position; null while the replay follows the game. */
  readonly shown = signal<Shown | null>(null);
  /** The picture of the replayed position could not be loaded. */
  readonly isMissing = signal(false);
  private readonly cache: PictureCache;
  private isWaiting = false;

  constructor(fetchPicture: FetchPicture) {
    this.cache = new PictureCache(fetchPicture);
  }

  get length(): number {
    return this.cache.length;
  }

  /** Updates the line of moves. A replay at a moment that no longer exists returns to the present. */
  follow(actions: string[], last: Picture | null): void {
    this.cache.follow(actions, last);
    const { at } = this.replay.value;
    if (at !== null && at >= actions.length) this.go(LIVE);
  }

  step(how: ReplayStep): void {
    this.go(step(this.replay.value, this.length, how));
  }

  togglePlaying(): void {
    if (this.length > 0) this.go(togglePlaying(this.replay.value));
  }

  /** A cached picture, or null. */
  known(at: number): Picture | null {
    return this.cache.known(at);
  }

  private go(to: Replay): void {
    this.replay.value = to;
    this.isMissing.value = false;
    if (to.at === null) this.shown.value = null;
    else if (!this.showKnown(to.at)) void this.fetchWanted();
  }

  private showKnown(at: number): boolean {
    const picture = this.cache.known(at);
    if (picture === null) return false;
    this.shown.value = { ...picture, before: at === 0 ? null : this.cache.known(at - 1) };
    return true;
  }

  /**
   * Fetches one picture at a time, always the one that is wanted by then: scrubbing through a long game neither floods
   * the server nor shows an answer that comes late in place of what is looked at.
   */
  private async fetchWanted(): Promise<void> {
    if (this.isWaiting) return;
    this.isWaiting = true;
    let { at } = this.replay.value;
    while (at !== null && !this.showKnown(at)) {
      const picture = await this.cache.picture(at);
      const wanted: number | null = this.replay.value.at;
      if (wanted === at && picture === null) {
        this.isMissing.value = true;
        break;
      }
      at = wanted;
    }
    this.isWaiting = false;
  }
}
