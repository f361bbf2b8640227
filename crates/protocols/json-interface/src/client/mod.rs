//! One client: the games it takes part in, and what it may do in them.

mod acting;
mod opening;
mod seating;

use std::sync::Arc;
use std::time::Duration;

use host::{Connection, Game, Identity, Push, Pushes, Rejection, Subscriber};
use rules::Seat;
use session::{GameId, Millis, PlayerId, Session};

use crate::bulletin::{self, Readers};
use crate::engine::{Engine, Origin};
use crate::failure::{Code, Failure};
use crate::game_moment::{Finished, is_orthodox};
use crate::request::{self, Body, Request, RequestId};
use crate::response::{Message, Stamp, stamped};

/// Bulletins that may wait for a client. One that does not read them is disconnected.
const QUEUE: usize = 128;

/// Games one client may take part in at the same time.
const MAX_OPEN: usize = 64;

/// One client. Give it what arrives, send what it gives back. Its games stay when it goes, which has to happen in a
/// runtime: others are told.
pub struct Client {
    engine: Engine,
    origin: Origin,
    subscriber: Subscriber,
    pushes: Pushes,
    /// The games the client takes part in. The one started or joined last comes last.
    games: Vec<Attendance>,
    /// The client has begun a game from a position in which it was over, and no other since.
    finished: Option<(GameId, Finished)>,
    /// Whether the client has ever had a game: a move of one that has not starts one.
    had_game: bool,
    last: Work,
    /// Processor time of its actions in games where that is much.
    processor_time: Duration,
}

/// How much work a message made, for carriers that limit it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Work {
    /// An ordinary request.
    #[default]
    Usual,
    /// The message failed.
    Failed,
    /// The message is not a request.
    Unreadable,
    /// A game was begun.
    NewGame,
}

/// A client's part in a game.
struct Attendance {
    game: GameId,
    handle: Game,
    role: Role,
    is_orthodox: bool,
    /// Records before this one are known to the client.
    seen: u64,
}

/// What a client is in a game.
#[derive(Clone)]
enum Role {
    Both(Arc<Sitting>),
    Player(Seat, Arc<Sitting>),
    Spectator,
}

/// A client's seat: whose it is, and the sign that somebody is there.
struct Sitting {
    who: Identity,
    _presence: Connection,
}

impl Sitting {
    /// Gives up one hold of the seat; says whose it was.
    fn leave(self: Arc<Self>) -> PlayerId {
        self.who.player.clone()
    }
}

impl Role {
    fn name(&self) -> &'static str {
        match self {
            Role::Both(_) => "both",
            Role::Player(seat, _) => seat.as_str(),
            Role::Spectator => "spectator",
        }
    }

    fn sitting(&self) -> Option<&Arc<Sitting>> {
        match self {
            Role::Both(sitting) | Role::Player(_, sitting) => Some(sitting),
            Role::Spectator => None,
        }
    }

    /// The one seat a player has.
    fn seat(&self) -> Option<Seat> {
        match self {
            Role::Player(seat, _) => Some(*seat),
            Role::Both(_) | Role::Spectator => None,
        }
    }
}

/// What a request has led to, besides what everybody is told.
enum Handled {
    /// These messages.
    Messages(Vec<Message>, Naming),
    /// What is told of the record with this number.
    Told {
        game: GameId,
        seq: u64,
        naming: Naming,
    },
    Nothing,
}

/// Whether an answer names its game and gives a token, besides what is usual.
#[derive(Clone)]
enum Naming {
    Usual,
    Game(GameId),
    Seat(GameId, String),
    /// A `game_state`, which names its game anyway.
    Token(String),
}

impl Client {
    pub(crate) fn new(engine: Engine, origin: Origin) -> Client {
        let (subscriber, pushes) = Subscriber::new(QUEUE);
        Client {
            engine,
            origin,
            subscriber,
            pushes,
            games: Vec::new(),
            finished: None,
            had_game: false,
            last: Work::Usual,
            processor_time: Duration::ZERO,
        }
    }

