//! The bus of nodes that share a PostgreSQL database: `NOTIFY`, on a connection of its own, many messages at once.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use session::{GameId, Record};
use store::{NodeId, PostgresAddress, PostgresChannel, StoreError};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::counters::Counters;
use crate::ear::Mouth;
use crate::joined::Joined;
use crate::message::{self, Message, Parcel};
use crate::{Bus, BusCounts, Ear, Heard, QUEUE, Topic};

/// Under which name nodes notify each other.
const CHANNEL: &str = "rookery_bus";

/// Bytes of a notification. PostgreSQL takes less than 8000.
const LIMIT: usize = 7900;

/// Messages that go with one statement. While it is under way the next ones gather.
const AT_ONCE: usize = 512;

/// How soon a lost connection is tried again.
const PAUSE: Duration = Duration::from_millis(300);

/// Without anything to say, so often something is said to oneself: it shows that the connection works.
const QUIET: Duration = Duration::from_secs(2);

/// The bus of nodes that share a PostgreSQL database.
pub struct PgBus {
    queue: Outbox,
    joined: Arc<Joined>,
    ear: Mutex<Option<Ear>>,
    counters: Arc<Counters>,
}

impl PgBus {
    /// A bus in the current runtime that connects, and connects again, by itself.
    pub fn start(address: PostgresAddress, node: NodeId) -> PgBus {
        let (queue, messages) = Outbox::new();
        let counters = Arc::clone(&queue.counters);
        let (mouth, ear) = Ear::new(&counters);
        let joined = Arc::new(Joined::default());
        let run = Run {
            address,
            node,
            mouth,
            joined: Arc::clone(&joined),
            counters: Arc::clone(&counters),
            started: Instant::now(),
        };
        tokio::spawn(run.run(messages));
        PgBus {
            queue,
            joined,
            ear: Mutex::new(Some(ear)),
            counters,
        }
    }
}

impl Bus for PgBus {
    fn join(&self, game: &GameId) {
        self.joined.add(game);
    }

    fn leave(&self, game: &GameId) {
        self.joined.remove(game);
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

/// What waits to be sent. When there is no room, others are told that they have missed something.
pub(crate) struct Outbox {
    messages: Sender<Message>,
    missing: std::sync::atomic::AtomicBool,
    pub(crate) counters: Arc<Counters>,
}

impl Outbox {
    pub(crate) fn new() -> (Outbox, Receiver<Message>) {
        let (sender, messages) = channel(QUEUE);
        let outbox = Outbox {
            messages: sender,
            missing: std::sync::atomic::AtomicBool::new(false),
            counters: Arc::default(),
        };
        (outbox, messages)
    }

    pub(crate) fn put(&self, message: Message) {
        use std::sync::atomic::Ordering::Relaxed;
        if self.missing.load(Relaxed) && self.messages.try_send(Message::Missing).is_ok() {
            self.missing.store(false, Relaxed);
        }
        if self.messages.try_send(message).is_err() {
            self.counters.lost();
            self.missing.store(true, Relaxed);
        }
    }
}

/// What the task of the bus has.
struct Run {
    address: PostgresAddress,
    node: NodeId,
    mouth: Mouth,
    joined: Arc<Joined>,
    counters: Arc<Counters>,
    started: Instant,
}

impl Run {
    /// Connects again and again, until nobody uses the bus any more.
    async fn run(self, mut messages: Receiver<Message>) {
        let mut is_first_failure = true;
        while !messages.is_closed() && self.mouth.is_heard() {
            let served = match PostgresChannel::open(&self.address, CHANNEL).await {
                Ok(channel) => {
                    is_first_failure = true;
                    self.counters.connected(true);
                    // What was said before is lost.
                    self.mouth.say(Heard::Gap);
                    self.serve(channel, &mut messages).await
                }
                Err(error) => Err(error),
            };
            self.counters.connected(false);
            if let Err(error) = served
                && std::mem::take(&mut is_first_failure)
            {
                tracing::warn!(%error, "the connection over which nodes notify each other is lost");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn serve(
        &self,
        mut channel: PostgresChannel,
        messages: &mut Receiver<Message>,
    ) -> Result<(), StoreError> {
        let mut waiting = Vec::new();
        let mut last_sign = tokio::time::Instant::now();
        loop {
            let quiet = tokio::time::sleep_until(last_sign + QUIET);
            tokio::select! {
                n_messages = messages.recv_many(&mut waiting, AT_ONCE) => {
                    if n_messages == 0 {
                        return Ok(());
                    }
                }
                payload = channel.recv() => {
                    self.hear(&payload?);
                    continue;
                }
                () = quiet => {}
            }
            last_sign = tokio::time::Instant::now();
            let parcels = self.parcels(waiting.drain(..));
            let mut sending = std::pin::pin!(channel.notifier().notify(parcels));
            // While the database is about it, what others say is heard.
            loop {
                tokio::select! {
                    sent = &mut sending => {
                        sent?;
                        break;
                    }
                    payload = channel.recv() => self.hear(&payload?),
                }
            }
        }
    }

    fn parcels(&self, messages: impl ExactSizeIterator<Item = Message>) -> Vec<String> {
        let stamp = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.counters.sent(messages.len());
        let parcels = message::parcels(&self.node, stamp, messages, LIMIT);
        match parcels.is_empty() {
            true => vec![format!("{} {stamp}\n", self.node)],
            false => parcels,
        }
    }

    fn hear(&self, payload: &str) {
        match message::open(payload, &self.node, &self.joined) {
            Some(Parcel::Others(heard)) => {
                heard.into_iter().for_each(|heard| self.mouth.say(heard))
            }
            Some(Parcel::Own(stamp)) => {
                let sent = Duration::from_micros(stamp);
                self.counters
                    .round_trip(self.started.elapsed().saturating_sub(sent));
            }
            None => {}
        }
    }
}
