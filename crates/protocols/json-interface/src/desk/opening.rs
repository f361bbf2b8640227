//! New games, and the room for them.

use std::collections::BTreeSet;
use std::sync::Arc;

use rules::{AnyGame, Refusal};

use super::delivery::{Answer, Audience};
use super::seating::Role;
use super::{ConnectionId, Desk, Place};
use crate::failure::{Code, Failure};
use crate::request::NewGame;
use crate::table::Table;

/// Games a desk keeps at most. Above this the oldest game that nobody uses goes; if all are in use, a
/// new one is refused.
const MAX_GAMES: usize = 1000;

/// Games a desk keeps at most that were begun from one place, with the same rule.
const MAX_GAMES_OF_ORIGIN: usize = 200;

impl Desk {
    pub(super) fn new_game(
        &mut self,
        from: ConnectionId,
        new_game: NewGame,
        now: u64,
    ) -> Result<Answer, Failure> {
        let game = self.start(&new_game)?;
        self.drop_solitary(from);
        let connection = self.connections.get(&from);
        let origin = connection.and_then(|connection| connection.origin.clone());
        self.make_room(origin.as_ref())?;
        let id = self.next_game;
        self.next_game += 1;
        let table = Table::new(game, new_game.timing, now);
        let messages = table.opening(now);
        self.games.insert(
            id,
            Place {
                table,
                away: Vec::new(),
                origin,
            },
        );
        if let Some(connection) = self.connections.get_mut(&from) {
            let role = new_game.seat.map_or(Role::Both, Role::Player);
            connection.roles.insert(id, role);
            connection.current = Some(id);
        }
        Ok(Answer {
            game: Some(id),
            messages,
            audience: Audience::Requester,
            names_game: true,
        })
    }

    fn start(&mut self, new_game: &NewGame) -> Result<Box<dyn AnyGame>, Failure> {
        let referee = self
            .referees
            .iter()
            .find(|referee| referee.name == new_game.variant);
        let unsupported = || Failure::new(Code::UnsupportedVariant).detail(&*new_game.variant);
        let referee = referee.ok_or_else(unsupported)?;
        // Any odd step makes a different game each time.
        self.seed = self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let position = match &new_game.fen {
            // Only a position may stand here; the options of a setup text are ours to set.
            Some(fen) if fen.contains('/') && !fen.contains(';') => fen.clone(),
            Some(_) => return Err(Failure::new(Code::BadFen).detail("this is not a FEN")),
            None => referee
                .variant
                .preset(referee.preset, self.seed)
                .unwrap_or_default(),
        };
        let draws = if new_game.automatic_draws {
            referee.automatic_draws
        } else {
            ""
        };
        let setup = format!("{position}; {}; {draws}", referee.options);
        let bad = |no: Refusal| Failure::new(Code::BadFen).detail(no.message);
        referee.variant.start(&setup).map_err(bad)
    }

    /// A new game replaces the one that a client played alone.
    fn drop_solitary(&mut self, from: ConnectionId) {
        let Some(connection) = self.connections.get_mut(&from) else {
            return;
        };
        let alone = |(id, role): (&u64, &Role)| (*role == Role::Both).then_some(*id);
        let solitary: Vec<u64> = connection.roles.iter().filter_map(alone).collect();
        for id in solitary {
            connection.roles.remove(&id);
            self.games.remove(&id);
        }
        // Whoever watched it has nothing left to watch.
        let games = &self.games;
        for connection in self.connections.values_mut() {
            connection.roles.retain(|id, _| games.contains_key(id));
        }
    }

    fn make_room(&mut self, origin: Option<&Arc<str>>) -> Result<(), Failure> {
        let is_own = |place: &Place| origin.is_some() && place.origin.as_ref() == origin;
        let n_own = self.games.values().filter(|place| is_own(place)).count();
        let is_crowded = n_own >= MAX_GAMES_OF_ORIGIN;
        if self.games.len() < MAX_GAMES && !is_crowded {
            return Ok(());
        }
        let connections = self.connections.values();
        let used: BTreeSet<u64> = connections
            .flat_map(|other| other.roles.keys().copied())
            .collect();
        // A place that has too many gives up one of its own.
        let unused = self.games.iter().find(|(id, place)| {
            let is_free = !used.contains(id) || place.table.is_over();
            is_free && (!is_crowded || is_own(place))
        });
        let id = unused.map(|(id, _)| *id);
        let id = id.ok_or(Failure::new(Code::RateLimited).detail("too many games"))?;
        self.games.remove(&id);
        Ok(())
    }
}
