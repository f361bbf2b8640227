import { signal } from "@preact/signals";
import type { Answer, Notice, Request, Seat, View } from "../generated";
import { isComputer } from "./advice";
import { other } from "./game";

/** A chat message. */
export interface ChatMessage {
  seat: Seat;
  text: string;
}

type Said = Extract<Notice, { type: "said" }>;
type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;

/** The longest message that the server accepts. */
export const LONGEST = 200;

/** The number of messages that are stored. */
const KEPT = 100;

/** Two people can talk; a computer and an empty seat cannot. */
export function mayTalk(view: View, seat: Seat | null): boolean {
  if (seat === null) return false;
  const opponent = view.seats[other(seat)].player;
  return opponent !== null && opponent !== undefined && !isComputer(opponent);
}

/** The chat of one game, stored in this tab only: the server does not store it. */
export class Chat {
  readonly lines = signal<ChatMessage[]>([]);
  /** Why a message was refused. */
  readonly refusal = signal("");
  private readonly key: string;

  constructor(
    private readonly game: string,
    private readonly ask: (request: Request) => Promise<Answer>,
    private readonly storage: KeyValueStorage,
  ) {
    this.key = `rookery.chat.${game}`;
    this.lines.value = this.load();
  }

  hear({ game, seat, text }: Said): void {
    if (game !== this.game) return;
    this.lines.value = [...this.lines.value, { seat, text }].slice(-KEPT);
    try {
      this.storage.setItem(this.key, JSON.stringify(this.lines.value));
    } catch {
      // The browser may forbid storage; the messages then last as long as the page.
    }
  }

  /** Sends a message. Returns whether it was accepted. */
  async say(text: string): Promise<boolean> {
    this.refusal.value = "";
    try {
      await this.ask({ type: "say", game: this.game, text });
      return true;
    } catch (why) {
      this.refusal.value = (why as Error).message;
      return false;
    }
  }

  private load(): ChatMessage[] {
    try {
      const kept: unknown = JSON.parse(this.storage.getItem(this.key) ?? "[]");
      return Array.isArray(kept) ? (kept as ChatMessage[]) : [];
    } catch {
      return [];
    }
  }
}
