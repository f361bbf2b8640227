//! Accepts clients of the line protocol and pairs them in order of arrival.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::{Arrival, Lines, MAX_EARLY, Request, Settings};
use rustix::net::{RecvFlags, recv, sockopt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::error::{TryRecvError, TrySendError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};

use crate::computer::ComputerClient;
use crate::pair::Pair;
use crate::service::Service;
use server::{AddressSlot, ConnectionSlot};
use server::{Intake, Pace};

/// How long a line may take to be sent. A client that does not read is disconnected.
const SENDING: Duration = Duration::from_secs(10);

/// How long what still arrives is thrown away after the last line, so that a reset does not destroy it.
const LINGER: Duration = Duration::from_secs(5);

/// A connection on which nothing happens is probed after this.
const PROBE: Duration = Duration::from_secs(60);

/// How long to wait when the system has no more room for connections, or a client has sent too much.
const BREATH: Duration = Duration::from_millis(50);

/// Pairs clients until the server stops, so many games at the same time. Beyond that connections are left
/// in the system's queue: the protocol has no words for a refusal.
pub(crate) async fn run(listener: TcpListener, service: Arc<Service>) {
    let settings = &service.options.settings;
    let max_games = service.options.max_games;
    let places = max_games.saturating_mul(2).min(Semaphore::MAX_PERMITS);
    let places = Arc::new(Semaphore::new(places));
    let mut waiting: Option<Waiting> = None;
    loop {
        let Some(second) = next(&listener, &places, &mut waiting, settings, &service).await else {
            return;
        };
        let first = waiting.take().map(|waiting| waiting.client);
        match (first.filter(|first| !first.is_gone()), second) {
            (Some(first), second) => {
                let pair = Pair::new(first, second, settings.clone(), Arc::clone(&service));
                tokio::spawn(pair.play());
            }
            (None, Peer::Client(client)) => waiting = Some(Waiting::new(client, &service)),
            // The client that it came for has just left.
            (None, Peer::Computer(_)) => {}
        }
    }
}

/// A client without an opponent.
struct Waiting {
    client: Client,
    /// When a computer comes, if one does.
    until: Option<Instant>,
}

impl Waiting {
    fn new(client: Client, service: &Service) -> Waiting {
        let patience = service.options.computer_after;
        let until = service.options.computer.map(|_| Instant::now() + patience);
        Waiting { client, until }
    }
}

/// The opponent of the next client who waits: another client, or a computer when that has lasted too
/// long. `None` when the server stops. A client that leaves while it waits is forgotten.
async fn next(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
    waiting: &mut Option<Waiting>,
    settings: &Settings,
    service: &Service,
) -> Option<Peer> {
    loop {
        let late = waiting.as_ref().and_then(|waiting| waiting.until);
        let accepted = tokio::select! {
            accepted = accept(listener, places) => accepted,
            () = gone(waiting) => {
                *waiting = None;
                continue;
            }
            () = at(late) => match computer(settings, service) {
                Some(computer) => return Some(Peer::Computer(Box::new(computer))),
                None => {
                    tracing::warn!("the computer that is to play over CCP does not exist");
                    if let Some(waiting) = waiting {
                        waiting.until = None;
                    }
                    continue;
                }
            },
            () = service.context.ended() => return None,
        };
        match accepted {
            Ok((stream, address, permit)) => match Admission::new(service, address, permit) {
                Some(admission) => return Some(Peer::Client(Client::new(stream, admission))),
                None => service.context.turn_away(stream),
            },
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

fn computer(settings: &Settings, service: &Service) -> Option<ComputerClient> {
    let level = service.options.computer?;
    ComputerClient::new(service.context.host.clone(), settings, level)
}

/// One side of a pair.
pub(crate) enum Peer {
    Client(Client),
    Computer(Box<ComputerClient>),
}

impl Peer {
    /// The next thing that happens on this side.
    pub(crate) async fn arrival(&mut self) -> Arrival {
        match self {
            Peer::Client(client) => client.arrival().await,
            Peer::Computer(computer) => computer.arrival().await,
        }
    }

    /// What has happened on this side already, if anything.
    pub(crate) fn arrived(&mut self) -> Option<Arrival> {
        match self {
            Peer::Client(client) => client.arrived(),
            Peer::Computer(_) => None,
        }
    }

    /// The name of a computer.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Peer::Client(_) => None,
            Peer::Computer(computer) => Some(computer.name()),
        }
    }

    /// Tells this side something.
    pub(crate) async fn send(&mut self, lines: &str) {
        match self {
            Peer::Client(client) => client.send(lines).await,
            Peer::Computer(computer) => computer.hear(lines),
        }
    }

    /// Lets this side go.
    pub(crate) async fn close(self) {
        if let Peer::Client(client) = self {
            client.close().await;
        }
    }
}

async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, IpAddr, OwnedSemaphorePermit)> {
    let permit = Arc::clone(places).acquire_owned().await;
    let permit = permit.map_err(std::io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer.ip(), permit))
}

