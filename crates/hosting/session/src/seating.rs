//! Who sits where and who is there.

use rules::{BySeat, Seat};

use crate::{Millis, PlayerId, Sitter};

/// The longest name, in characters.
const MAX_NAME: usize = 40;

/// Whether others can be shown this name.
pub(crate) fn is_name(name: &str) -> bool {
    (1..=MAX_NAME).contains(&name.chars().count()) && !name.chars().any(char::is_control)
}

/// Both seats of a game.
#[derive(Clone, Debug)]
pub(crate) struct Seating {
    pub(crate) sitters: BySeat<Option<Sitter>>,
    /// Since when a player has been gone.
    pub(crate) gone: BySeat<Option<Millis>>,
}

impl Seating {
    pub(crate) fn new(sitters: BySeat<Option<Sitter>>) -> Seating {
        Seating {
            sitters,
            gone: BySeat::default(),
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        Seat::BOTH.iter().all(|&seat| self.sitters[seat].is_some())
    }

    pub(crate) fn holds(&self, seat: Seat, player: &PlayerId) -> bool {
        self.sitters[seat]
            .as_ref()
            .is_some_and(|sitter| sitter.player == *player)
    }

    /// The seats of a player: none, one, or both.
    pub(crate) fn of<'a>(&'a self, player: &'a PlayerId) -> impl Iterator<Item = Seat> + 'a {
        Seat::BOTH
            .into_iter()
            .filter(|&seat| self.holds(seat, player))
    }

    pub(crate) fn first_open(&self) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|&seat| self.sitters[seat].is_none())
    }

    /// Lets everybody who is gone have the whole grace time again.
    pub(crate) fn restart_grace(&mut self, now: Millis) {
        for seat in Seat::BOTH {
            if self.gone[seat].is_some() {
                self.gone[seat] = Some(now);
            }
        }
    }
}
