//! One at a time: requests about the same seek wait for each other.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use session::GameId;
use tokio::sync::Notify;

use crate::HostError;

/// How long a request waits for others about the same seek. A store that fails can make them take long.
const PATIENCE: Duration = Duration::from_secs(5);

/// Who is about to do something with a seek. Cloning it is cheap.
#[derive(Clone, Default)]
pub(crate) struct Turns(Arc<Inner>);

#[derive(Default)]
struct Inner {
    taken: Mutex<BTreeSet<GameId>>,
    ended: Notify,
}

/// A turn, which ends when it is dropped.
pub(crate) struct Turn {
    turns: Turns,
    seek: GameId,
}

impl Turns {
    fn taken(&self) -> MutexGuard<'_, BTreeSet<GameId>> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until nobody else is about to do something with this seek.
    ///
    /// # Errors
    /// That takes too long.
    pub(crate) async fn take(&self, seek: &GameId) -> Result<Turn, HostError> {
        let take = async {
            loop {
                let ended = self.0.ended.notified();
                if self.taken().insert(seek.clone()) {
                    return;
                }
                ended.await;
            }
        };
        in_time(take).await?;
        Ok(Turn {
            turns: self.clone(),
            seek: seek.clone(),
        })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.taken().remove(&self.seek);
        self.turns.0.ended.notify_waiters();
    }
}

/// Waits, but not for ever.
///
/// # Errors
/// It takes too long.
pub(crate) async fn in_time<T>(wait: impl Future<Output = T>) -> Result<T, HostError> {
    let waited = tokio::time::timeout(PATIENCE, wait).await;
    waited.map_err(|_| HostError::Overloaded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_seek_is_dealt_with_by_one_at_a_time() {
        let turns = Turns::default();
        let [one, other] = ["one", "other"].map(|id| GameId::new(id).unwrap());
        let turn = turns.take(&one).await.unwrap();
        assert!(turns.take(&other).await.is_ok());
        assert!(matches!(turns.take(&one).await, Err(HostError::Overloaded)));
        let waiting = tokio::spawn({
            let (turns, one) = (turns.clone(), one.clone());
            async move { turns.take(&one).await.is_ok() }
        });
        tokio::task::yield_now().await;
        drop(turn);
        assert!(waiting.await.unwrap());
    }
}
