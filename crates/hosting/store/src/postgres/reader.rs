//! The connections that read. They see what is committed and never wait for the writer.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::sync::mpsc::Receiver;

use super::PostgresAddress;
use super::link::{Link, Role, Trouble};
use super::work::{Job, Work};
use super::writer::PATIENCE;

/// How soon it is tried again to connect.
const RETRY: Duration = Duration::from_millis(100);

/// Works until the queue is closed. Several readers share it.
pub(super) async fn run(address: PostgresAddress, queue: Arc<Mutex<Receiver<Work>>>) {
    let mut link = None;
    loop {
        let work = queue.lock().await.recv().await;
        match work {
            Some(Work::Job(job)) => link = read(&address, link, job).await,
            // Records are not read.
            Some(work @ Work::Append(_)) => work.fail(crate::StoreError::Closed),
            None => return,
        }
    }
}

/// Does one job, on another connection if the one that there is is lost. Reading twice does no harm.
async fn read(
    address: &PostgresAddress,
    mut link: Option<Link>,
    mut job: Box<dyn Job>,
) -> Option<Link> {
    loop {
        let trouble = match link.take().filter(|link| !link.is_closed()) {
            Some(open) => match job.run(&open).await {
                Ok(()) => {
                    job.answer(None);
                    return Some(open);
                }
                Err(trouble @ Trouble::Refused { .. }) => {
                    job.answer(Some(trouble.into()));
                    return Some(open);
                }
                Err(trouble @ Trouble::Lost(_)) => trouble,
            },
            None => match Link::open(address, Role::Reader).await {
                Ok(open) => {
                    link = Some(open);
                    continue;
                }
                Err(trouble) => {
                    tokio::time::sleep(RETRY).await;
                    trouble
                }
            },
        };
        if job.since().elapsed() > PATIENCE {
            job.answer(Some(trouble.into()));
            return None;
        }
    }
}
