//! Moments at which many clients do the same.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

/// What many clients do at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storm {
    Pair,
    Join,
    JoinOrCancel,
    Rematch,
    Draw,
    Resign,
}

impl Storm {
    pub(crate) const ALL: [Storm; 6] = [
        Storm::Pair,
        Storm::Join,
        Storm::JoinOrCancel,
        Storm::Rematch,
        Storm::Draw,
        Storm::Resign,
    ];
}

/// Calls all clients that wait.
#[derive(Clone)]
pub(crate) struct Storms(Arc<(Mutex<Storm>, Notify)>);

impl Storms {
    pub(crate) fn new() -> Storms {
        Storms(Arc::new((Mutex::new(Storm::Pair), Notify::new())))
    }

    pub(crate) fn call(&self, storm: Storm) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = storm;
        self.0.1.notify_waiters();
    }

    /// Waits for the next storm.
    pub(crate) async fn next(&self) -> Storm {
        self.0.1.notified().await;
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
