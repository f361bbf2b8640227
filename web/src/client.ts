import { effect, signal } from "@preact/signals";
import { choosePieceSet } from "./boards/pieces";
import type {
  Answer,
  GameSummary,
  Lobby,
  Notice,
  Request,
  Seek,
  Start,
  VariantInfo,
  Welcome,
} from "./generated";
import { identifyAt } from "./http";
import { Chat } from "./model/chat";
import { Connection, type ConnectionState, webSocketTransport } from "./model/connection";
import { FollowedGames } from "./model/followedgames";
import { Identity, PLAYER } from "./model/identity";
import { applyLobbyNotice, EMPTY_LOBBY } from "./model/lobby";
import { loadSettings, type Settings, saveSettings } from "./model/settings";
import { Table } from "./model/table";
import { go, replace } from "./router";
import { chooseSoundSet, prepare as prepareSound } from "./sound";
import { variantInWords } from "./texts/server";

/** The one client of this page: its connection and everything the server has told it. */
export const link = signal<ConnectionState>("connecting");
export const me = signal<Welcome | null>(null);
export const variants = signal<VariantInfo[]>([]);
export const lobby = signal<Lobby>(EMPTY_LOBBY);
export const challenges = signal<Seek[]>([]);
export const myGames = signal<GameSummary[]>([]);
/** Games that have started while another one is being played. */
export const called = signal<string[]>([]);
export const table = signal<Table | null>(null);
/** The chat of that table. */
export const chat = signal<Chat | null>(null);
export const settings = signal<Settings>(loadSettings(localStorage));
/** The drawings that pieces have now: the chosen ones, once they are there. */
export const pieceSet = signal(settings.peek().pieceSet);
/** Only the board and the clocks are shown. It lasts until the page is left. */
export const zen = signal(false);

const later = (run: () => void, milliseconds: number) => void setTimeout(run, milliseconds);

const scheme = location.protocol === "https:" ? "wss" : "ws";
const connection = new Connection({
  connect: webSocketTransport(`${scheme}://${location.host}/ws`),
  later,
  word: Math.random().toString(36).slice(2, 10),
  isPlaying,
  onState: (state) => {
    link.value = state;
  },
  onNotice: receive,
  onWelcome: (welcome) => {
    if (identity.isOther(welcome.player)) {
      void identity.renew().then(reconnect, reconnect);
      return;
    }
    me.value = welcome;
    void refresh();
  },
});

/** Who this browser is, by a cookie that no script can read. */
const identity = new Identity({
  storage: localStorage,
  hello: (body) => identifyAt("hello", body),
});

function reconnect(): void {
  connection.reopen();
}

export function ask(request: Request): Promise<Answer> {
  return connection.ask(request);
}

/** The games with live thumbnails in the lobby. */
export const followedGames = new FollowedGames({
  ask,
  now: () => performance.now(),
  isNeeded: (game) => table.peek()?.id === game,
});

/** Reloads everything on the page after a (re)connect. */
async function refresh(): Promise<void> {
  void reopenTable();
  followedGames.reopen();
  await Promise.all([refreshVariants(), refreshLobby(), refreshMyGames()]);
}

/** Opens the game of this page again. An own invitation that was withdrawn because the connection was lost is made again. */
async function reopenTable(): Promise<void> {
  const open = table.peek();
  const seek = open?.stage.peek() === "seeking" ? open.seek.peek() : null;
  await open?.open();
  const isGone = open?.stage.peek() === "missing" && table.peek() === open;
  if (seek === null || !isGone || seek.player !== me.peek()?.player || !isQuick(seek)) return;
  const answer = await ask(requestFor(seek)).catch(() => null);
  if (answer?.type === "seeking") replace(`/game/${answer.seek.game}`);
  else if (answer?.type === "playing") replace(`/game/${answer.game}`);
}

/** The request that leads to such a seek. */
function requestFor({ variant, preset, setup, clock, seat }: Seek): Request {
  if (setup === "" && seat === "random")
    return { type: "pair", variant, clock, ...(preset === null ? {} : { preset }) };
  const usual: Start = preset === null ? { type: "usual" } : { type: "preset", id: preset };
  const start: Start = setup === "" ? usual : { type: "setup", text: setup };
  return { type: "create", variant, start, clock, seat, audience: { type: "anybody" } };
}

async function refreshVariants(): Promise<void> {
  const answer = await ask({ type: "variants" });
  if (answer.type === "variants") variants.value = answer.variants.map(variantInWords);
}

export async function refreshLobby(): Promise<void> {
  const answer = await ask({ type: "watch_lobby" });
  if (answer.type !== "lobby") return;
  lobby.value = answer;
  challenges.value = answer.own.filter((seek) => seek.player !== me.value?.player);
}

export async function refreshMyGames(): Promise<void> {
  const answer = await ask({ type: "my_games", limit: 20 });
  if (answer.type === "games") myGames.value = answer.games;
}

