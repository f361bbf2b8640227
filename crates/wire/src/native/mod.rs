//! The native protocol: JSON frames over any carrier of text. docs/protocol/native.md describes it.
//!
//! A client sends [`Call`]s and gets exactly one reply to each, by its tag; in between come
//! [`Notice`]s. [`decode`] and [`encode`] are the whole codec.

mod answer;
mod codec;
mod listing;
mod notice;
mod request;

pub use answer::{Answer, Opened, Welcome};
pub use codec::{Call, Failure, Frame, Undecodable, decode, encode, encode_notice};
pub use listing::{GameSummary, PresetInfo, Seek, Stage, VariantInfo};
pub use notice::{GameNotice, Lobby, LobbyChange, LobbyNotice, Notice, Update};
pub use request::{Audience, Detail, Format, Request, SeatChoice, Start};

/// The longest frame a client may send, in bytes.
pub const MAX_FRAME: usize = 16 * 1024;
