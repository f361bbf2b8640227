//! What a client knows. It outlives the server's crashes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use host::{Identity, Joined, PlayerEvent, Push};
use rules::Variants;
use session::{GameId, PlayerId, Record, Sealed, Session, Tag};
use tokio::sync::{mpsc, oneshot};

use crate::call::{Call, Opened, Reply, Request, read_push};
use crate::connection::Down;
use crate::world::World;

/// A client, shared by the tasks that act for it.
#[derive(Clone)]
pub(crate) struct SharedClient(Arc<Mutex<Client>>);

impl SharedClient {
    pub(crate) fn new(index: usize, person: Person) -> SharedClient {
        SharedClient(Arc::new(Mutex::new(Client {
            index,
            person,
            ..Client::default()
        })))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Client> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who sits in front of a client, or of two: what they have in common is who they are.
#[derive(Clone, Default)]
pub(crate) struct Person(Arc<Mutex<Option<Identity>>>);

impl Person {
    fn lock(&self) -> MutexGuard<'_, Option<Identity>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a client knows.
#[derive(Default)]
pub(crate) struct Client {
    pub(crate) index: usize,
    pub(crate) person: Person,
    identity: Option<Identity>,
    n_tags: u64,
    /// Requests without an answer, to be sent again.
    pub(crate) unanswered: Vec<Call>,
    /// Requests that are on their way.
    pub(crate) in_flight: Vec<Call>,
    pub(crate) mirrors: BTreeMap<GameId, Mirror>,
    pub(crate) seeks: Vec<GameId>,
    pub(crate) games: Vec<GameId>,
    /// Requests for an opponent that led to waiting.
    pub(crate) waits: Vec<Call>,
    /// The present connection, and the requests on it.
    pub(crate) link: Option<Link>,
    waiting: BTreeMap<Tag, (Request, oneshot::Sender<Reply>)>,
}

/// The client's end of a connection.
pub(crate) struct Link {
    pub(crate) up: mpsc::Sender<Call>,
    pub(crate) reader: tokio::task::AbortHandle,
}

/// A game as a client knows it.
#[derive(Default)]
pub(crate) struct Mirror {
    /// How many records the client has been told of.
    pub(crate) seq: u64,
    pub(crate) session: Option<Session>,
    pub(crate) is_open: bool,
}

impl Client {
    pub(crate) fn player(&self) -> Option<&PlayerId> {
        self.identity.as_ref().map(|who| &who.player)
    }

    /// Who it is; somebody new, if nobody has sat here yet or the last one was sent away.
    pub(crate) fn identity(&mut self, new: impl FnOnce() -> Option<Identity>) -> Option<Identity> {
        if self.identity.is_none() {
            let mut person = self.person.lock();
            if person.is_none() {
                *person = new();
            }
            self.identity = person.clone();
        }
        self.identity.clone()
    }

    /// The server does not know this player any more. Somebody else sits down, who knows nothing.
    fn leave(&mut self, world: &World) {
        self.hang_up();
        let mut person = self.person.lock();
        if *person == self.identity {
            *person = None;
        }
        drop(person);
        if let Some(who) = self.identity.take() {
            world.trace(format_args!("{} is sent away", who.player));
        }
        self.unanswered.clear();
        self.mirrors.clear();
        self.seeks.clear();
        self.games.clear();
        self.waits.clear();
    }

    pub(crate) fn next_call(&mut self, request: Request) -> Option<Call> {
        self.n_tags += 1;
        let tag = Tag::new(format!("c{}-{}", self.index, self.n_tags)).ok()?;
        Some(Call { tag, request })
    }

    /// There is no answer: the request is to be sent again.
    pub(crate) fn give_up(&mut self, world: &World, call: Call) {
        if let Some(player) = self.player() {
            world.ledger().note_unsure(player, &call.tag);
        }
        if !self.unanswered.iter().any(|other| other.tag == call.tag) {
            self.unanswered.push(call);
        }
    }

    /// The server is gone, with everything that was on its way.
    pub(crate) fn lose_server(&mut self, world: &World) {
        self.hang_up();
        for call in std::mem::take(&mut self.in_flight) {
            self.give_up(world, call);
        }
    }

    /// Waits for the answer to a request.
    pub(crate) fn expect(&mut self, call: &Call) -> oneshot::Receiver<Reply> {
        let (answer, answered) = oneshot::channel();
        self.waiting
            .insert(call.tag.clone(), (call.request.clone(), answer));
        answered
    }

    /// The connection is gone, with all that was on its way.
    pub(crate) fn hang_up(&mut self) {
        if let Some(link) = self.link.take() {
            link.reader.abort();
        }
        self.waiting.clear();
        for mirror in self.mirrors.values_mut() {
            mirror.is_open = false;
        }
    }

    /// The server has said something over the connection.
    pub(crate) fn hear(&mut self, world: &World, down: Down) {
        match down {
            Down::Reply(tag, reply) => {
                let Some((request, answer)) = self.waiting.remove(&tag) else {
                    return;
                };
                if let (Request::Open { game, from }, Reply::Opened(opened)) = (&request, &reply) {
                    self.opened(world, game, *from, opened);
                }
                if let (Request::Close(game), Reply::Done) = (&request, &reply)
                    && let Some(mirror) = self.mirrors.get_mut(game)
                {
                    mirror.is_open = false;
                }
                // The sender may have given up.
                drop(answer.send(reply));
            }
            Down::Push(Push::Text(text)) => match read_push(&text) {
                Some((game, seq, records)) => self.told(world, &game, seq, &records),
                None => world.broken("notices can be read", format_args!("{text:?}")),
            },
            Down::Push(Push::Player(event)) => self.player_event(world, &event),
            Down::SentAway => self.leave(world),
        }
    }

    fn player_event(&mut self, world: &World, event: &PlayerEvent) {
        match event {
            PlayerEvent::Started { game, .. } => {
                if let Some(player) = self.player() {
                    let started = (player.clone(), game.clone());
                    world.ledger().started.insert(started);
                }
                self.add_game(game);
            }
            PlayerEvent::Challenged(seek) => world.ledger().seeks.push(seek.game.clone()),
            PlayerEvent::ChallengeGone { .. }
            | PlayerEvent::ChallengeMade(_)
            | PlayerEvent::Ended { .. }
            | PlayerEvent::Said { .. }
            | PlayerEvent::TokensEnded => {}
        }
    }

    pub(crate) fn add_game(&mut self, game: &GameId) {
        if !self.games.contains(game) {
            self.games.push(game.clone());
        }
    }

    fn opened(&mut self, world: &World, game: &GameId, from: Option<u64>, opened: &Opened) {
        let mirror = self.mirrors.entry(game.clone()).or_default();
        mirror.is_open = true;
        match (from, &opened.missed) {
            (Some(from), Some(missed)) => {
                if from + missed.len() as u64 != opened.seq {
                    world.broken(
                        "a reader who resumes sees all",
                        format_args!(
                            "{game}: {} records from {from} to {}",
                            missed.len(),
                            opened.seq
                        ),
                    );
                }
                for (seq, text) in (from..).zip(missed) {
                    mirror.hear(world, game, seq, text);
                }
            }
            (None, Some(_)) => world.broken(
                "only what was asked for is told",
                format_args!("{game}: missed records without a beginning"),
            ),
            (_, None) => {
                mirror.session = mirror
                    .session
                    .take()
                    .filter(|session| session.seq() == opened.seq);
            }
        }
        mirror.seq = opened.seq;
    }

    /// Notices are numbered without gaps. What was on its way when a game was opened again comes after it.
    fn told(&mut self, world: &World, game: &GameId, seq: u64, records: &[Arc<str>]) {
        let Some(mirror) = self.mirrors.get_mut(game).filter(|mirror| mirror.is_open) else {
            return;
        };
        let first = seq - (records.len() as u64).min(seq);
        if first > mirror.seq {
            world.broken(
                "notices are numbered without gaps",
                format_args!("{game}: {first} follows {}", mirror.seq),
            );
        }
        for (seq, text) in (first..).zip(records) {
            mirror.hear(world, game, seq, text);
        }
        mirror.seq = mirror.seq.max(seq);
    }

    /// The client has fetched all records of a game.
    pub(crate) fn fetched(
        &mut self,
        world: &World,
        variants: &Variants,
        game: &GameId,
        all: &[Sealed],
    ) {
        let mut ledger = world.ledger();
        let mut is_same = true;
        for (seq, sealed) in (0..).zip(all) {
            is_same &= ledger.note_told(game, seq, &sealed.text);
        }
        drop(ledger);
        if !is_same {
            world.broken("records never change", format_args!("{game}, as fetched"));
        }
        let records: Result<Vec<Record>, _> = all.iter().map(Sealed::record).collect();
        let session = records
            .ok()
            .and_then(|all| Session::replay(&all, &variants.lookup()).ok());
        if session.is_none() {
            world.broken(
                "records can be replayed",
                format_args!("{game}, as fetched"),
            );
        }
        let mirror = self.mirrors.entry(game.clone()).or_default();
        if all.len() as u64 >= mirror.seq || !mirror.is_open {
            mirror.session = session;
        }
    }

    /// The client has an answer.
    pub(crate) fn learn(&mut self, world: &World, variants: &Variants, call: &Call, reply: &Reply) {
        self.unanswered.retain(|other| other.tag != call.tag);
        match reply {
            Reply::Joined(Joined::Waiting(seek)) => {
                if !self.seeks.contains(&seek.game) {
                    self.seeks.push(seek.game.clone());
                }
                if !self.waits.iter().any(|other| other.tag == call.tag) {
                    self.waits.push(call.clone());
                }
            }
            Reply::Joined(Joined::Playing { game, .. }) => self.add_game(game),
            Reply::Records(all) => {
                if let Request::Records(game) = &call.request {
                    self.fetched(world, variants, game, all);
                }
            }
            Reply::Lobby(seeks) => {
                let mut ledger = world.ledger();
                let known = |game: &&GameId| !ledger.seeks.contains(*game);
                let new: Vec<GameId> = seeks.iter().filter(known).cloned().collect();
                ledger.seeks.extend(new);
            }
            Reply::Failed(_) => self.unanswered.push(call.clone()),
            Reply::SentAway => self.leave(world),
            Reply::Asked(_) | Reply::Opened(_) | Reply::Done | Reply::Refused(_) => {}
        }
    }
}

impl Mirror {
    /// The client is told a record.
    fn hear(&mut self, world: &World, game: &GameId, seq: u64, text: &str) {
        if !world.ledger().note_told(game, seq, text) {
            world.broken("records never change", format_args!("{game}, record {seq}"));
        }
        let Some(session) = self.session.as_mut().filter(|session| session.seq() <= seq) else {
            return;
        };
        let sealed = Sealed {
            text: text.to_owned(),
            hash: session::Hash::START,
        };
        let evolved = match sealed.record() {
            Ok(record) => session.evolve(&record).is_ok(),
            Err(_) => false,
        };
        if !evolved {
            world.broken(
                "records can be replayed",
                format_args!("{game}, record {seq}"),
            );
        }
    }
}
