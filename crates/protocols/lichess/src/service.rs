//! What all calls of this protocol share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use server::Context;
use session::PlayerId;
use tokio::sync::{Notify, Semaphore};

use crate::Settings;

/// Exports of many games under way at the same time. Later ones wait.
const EXPORTS: usize = 4;

/// What all calls of this protocol share.
pub(crate) struct Service {
    pub(crate) context: Arc<Context>,
    pub(crate) settings: Settings,
    pub(crate) events: EventStreams,
    /// Permits for exports of many games.
    pub(crate) exports: Arc<Semaphore>,
}

impl Service {
    pub(crate) fn new(context: &Arc<Context>, settings: Settings) -> Arc<Service> {
        Arc::new(Service {
            context: Arc::clone(context),
            settings,
            events: EventStreams::default(),
            exports: Arc::new(Semaphore::new(EXPORTS)),
        })
    }
}

/// Who holds a stream of events: one for each token, so there are never more than connections.
#[derive(Default)]
pub(crate) struct EventStreams {
    next: AtomicU64,
    open: Mutex<HashMap<String, OpenStream>>,
}

struct OpenStream {
    id: u64,
    player: PlayerId,
    /// Told when another stream takes its place.
    replaced: Arc<Notify>,
}

impl EventStreams {
    fn open(&self) -> MutexGuard<'_, HashMap<String, OpenStream>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new stream of a token, which ends the older one.
    pub(crate) fn begin(&self, token: &str, player: &PlayerId) -> (u64, Arc<Notify>) {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let replaced = Arc::new(Notify::new());
        let stream = OpenStream {
            id,
            player: player.clone(),
            replaced: Arc::clone(&replaced),
        };
        let older = self.open().insert(token.to_owned(), stream);
        if let Some(older) = older {
            // Kept for a stream that is not waiting at this moment.
            older.replaced.notify_one();
        }
        (id, replaced)
    }

    /// A stream has ended.
    pub(crate) fn end(&self, token: &str, id: u64) {
        let mut open = self.open();
        if open.get(token).is_some_and(|stream| stream.id == id) {
            open.remove(token);
        }
    }

    /// The players who hold a stream.
    pub(crate) fn players(&self) -> Vec<PlayerId> {
        let open = self.open();
        let mut players: Vec<PlayerId> = open.values().map(|one| one.player.clone()).collect();
        players.sort();
        players.dedup();
        players
    }
}
