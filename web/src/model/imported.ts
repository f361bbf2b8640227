import { computed, signal } from "@preact/signals";
import type {
  Answer,
  BoardEvent,
  ImportedGame,
  Request,
  Scene,
  Seat,
  VariantInfo,
} from "../generated";
import { texts } from "../texts";
import { other } from "./game";
import type { Picture } from "./picturecache";
import { Replayer, type Shown } from "./replayer";

/** The variant that a game text names, or null. */
export function namedVariant(text: string, variants: VariantInfo[]): string | null {
  const told =
    /\[Variant\s+"([^"]+)"\]/i.exec(text)?.[1] ?? /"variant"\s*:\s*"([^"]+)"/.exec(text)?.[1];
  if (told === undefined) return null;
  const found = variants.find((one) =>
    [one.id, one.name, ...englishNames(one.name)].some((name) => plain(name) === plain(told)),
  );
  return found?.id ?? null;
}

/** Files have the English names of games. */
const englishNames = (name: string) =>
  Object.entries(texts.catalog).flatMap(([english, own]) => (own === name ? [english] : []));

/** Names are written with and without capitals, blanks and dashes. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The variants to read a text by, likeliest first: the one it names, or all in turn. */
export function variantsToTry(text: string, variants: VariantInfo[]): string[] {
  const named = namedVariant(text, variants);
  return named === null ? variants.map((one) => one.id) : [named];
}

/** The game that a text of one line links to on this server, or null. */
export function linkedGame(text: string, origin: string): string | null {
  const line = text.trim();
  if (!line.startsWith(`${origin}/game/`) || /\s/.test(line)) return null;
  return /^\/game\/([^/?#]+)/.exec(line.slice(origin.length))?.[1] ?? null;
}

/** Whether a text may be a position: one line, with ranks divided by slashes and no move numbers. */
export function looksLikePosition(text: string): boolean {
  return (
    !text.includes("\n") &&
    !/^\s*[[{]/.test(text) &&
    text.split("/").length > 3 &&
    !/\d\.\s*\S/.test(text)
  );
}

export function tagOf(game: ImportedGame, name: string): string | null {
  const value = game.tags.find(([key]) => key === name)?.[1] ?? null;
  return value === "?" || value === "" ? null : value;
}

export function namesOf(game: ImportedGame): string {
  return texts.lobby.versus(
    tagOf(game, "White") ?? texts.seats.white,
    tagOf(game, "Black") ?? texts.seats.black,
  );
}

/** Replays an imported game. */
export class Viewer {
  readonly flipped = signal(false);
  readonly replayer: Replayer;
  readonly orientation = computed<Seat>(() => (this.flipped.value ? other("white") : "white"));
  private readonly end = signal<Shown | null>(null);
  readonly picture = computed<Shown | null>(() => this.replayer.shown.value ?? this.end.value);
  readonly scene = computed<Scene | null>(() => this.picture.value?.scene ?? null);

  constructor(
    readonly variant: string,
    readonly game: ImportedGame,
    private readonly ask: (request: Request) => Promise<Answer>,
  ) {
    this.replayer = new Replayer((at) => this.fetchPicture(at));
  }

  /** Shows the game after so many moves, and has the end ready. */
  async open(at = 0): Promise<void> {
    const actions = this.game.moves.map((move) => move.action);
    this.replayer.follow(actions, null);
    this.replayer.step({ to: at });
    const last = await this.fetchPicture(actions.length).catch(() => null);
    this.replayer.follow(actions, last);
    if (last !== null) this.end.value = { ...last, before: null };
  }

  private async fetchPicture(at: number): Promise<Picture | null> {
    const { setup, moves } = this.game;
    const actions = moves.slice(0, at).map((move) => move.action);
    const answer = await this.ask({
      type: "look",
      variant: this.variant,
      start: { type: "setup", text: setup },
      actions,
    });
    if (answer.type !== "looked") return null;
    const { position } = answer;
    return {
      scene: position.scene,
      setup: position.setup,
      events: position.events as unknown as BoardEvent[],
    };
  }
}
