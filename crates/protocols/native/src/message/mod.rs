//! The native protocol: JSON frames over any carrier of text. docs/protocol/native.md describes it.
//!
//! A client sends [`Call`]s and gets exactly one reply to each, by its tag; in between come
//! [`Notice`]s. [`decode`] and [`encode`] are the whole codec.

mod act;
mod answer;
mod codec;
mod news;
mod notice;
mod position;
mod puzzle;
mod request;
mod step;

pub use answer::{Answer, Opened, User, Welcome};
pub use codec::{Call, Failure, Frame, Undecodable, decode, encode, encode_notice};
// What explorers say of positions is the same here and in the browser.
pub use explorer::{
    ComputerInfo, EngineInfo, Evaluation, FileInfo, ForcedWin, MAX_ACTIONS, MAX_PREPARED,
    PositionView, PresetInfo, Question, Reply, Start, VariantInfo,
};
// What the host and the store say in the same words is passed on as it is.
pub use game_tree::{Colour, Drawing, PlainMove, PlainTree, Remarks};
pub use host::{
    AccessTokenInfo, AnalysisInfo, Fault, GameReview, LobbyChange, LobbyEvent as LobbyNotice,
    ReviewedAction, Scope, SeatChoice, SeekView, SessionInfo, WantedOpponent,
};
pub use news::GameNews;
pub use notice::{ChallengeEnd, GameNotice, Lobby, Notice, Update};
pub use position::{ImportFault, ImportedGame};
pub use puzzle::{DailyPuzzle, PuzzleGoal, PuzzleInfo, PuzzleTurn};
pub use request::{Detail, Format, Request};
pub use step::{Button, OfferSet, ShortOffer, StepNotice};
pub use store::Summary as GameSummary;

/// The longest frame a client may send, in bytes.
pub const MAX_FRAME: usize = 16 * 1024;

/// The longest text to import, in bytes. A frame holds less: a longer text comes through a carrier
/// without frames.
pub const MAX_IMPORT: usize = 256 * 1024;