    /// What a client is told that floods the server with what is not a request.
    pub(crate) fn flood_refusal() -> String {
        let failure = Failure::new(Code::RateLimited);
        Message::failure(failure).to_text(Stamp::default())
    }

    /// A message arrives. What there is to send comes back, in this order.
    pub async fn receive(&mut self, message: &[u8]) -> Vec<String> {
        self.last = Work::Usual;
        let (request_id, request) = request::read(message);
        let mut outgoing = self.waiting();
        let (answered, failed) = match request {
            Ok(request) => (self.handle(request).await, Work::Failed),
            Err(failure) => (Err(failure), Work::Unreadable),
        };
        match answered {
            Ok(answer) => self.send(answer, request_id.as_ref(), &mut outgoing),
            Err(failure) => {
                self.last = failed;
                // A flag that has fallen is told before the move that came too late.
                outgoing.extend(self.waiting());
                let stamp = Stamp {
                    request_id: request_id.as_ref(),
                    ..Stamp::default()
                };
                outgoing.push(Message::failure(failure).to_text(stamp));
            }
        }
        outgoing
    }

    /// How much work the last message made.
    pub fn last_work(&self) -> Work {
        self.last
    }

    /// The processor time of its actions since this was asked last, in games where that is much.
    pub fn take_processor_time(&mut self) -> Duration {
        std::mem::take(&mut self.processor_time)
    }

    /// Whether another client would be the same.
    pub fn is_newcomer(&self) -> bool {
        self.games.is_empty() && self.finished.is_none() && !self.had_game
    }

    /// Waits for something to send that no message of this client has led to. `None` when the client has not read
    /// what it was sent, and something was lost.
    pub async fn next(&mut self) -> Option<Vec<String>> {
        let push = self.pushes.recv().await?;
        let mut outgoing = Vec::new();
        self.read(&push, None, &mut outgoing);
        outgoing.extend(self.waiting());
        Some(outgoing)
    }

    /// Whether a game waits for this client to move.
    pub async fn is_awaited(&self) -> bool {
        for attendance in &self.games {
            let Some(sitting) = attendance.role.sitting() else {
                continue;
            };
            let who = sitting.who.player.clone();
            let look = move |session: &Session, _: Millis| match session.phase() {
                session::Phase::Running { to_act } => session.seat_of(&who, None) == Some(to_act),
                session::Phase::Open | session::Phase::Over { .. } => false,
            };
            let host = self.engine.host();
            if host.look(&attendance.game, look).await.unwrap_or(false) {
                return true;
            }
        }
        false
    }

    /// Whether messages can come that no request of this client leads to: others take part in its game.
    pub async fn expects_others(&self) -> bool {
        let Some(Attendance { game, role, .. }) = self.games.last() else {
            return false;
        };
        let is_running = |session: &Session, _: Millis| session.ending().is_none();
        let is_alone = matches!(role, Role::Both(_));
        let host = self.engine.host();
        !is_alone && host.look(game, is_running).await.unwrap_or(false)
    }

    /// What has been told meanwhile.
    fn waiting(&mut self) -> Vec<String> {
        let mut outgoing = Vec::new();
        while let Some(push) = self.pushes.try_recv() {
            self.read(&push, None, &mut outgoing);
        }
        outgoing
    }

    /// Sends an answer and, before it or after it, what others have led to; in the order of the games' records.
    fn send(&mut self, answer: Handled, request: Option<&RequestId>, outgoing: &mut Vec<String>) {
        match answer {
            Handled::Nothing => {}
            Handled::Messages(messages, naming) => {
                outgoing.extend(self.waiting());
                let name = self.own_name(&naming);
                for message in messages {
                    let stamp = stamp(name.as_deref(), &naming, request);
                    outgoing.push(message.to_text(stamp));
                }
            }
            Handled::Told { game, seq, naming } => {
                let own = Own {
                    game: &game,
                    seq,
                    naming: &naming,
                    request,
                };
                while let Some(push) = self.pushes.try_recv() {
                    self.read(&push, Some(&own), outgoing);
                }
            }
        }
    }

