/** The types of the native protocol, generated from the server's own; see docs/protocol/native.md. */
export type { Answer } from "./generated/Answer";
export type { Ask } from "./generated/Ask";
export type { Audience } from "./generated/Audience";
export type { Badge } from "./generated/Badge";
export type { Board } from "./generated/Board";
export type { BySeat } from "./generated/BySeat";
export type { Cell } from "./generated/Cell";
export type { Clock } from "./generated/Clock";
export type { ClockReading } from "./generated/ClockReading";
export type { ComputerInfo } from "./generated/ComputerInfo";
export type { Ending } from "./generated/Ending";
export type { Explanation } from "./generated/Explanation";
export type { Frame } from "./generated/Frame";
export type { GameNotice } from "./generated/GameNotice";
export type { GameSummary } from "./generated/GameSummary";
export type { ImportedGame } from "./generated/ImportedGame";
export type { Lobby } from "./generated/Lobby";
export type { LobbyChange } from "./generated/LobbyChange";
export type { LobbyNotice } from "./generated/LobbyNotice";
export type { Mark } from "./generated/Mark";
export type { Moment } from "./generated/Moment";
export type { Note } from "./generated/Note";
export type { Notice } from "./generated/Notice";
export type { Offer } from "./generated/Offer";
export type { Opened } from "./generated/Opened";
export type { Phase } from "./generated/Phase";
export type { Played } from "./generated/Played";
export type { Ply } from "./generated/Ply";
export type { Position } from "./generated/Position";
export type { PresetInfo } from "./generated/PresetInfo";
export type { Preview } from "./generated/Preview";
export type { Proposal } from "./generated/Proposal";
export type { Refusal } from "./generated/Refusal";
export type { Request } from "./generated/Request";
export type { Scene } from "./generated/Scene";
export type { Seat } from "./generated/Seat";
export type { SeatChoice } from "./generated/SeatChoice";
export type { SeatView } from "./generated/SeatView";
export type { Seek } from "./generated/Seek";
export type { Shape } from "./generated/Shape";
export type { Sitter } from "./generated/Sitter";
export type { Spot } from "./generated/Spot";
export type { Stage } from "./generated/Stage";
export type { Start } from "./generated/Start";
export type { Status } from "./generated/Status";
export type { Timeline } from "./generated/Timeline";
export type { Token } from "./generated/Token";
export type { Update } from "./generated/Update";
export type { VariantInfo } from "./generated/VariantInfo";
export type { View } from "./generated/View";
export type { Welcome } from "./generated/Welcome";

/** What happened on the board: an object with a type. Five types move tokens, all others only tell a story. */
export interface BoardEvent {
  type: string;
  [field: string]: unknown;
}
