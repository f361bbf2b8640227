//! The engine without its carrier: connections, the games they use, and who may do what in them.

mod acting;
mod delivery;
mod opening;
mod seating;

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{AnyVariant, Seat};

use self::acting::act;
use self::delivery::{Answer, Audience};
use self::seating::Role;
use super::failure::{Code, Failure};
use super::request::{self, Body};
use super::response::Message;
use super::table::Table;

/// How long a player who lost the connection may stay away.
const GRACE_MS: u64 = 30_000;

/// Who judges the games of a desk: the variants on offer.
#[derive(Clone)]
pub struct Referee {
    /// The name clients use: `standard`.
    pub name: &'static str,
    /// The rules.
    pub variant: &'static dyn AnyVariant,
    /// The preset of a game without a position.
    pub preset: &'static str,
    /// What is added to every setup text.
    pub options: &'static str,
    /// What is added when draws come by themselves.
    pub automatic_draws: &'static str,
}

/// One client's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConnectionId(u64);

/// A message to send.
#[derive(Debug)]
pub struct Outgoing {
    /// To whom.
    pub to: ConnectionId,
    /// One line of JSON, without its end.
    pub text: String,
}

/// The engine without its carrier.
pub struct Desk {
    referees: Vec<Referee>,
    games: BTreeMap<u64, Place>,
    connections: BTreeMap<ConnectionId, Connection>,
    next_game: u64,
    next_connection: u64,
    seed: u64,
}

/// A game and who has left it for a while.
struct Place {
    table: Table,
    /// The player who is away, and until when the game waits.
    away: Vec<(Seat, u64)>,
    /// Where it was begun from.
    origin: Option<Arc<str>>,
}

#[derive(Default)]
struct Connection {
    /// The game started or joined last.
    current: Option<u64>,
    roles: BTreeMap<u64, Role>,
    origin: Option<Arc<str>>,
}

impl Desk {
    /// A desk without games. `seed` decides what is random in presets.
    pub fn new(referees: Vec<Referee>, seed: u64) -> Desk {
        Desk {
            referees,
            games: BTreeMap::new(),
            connections: BTreeMap::new(),
            next_game: 1,
            next_connection: 1,
            seed,
        }
    }

    /// A client arrives.
    pub fn connect(&mut self) -> ConnectionId {
        self.admit(Connection::default())
    }

    /// A client arrives from somewhere. Clients that come from one place may not fill the desk together.
    pub fn connect_from(&mut self, origin: &str) -> ConnectionId {
        self.admit(Connection {
            origin: Some(origin.into()),
            ..Connection::default()
        })
    }

    fn admit(&mut self, connection: Connection) -> ConnectionId {
        let id = ConnectionId(self.next_connection);
        self.next_connection += 1;
        self.connections.insert(id, connection);
        id
    }

    /// A client is gone. Its seats are kept for half a minute; a game it played alone goes with it.
    pub fn disconnect(&mut self, connection: ConnectionId, now: u64) {
        let Some(gone) = self.connections.remove(&connection) else {
            return;
        };
        for (id, role) in gone.roles {
            match role {
                Role::Both => drop(self.games.remove(&id)),
                Role::Spectator => {}
                Role::Player(seat) => {
                    if let Some(place) = self.games.get_mut(&id) {
                        place.away.push((seat, now + GRACE_MS));
                    }
                }
            }
        }
    }

    /// When [`Desk::tick`] is due, if nothing arrives before.
    pub fn deadline(&self) -> Option<u64> {
        let games = self.games.values().filter(|place| !place.table.is_over());
        let away = games
            .clone()
            .flat_map(|place| place.away.iter().map(|(_, until)| *until));
        games
            .filter_map(|place| place.table.deadline())
            .chain(away)
            .min()
    }

    /// Ends games whose time is up.
    pub fn tick(&mut self, now: u64) -> Vec<Outgoing> {
        let ids: Vec<u64> = self.games.keys().copied().collect();
        ids.into_iter()
            .flat_map(|id| self.tick_game(id, now))
            .collect()
    }

