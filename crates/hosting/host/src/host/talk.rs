//! Chat between the players of a game.
//!
//! Messages are passed on and not stored: they do not belong to the game.

use rules::Seat;
use session::{GameId, PlayerId, Session};

use super::Host;
use crate::accounts::{n_visible, visible};
use crate::{HostRefusal, Occupant, PlayerEvent, Rejection};

/// Characters, as people see them, that can be said at once.
const LONGEST: usize = 200;

/// Bytes that one of them may have on average.
const BYTES_OF_ONE: usize = 16;

impl Host {
    /// Tells both players of a game what one of them says, wherever they are connected.
    ///
    /// # Errors
    /// The player has no seat in the game, the opponent is a computer, or the text is empty or too long.
    pub async fn say(&self, player: &PlayerId, game: &GameId, text: &str) -> Result<(), Rejection> {
        let text = words(text)?;
        if self.accounts().standing(player).await?.muted {
            return Err(HostRefusal::Muted.into());
        }
        let speaker = player.clone();
        let look = move |session: &Session, _| {
            let sitters = session.seats().clone();
            let seat = session.seat_of(&speaker, None);
            (seat, sitters)
        };
        let (seat, sitters) = self.look(game, look).await?;
        let seat = seat.ok_or(HostRefusal::NotSeated)?;
        let is_person = |sitter: &session::Sitter| !Occupant::of(&sitter.player).is_computer();
        if !sitters[!seat].as_ref().is_some_and(is_person) {
            return Err(HostRefusal::NobodyListens.into());
        }
        let at = self.now();
        let mut listeners: Vec<&PlayerId> = Seat::BOTH
            .iter()
            .filter_map(|&seat| Some(&sitters[seat].as_ref()?.player))
            .collect();
        // A player with both seats gets it once.
        listeners.dedup();
        for listener in listeners {
            let (game, text) = (game.clone(), text.clone());
            self.tell_player(
                listener,
                PlayerEvent::Said {
                    game,
                    seat,
                    text,
                    at,
                },
            );
        }
        Ok(())
    }
}

/// The text of a message, without what cannot be seen.
fn words(text: &str) -> Result<String, HostRefusal> {
    let fits = |text: &String| {
        (1..=LONGEST).contains(&n_visible(text)) && text.len() <= LONGEST * BYTES_OF_ONE
    };
    visible(text).filter(fits).ok_or(HostRefusal::BadWords)
}
