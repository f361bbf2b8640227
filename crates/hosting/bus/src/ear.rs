//! The two ends of what a node hears.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc::{self, Receiver, Sender};

use crate::counters::Counters;
use crate::{Heard, QUEUE};

/// Where a node hears what others say.
pub struct Ear {
    messages: Receiver<Heard>,
    missed: Arc<AtomicBool>,
}

/// Where a bus puts what was heard.
#[derive(Clone)]
pub(crate) struct Mouth {
    messages: Sender<Heard>,
    /// Something did not fit into the queue, and the listener does not know yet.
    missed: Arc<AtomicBool>,
    counters: Arc<Counters>,
}

impl Ear {
    pub(crate) fn new(counters: &Arc<Counters>) -> (Mouth, Ear) {
        let (sender, messages) = mpsc::channel(QUEUE);
        let missed = Arc::new(AtomicBool::new(false));
        let mouth = Mouth {
            messages: sender,
            missed: Arc::clone(&missed),
            counters: Arc::clone(counters),
        };
        (mouth, Ear { messages, missed })
    }

    /// An end where nothing is heard.
    pub(crate) fn deaf() -> Ear {
        Ear {
            messages: mpsc::channel(1).1,
            missed: Arc::default(),
        }
    }

    /// The next message; none when the bus has ended.
    pub async fn hear(&mut self) -> Option<Heard> {
        if self.missed.swap(false, Ordering::SeqCst) {
            return Some(Heard::Gap);
        }
        self.messages.recv().await
    }
}

impl Mouth {
    pub(crate) fn say(&self, heard: Heard) {
        if heard != Heard::Gap {
            self.counters.heard();
        }
        if self.messages.try_send(heard).is_err() {
            self.counters.lost();
            self.missed.store(true, Ordering::SeqCst);
        }
    }

    /// Whether anybody listens.
    pub(crate) fn is_heard(&self) -> bool {
        !self.messages.is_closed()
    }
}
