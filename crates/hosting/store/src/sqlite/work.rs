//! Work on its way to a thread, and the answer on its way back.

use tokio::sync::oneshot;

use super::transaction::Transaction;
use crate::{StoreError, StoreFuture};

/// Something to do with a database, by a thread that does not know what.
pub(crate) trait Work: Send {
    /// Does it. It may be done again if what was done around it could not be committed.
    fn run(&mut self, transaction: &mut Transaction<'_>) -> rusqlite::Result<()>;

    /// Tells the caller how it went.
    fn answer(self: Box<Self>, error: Option<StoreError>);
}

/// Work whose own answer can be a no (`E`), besides that it may not be done at all.
struct Job<T, E, F> {
    job: F,
    done: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<T, E, F> Work for Job<T, E, F>
where
    T: Send,
    E: From<StoreError> + Send,
    F: FnMut(&mut Transaction<'_>) -> rusqlite::Result<Result<T, E>> + Send,
{
    fn run(&mut self, transaction: &mut Transaction<'_>) -> rusqlite::Result<()> {
        self.done = Some((self.job)(transaction)?);
        Ok(())
    }

    fn answer(self: Box<Self>, error: Option<StoreError>) {
        let answer = match (error, self.done) {
            (Some(error), _) => Err(error.into()),
            (None, Some(done)) => done,
            (None, None) => Err(StoreError::failed("the work was not done").into()),
        };
        // The caller may have gone.
        drop(self.reply.send(answer));
    }
}

/// Packs a job, and gives the answer that will come.
pub(crate) fn pack<T, E, F>(job: F) -> (Box<dyn Work>, StoreFuture<Result<T, E>>)
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    F: FnMut(&mut Transaction<'_>) -> rusqlite::Result<Result<T, E>> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    let work = Box::new(Job {
        job,
        done: None,
        reply,
    });
    let answer = async move { answer.await.unwrap_or(Err(StoreError::Closed.into())) };
    (work, Box::pin(answer))
}
