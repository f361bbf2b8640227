//! Who is what in a game, and how that changes.

use rules::Seat;

use super::delivery::{Answer, Audience};
use super::{Connection, ConnectionId, Desk};
use crate::failure::{Code, Failure};

/// What a connection is in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Both,
    Player(Seat),
    Spectator,
}

impl Role {
    fn name(self) -> &'static str {
        match self {
            Role::Both => "both",
            Role::Player(seat) => seat.as_str(),
            Role::Spectator => "spectator",
        }
    }
}

impl Desk {
    pub(super) fn join(
        &mut self,
        from: ConnectionId,
        id: u64,
        seat: Seat,
        role: Option<Role>,
        now: u64,
    ) -> Result<Answer, Failure> {
        let taken = |role: &Role| *role == Role::Both || *role == Role::Player(seat);
        let others = self.connections.iter().filter(|(other, _)| **other != from);
        let sits = |(_, other): (_, &Connection)| other.roles.get(&id).is_some_and(taken);
        let plays_other = matches!(role, Some(Role::Both)) || role == Some(Role::Player(!seat));
        if plays_other || others.into_iter().any(sits) {
            return Err(Failure::new(Code::SeatTaken));
        }
        if let Some(place) = self.games.get_mut(&id) {
            place.away.retain(|(away, _)| *away != seat);
        }
        Ok(self.enter(from, id, Role::Player(seat), Role::Player(seat), now))
    }

    /// Gives a connection its role in a game, and shows the game as `shown` sees it.
    pub(super) fn enter(
        &mut self,
        from: ConnectionId,
        id: u64,
        role: Role,
        shown: Role,
        now: u64,
    ) -> Answer {
        if let Some(connection) = self.connections.get_mut(&from) {
            connection.roles.insert(id, role);
            connection.current = Some(id);
        }
        self.state_answer(id, shown, now)
    }

    pub(super) fn state_answer(&self, id: u64, role: Role, now: u64) -> Answer {
        let state = self
            .games
            .get(&id)
            .map(|place| place.table.state(role.name(), now));
        Answer {
            game: Some(id),
            messages: state.into_iter().collect(),
            audience: Audience::Requester,
            names_game: true,
        }
    }

    pub(super) fn leave(
        &mut self,
        from: ConnectionId,
        id: u64,
        role: Option<Role>,
        now: u64,
    ) -> Answer {
        if let Some(connection) = self.connections.get_mut(&from) {
            connection.roles.remove(&id);
            connection.current = connection.roles.keys().next_back().copied();
        }
        let mut messages = Vec::new();
        match role {
            Some(Role::Both) => drop(self.games.remove(&id)),
            Some(Role::Player(seat)) if !self.is_over(id) => {
                if let Some(place) = self.games.get_mut(&id) {
                    messages = place.table.abandon(now, seat);
                }
            }
            _ => {}
        }
        // The one who leaves gets no answer; the others see how the game ended.
        Answer {
            game: Some(id),
            messages,
            audience: Audience::Others,
            names_game: false,
        }
    }
}
