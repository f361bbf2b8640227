//! What all doors share, and the server as a whole.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use host::Host;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use wire::json_interface::Referee;
use wire::native::VariantInfo;

use crate::budget::Budgets;
use crate::crowd::Crowd;
use crate::json_desk::{self, JsonDesk};
use crate::metrics::Metrics;
use crate::{Config, Extra, accept, api, ccp, ccp_table, extra, routes, study};

/// What a server is made of.
pub struct Parts {
    /// Who runs the games.
    pub host: Host,
    /// Who judges games of the JSON message interface.
    pub referees: Vec<Referee>,
    /// Protocols with paths of their own.
    pub extras: Vec<Extra>,
    /// How it is set up.
    pub config: Config,
}

/// What all doors share.
pub(crate) struct Shared {
    pub(crate) host: Host,
    pub(crate) extras: Vec<Extra>,
    pub(crate) config: Config,
    pub(crate) metrics: Metrics,
    pub(crate) crowd: Crowd,
    pub(crate) json: JsonDesk,
    pub(crate) budgets: Budgets,
    /// What is known of all variants.
    pub(crate) variant_infos: Vec<VariantInfo>,
    /// Places for work that only takes processor time.
    pub(crate) study_places: Arc<Semaphore>,
    /// Places for bodies that are longer than usual.
    pub(crate) large_bodies: Semaphore,
    /// Another text for every start.
    pub(crate) life: String,
    stopping: watch::Receiver<bool>,
}

impl Shared {
    /// Comes back when the server stops.
    pub(crate) async fn stopped(&self) {
        let mut stopping = self.stopping.clone();
        // Without a sender nobody is left to be served either.
        drop(stopping.wait_for(|stopping| *stopping).await);
    }

    /// Whether [`Shared::stopped`] would come back.
    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow() || self.stopping.has_changed().is_err()
    }
}

fn new_life() -> io::Result<String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(format!("{:016x}", u64::from_le_bytes(bytes)))
}

/// A server with open doors.
pub struct Server {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    accepting: JoinHandle<()>,
    shared: Arc<Shared>,
}

impl Server {
    /// Opens the doors on a listener.
    ///
    /// # Errors
    /// The listener has no address, the system gives no random numbers, or the configuration names a
    /// protocol that is not there.
    pub fn start(listener: TcpListener, parts: Parts) -> io::Result<Server> {
        extra::check_root(parts.config.root.as_deref(), &parts.extras).map_err(io::Error::other)?;
        let address = listener.local_addr()?;
        let (stop, stopping) = watch::channel(false);
        let limits = &parts.config.limits;
        let shared = Arc::new(Shared {
            json: json_desk::start(parts.referees)?,
            metrics: Metrics::default(),
            crowd: Crowd::new(limits.connections, limits.connections_per_address),
            budgets: Budgets::new(limits.clone()),
            variant_infos: study::variant_infos(&parts.host),
            study_places: Arc::new(Semaphore::new(study::PLACES)),
            large_bodies: Semaphore::new(api::LARGE_BODIES),
            host: parts.host,
            extras: parts.extras,
            config: parts.config,
            life: new_life()?,
            stopping,
        });
        tokio::spawn(ccp_table::end_leftovers(Arc::clone(&shared)));
        let router = routes::router(Arc::clone(&shared));
        let accepting = tokio::spawn(accept::run(listener, router, Arc::clone(&shared)));
        Ok(Server {
            address,
            stop,
            accepting,
            shared,
        })
    }

    /// Opens the door for the line protocol CCP on a listener of its own.
    pub fn open_ccp(&self, listener: TcpListener, settings: wire::ccp::Settings) {
        let shared = Arc::clone(&self.shared);
        let config = &shared.config;
        let settings = wire::ccp::Settings {
            error_base: config.ccp_error_base,
            disconnect: config.ccp_disconnect,
            error_patience: Duration::from_secs(config.ccp_error_patience),
            max_errors: config.ccp_max_errors,
            ..settings
        };
        let max_games = config.limits.ccp_games;
        // The task ends when the server stops; whoever is inside is waited for like everybody else.
        drop(tokio::spawn(ccp::run(
            listener, settings, max_games, shared,
        )));
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes the doors: says goodbye to everybody, waits for answers under way, and stops the games.
    pub async fn stop(self) {
        self.shared.host.close().await;
        self.stop.send_replace(true);
        // The task ends by itself; if it panicked there is nothing to wait for.
        drop(self.accepting.await);
        self.shared.crowd.gone().await;
        self.shared.host.stop().await;
    }
}
