//! The handle to one live game.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rules::{SceneChecksum, Seat};
use session::{Ask, Command, GameId, Millis, PlayerId, Record, Report, Session, Tag, View};
use tokio::sync::{mpsc, oneshot};

use crate::{Edition, HostError, Rejection, Subscriber};

/// Requests that may wait at one game. When it is full, further ones are told [`HostError::Overloaded`].
pub(crate) const MAILBOX: usize = 64;

pub(crate) type ReplySender<T> = oneshot::Sender<Result<T, Rejection>>;

/// What came of a request, and the processor time that it took, as far as that was measured.
pub(crate) type Measured<T> = (Result<T, Rejection>, Duration);

/// Looks at a game, or learns why it cannot be looked at.
pub(crate) type Look = Box<dyn FnOnce(Result<(&Session, Millis), Rejection>) + Send>;

/// What a game's task is told.
pub(crate) enum Message {
    Ask {
        command: Arc<Command>,
        answer: oneshot::Sender<Measured<Asked>>,
    },
    Report {
        report: Report,
        /// Told when everything that the report leads to is stored, if anybody waits for that.
        answer: Option<ReplySender<()>>,
    },
    /// Remove the game, unless somebody reads it.
    Remove {
        answer: ReplySender<bool>,
    },
    Open {
        subscriber: Subscriber,
        edition: &'static Edition,
        player: Option<PlayerId>,
        from: Option<u64>,
        answer: ReplySender<Opening>,
    },
    Close {
        subscriber: u64,
    },
    Look(Look),
    /// Does what is asked and looks at the game before anything else happens in it.
    AskAndLook {
        command: Arc<Command>,
        look: Look,
    },
    /// Something is due: a deadline of a sleeping game.
    Wake,
    /// Another node has stored records; none of them if they were too long for the message.
    News {
        n_records: u64,
        records: Vec<Record>,
    },
    /// The store has another number of records than were known here.
    Behind {
        n_records: u64,
        n_known: u64,
    },
    /// Computers may have been asked by a node that is dead.
    Poke,
    /// Finish what is under way and end.
    Stop,
}

/// What a player asks of a game.
#[derive(Clone, Debug)]
pub struct Asking<'a> {
    /// Who asks.
    pub player: &'a PlayerId,
    /// For which seat.
    pub seat: Option<Seat>,
    /// The tag by which the same request is recognised when it is sent again.
    pub tag: Option<Tag>,
    /// What.
    pub ask: Ask,
}

impl Asking<'_> {
    pub(crate) fn into_command(self) -> Command {
        Command::Ask {
            player: self.player.clone(),
            seat: self.seat,
            tag: self.tag,
            ask: self.ask,
        }
    }
}

/// What a request has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The sequence number of the first record it made, now or when it was first sent.
    pub seq: u64,
}

/// A game as it is when it is opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Everything there is to show.
    pub view: View,
    /// The checksum of its picture, for a subscriber who follows it.
    pub checksum: Option<SceneChecksum>,
    /// Where the player sits.
    pub seats: Vec<Seat>,
    /// The processor time that showing it took.
    pub work: Duration,
    /// The records after those the subscriber has, if it said how many it has and they are few.
    pub missed: Option<Vec<Record>>,
}

/// The handle to one live game. Cloning it is cheap.
#[derive(Clone)]
pub struct Game {
    id: GameId,
    mailbox: mpsc::Sender<Message>,
    /// How many records are known here; none before it is loaded. Only kept where other nodes may store some.
    n_records: Arc<AtomicU64>,
}

impl Game {
    pub(crate) fn new(id: GameId) -> (Game, mpsc::Receiver<Message>) {
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        let n_records = Arc::default();
        let game = Game {
            id,
            mailbox,
            n_records,
        };
        (game, messages)
    }

    /// The name of the game.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// How many records are known here, if the game is loaded.
    pub(crate) fn n_records(&self) -> Option<u64> {
        Some(self.n_records.load(Ordering::Relaxed)).filter(|n_records| *n_records > 0)
    }