/// The places of a connection, and how much it may send.
struct Admission {
    pace: Pace,
    intake: Intake,
    places: Places,
}

/// Given back when the connection ends.
struct Places {
    _permit: OwnedSemaphorePermit,
    _connection: ConnectionSlot,
    _address: AddressSlot,
}

impl Admission {
    /// Nothing if there is no room. Each pair stores a game, so an address may come only so often.
    fn new(service: &Service, ip: IpAddr, permit: OwnedSemaphorePermit) -> Option<Admission> {
        let address = service.context.budgets.address(ip).ok()?;
        let places = Places {
            _permit: permit,
            _connection: service.context.connections.enter()?,
            _address: service.context.connections.enter_from(&address)?,
        };
        let is_allowed = service.allows_connection(address.name());
        let budgets = &service.context.budgets;
        is_allowed.then_some(Admission {
            intake: budgets.intake(Arc::clone(&address)),
            pace: budgets.pace(address),
            places,
        })
    }
}

async fn gone(waiting: &mut Option<Waiting>) {
    match waiting {
        // However the reader ended, it reads no more.
        Some(waiting) => drop((&mut waiting.client.reading).await),
        None => std::future::pending().await,
    }
}

/// A connected client.
pub(crate) struct Client {
    requests: mpsc::Receiver<Request>,
    writing: OwnedWriteHalf,
    reading: JoinHandle<()>,
    has_left: bool,
    _places: Places,
}

impl Client {
    fn new(stream: TcpStream, admission: Admission) -> Client {
        // Without these options lines are later and lost peers stay longer; nothing else is harmed.
        let _ = stream.set_nodelay(true);
        let _ = sockopt::set_socket_keepalive(&stream, true);
        let _ = sockopt::set_tcp_keepidle(&stream, PROBE);
        let (reading, writing) = stream.into_split();
        let (sender, requests) = mpsc::channel(MAX_EARLY);
        Client {
            requests,
            writing,
            reading: tokio::spawn(read(reading, sender, admission.pace, admission.intake)),
            has_left: false,
            _places: admission.places,
        }
    }

    /// Whether the client has left. The system may know before the reader has had its turn.
    fn is_gone(&self) -> bool {
        let stream: &TcpStream = self.writing.as_ref();
        let peeked = recv(stream, &mut [0_u8], RecvFlags::PEEK | RecvFlags::DONTWAIT);
        self.reading.is_finished() || matches!(peeked, Ok((_, 0)))
    }

    /// The next thing that happens on the connection. Its end is told once.
    async fn arrival(&mut self) -> Arrival {
        if self.has_left {
            return std::future::pending().await;
        }
        match self.requests.recv().await {
            Some(request) => Arrival::Asked(request),
            None => {
                self.has_left = true;
                Arrival::Left
            }
        }
    }

    /// What has happened on the connection already, if anything.
    fn arrived(&mut self) -> Option<Arrival> {
        if self.has_left {
            return None;
        }
        match self.requests.try_recv() {
            Ok(request) => Some(Arrival::Asked(request)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.has_left = true;
                Some(Arrival::Left)
            }
        }
    }

    /// Sends lines. If that fails the client is gone, which its reader tells.
    async fn send(&mut self, lines: &str) {
        let sent = timeout(SENDING, self.writing.write_all(lines.as_bytes())).await;
        if !matches!(sent, Ok(Ok(()))) {
            self.reading.abort();
        }
    }

    /// Ends the stream to the client and listens a little longer.
    async fn close(mut self) {
        // A client that has gone already needs no end.
        drop(self.writing.shutdown().await);
        drop(self.requests);
        if timeout(LINGER, &mut self.reading).await.is_err() {
            self.reading.abort();
        }
    }
}

/// Reads lines until the end of the stream, or until too many lie around unread. When nobody wants them any
/// more they are thrown away. A client that sends faster than allowed is read more slowly: the protocol has no words
/// for a refusal.
async fn read(
    mut stream: OwnedReadHalf,
    sender: mpsc::Sender<Request>,
    pace: Pace,
    mut intake: Intake,
) {
    let mut lines = Lines::default();
    let mut buffer = [0; 512];
    loop {
        intake.ready().await;
        let n_read = stream.read(&mut buffer).await.unwrap_or(0);
        let arrived = match n_read {
            0 => lines.finish().into_iter().collect(),
            _ => lines.push(&buffer[..n_read]),
        };
        intake.note(n_read, arrived.len());
        for request in arrived.iter().filter_map(Request::read) {
            while !pace.allow(Instant::now(), 1) {
                tokio::time::sleep(BREATH).await;
            }
            if let Err(TrySendError::Full(_)) = sender.try_send(request) {
                return;
            }
        }
        if n_read == 0 {
            return;
        }
    }
}
