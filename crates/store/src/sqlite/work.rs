//! Work on its way to a thread, and the answer on its way back.

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::{Answer, StoreError};

/// Something to do with a database, by a thread that does not know what.
pub(crate) trait Work: Send {
    /// Does it. It may be done again if what was done around it could not be committed.
    fn run(&mut self, connection: &Connection) -> rusqlite::Result<()>;

    /// Tells whoever asked how it went.
    fn answer(self: Box<Self>, error: Option<StoreError>);
}

struct Job<T, F> {
    job: F,
    done: Option<T>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Work for Job<T, F>
where
    T: Send,
    F: FnMut(&Connection) -> rusqlite::Result<T> + Send,
{
    fn run(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        self.done = Some((self.job)(connection)?);
        Ok(())
    }

    fn answer(self: Box<Self>, error: Option<StoreError>) {
        let answer = match (error, self.done) {
            (Some(error), _) => Err(error),
            (None, Some(done)) => Ok(done),
            (None, None) => Err(StoreError::failed("the work was not done")),
        };
        // Whoever asked may have gone; then nobody wants to know.
        drop(self.reply.send(answer));
    }
}

/// Packs a job, and gives the answer that will come.
pub(crate) fn pack<T, F>(job: F) -> (Box<dyn Work>, Answer<Result<T, StoreError>>)
where
    T: Send + 'static,
    F: FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    let work = Box::new(Job {
        job,
        done: None,
        reply,
    });
    let answer = async move { answer.await.unwrap_or(Err(StoreError::Closed)) };
    (work, Box::pin(answer))
}
