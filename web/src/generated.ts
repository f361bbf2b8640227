// The types of the native protocol (docs/protocol/native.md), as the pages and boards use them.

export type Seat = "white" | "black";
export type SeatChoice = Seat | "random";
export interface BySeat<T> {
  white: T;
  black: T;
}

export interface Badge {
  kind: string;
  text: string;
}
export interface Board {
  id: string;
  name: string;
  tap?: string;
  seat?: Seat;
  badges?: Badge[];
}
export interface Cell {
  id: string;
  board: string;
  x: number;
  y: number;
  z: number;
  shade: "light" | "dark";
}
export interface Spot {
  id: string;
  name: string;
  x: number;
  y: number;
  z: number;
}
export interface Token {
  cell: string;
  kind: string;
  seat: Seat;
  letter: string;
  label: string;
  badges?: Badge[];
}
export interface Mark {
  kind: string;
  cells: string[];
}
export interface Moment {
  tap: string;
  seat: Seat;
  kind: "move" | "blank" | "pass";
  label: string;
  badges?: Badge[];
}
export interface Timeline {
  moments: Moment[];
  shown: number;
}
export type Shape = "flat" | "levels" | "timeline";
export interface Scene {
  shape: Shape;
  boards: Board[];
  cells: Cell[];
  spots?: Spot[];
  tokens: Token[];
  marks?: Mark[];
  timeline?: Timeline;
  notes?: Badge[];
}
export interface Offer {
  action: string;
  taps: string[];
  label: string;
}

export type Clock =
  | { type: "untimed" }
  | { type: "fischer"; initial: number; increment: number }
  | { type: "delay"; initial: number; delay: number }
  | { type: "correspondence"; days: number };
export interface ClockReading {
  control: Clock;
  left: BySeat<number> | null;
  running: Seat | null;
  waits: number;
}

export type Proposal = { kind: "draw" } | { kind: "takeback"; to: number } | { kind: "rematch" };
export type Ask =
  | { type: "act"; action: string; after?: number }
  | { type: "propose" | "accept" | "decline" | "withdraw"; proposal: Proposal }
  | { type: "resign" | "abort" | "claim_win" | "claim_draw" };
export interface Ending {
  score: "1-0" | "0-1" | "1/2-1/2" | "*";
  reason: string;
}
export type Phase =
  | { type: "open" }
  | { type: "running"; to_act: Seat }
  | { type: "over"; ending: Ending };
export interface SeatView {
  player: string | null;
  name: string | null;
  gone_since: number | null;
  claimable_at: number | null;
  proposals: Proposal[];
  asks: Ask[];
}
export interface Played {
  seat: Seat;
  action: string;
  notation: string;
  at: number;
  left?: number;
}
/** What happened on the board; five types move tokens, all others only tell a story. */
export type BoardEvent = { type: string; [field: string]: unknown };
export interface View {
  game: string;
  variant: string;
  seq: number;
  now: number;
  phase: Phase;
  seats: BySeat<SeatView>;
  clock: ClockReading;
  start: string;
  setup: string;
  scene: Scene;
  events: BoardEvent[];
  moves: Played[];
  offers: Offer[];
  rematch_of: string | null;
  rematch: string | null;
}
export interface Update {
  seats: BySeat<SeatView>;
  setup: string;
  scene: Scene;
  events: BoardEvent[];
  kept: number;
  moves: Played[];
  offers: Offer[];
  rematch: string | null;
}

export interface PresetInfo {
  id: string;
  name: string;
  summary: string;
}
export interface VariantInfo {
  id: string;
  name: string;
  summary: string;
  rules_version: number;
  shape: Shape;
  presets: PresetInfo[];
}
export type Audience =
  | { type: "anybody" }
  | { type: "invited" }
  | { type: "player"; name: string }
  | { type: "computer"; level: number };
