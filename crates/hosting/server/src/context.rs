//! What all protocols share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
    pub(crate) stopping: watch::Receiver<bool>,
    is_draining: AtomicBool,
    /// How often clients were sent to other servers.
    n_sent_away: AtomicU64,
    sent_away: watch::Sender<u64>,
}

impl Context {
    pub(crate) fn new(
        host: Host,
        settings: Settings,
        stopping: watch::Receiver<bool>,
    ) -> Arc<Context> {
        let limits = &settings.limits;
        Arc::new(Context {
            metrics: Metrics::default(),
            connections: ConnectionLimits::new(limits.connections, limits.connections_per_address),
            budgets: Budgets::new(limits.clone()),
            subtrees: OnceLock::new(),
            protocols: OnceLock::new(),
            host,
            settings,
            stopping,
            is_draining: AtomicBool::new(false),
            n_sent_away: AtomicU64::new(0),
            sent_away: watch::Sender::new(0),
        })
    }

    /// Returns when the server stops.
    pub async fn stopped(&self) {
        let mut stopping = self.stopping.clone();
        // Without a sender nobody is left to be served either.
        drop(stopping.wait_for(|stopping| *stopping).await);
    }

    /// Whether [`Context::stopped`] would return.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow() || self.stopping.has_changed().is_err()
    }

    /// Whether the server will stop soon and should get no new clients.
    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::SeqCst)
    }

    pub(crate) fn begin_draining(&self) {
        self.is_draining.store(true, Ordering::SeqCst);
    }

    /// How often clients were sent to other servers because this one was cut off from its store.
    pub fn n_sent_away(&self) -> u64 {
        self.n_sent_away.load(Ordering::SeqCst)
    }

    /// Returns when that has happened more often.
    pub async fn sent_away(&self, n_before: u64) {
        let mut sent_away = self.sent_away.subscribe();
        // Without a sender nobody is left to be served either.
        drop(sent_away.wait_for(|count| *count > n_before).await);
    }

    pub(crate) fn send_away(&self) {
        let count = self.n_sent_away.fetch_add(1, Ordering::SeqCst) + 1;
        self.sent_away.send_replace(count);
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