    /// The id that an answer has to name, if any.
    fn own_name(&self, naming: &Naming) -> Option<String> {
        match naming {
            Naming::Game(game) | Naming::Seat(game, _) => Some(game.to_string()),
            Naming::Usual | Naming::Token(_) => None,
        }
    }

    /// Puts what a bulletin says into the words for this client.
    fn read(&mut self, push: &Push, own: Option<&Own<'_>>, outgoing: &mut Vec<String>) {
        let Push::Text(text) = push else {
            return;
        };
        let Some(bulletin) = std::str::from_utf8(text).ok().and_then(bulletin::decode) else {
            return;
        };
        let names_games = self.games.len() > 1;
        let mut games = self.games.iter_mut();
        let known = games.find(|attendance| attendance.game.as_str() == bulletin.game);
        let Some(attendance) = known.filter(|attendance| attendance.seen < bulletin.end) else {
            return;
        };
        attendance.seen = bulletin.end;
        let records = bulletin.first..bulletin.end;
        let own =
            own.filter(|own| own.game.as_str() == bulletin.game && records.contains(&own.seq));
        for entry in bulletin.entries {
            if entry.audience == Readers::Requester && own.is_none() {
                continue;
            }
            let name = names_games.then_some(bulletin.game);
            let stamp = match own {
                Some(own) => stamp(name, own.naming, own.request),
                None => Stamp {
                    game_id: name,
                    ..Stamp::default()
                },
            };
            outgoing.push(stamped(entry.head, entry.tail, stamp));
        }
    }

    /// The game a request speaks of.
    fn addressed(&self, game_id: Option<&str>) -> Result<GameId, Failure> {
        let no_game = || Failure::new(Code::NoGame);
        match game_id {
            Some(text) => GameId::new(text).map_err(|_| no_game()),
            None => {
                let current = self.games.last().map(|attendance| &attendance.game);
                current.cloned().ok_or_else(no_game)
            }
        }
    }

    fn attendance(&self, game: &GameId) -> Option<&Attendance> {
        self.games
            .iter()
            .find(|attendance| attendance.game == *game)
    }

    async fn handle(&mut self, request: Request) -> Result<Handled, Failure> {
        let Request { body, game_id } = request;
        if let Body::NewGame(new_game) = body {
            return self.new_game(&new_game).await;
        }
        if let Some(answer) = self.of_finished(&body, game_id.as_deref()) {
            return answer;
        }
        if let Body::PieceMove { from, to, choice } = body
            && game_id.is_none()
            && !self.had_game
        {
            return self.first_move(from, to, choice).await;
        }
        let game = self.addressed(game_id.as_deref())?;
        match body {
            Body::JoinGame { seat, token } => self.join(&game, seat, token.as_deref()).await,
            Body::Spectate => self.spectate(&game).await,
            Body::StateRequest => self.state(&game).await,
            Body::LeaveGame => self.leave(&game).await,
            body @ (Body::PieceMove { .. }
            | Body::PromotionChoice(_)
            | Body::Action(_)
            | Body::NewGame(_)
            | Body::Resign { .. }
            | Body::DrawOffer { .. }
            | Body::DrawAccept { .. }
            | Body::DrawDecline { .. }
            | Body::DrawClaim { .. }) => self.act(&game, body).await,
        }
    }

    /// The answer to a request about a game that was over when it began.
    fn of_finished(&self, body: &Body, game_id: Option<&str>) -> Option<Result<Handled, Failure>> {
        let (game, finished) = self.finished.as_ref()?;
        if game_id.is_some_and(|id| id != game.as_str()) {
            return None;
        }
        Some(match body {
            Body::StateRequest | Body::Spectate => {
                let state = finished.state(game.as_str());
                Ok(Handled::Messages(vec![state], Naming::Usual))
            }
            Body::JoinGame { .. } => Err(Failure::new(Code::SeatTaken)),
            Body::LeaveGame => Ok(Handled::Nothing),
            Body::NewGame(_) => return None,
            Body::PieceMove { .. }
            | Body::PromotionChoice(_)
            | Body::Action(_)
            | Body::Resign { .. }
            | Body::DrawOffer { .. }
            | Body::DrawAccept { .. }
            | Body::DrawDecline { .. }
            | Body::DrawClaim { .. } => Err(Failure::new(Code::GameOver)),
        })
    }

