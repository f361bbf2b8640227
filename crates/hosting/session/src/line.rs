//! The moves of a game, apart from its players, clocks and records.

use rules::{AnyGame, PlayedAction, Refusal, Replay, Seat};

use crate::refusal::SessionRefusal;
use crate::{Played, Session};

impl PlayedAction for Played {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn action(&self) -> &str {
        &self.action
    }
}

impl Session {
    /// The start of the game, its actions without those taken back, and what the last one did.
    pub fn board(&self) -> &Replay<Played> {
        &self.board
    }

    /// The beginning of the game's standing line, to be replayed elsewhere: its start and its first
    /// `n_actions` actions.
    ///
    /// # Errors
    /// The game has fewer actions, not counting those taken back.
    pub fn beginning(&self, n_actions: usize) -> Result<(Box<dyn AnyGame>, Vec<String>), Refusal> {
        let beginning = self.played().get(..n_actions);
        let played = beginning.ok_or(SessionRefusal::TooFewActions)?;
        let actions = played.iter().map(|played| played.action.clone());
        Ok((self.board.start().clone_game(), actions.collect()))
    }
}
