//! What all protocols share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use host::Host;
use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::budget::Budgets;
use crate::connection_limits::ConnectionLimits;
use crate::metrics::Metrics;
use crate::{Protocol, Settings, Subtree};

/// What all protocols share.
pub struct Context {
    /// Runs the games.
    pub host: Host,
    /// How the server is set up.
    pub settings: Settings,
    /// Counters.
    pub metrics: Metrics,
    /// Connection limits.
    pub connections: ConnectionLimits,
    /// Rate limits by address and by player.
    pub budgets: Budgets,
    pub(crate) subtrees: OnceLock<Vec<(&'static str, Subtree)>>,
    pub(crate) protocols: OnceLock<Vec<Box<dyn Protocol>>>,
    pub(crate) leaving: Leaving,
    is_draining: AtomicBool,
}

/// When connections end.
pub(crate) struct Leaving {
    /// The server stops, or its node sends its players to others for a while.
    pub(crate) stopping: watch::Receiver<bool>,
    /// The server stops.
    pub(crate) ending: watch::Receiver<bool>,
}

impl Context {
    pub(crate) fn new(host: Host, settings: Settings, leaving: Leaving) -> Arc<Context> {
        let limits = &settings.limits;
        Arc::new(Context {
            metrics: Metrics::default(),
            connections: ConnectionLimits::new(limits.connections, limits.connections_per_address),
            budgets: Budgets::new(limits.clone()),
            subtrees: OnceLock::new(),
            protocols: OnceLock::new(),
            host,
            settings,
            leaving,
            is_draining: AtomicBool::new(false),
        })
    }

    /// Returns when the server stops, or sends its clients to other nodes because it cannot reach its store: connections
    /// say goodbye.
    pub async fn stopped(&self) {
        let mut stopping = self.leaving.stopping.clone();
        // Without a sender nobody is left to be served either.
        drop(stopping.wait_for(|stopping| *stopping).await);
    }

    /// Whether [`Context::stopped`] would return.
    pub fn is_stopping(&self) -> bool {
        let stopping = &self.leaving.stopping;
        *stopping.borrow() || stopping.has_changed().is_err()
    }

    /// Returns when the server stops for good: nobody is let in any more.
    pub async fn ended(&self) {
        let mut ending = self.leaving.ending.clone();
        drop(ending.wait_for(|is_ending| *is_ending).await);
    }

    /// Whether the server will stop soon and should get no new clients.
    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::SeqCst)
    }

    pub(crate) fn begin_draining(&self) {
        self.is_draining.store(true, Ordering::SeqCst);
    }

    pub(crate) fn protocols(&self) -> &[Box<dyn Protocol>] {
        self.protocols.get().map_or(&[], Vec::as_slice)
    }

    /// Counts and closes a connection above a limit.
    pub fn turn_away(&self, stream: TcpStream) {
        Metrics::count(&self.metrics.turned_away);
        self.connections.turn_away(stream);
    }

    pub(crate) fn subtrees(&self) -> &[(&'static str, Subtree)] {
        self.subtrees.get().map_or(&[], Vec::as_slice)
    }
}
