//! The bus of nodes that share a NATS server.
//!
//! Of NATS only the core is used: publish and subscribe over TCP, at most once. That is a few verbs of text, and a few
//! of them are all that is spoken here.

mod address;
mod lines;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use session::{GameId, Record};
use store::NodeId;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;

pub use address::{BadNatsAddress, NatsAddress};

use crate::counters::Counters;
use crate::ear::Mouth;
use crate::joined::Joined;
use crate::message::{self, Message, Parcel};
use crate::pg::Outbox;
use crate::{Bus, BusCounts, Ear, Heard, QUEUE, Topic};
use lines::{Lines, Said};

/// Bytes of one message: what a server takes unless it is told otherwise is sixteen times as much.
const LIMIT: usize = 65_536;

/// Messages that go with one write.
const AT_ONCE: usize = 512;

/// How soon a lost connection is tried again.
const PAUSE: Duration = Duration::from_millis(300);

/// How long connecting may take, and how long a server may be silent after it was asked for a sign of life.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often the server is asked for a sign of life.
const PING: Duration = Duration::from_secs(2);

/// The bus of nodes that share a NATS server.
pub struct NatsBus {
    queue: Outbox,
    wishes: Sender<Wish>,
    joined: Arc<Joined>,
    ear: Mutex<Option<Ear>>,
    counters: Arc<Counters>,
}

/// What a node wants to hear of, or no longer.
enum Wish {
    Join(GameId),
    Leave(GameId),
}

impl NatsBus {
    /// A bus in the current runtime that connects, and connects again, by itself.
    pub fn start(address: NatsAddress, node: NodeId) -> NatsBus {
        let (queue, messages) = Outbox::new();
        let (wishes, wished) = channel(QUEUE);
        let counters = Arc::clone(&queue.counters);
        let (mouth, ear) = Ear::new(&counters);
        let joined = Arc::new(Joined::default());
        let run = Run {
            address,
            node,
            mouth,
            joined: Arc::clone(&joined),
            counters: Arc::clone(&counters),
            subscriptions: Mutex::default(),
        };
        tokio::spawn(run.run(messages, wished));
        NatsBus {
            queue,
            wishes,
            joined,
            ear: Mutex::new(Some(ear)),
            counters,
        }
    }
}

impl Bus for NatsBus {
    fn join(&self, game: &GameId) {
        if self.joined.add(game) {
            // Without room for it, the game is subscribed to when the connection is made again; until then the store is asked.
            drop(self.wishes.try_send(Wish::Join(game.clone())));
        }
    }

    fn leave(&self, game: &GameId) {
        if self.joined.remove(game) {
            drop(self.wishes.try_send(Wish::Leave(game.clone())));
        }
    }

    fn stored(&self, game: &GameId, records: &Arc<[Record]>) {
        let (game, records) = (game.clone(), Arc::clone(records));
        self.queue.put(Message::Stored { game, records });
    }

    fn tell(&self, topic: Topic, text: String) {
        self.queue.put(Message::Said { topic, text });
    }

    fn open(&self) -> Ear {
        let mut ear = self.ear.lock().unwrap_or_else(PoisonError::into_inner);
        ear.take().unwrap_or_else(Ear::deaf)
    }

    fn counts(&self) -> BusCounts {
        self.counters.read()
    }
}

/// What the task of the bus has.
struct Run {
    address: NatsAddress,
    node: NodeId,
    mouth: Mouth,
    joined: Arc<Joined>,
    counters: Arc<Counters>,
    /// The numbers under which games are subscribed to, and the last number given.
    subscriptions: Mutex<(HashMap<GameId, u64>, u64)>,
}

/// The number of the subscription to what is for all.
const FOR_ALL: u64 = 1;

