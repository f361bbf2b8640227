//! Players and their accounts.

use session::{Millis, PlayerId};

/// A person or program, known or anonymous.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Never changes, whatever else does.
    pub id: PlayerId,
    /// When the player first came.
    pub created_at: Millis,
    /// How the player can log in; an anonymous player cannot.
    pub account: Option<Account>,
}

/// How a player can log in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The name as the player writes it. No two accounts differ only in capital and small letters.
    pub name: String,
    /// The hash of the password, computed by the host.
    pub password_hash: String,
}

/// The form of a name in which two names are the same name.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}