    pub(crate) fn note_records(&self, n_records: u64) {
        self.n_records.store(n_records, Ordering::Relaxed);
    }

    /// Whether the game has gone to sleep; then a new handle is needed.
    pub(crate) fn is_asleep(&self) -> bool {
        self.mailbox.is_closed()
    }

    /// Comes back when the game's task has ended.
    pub(crate) async fn ended(&self) {
        self.mailbox.closed().await;
    }

    pub(crate) fn is_same(&self, other: &Game) -> bool {
        self.mailbox.same_channel(&other.mailbox)
    }

    pub(crate) fn send(&self, message: Message) -> Result<(), HostError> {
        self.mailbox.try_send(message).map_err(|why| match why {
            mpsc::error::TrySendError::Full(_) => HostError::Overloaded,
            mpsc::error::TrySendError::Closed(_) => HostError::Stopping,
        })
    }

    /// Sends even if that takes a moment; for what must not be lost.
    pub(crate) async fn send_surely(&self, message: Message) -> Result<(), HostError> {
        let sent = self.mailbox.send(message).await;
        sent.map_err(|_| HostError::Stopping)
    }

    pub(crate) async fn ask(&self, command: Arc<Command>) -> Measured<Asked> {
        let (answer, answered) = oneshot::channel();
        let unmeasured = |error: HostError| (Err(error.into()), Duration::ZERO);
        match self.send(Message::Ask { command, answer }) {
            Ok(()) => {
                let answered = answered.await;
                answered.unwrap_or_else(|_| unmeasured(HostError::Stopping))
            }
            Err(error) => unmeasured(error),
        }
    }

    pub(crate) async fn open(
        &self,
        subscriber: Subscriber,
        edition: &'static Edition,
        player: Option<PlayerId>,
        from: Option<u64>,
    ) -> Result<Opening, Rejection> {
        let (answer, answered) = oneshot::channel();
        self.send(Message::Open {
            subscriber,
            edition,
            player,
            from,
            answer,
        })?;
        answered.await.unwrap_or(Err(HostError::Stopping.into()))
    }

    pub(crate) async fn report(&self, report: Report) -> Result<(), Rejection> {
        let (answer, answered) = oneshot::channel();
        let answer = Some(answer);
        self.send(Message::Report { report, answer })?;
        answered.await.unwrap_or(Err(HostError::Stopping.into()))
    }

    pub(crate) async fn remove(&self) -> Result<bool, Rejection> {
        let (answer, answered) = oneshot::channel();
        self.send(Message::Remove { answer })?;
        answered.await.unwrap_or(Err(HostError::Stopping.into()))
    }

    /// Tells a subscriber no more.
    pub fn close(&self, subscriber: u64) {
        // A game that misses this notices by itself that the reader has gone.
        drop(self.send(Message::Close { subscriber }));
    }

    pub(crate) async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Session, Millis) -> T + Send + 'static,
    ) -> Result<T, Rejection> {
        let (look, seen) = answering(look);
        self.send(Message::Look(look))?;
        seen.await.unwrap_or(Err(HostError::Stopping.into()))
    }

    pub(crate) async fn ask_and_look<T: Send + 'static>(
        &self,
        command: Arc<Command>,
        look: impl FnOnce(&Session, Millis) -> T + Send + 'static,
    ) -> Result<T, Rejection> {
        let (look, seen) = answering(look);
        self.send(Message::AskAndLook { command, look })?;
        seen.await.unwrap_or(Err(HostError::Stopping.into()))
    }
}

/// A look whose result can be waited for.
fn answering<T: Send + 'static>(
    look: impl FnOnce(&Session, Millis) -> T + Send + 'static,
) -> (Look, oneshot::Receiver<Result<T, Rejection>>) {
    let (answer, answered) = oneshot::channel();
    let look = Box::new(move |session: Result<(&Session, Millis), Rejection>| {
        // The one who asked may have gone in the meantime.
        drop(answer.send(session.map(|(session, now)| look(session, now))));
    });
    (look, answered)
}
