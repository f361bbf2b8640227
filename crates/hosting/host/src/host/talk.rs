//! What players say to each other.
//!
//! Words are passed on and forgotten: they are no part of the game, and nobody has to answer for keeping
//! them.

use rules::Seat;
use session::{GameId, PlayerId, Session};

use super::Host;
use crate::{HostRefusal, Occupant, PlayerEvent, Rejection};

/// Characters that can be said at once.
const LONGEST: usize = 200;

impl Host {
    /// Tells both players of a game what one of them says, wherever they are connected.
    ///
    /// # Errors
    /// The player does not sit at the game, nobody is there to hear it, or these are no words.
    pub async fn say(&self, player: &PlayerId, game: &GameId, text: &str) -> Result<(), Rejection> {
        let text = words(text)?;
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
        // Whoever plays both sides hears it once.
        listeners.dedup();
        for listener in listeners {
            let (game, text) = (game.clone(), text.to_owned());
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

/// What is left of a text that can be said.
fn words(text: &str) -> Result<&str, HostRefusal> {
    let text = text.trim();
    let is_said = !text.is_empty() && text.chars().count() <= LONGEST;
    match is_said && !text.chars().any(char::is_control) {
        true => Ok(text),
        false => Err(HostRefusal::BadWords),
    }
}
