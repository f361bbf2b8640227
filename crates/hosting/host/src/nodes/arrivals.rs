//! Players who have just come to this node and may get back time that another node has cost them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::PlayerId;
use tokio::sync::watch;

/// Players about whom it is not known yet what they get back. What they ask waits for that: a move ends their turn, and
/// with it what can be given back.
#[derive(Default)]
pub(crate) struct Arrivals(Mutex<HashMap<PlayerId, watch::Receiver<()>>>);

/// A player is about to arrive, until this is dropped.
pub(crate) struct Arriving {
    arrivals: Arc<Arrivals>,
    player: PlayerId,
    settled: watch::Sender<()>,
}

impl Arrivals {
    fn players(&self) -> MutexGuard<'_, HashMap<PlayerId, watch::Receiver<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn begin(self: &Arc<Arrivals>, player: &PlayerId) -> Arriving {
        let (sender, receiver) = watch::channel(());
        self.players().insert(player.clone(), receiver);
        Arriving {
            arrivals: Arc::clone(self),
            player: player.clone(),
            settled: sender,
        }
    }

    /// Comes back when the player has arrived.
    pub(crate) async fn settled(&self, player: &PlayerId) {
        let waiting = self.players().get(player).cloned();
        if let Some(mut waiting) = waiting {
            // Nothing is ever sent: the end is what is waited for.
            drop(waiting.changed().await);
        }
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        let mut players = self.arrivals.players();
        // The same player may be arriving again.
        let is_same =
            |waiting: &watch::Receiver<()>| waiting.same_channel(&self.settled.subscribe());
        if players.get(&self.player).is_some_and(is_same) {
            players.remove(&self.player);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_asked_waits_until_the_last_arrival_is_settled() {
        let arrivals = Arc::new(Arrivals::default());
        let ada = PlayerId::new("ada").unwrap();
        arrivals.settled(&ada).await;
        let first = arrivals.begin(&ada);
        let second = arrivals.begin(&ada);
        drop(first);
        let waiting = tokio::spawn({
            let (arrivals, ada) = (Arc::clone(&arrivals), ada.clone());
            async move { arrivals.settled(&ada).await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(second);
        waiting.await.unwrap();
        assert!(arrivals.players().is_empty());
    }
}