export interface Seek {
  game: string;
  player: string;
  name: string;
  present: boolean;
  variant: string;
  preset: string | null;
  setup: string;
  clock: Clock;
  seat: SeatChoice;
  audience: Audience;
  created_at: number;
}
export interface Sitter {
  player: string;
  name: string;
}
export type Stage = { type: "open" } | { type: "running" } | { type: "over"; ending: Ending };
export interface GameSummary {
  number: number;
  game: string;
  variant: string;
  preset: string | null;
  clock: Clock;
  seats: BySeat<Sitter | null>;
  stage: Stage;
  n_actions: number;
  created_at: number;
  changed_at: number;
}
export interface Lobby {
  number: number;
  seeks: Seek[];
  own: Seek[];
  n_running: number;
  games: GameSummary[];
}

export interface Note {
  code: string;
  text: string;
  cells?: string[];
}
export interface Explanation {
  cell: string;
  title: string;
  notes: Note[];
}
export interface Preview {
  action: string;
  setup: string;
  lost: number[];
  terminus: number | null;
  notes: Note[];
}
export interface Welcome {
  player: string;
  name: string;
  has_account: boolean;
  token: string;
  now: number;
}
export interface Opened {
  game: string;
  seq: number;
  now: number;
  seats: Seat[];
  missed: unknown[] | null;
  view: View | null;
}

export type Start = { type: "usual" } | { type: "preset"; id: string } | { type: "setup"; text: string };
export type Request =
  | { type: "hello"; token?: string }
  | { type: "rename"; name: string }
  | { type: "register" | "log_in"; name: string; password: string }
  | { type: "log_out" | "end_sessions" | "variants" | "watch_lobby" | "leave_lobby" | "ping" }
  | { type: "create"; variant: string; start: Start; clock: Clock; seat: SeatChoice; audience: Audience }
  | { type: "pair"; variant: string; preset?: string; clock: Clock }
  | { type: "join" | "cancel" | "close"; game: string }
  | { type: "open"; game: string; from?: number }
  | { type: "ask"; game: string; seat?: Seat; ask: Ask }
  | { type: "explain"; game: string; cell: string }
  | { type: "preview"; game: string; action: string }
  | { type: "scene_at"; game: string; moment: number }
  | { type: "read"; game: string; text: string }
  | { type: "my_games" | "live_games"; before?: number; limit?: number }
  | { type: "export"; game: string; format: "records" | "pgn" };

export type Answer =
  | ({ type: "welcome" } & Welcome)
  | { type: "done" }
  | { type: "pong"; now: number }
  | { type: "variants"; variants: VariantInfo[] }
  | ({ type: "lobby" } & Lobby)
  | { type: "seeking"; seek: Seek }
  | { type: "playing"; game: string; seat: Seat }
  | ({ type: "opened" } & Opened)
  | { type: "asked"; game: string; seq: number }
  | { type: "explained"; explanation: Explanation | null }
  | { type: "previewed"; preview: Preview | null }
  | { type: "scene"; scene: Scene | null }
  | { type: "read"; action: string; notation: string }
  | { type: "games"; games: GameSummary[]; next: number | null }
  | { type: "exported"; format: string; text: string };

export interface GameNotice {
  game: string;
  seq: number;
  now: number;
  records: unknown[];
  phase: Phase;
  clock: ClockReading;
  update?: Update;
}
export type LobbyChange =
  | { type: "seek_added"; seek: Seek }
  | { type: "seek_gone"; game: string }
  | { type: "game_started"; summary: GameSummary }
  | { type: "game_ended"; game: string };
export interface LobbyNotice {
  number: number;
  n_running: number;
  change: LobbyChange;
}
export type Notice =
  | ({ type: "game" } & GameNotice)
  | ({ type: "lobby" } & LobbyNotice)
  | { type: "started"; game: string; seat: Seat }
  | { type: "challenged"; seek: Seek }
  | { type: "challenge_gone"; game: string }
  | { type: "bye"; code: string; message: string };
export interface Refusal {
  code: string;
  message: string;
}
export type Frame =
  | { type: "ok"; tag: string; answer: Answer }
  | { type: "refused"; tag?: string; refusal: Refusal }
  | { type: "error"; tag: string; error: Refusal }
  | { type: "notice"; notice: Notice };
