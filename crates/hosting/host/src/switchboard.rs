//! Who is connected, and how to reach them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use rules::Seat;
use session::{Ending, GameId, Millis, PlayerId};

use crate::{SeekView, Subscriber};

/// A message on its way to a connection.
#[derive(Clone, Debug)]
pub enum Push {
    /// As an edition encoded it: UTF-8, which all who read it share.
    Text(Bytes),
    /// Something about the player.
    Player(Arc<PlayerEvent>),
}

impl Push {
    /// Its bytes, more or less.
    pub(crate) fn len(&self) -> usize {
        match self {
            Push::Text(text) => text.len(),
            Push::Player(event) => event.len(),
        }
    }
}

/// What happens to a player rather than in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerEvent {
    /// A game of the player has begun.
    Started {
        /// Which.
        game: GameId,
        /// Where the player sits.
        seat: Seat,
    },
    /// A game of the player has ended.
    Ended {
        /// Which.
        game: GameId,
        /// Where the player sat.
        seat: Seat,
        /// How it ended.
        ending: Ending,
    },
    /// Another player challenges this one.
    Challenged(SeekView),
    /// The player has challenged another one. Clients that asked for it know; others of the player learn it.
    ChallengeMade(SeekView),
    /// A challenge by or to the player is off.
    ChallengeGone {
        /// Which.
        seek: Box<SeekView>,
        /// What became of it.
        fate: ChallengeFate,
    },
    /// A player said something in a game of this player.
    Said {
        /// In which game.
        game: GameId,
        /// Who.
        seat: Seat,
        /// What.
        text: String,
        /// When.
        at: Millis,
    },
    /// Tokens of the player were revoked. Connections that came with one of them are no longer the player's.
    TokensEnded,
}

/// What became of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeFate {
    /// The game has begun.
    Accepted,
    /// The player who was challenged does not want it.
    Declined {
        /// Why, in a word of the client's, if it said so.
        why: Option<String>,
    },
    /// The challenger has withdrawn it.
    Cancelled,
}

impl PlayerEvent {
    fn len(&self) -> usize {
        /// Ids and names, which are short.
        const FEW: usize = 256;
        FEW + match self {
            PlayerEvent::Challenged(seek) | PlayerEvent::ChallengeMade(seek) => seek.setup.len(),
            PlayerEvent::ChallengeGone { seek, .. } => seek.setup.len(),
            PlayerEvent::Said { text, .. } => text.len(),
            PlayerEvent::Started { .. } | PlayerEvent::Ended { .. } | PlayerEvent::TokensEnded => 0,
        }
    }
}

/// How long after the last sign of life without a connection a player counts as there.
const LINGERING: Millis = Millis::from_secs(60);

/// Who is connected.
#[derive(Default)]
pub(crate) struct Switchboard {
    lines: Mutex<HashMap<PlayerId, Reachability>>,
}

#[derive(Default)]
struct Reachability {
    connections: Vec<Subscriber>,
    last_sign: Millis,
}

impl Reachability {
    fn is_present(&self, now: Millis) -> bool {
        !self.connections.is_empty() || self.last_sign + LINGERING > now
    }
}

/// More players than this who are not connected are not remembered.
const MAX_LINES: usize = 100_000;

impl Switchboard {
    fn lines(&self) -> std::sync::MutexGuard<'_, HashMap<PlayerId, Reachability>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection; says whether it is the player's only one.
    pub(crate) fn connect(&self, player: &PlayerId, subscriber: Subscriber) -> bool {
        let mut lines = self.lines();
        let line = lines.entry(player.clone()).or_default();
        line.connections.push(subscriber);
        line.connections.len() == 1
    }

    /// Takes a connection away; says whether it was the player's last.
    pub(crate) fn disconnect(&self, player: &PlayerId, id: u64) -> bool {
        let mut lines = self.lines();
        let Some(line) = lines.get_mut(player) else {
            return false;
        };
        line.connections.retain(|connection| connection.id() != id);
        let is_gone = line.connections.is_empty();
        if is_gone {
            lines.remove(player);
        }
        is_gone
    }

    /// A player without a connection has done something; whether the player was not there before.
    pub(crate) fn touch(&self, player: &PlayerId, now: Millis) -> bool {
        let mut lines = self.lines();
        if lines.len() >= MAX_LINES {
            lines.retain(|_, line| line.is_present(now));
            if lines.len() >= MAX_LINES && !lines.contains_key(player) {
                return false;
            }
        }
        let line = lines.entry(player.clone()).or_default();
        let was_there = line.is_present(now);
        line.last_sign = now;
        !was_there
    }

    pub(crate) fn is_present(&self, player: &PlayerId, now: Millis) -> bool {
        self.lines()
            .get(player)
            .is_some_and(|line| line.is_present(now))
    }

    /// All who have a connection.
    pub(crate) fn players(&self) -> Vec<PlayerId> {
        let lines = self.lines();
        let connected = lines
            .iter()
            .filter(|(_, line)| !line.connections.is_empty());
        connected.map(|(player, _)| player.clone()).collect()
    }

    /// Forgets players without a connection who have not been heard of for a while, and gives them.
    pub(crate) fn take_lingerers(&self, now: Millis) -> Vec<PlayerId> {
        let mut lines = self.lines();
        let gone = lines.extract_if(|_, line| !line.is_present(now));
        gone.map(|(player, _)| player).collect()
    }

    /// Tells all connections of a player.
    pub(crate) fn tell(&self, player: &PlayerId, event: PlayerEvent) {
        let event = Arc::new(event);
        if let Some(line) = self.lines().get_mut(player) {
            line.connections
                .retain(|connection| connection.push(Push::Player(Arc::clone(&event))));
        }
    }
}

/// A player's connection, for as long as this value lives.
pub struct Connection {
    pub(crate) host: crate::Host,
    pub(crate) player: PlayerId,
    pub(crate) id: u64,
}

impl Connection {
    /// Whose it is.
    pub fn player(&self) -> &PlayerId {
        &self.player
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.host.hang_up(&self.player, self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_without_a_connection_are_remembered_up_to_a_limit() {
        let switchboard = Switchboard::default();
        let player = |n: usize| PlayerId::new(format!("p{n}")).unwrap();
        let now = Millis::from_days(20_000);
        for n in 0..MAX_LINES + 3 {
            switchboard.touch(&player(n), now);
        }
        assert_eq!(switchboard.lines().len(), MAX_LINES);
        assert!(switchboard.is_present(&player(0), now));
        assert!(!switchboard.is_present(&player(MAX_LINES), now));
        // Those who have not been seen for a while make room.
        let later = now + LINGERING + Millis(1);
        switchboard.touch(&player(MAX_LINES), later);
        assert!(switchboard.is_present(&player(MAX_LINES), later));
        assert_eq!(switchboard.lines().len(), 1);
    }
}