impl Run {
    /// Connects again and again, until nobody uses the bus any more.
    async fn run(self, mut messages: Receiver<Message>, mut wished: Receiver<Wish>) {
        let mut is_first_failure = true;
        while !messages.is_closed() && self.mouth.is_heard() {
            let served = match timeout(PATIENCE, self.connect()).await {
                Ok(Ok((read, write))) => {
                    is_first_failure = true;
                    self.counters.connected(true);
                    self.mouth.say(Heard::Gap);
                    self.serve(read, write, &mut messages, &mut wished).await
                }
                Ok(Err(why)) => Err(why),
                Err(_) => Err("the NATS server does not answer".to_owned()),
            };
            self.counters.connected(false);
            if let Err(why) = served
                && std::mem::take(&mut is_first_failure)
            {
                tracing::warn!(
                    why,
                    "the connection over which nodes notify each other is lost"
                );
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn subscriptions(&self) -> MutexGuard<'_, (HashMap<GameId, u64>, u64)> {
        self.subscriptions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    async fn connect(&self) -> Result<(Lines<OwnedReadHalf>, OwnedWriteHalf), String> {
        let stream = TcpStream::connect(self.address.place()).await;
        let stream = stream.map_err(|why| why.to_string())?;
        stream.set_nodelay(true).map_err(|why| why.to_string())?;
        let (read, mut write) = stream.into_split();
        let mut lines = Lines::new(read);
        match lines.next().await? {
            Said::Info => {}
            other @ (Said::Ok | Said::Ping | Said::Pong | Said::Message(_) | Said::Error(_)) => {
                return Err(format!(
                    "this is not a NATS server: it began with {other:?}"
                ));
            }
        }
        let mut hello = self.address.connect_line();
        hello.push_str(&format!("SUB {} {FOR_ALL}\r\n", self.subject("all")));
        *self.subscriptions() = (HashMap::new(), FOR_ALL);
        for game in self.joined.all() {
            hello.push_str(&self.subscribe(&game));
        }
        hello.push_str("PING\r\n");
        let sent = write.write_all(hello.as_bytes()).await;
        sent.map_err(|why| why.to_string())?;
        loop {
            match lines.next().await? {
                Said::Pong => return Ok((lines, write)),
                Said::Error(why) => return Err(format!("the NATS server says {why}")),
                Said::Info | Said::Ok | Said::Ping | Said::Message(_) => {}
            }
        }
    }

    fn subject(&self, rest: &str) -> String {
        format!("{}.{rest}", self.address.prefix())
    }

    fn game_subject(&self, game: &GameId) -> String {
        let mut token = String::new();
        for letter in game.as_str().chars() {
            match letter.is_ascii_alphanumeric() || "-_".contains(letter) {
                true => token.push(letter),
                // Some letters have a meaning in subjects.
                false => token.push_str(&format!("={:02x}", u32::from(letter))),
            }
        }
        self.subject(&format!("game.{token}"))
    }

    fn subscribe(&self, game: &GameId) -> String {
        let mut subscriptions = self.subscriptions();
        let (games, last) = &mut *subscriptions;
        *last += 1;
        games.insert(game.clone(), *last);
        format!("SUB {} {last}\r\n", self.game_subject(game))
    }

    fn fulfil(&self, wish: Wish) -> String {
        match wish {
            Wish::Join(game) => {
                let is_known = self.subscriptions().0.contains_key(&game);
                match is_known || !self.joined.has(&game) {
                    true => String::new(),
                    false => self.subscribe(&game),
                }
            }
            // It may have been joined again.
            Wish::Leave(game) if self.joined.has(&game) => String::new(),
            Wish::Leave(game) => {
                let number = self.subscriptions().0.remove(&game);
                number.map_or_else(String::new, |number| format!("UNSUB {number}\r\n"))
            }
        }
    }

    async fn serve(
        &self,
        mut lines: Lines<OwnedReadHalf>,
        mut write: OwnedWriteHalf,
        messages: &mut Receiver<Message>,
        wished: &mut Receiver<Wish>,
    ) -> Result<(), String> {
        let mut waiting = Vec::new();
        let mut pinged: Option<Instant> = None;
        let mut ping = tokio::time::interval(PING);
        loop {
            let out = tokio::select! {
                n_messages = messages.recv_many(&mut waiting, AT_ONCE) => {
                    if n_messages == 0 {
                        return Ok(());
                    }
                    self.publications(waiting.drain(..))
                }
                wish = wished.recv() => match wish {
                    Some(wish) => self.fulfil(wish).into_bytes(),
                    None => return Ok(()),
                },
                said = lines.next() => match self.heed(said?, &mut pinged)? {
                    Some(answer) => answer.as_bytes().to_vec(),
                    None => continue,
                },
                _ = ping.tick() => {
                    if pinged.is_some_and(|since| since.elapsed() > PATIENCE) {
                        return Err("the NATS server is silent".to_owned());
                    }
                    if pinged.is_some() {
                        continue;
                    }
                    pinged = Some(Instant::now());
                    b"PING\r\n".to_vec()
                }
            };
            let written = timeout(PATIENCE, write.write_all(&out)).await;
            written
                .map_err(|_| "the NATS server does not read".to_owned())?
                .map_err(|why| why.to_string())?;
        }
    }

    /// What messages look like on the wire: one publication for each game, and one for what all are told.
    fn publications(&self, messages: impl ExactSizeIterator<Item = Message>) -> Vec<u8> {
        self.counters.sent(messages.len());
        let mut out = Vec::new();
        let mut publish = |subject: &str, messages: Vec<Message>| {
            for parcel in message::parcels(&self.node, 0, messages, LIMIT) {
                out.extend_from_slice(format!("PUB {subject} {}\r\n", parcel.len()).as_bytes());
                out.extend_from_slice(parcel.as_bytes());
                out.extend_from_slice(b"\r\n");
            }
        };
        let mut for_all = Vec::new();
        for message in messages {
            match message {
                Message::Stored { game, records } => {
                    let subject = self.game_subject(&game);
                    publish(&subject, vec![Message::Stored { game, records }]);
                }
                message @ (Message::Said { .. } | Message::Missing) => for_all.push(message),
            }
        }
        publish(&self.subject("all"), for_all);
        out
    }

    /// Heeds what the server says; what to answer.
    fn heed(
        &self,
        said: Said,
        pinged: &mut Option<Instant>,
    ) -> Result<Option<&'static str>, String> {
        match said {
            Said::Ping => return Ok(Some("PONG\r\n")),
            Said::Pong => {
                if let Some(since) = pinged.take() {
                    self.counters.round_trip(since.elapsed());
                }
            }
            Said::Message(payload) => {
                if let Some(Parcel::Others(heard)) =
                    message::open(&payload, &self.node, &self.joined)
                {
                    heard.into_iter().for_each(|heard| self.mouth.say(heard));
                }
            }
            Said::Error(why) => return Err(format!("the NATS server says {why}")),
            Said::Info | Said::Ok => {}
        }
        Ok(None)
    }
}
