//! Live games and the people around them.
//!
//! A [`Host`] runs one task for every game in use, puts unused games to sleep, keeps the lobby, knows who is connected and tells everybody what happens. It knows no game by name and no
//! protocol: variants come through a lookup, and what subscribers are told is encoded by an [`Edition`]
//! of their own.
//!
//! Everything that changes a game goes the same way: decide, store, evolve, tell. Nothing is told or
//! answered that is not stored durably.
#![deny(missing_docs)]

mod accounts;
mod actor;
mod admin;
mod analyses;
mod base32;
mod computer;
mod deadline_timer;
mod edition;
mod error;
mod game;
mod game_context;
mod game_list;
mod host;
mod idle_map;
mod ids;
mod live;
mod lobby;
mod lobby_view;
mod meeting;
mod nodes;
mod pairing;
mod pool;
mod rate_limit;
mod refusal;
mod review;
mod seek;
mod seek_view;
mod subscriber;
mod switchboard;
mod system;
mod thinking;
mod thinking_queue;
mod time_source;
mod turns;
mod work;

pub use accounts::{
    Access, AccessTokenInfo, Accounts, Authorization, Identity, NewAccessToken, Profile, Scope,
    Scopes, SessionInfo, Standing, Visitor,
};
pub use admin::{Admin, AdminAction, AuditEntry};
pub use analyses::{AnalysisInfo, NewAnalysis};
pub use bus::BusCounts;
pub use computer::{
    Cancel, Computer, Judgement, Occupant, Opponent, Rival, SearchTask, Win, is_computer,
};
pub use edition::{Edition, Followed, Happening, Told};
pub use error::{HostError, Rejection};
pub use game::{Asked, Asking, Game, Opening};
pub use host::{Counts, Host, Settings};
pub use idle_map::{Idle, IdleMap};
pub use lobby_view::{LobbyChange, LobbyEvent, LobbyView, SeekPage};
pub use nodes::{Node, NodeCounts, Readiness};
pub use pool::Waits;
pub use rate_limit::{Bucket, KeyedBuckets};
pub use refusal::HostRefusal;
pub use review::{Fault, GameReview, ReviewState, ReviewedAction};
pub use seek::{Audience, Joined, SeatChoice, Seek, Wish, find_variant, preset};
pub use seek_view::{SeekView, WantedOpponent};
pub use subscriber::{Pushes, Subscriber};
pub use switchboard::{ChallengeFate, Connection, PlayerEvent, Push};
#[cfg(feature = "testkit")]
pub use system::make_repeatable;
pub use thinking::Advice;
pub use time_source::{TimeSource, WallClock, now};
pub use work::measured;
