import { Refused } from "./connection";

/** The id of the player that this browser has a cookie for. It is not a secret. */
export const PLAYER = "rookery.player";

/** Where pages of the first version kept the token, which any script could read. */
const OLD_TOKEN = "rookery.token";

interface IdentityOptions {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Says hello over HTTP, so that the browser gets a cookie. */
  hello(body: { token?: string }): Promise<{ player: string }>;
}

/** Sees to it that the browser has the cookie of its player before the page connects. */
export class Identity {
  private hasRenewed = false;

  constructor(private readonly options: IdentityOptions) {}

  /** A browser that has a cookie needs nothing. A token of the first version is handed over, so that no guest loses games. */
  async begin(): Promise<void> {
    const { storage } = this.options;
    const token = storage.getItem(OLD_TOKEN);
    if (token) await this.handOver(token);
    else if (storage.getItem(PLAYER) === null) await this.hello({});
  }

  /** Whether the server takes us for somebody else than the browser's cookie should say: it was lost, or has ended. */
  isOther(player: string): boolean {
    const isKnown = this.options.storage.getItem(PLAYER) === player;
    if (isKnown) this.hasRenewed = false;
    return !isKnown && !this.hasRenewed;
  }

  /** Gets a new cookie, once: a browser that keeps none is a new guest with every connection. */
  async renew(): Promise<void> {
    this.hasRenewed = true;
    await this.hello({});
  }

  remember(player: string): void {
    this.options.storage.setItem(PLAYER, player);
  }

  private async handOver(token: string): Promise<void> {
    try {
      await this.hello({ token });
    } catch (why) {
      // It has ended; anything else is tried again with the next page.
      if (!(why instanceof Refused) || why.code !== "bad-token") throw why;
      await this.hello({});
    }
    this.options.storage.removeItem(OLD_TOKEN);
  }

  private async hello(body: { token?: string }): Promise<void> {
    const { player } = await this.options.hello(body);
    this.options.storage.setItem(PLAYER, player);
  }
}
