//! Small values by name.

use session::{Millis, PlayerId};

/// What a value belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// The server itself.
    Server,
    /// Seeks of the lobby.
    Seeks,
    /// Tokens that are no longer valid.
    Revoked,
    /// Games of the line protocol that only its players can go on with.
    Ccp,
    /// Games of the JSON message interface in which no two different people play.
    Json,
    /// What names of accounts look like, and whose they are.
    Names,
    /// What the host's owner has done to players.
    Audit,
    /// What a running server has not yet heard of that.
    AdminNotices,
    /// Analyses that a player keeps.
    Analyses(PlayerId),
    /// What computers think of games that are over.
    Reviews,
    /// A player.
    Player(PlayerId),
}

impl Space {
    /// The name under which the space is stored.
    pub(crate) fn name(&self) -> String {
        match self {
            Space::Server => "server".to_owned(),
            Space::Seeks => "seeks".to_owned(),
            Space::Revoked => "revoked".to_owned(),
            Space::Ccp => "ccp".to_owned(),
            Space::Json => "json".to_owned(),
            Space::Names => "names".to_owned(),
            Space::Audit => "audit".to_owned(),
            Space::AdminNotices => "admin-notices".to_owned(),
            Space::Analyses(player) => format!("analyses/{player}"),
            Space::Reviews => "reviews".to_owned(),
            Space::Player(player) => format!("player/{player}"),
        }
    }
}

/// A value with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, one of its kind in its space.
    pub key: String,
    /// The value, usually JSON. The store does not look into it.
    pub value: String,
    /// From when on [`crate::Store::prune`] removes it.
    pub expires: Option<Millis>,
}