function receive(notice: Notice): void {
  switch (notice.type) {
    case "step":
      followedGames.receive(notice);
      table.value?.receive(notice);
      return;
    case "lobby": {
      const next = applyLobbyNotice(lobby.value, notice);
      if (next === null) void refreshLobby();
      else lobby.value = next;
      return;
    }
    case "started":
      challenges.value = challenges.value.filter((seek) => seek.game !== notice.game);
      void refreshMyGames();
      withdrawOthers(notice.game);
      if (notice.game === table.value?.id) void table.value.open();
      else if (isPlaying()) called.value = [...called.value, notice.game];
      else go(`/game/${notice.game}`);
      return;
    case "challenged":
      challenges.value = [...challenges.value, notice.seek];
      return;
    case "challenge_gone":
      challenges.value = challenges.value.filter((seek) => seek.game !== notice.game);
      return;
    case "ended":
      return;
    case "said":
      chat.value?.hear(notice);
      return;
    case "bye":
      return;
  }
}

/** Whether this page shows a game in which the player sits and which goes on: nothing may take its place. */
function isPlaying(): boolean {
  const open = table.peek();
  return open?.game.peek()?.view.phase.type === "running" && open.seat.peek() !== null;
}

/** Opens the table of a game, or closes the open one. */
export function visit(game: string | null): void {
  const old = table.peek();
  if (old?.id === game) return;
  called.value = called.peek().filter((one) => one !== game);
  withdraw(old, game);
  if (old !== null && !followedGames.has(old.id))
    void ask({ type: "close", game: old.id }).catch(() => undefined);
  const next =
    game === null
      ? null
      : new Table(game, {
          ask,
          now: () => performance.now(),
          later,
          confirms: () => settings.peek().confirmMoves,
          promotesToQueen: () => settings.peek().autoQueen,
        });
  table.value = next;
  chat.value = game === null ? null : new Chat(game, ask, sessionStorage);
  if (next !== null && me.peek() !== null) void next.open();
}

/** An invitation that stays open while its owner plays the computer. */
let keptSeek = "";

/** Keeps an own invitation open although its page is left. */
export function keepSeek(game: string): void {
  keptSeek = game;
}

/** Whether somebody has to wait at the page for this one: open to anybody, with a clock that runs. */
function isQuick({ audience, clock }: Seek): boolean {
  return audience.type === "anybody" && clock.type !== "untimed" && clock.type !== "correspondence";
}

/** Who starts to play waits for nobody else. */
function withdrawOthers(game: string): void {
  const { own, seeks } = lobby.peek();
  const mine = [...own, ...seeks].filter((seek) => seek.player === me.peek()?.player);
  for (const seek of mine)
    if (seek.game !== game && seek.game !== keptSeek && isQuick(seek))
      void ask({ type: "cancel", game: seek.game }).catch(() => undefined);
}

/** An invitation to anybody is withdrawn when its page is left: nobody waits there any more. */
function withdraw(old: Table | null, next: string | null): void {
  const seek = old?.seek.peek() ?? null;
  const isOpen = old?.stage.peek() === "seeking" && old.id !== next;
  if (seek === null || !isOpen || seek.player !== me.peek()?.player || !isQuick(seek)) return;
  if (seek.game === keptSeek) return;
  void ask({ type: "cancel", game: seek.game }).catch(() => undefined);
}

/** Starts a game and goes to its page, which is the same for a waiting and a running game. */
export async function start(request: Request): Promise<void> {
  const answer = await ask(request);
  if (answer.type === "seeking") go(`/game/${answer.seek.game}`);
  else if (answer.type === "playing") go(`/game/${answer.game}`);
}

/** Chooses the name of a guest. */
export async function rename(name: string): Promise<void> {
  const answer = await ask({ type: "rename", name });
  if (answer.type !== "welcome") return;
  me.value = answer;
  await Promise.all([refreshLobby(), refreshMyGames()]);
}

/** Becomes somebody else, or the same with a new session: logs in or out, registers, changes the password. */
export async function identify(path: string, body: object = {}): Promise<void> {
  const welcome = await identifyAt(path, body);
  identity.remember(welcome.player);
  me.value = welcome;
  reconnect();
}

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
}

export function startClient(): void {
  effect(() => {
    const now = settings.value;
    saveSettings(localStorage, now);
    const root = document.documentElement;
    root.dataset.appearance = now.appearance;
    root.dataset.board = now.boardTheme;
    root.style.setProperty("--board-scale", String(now.boardSize / 100));
    chooseSoundSet(now.soundSet);
    void choosePieceSet(now.pieceSet).then(() => (pieceSet.value = now.pieceSet));
    root.dataset.motion = now.reducedMotion ? "less" : "usual";
  });
  effect(() => {
    const isPlaying = table.value?.stage.value === "open";
    document.documentElement.dataset.zen = zen.value && isPlaying ? "on" : "off";
  });
  prepareSound(() => settings.peek().sound);
  // Another tab has logged in or out: this one follows.
  window.addEventListener("storage", (event) => {
    if (event.key === PLAYER && event.newValue !== null) reconnect();
  });
  void identity.begin().then(
    () => connection.open(),
    () => connection.open(),
  );
}
