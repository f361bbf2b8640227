//! New games, and the room for them.

use rules::{AnyGame, Refusal};

use super::delivery::{Answer, Audience};
use super::seating::Role;
use super::{ConnectionId, Desk, Place};
use crate::json_interface::failure::{Code, Failure};
use crate::json_interface::request::NewGame;
use crate::json_interface::table::Table;

/// Games a desk keeps at most. Above this the oldest game that nobody uses goes; if all are in use, a
/// new one is refused.
const MAX_GAMES: usize = 1000;

impl Desk {
    pub(super) fn new_game(
        &mut self,
        from: ConnectionId,
        new_game: NewGame,
        now: u64,
    ) -> Result<Answer, Failure> {
        let game = self.start(&new_game)?;
        self.drop_solitary(from);
        self.make_room()?;
        let id = self.next_game;
        self.next_game += 1;
        let table = Table::new(game, new_game.timing, now);
        let messages = table.opening(now);
        self.games.insert(
            id,
            Place {
                table,
                away: Vec::new(),
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

    fn make_room(&mut self) -> Result<(), Failure> {
        if self.games.len() < MAX_GAMES {
            return Ok(());
        }
        let used = |id: &u64| {
            self.connections
                .values()
                .any(|other| other.roles.contains_key(id))
        };
        let unused = self
            .games
            .keys()
            .copied()
            .find(|id| !used(id) || self.is_over(*id));
        let id = unused.ok_or(Failure::new(Code::RateLimited).detail("too many games"))?;
        self.games.remove(&id);
        Ok(())
    }
}
