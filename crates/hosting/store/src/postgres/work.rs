//! Work on its way to the thread of a store, and the answer on its way back.

use std::pin::Pin;
use std::time::Instant;

use session::GameId;
use tokio::sync::oneshot;

use super::link::{Link, Trouble};
use super::tail_cache::Tail;
use crate::batch::Batch;
use crate::{AppendError, StoreError, StoreFuture};

/// What there is to do.
pub(super) enum Work {
    /// Records to add to a game. Those of many games share a statement.
    Append(Append),
    /// Anything else.
    Job(Box<dyn Job>),
}

impl Work {
    /// The game that it is about. What is about one game is done in the order in which it came.
    pub(super) fn game(&self) -> Option<&GameId> {
        match self {
            Work::Append(append) => Some(&append.batch.game),
            Work::Job(job) => job.game(),
        }
    }

    /// When it was handed over.
    pub(super) fn since(&self) -> Instant {
        match self {
            Work::Append(append) => append.since,
            Work::Job(job) => job.since(),
        }
    }

    pub(super) fn fail(self, error: StoreError) {
        match self {
            Work::Append(append) => append.answer(Err(error.into())),
            Work::Job(job) => job.answer(Some(error)),
        }
    }
}

/// Records to add to a game.
pub(super) struct Append {
    pub(super) since: Instant,
    pub(super) batch: Batch,
    /// After which record it was tried already, if nobody knows whether it was done.
    pub(super) tried: Option<Tail>,
    reply: oneshot::Sender<Result<(), AppendError>>,
}

impl Append {
    pub(super) fn answer(self, answer: Result<(), AppendError>) {
        // The caller may have gone.
        drop(self.reply.send(answer));
    }
}

/// Something to do with a connection, by a task that does not know what.
pub(super) trait Job: Send {
    /// Does it. It may be done again if the connection was lost meanwhile and the job says that this is right.
    fn run<'a>(&'a mut self, link: &'a Link) -> Running<'a>;

    /// Whether it can be done again when it may have been done.
    fn can_repeat(&self) -> bool;

    fn game(&self) -> Option<&GameId>;

    /// When it was handed over.
    fn since(&self) -> Instant;

    /// Tells the caller how it went.
    fn answer(self: Box<Self>, error: Option<StoreError>);
}

/// A job that is being done.
pub(super) type Running<'a> = Pin<Box<dyn Future<Output = Result<(), Trouble>> + 'a>>;

/// Whether a job can be done again when nobody knows whether it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeat {
    Yes,
    /// Its answer would be wrong the second time.
    No,
}

/// A job whose own answer can be a no (`E`), besides that it may not be done at all.
struct AsyncJob<T, E, F> {
    job: F,
    repeat: Repeat,
    game: Option<GameId>,
    since: Instant,
    done: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<T, E, F> Job for AsyncJob<T, E, F>
where
    T: Send,
    E: From<StoreError> + Send,
    F: AsyncFnMut(&Link) -> Result<Result<T, E>, Trouble> + Send,
{
    fn run<'a>(&'a mut self, link: &'a Link) -> Running<'a> {
        Box::pin(async move {
            self.done = Some((self.job)(link).await?);
            Ok(())
        })
    }

    fn can_repeat(&self) -> bool {
        self.repeat == Repeat::Yes
    }

    fn game(&self) -> Option<&GameId> {
        self.game.as_ref()
    }

    fn since(&self) -> Instant {
        self.since
    }

    fn answer(self: Box<Self>, error: Option<StoreError>) {
        let answer = match (error, self.done) {
            (Some(error), _) => Err(error.into()),
            (None, Some(done)) => done,
            (None, None) => Err(StoreError::failed("the work was not done").into()),
        };
        drop(self.reply.send(answer));
    }
}

/// Packs a job, and gives the answer that will come.
pub(super) fn pack<T, E, F>(
    repeat: Repeat,
    game: Option<GameId>,
    job: F,
) -> (Work, StoreFuture<Result<T, E>>)
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    F: AsyncFnMut(&Link) -> Result<Result<T, E>, Trouble> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    let work = Work::Job(Box::new(AsyncJob {
        job,
        repeat,
        game,
        since: Instant::now(),
        done: None,
        reply,
    }));
    (work, later(answer))
}

/// Packs records, and gives the answer that will come.
pub(super) fn pack_append(batch: Batch) -> (Work, StoreFuture<Result<(), AppendError>>) {
    let (reply, answer) = oneshot::channel();
    let work = Work::Append(Append {
        since: Instant::now(),
        batch,
        tried: None,
        reply,
    });
    (work, later(answer))
}

fn later<T, E>(answer: oneshot::Receiver<Result<T, E>>) -> StoreFuture<Result<T, E>>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    Box::pin(async move { answer.await.unwrap_or(Err(StoreError::Closed.into())) })
}
