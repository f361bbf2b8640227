import type { BoardEvent, Scene } from "../generated";

/** How a game looked after some moves, and how it came to look so. */
export interface Picture {
  scene: Scene;
  /** The position text. */
  setup: string;
  /** What the last move did; it leads from the picture before to this one. */
  events: BoardEvent[];
}

/** Fetches how the line stood after so many moves; null when that cannot be known. */
export type FetchPicture = (at: number) => Promise<Picture | null>;

/**
 * Caches the pictures of a line of moves by the number of moves played. The page has no rules, so it asks the server for
 * pictures it has not seen. A change of the line drops all pictures after the first move that differs.
 */
export class PictureCache {
  private actions: string[] = [];
  private pictures = new Map<number, Picture>();
  /** Grows when moves are taken back, so that pictures of another line are recognised. */
  private line = 0;

  constructor(private readonly fetchPicture: FetchPicture) {}

  /** Updates the line of moves, and caches its last picture if there is one. */
  follow(actions: string[], last: Picture | null): void {
    const kept = commonLength(this.actions, actions);
    if (kept < this.actions.length) {
      this.line++;
      this.pictures = new Map([...this.pictures].filter(([at]) => at <= kept));
    }
    this.actions = actions;
    if (last !== null) this.pictures.set(actions.length, last);
  }

  get length(): number {
    return this.actions.length;
  }

  /** A cached picture, or null. */
  known(at: number): Picture | null {
    return this.pictures.get(at) ?? null;
  }

  /** A picture, fetched from the server if it is not cached. */
  async picture(at: number): Promise<Picture | null> {
    const found = this.known(at);
    if (found !== null) return found;
    const { line } = this;
    const fetched = await this.fetchPicture(at).catch(() => null);
    if (line !== this.line) return at <= this.length ? this.picture(at) : null;
    if (fetched !== null) this.pictures.set(at, fetched);
    return fetched;
  }
}

function commonLength(one: string[], other: string[]): number {
  const differs = one.findIndex((action, index) => action !== other[index]);
  return differs === -1 ? one.length : differs;
}