    /// Takes part in a game: from now on the client is told what happens there. Says what the game looks like.
    async fn attend<T: Send + 'static>(
        &mut self,
        game: &GameId,
        role: Role,
        show: impl FnOnce(&Session, Millis) -> T + Clone + Send + 'static,
    ) -> Result<T, Failure> {
        let is_known = self.attendance(game).is_some();
        if !is_known && self.games.len() >= MAX_OPEN {
            return Err(Failure::new(Code::RateLimited).detail("too many games at once"));
        }
        let host = self.engine.host();
        let failed = |error: Rejection| Failure::of_host(&error, game.as_str());
        let player = role.sitting().map(|sitting| sitting.who.player.clone());
        let opened = host.open(
            game,
            player.as_ref(),
            None,
            &self.subscriber,
            &bulletin::EDITION,
        );
        let (_, handle) = opened.await.map_err(failed)?;
        let look = move |session: &Session, now: Millis| {
            let is_orthodox = is_orthodox(session.game());
            (session.seq(), is_orthodox, show(session, now))
        };
        let (seen, is_orthodox, shown) = host.look(game, look).await.map_err(failed)?;
        self.games.retain(|attendance| attendance.game != *game);
        self.games.push(Attendance {
            game: game.clone(),
            handle,
            role,
            is_orthodox,
            seen,
        });
        self.finished = None;
        self.had_game = true;
        Ok(shown)
    }

    /// Takes no part in a game any more.
    fn part(&mut self, game: &GameId) -> Option<Role> {
        let index = self
            .games
            .iter()
            .position(|attendance| attendance.game == *game)?;
        let attendance = self.games.remove(index);
        attendance.handle.close(self.subscriber.id());
        Some(attendance.role)
    }

    /// A seat's client has gone. Others are told, and an opponent waits for a while.
    fn miss(&self, game: &GameId, role: Role) {
        let (engine, game) = (self.engine.clone(), game.clone());
        match role {
            Role::Spectator => {}
            Role::Both(sitting) => {
                // The sign that somebody is there goes before anybody looks for it.
                let player = sitting.leave();
                tokio::spawn(async move { engine.tell_absence(&game, &player).await });
            }
            Role::Player(_, sitting) => {
                let player = sitting.leave();
                tokio::spawn(engine.watch_absence(game, player));
            }
        }
    }

    fn sit(&self, who: Identity) -> Arc<Sitting> {
        let presence = self.engine.host().connect(&who.player, &Subscriber::deaf());
        Arc::new(Sitting {
            who,
            _presence: presence,
        })
    }
}

/// What the answer to the client's own request looks like.
struct Own<'a> {
    game: &'a GameId,
    seq: u64,
    naming: &'a Naming,
    request: Option<&'a RequestId>,
}

fn stamp<'a>(
    name: Option<&'a str>,
    naming: &'a Naming,
    request_id: Option<&'a RequestId>,
) -> Stamp<'a> {
    let (game_id, seat_token) = match naming {
        Naming::Usual => (name, None),
        Naming::Game(game) => (Some(game.as_str()), None),
        Naming::Seat(game, token) => (Some(game.as_str()), Some(token.as_str())),
        Naming::Token(token) => (None, Some(token.as_str())),
    };
    Stamp {
        game_id,
        seat_token,
        request_id,
    }
}

impl Drop for Client {
    /// Its games stay. Those whose seats it had are told.
    fn drop(&mut self) {
        for attendance in std::mem::take(&mut self.games) {
            attendance.handle.close(self.subscriber.id());
            self.miss(&attendance.game, attendance.role);
        }
    }
}

/// The player of a seat, if somebody sits there.
fn sitter(session: &Session, seat: Seat) -> Option<PlayerId> {
    let sitter = session.seats()[seat].as_ref();
    sitter.map(|sitter| sitter.player.clone())
}
