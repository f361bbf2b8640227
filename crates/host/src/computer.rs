//! Computer players.

use rules::{AnyGame, Seat};
use session::{PlayerId, Sitter};

/// Plays for seats nobody sits at. Asked on a bounded number of threads; its actions go the same way as
/// everybody's.
pub trait Computer: Send + Sync {
    /// What the player of a level is called, for a variant it can play.
    fn name(&self, variant: &str, level: u8) -> Option<String>;

    /// Chooses an action for the seat that is to act. May take its time; without an answer the seat
    /// resigns.
    fn choose(&self, game: &dyn AnyGame, seat: Seat, level: u8) -> Option<String>;
}

/// Ids that begin like this belong to computer players; no person gets one.
const PREFIX: &str = "computer-";

/// Who sits there when a computer plays.
pub(crate) fn sitter(computer: &dyn Computer, variant: &str, level: u8) -> Option<Sitter> {
    let name = computer.name(variant, level)?;
    let player = PlayerId::new(format!("{PREFIX}{level}")).ok()?;
    Some(Sitter { player, name })
}

/// Whether a player is a computer player.
pub fn is_computer(player: &PlayerId) -> bool {
    level(player).is_some()
}

/// The level of a computer player.
pub(crate) fn level(player: &PlayerId) -> Option<u8> {
    player.as_str().strip_prefix(PREFIX)?.parse().ok()
}
