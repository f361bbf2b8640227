//! Live games and the people around them.
//!
//! A [`Host`] runs one task for every game that somebody uses, puts games to sleep when nobody does, keeps
//! the lobby, knows who is connected and tells everybody what happens. It knows no game by name and no
//! protocol: variants come through a lookup, and what subscribers are told is printed by an [`Edition`]
//! of their own.
//!
//! Everything that changes a game goes the same way: decide, store, evolve, tell. Nothing is told or
//! answered that is not stored durably.
#![deny(missing_docs)]

mod actor;
mod alarm;
mod attempts;
mod computer;
mod edition;
mod ended;
mod error;
mod game;
mod host;
mod letters;
mod live;
mod lobby;
mod pairing;
mod passwords;
mod people;
mod pool;
mod seek;
mod subscriber;
mod switchboard;
mod thinking;
mod token;

pub use attempts::Attempts;
pub use computer::{Computer, Judgement, Opponent, Position, Rival, Win, is_computer};
pub use edition::{Edition, Followed, Happening, Told};
pub use error::HostError;
pub use game::{Asked, Asking, Game, Opening};
pub use host::{Counts, Host, Now, Settings, now};
pub use lobby::{LobbyChange, LobbyEvent, LobbyView};
pub use people::{Identity, People};
pub use seek::{Audience, Joined, SeatChoice, Seek, Wish, find_variant, preset};
pub use subscriber::{Pushes, Subscriber};
pub use switchboard::{Connection, PlayerEvent, Push};
pub use thinking::Advice;