    fn tick_game(&mut self, id: u64, now: u64) -> Vec<Outgoing> {
        let Some(place) = self
            .games
            .get_mut(&id)
            .filter(|place| !place.table.is_over())
        else {
            return Vec::new();
        };
        let mut messages = place.table.tick(now);
        let gone = place
            .away
            .iter()
            .find(|(_, until)| *until <= now)
            .map(|(seat, _)| *seat);
        if let Some(seat) = gone.filter(|_| messages.is_empty()) {
            messages = place.table.abandon(now, seat);
        }
        self.broadcast(id, &messages, None)
    }

    /// A message arrives; whatever it causes comes back, in the order in which it is to be sent.
    pub fn receive(&mut self, from: ConnectionId, message: &[u8], now: u64) -> Vec<Outgoing> {
        let (request_id, request) = request::read(message);
        let game_id = request
            .as_ref()
            .ok()
            .and_then(|request| request.game_id.clone());
        let mut outgoing = match self.addressed(from, game_id.as_deref()) {
            // A flag that has fallen ends the game before anything else is looked at.
            Some(id) => self.tick_game(id, now),
            None => Vec::new(),
        };
        let answer = request
            .and_then(|request| self.handle(from, request.game_id.as_deref(), request.body, now));
        match answer {
            Ok(answer) => outgoing.extend(self.deliver(from, answer, request_id)),
            Err(failure) => {
                let text = Message::failure(failure, request_id).to_text();
                outgoing.push(Outgoing { to: from, text });
            }
        }
        outgoing
    }

    /// The game a request speaks of.
    fn addressed(&self, from: ConnectionId, game_id: Option<&str>) -> Option<u64> {
        let id = match game_id {
            Some(text) => text.strip_prefix('g')?.parse().ok()?,
            None => self.connections.get(&from)?.current?,
        };
        self.games.contains_key(&id).then_some(id)
    }

    fn handle(
        &mut self,
        from: ConnectionId,
        game_id: Option<&str>,
        body: Body,
        now: u64,
    ) -> Result<Answer, Failure> {
        if let Body::NewGame(new_game) = body {
            return self.new_game(from, new_game, now);
        }
        let id = self
            .addressed(from, game_id)
            .ok_or(Failure::new(Code::NoGame))?;
        let role = self
            .connections
            .get(&from)
            .and_then(|connection| connection.roles.get(&id));
        match (body, role.copied()) {
            (Body::JoinGame { seat }, role) => self.join(from, id, seat, role, now),
            (Body::Spectate, role) => Ok(self.enter(
                from,
                id,
                role.unwrap_or(Role::Spectator),
                Role::Spectator,
                now,
            )),
            (Body::StateRequest, role) => {
                let role = role.unwrap_or(Role::Spectator);
                Ok(self.state_answer(id, role, now))
            }
            (Body::LeaveGame, role) => Ok(self.leave(from, id, role, now)),
            (_, None | Some(Role::Spectator)) if !self.is_over(id) => {
                Err(Failure::new(Code::NotAPlayer))
            }
            (body, role) => {
                let place = self.games.get_mut(&id).ok_or(Failure::new(Code::NoGame))?;
                let seat = match role {
                    Some(Role::Player(seat)) => Some(seat),
                    _ => None,
                };
                let messages = act(&mut place.table, body, seat, now)?;
                let prompt = matches!(messages.as_slice(), [Message::PromotionPrompt { .. }]);
                let audience = if prompt {
                    Audience::Requester
                } else {
                    Audience::Everybody
                };
                Ok(Answer {
                    game: Some(id),
                    messages,
                    audience,
                    names_game: false,
                })
            }
        }
    }

    fn is_over(&self, id: u64) -> bool {
        self.games
            .get(&id)
            .is_some_and(|place| place.table.is_over())
    }
}
