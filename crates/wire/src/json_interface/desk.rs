//! The engine without its carrier: connections, the games they use, and who may do what in them.

use std::collections::BTreeMap;

use rules::{AnyGame, AnyVariant, Refusal, Seat};

use super::board::Span;
use super::failure::{Code, Failure};
use super::request::{self, Body, NewGame, RequestId};
use super::response::Message;
use super::table::Table;

/// Games a desk keeps at most. Above this the oldest game that nobody uses goes; if all are in use, a
/// new one is refused.
const MAX_GAMES: usize = 1000;

/// How long a player who lost the connection may stay away.
const GRACE_MS: u64 = 30_000;

/// Who judges the games of a desk: the variants on offer.
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
}

#[derive(Default)]
struct Connection {
    /// The game started or joined last.
    current: Option<u64>,
    roles: BTreeMap<u64, Role>,
}

/// What a connection is in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
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

/// Messages for the one who asked, and for everybody else in the game.
struct Answer {
    game: Option<u64>,
    messages: Vec<Message>,
    audience: Audience,
    /// Whether the answer names its game in any case.
    names_game: bool,
}

#[derive(PartialEq, Eq)]
enum Audience {
    Requester,
    Everybody,
    /// Everybody but the one who asked.
    Others,
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
        let id = ConnectionId(self.next_connection);
        self.next_connection += 1;
        self.connections.insert(id, Connection::default());
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

    fn deliver(
        &self,
        from: ConnectionId,
        answer: Answer,
        request_id: Option<RequestId>,
    ) -> Vec<Outgoing> {
        let others = match answer.game {
            Some(id) if answer.audience != Audience::Requester => {
                self.broadcast(id, &answer.messages, Some(from))
            }
            _ => Vec::new(),
        };
        let named = answer
            .game
            .filter(|_| answer.names_game || self.uses_several(from))
            .map(name);
        let own = answer
            .messages
            .into_iter()
            .filter(|_| answer.audience != Audience::Others);
        let own = own.map(|mut message| {
            message.stamp(named.as_deref(), request_id.clone());
            Outgoing {
                to: from,
                text: message.to_text(),
            }
        });
        own.chain(others).collect()
    }

    /// Sends messages to everybody in a game but `except`.
    fn broadcast(
        &self,
        game: u64,
        messages: &[Message],
        except: Option<ConnectionId>,
    ) -> Vec<Outgoing> {
        let mut outgoing = Vec::new();
        for (&to, connection) in &self.connections {
            if except == Some(to) || !connection.roles.contains_key(&game) {
                continue;
            }
            for message in messages {
                let mut message = message.clone();
                let named = self.uses_several(to).then(|| name(game));
                message.stamp(named.as_deref(), None);
                outgoing.push(Outgoing {
                    to,
                    text: message.to_text(),
                });
            }
        }
        outgoing
    }

    fn uses_several(&self, connection: ConnectionId) -> bool {
        self.connections
            .get(&connection)
            .is_some_and(|connection| connection.roles.len() > 1)
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

    fn new_game(
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

    fn join(
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
    fn enter(&mut self, from: ConnectionId, id: u64, role: Role, shown: Role, now: u64) -> Answer {
        if let Some(connection) = self.connections.get_mut(&from) {
            connection.roles.insert(id, role);
            connection.current = Some(id);
        }
        self.state_answer(id, shown, now)
    }

    fn state_answer(&self, id: u64, role: Role, now: u64) -> Answer {
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

    fn leave(&mut self, from: ConnectionId, id: u64, role: Option<Role>, now: u64) -> Answer {
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

/// What a player does in a game. `seat` is `None` for a client that plays both sides.
fn act(
    table: &mut Table,
    body: Body,
    seat: Option<Seat>,
    now: u64,
) -> Result<Vec<Message>, Failure> {
    if table.is_over() {
        return Err(Failure::new(Code::GameOver));
    }
    let needs_turn = matches!(
        body,
        Body::PieceMove { .. } | Body::PromotionChoice(_) | Body::DrawClaim { .. }
    );
    if needs_turn && seat.is_some_and(|seat| seat != table.turn()) {
        return Err(Failure::new(Code::NotYourTurn));
    }
    // A client with both seats may say for which one it speaks; otherwise it is the side to move.
    let speaker = |color: Option<Seat>| seat.or(color);
    match body {
        Body::PieceMove { from, to, choice } => table.piece_move(now, Span { from, to }, choice),
        Body::PromotionChoice(piece) => table.promotion_choice(now, piece),
        Body::Resign { color } => {
            let seat = speaker(color).unwrap_or(table.turn());
            Ok(table.resign(now, seat))
        }
        Body::DrawOffer { color } => {
            let seat = speaker(color).unwrap_or(table.turn());
            Ok(table.draw_offer(seat))
        }
        Body::DrawAccept { color } => table.draw_accept(now, speaker(color)),
        Body::DrawDecline { color } => table.draw_decline(speaker(color)),
        Body::DrawClaim { reason } => table.draw_claim(now, &reason),
        // Handled before: they need no player.
        Body::NewGame(_)
        | Body::JoinGame { .. }
        | Body::Spectate
        | Body::StateRequest
        | Body::LeaveGame => Err(Failure::new(Code::NotAPlayer)),
    }
}

fn name(game: u64) -> String {
    format!("g{game}")
}
