//! The JSON message interface over WebSocket and as POST.
//!
//! All its games are at one desk, which one task serves.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use crate::{ConnectionId, Desk, MAX_MESSAGE, Outgoing, Referee};
use axum::body::{Body, to_bytes};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use host::{HostError, Rejection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use server::{Address, Keepalive, KeepaliveAction, Message, Peer, Upgrade, WebSocket};

use crate::service::Service;

/// Messages that may wait for the desk. A client whose message finds no room is told to come later.
const MAILBOX: usize = 1024;

/// Messages that may wait for a client. One that does not read them is disconnected.
const QUEUE: usize = 128;

/// Clients at the same time.
const MAX_CLIENTS: usize = 5000;

/// Clients of one address at the same time that use POST. Those with a connection are limited like all
/// connections.
const MAX_POSTERS: usize = 100;

/// The longest message in bytes, spaces and all, and so the longest frame.
const MAX_FRAME: usize = 4 * MAX_MESSAGE;

/// A client that uses POST has gone when it has sent nothing for so long.
const AWAY: Duration = Duration::from_secs(300);

/// How often is looked for such clients.
const SWEEP: Duration = Duration::from_secs(30);

const PATIENCE: Duration = Duration::from_secs(10);

/// The cookie by which a client that uses POST is known again.
const COOKIE: &str = "rookery_desk";

enum Task {
    Connect {
        address: Arc<Address>,
        sender: mpsc::Sender<String>,
        answer: oneshot::Sender<Option<ConnectionId>>,
    },
    Receive(ConnectionId, Vec<u8>),
    Disconnect(ConnectionId),
    Post {
        address: Arc<Address>,
        name: String,
        message: Vec<u8>,
        answer: oneshot::Sender<Option<Vec<String>>>,
    },
}

/// The way to the desk.
#[derive(Clone)]
pub(crate) struct JsonDesk(mpsc::Sender<Task>);

/// Starts the task that serves the desk.
pub(crate) fn start(referees: Vec<Referee>) -> JsonDesk {
    let mut seed = [0; 8];
    // Without random numbers every start sets Chess960 positions up in the same order.
    let _ = getrandom::fill(&mut seed);
    let (sender, tasks) = mpsc::channel(MAILBOX);
    let keeper = Keeper {
        desk: Desk::new(referees, u64::from_le_bytes(seed)),
        started: Instant::now(),
        lines: BTreeMap::new(),
        posters: HashMap::new(),
    };
    tokio::spawn(keeper.run(tasks));
    JsonDesk(sender)
}

/// Serves the desk.
struct Keeper {
    desk: Desk,
    started: Instant,
    lines: BTreeMap<ConnectionId, Line>,
    posters: HashMap<String, ConnectionId>,
}

/// How a client gets its messages.
enum Line {
    Socket(mpsc::Sender<String>),
    /// Messages wait for the next POST.
    Post {
        address: Arc<Address>,
        waiting: VecDeque<String>,
        last_seen: Instant,
    },
}

impl Keeper {
    async fn run(mut self, mut tasks: mpsc::Receiver<Task>) {
        // What is due stays due however many tasks come.
        let mut sweep = tokio::time::interval(SWEEP);
        loop {
            tokio::select! {
                task = tasks.recv() => match task {
                    Some(task) => self.handle(task),
                    None => return,
                },
                () = sleep_until(self.due()) => {
                    let outgoing = self.desk.tick(self.now());
                    self.send(outgoing);
                }
                _ = sweep.tick() => self.forget_posters(),
            }
        }
    }

    /// When time is up for a game. One millisecond more, because a deadline is over only after it.
    fn due(&self) -> Instant {
        let deadline = self.desk.deadline().map(|deadline| {
            let after = Duration::from_millis(deadline.saturating_add(1));
            self.started.checked_add(after)
        });
        let later = || Instant::now() + AWAY;
        deadline.flatten().unwrap_or_else(later)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn handle(&mut self, task: Task) {
        match task {
            Task::Connect {
                address,
                sender,
                answer,
            } => {
                let id = self.connect(&address, Line::Socket(sender));
                if let Err(Some(id)) = answer.send(id) {
                    self.disconnect(id);
                }
            }
            Task::Receive(id, message) => {
                let outgoing = self.desk.receive(id, &message, self.now());
                self.send(outgoing);
            }
            Task::Disconnect(id) => self.disconnect(id),
            Task::Post {
                address,
                name,
                message,
                answer,
            } => {
                let answers = self.post(address, name, &message);
                // Whoever asked may have gone.
                drop(answer.send(answers));
            }
        }
    }

    fn connect(&mut self, address: &Address, line: Line) -> Option<ConnectionId> {
        if self.lines.len() >= MAX_CLIENTS {
            return None;
        }
        let id = self.desk.connect_from(address.name());
        self.lines.insert(id, line);
        Some(id)
    }

    fn disconnect(&mut self, id: ConnectionId) {
        self.lines.remove(&id);
        self.desk.disconnect(id, self.now());
    }

    /// Does what a POST says, and gives everything there is to tell the client.
    fn post(&mut self, address: Arc<Address>, name: String, message: &[u8]) -> Option<Vec<String>> {
        let known = self.posters.get(&name).copied();
        let id = match known.filter(|id| self.lines.contains_key(id)) {
            Some(id) => id,
            None => self.admit_poster(address, name)?,
        };
        let outgoing = self.desk.receive(id, message, self.now());
        self.send(outgoing);
        match self.lines.get_mut(&id)? {
            Line::Post {
                waiting, last_seen, ..
            } => {
                *last_seen = Instant::now();
                Some(waiting.drain(..).collect())
            }
            Line::Socket(_) => None,
        }
    }

    fn admit_poster(&mut self, address: Arc<Address>, name: String) -> Option<ConnectionId> {
        let is_neighbour = |line: &&Line| match line {
            Line::Post { address: other, .. } => other.name() == address.name(),
            Line::Socket(_) => false,
        };
        if self.lines.values().filter(is_neighbour).count() >= MAX_POSTERS {
            return None;
        }
        let line = Line::Post {
            address: Arc::clone(&address),
            waiting: VecDeque::new(),
            last_seen: Instant::now(),
        };
        let id = self.connect(&address, line)?;
        self.posters.insert(name, id);
        Some(id)
    }

    fn send(&mut self, outgoing: Vec<Outgoing>) {
        for Outgoing { to, text } in outgoing {
            let Some(line) = self.lines.get_mut(&to) else {
                continue;
            };
            let is_lost = match line {
                Line::Socket(sender) => sender.try_send(text).is_err(),
                Line::Post { waiting, .. } => {
                    // The newest matter: each tells the whole state.
                    if waiting.len() >= QUEUE {
                        waiting.pop_front();
                    }
                    waiting.push_back(text);
                    false
                }
            };
            if is_lost {
                self.disconnect(to);
            }
        }
    }

    fn forget_posters(&mut self) {
        let is_away = |line: &Line| match line {
            Line::Post { last_seen, .. } => last_seen.elapsed() > AWAY,
            Line::Socket(_) => false,
        };
        let gone: Vec<ConnectionId> = self
            .lines
            .iter()
            .filter(|(_, line)| is_away(line))
            .map(|(id, _)| *id)
            .collect();
        for id in gone {
            self.disconnect(id);
        }
        let lines = &self.lines;
        self.posters.retain(|_, id| lines.contains_key(id));
    }
}

pub(crate) async fn upgrade(
    State(service): State<Arc<Service>>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
    let upgrade = match Upgrade::new(&service.context, request) {
        Ok(upgrade) => upgrade,
        Err(error) => return server::refuse(&error),
    };
    upgrade.accept(MAX_FRAME, async move |socket| {
        let address = Arc::clone(&peer.address);
        talk(&service, address, socket).await;
        drop(peer);
    })
}

async fn talk(service: &Service, address: Arc<Address>, mut socket: WebSocket) {
    let (sender, mut messages) = mpsc::channel(QUEUE);
    let pace = service.context.budgets.pace(Arc::clone(&address));
    let (answer, answered) = oneshot::channel();
    let sent = service.desk.0.try_send(Task::Connect {
        address,
        sender,
        answer,
    });
    let Ok(Some(id)) = (match sent {
        Ok(()) => answered.await,
        Err(_) => Ok(None),
    }) else {
        return;
    };
    let mut keepalive = Keepalive::new();
    let mut quiet = pin!(sleep_until(keepalive.due()));
    loop {
        let is_well = tokio::select! {
            incoming = socket.recv() => {
                let now = Instant::now();
                keepalive.heard(now);
                match incoming {
                    Some(Ok(Message::Text(text))) => {
                        let task = Task::Receive(id, text.as_bytes().to_vec());
                        pace.allow(now, 1) && service.desk.0.try_send(task).is_ok()
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => pace.allow(now, 1),
                    Some(Ok(_) | Err(_)) | None => false,
                }
            }
            outgoing = messages.recv() => match outgoing {
                Some(text) => send(&mut socket, Message::text(text)).await,
                None => false,
            },
            () = &mut quiet => {
                let measure = keepalive.next_action();
                quiet.as_mut().reset(keepalive.due());
                match measure {
                    KeepaliveAction::Wait => true,
                    KeepaliveAction::Ping => send(&mut socket, Message::Ping(Vec::new().into())).await,
                    KeepaliveAction::Close => false,
                }
            }
            () = service.context.stopped() => false,
        };
        if !is_well {
            break;
        }
    }
    // The desk hears of it even when it is busy, so that no game waits for somebody who has gone.
    drop(service.desk.0.send(Task::Disconnect(id)).await);
}

/// Whether the client has taken a message in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    let sent = tokio::time::timeout(PATIENCE, socket.send(message)).await;
    matches!(sent, Ok(Ok(())))
}

/// One request in, an array of answers out.
pub(crate) async fn post(
    State(service): State<Arc<Service>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    match answer(&service, &peer, &headers, body).await {
        Ok((name, answers)) => {
            let cookie = format!("{COOKIE}={name}; Path=/json; HttpOnly; SameSite=Strict");
            let headers = [
                (header::CONTENT_TYPE, "application/json".to_owned()),
                (header::SET_COOKIE, cookie),
            ];
            (headers, format!("[{}]", answers.join(","))).into_response()
        }
        Err(error) => server::refuse(&error),
    }
}

/// The name of the client, and all messages for it.
async fn answer(
    service: &Service,
    peer: &Peer,
    headers: &HeaderMap,
    body: Body,
) -> Result<(String, Vec<String>), Rejection> {
    server::check_origin(&service.context, headers)?;
    let body = tokio::time::timeout(PATIENCE, to_bytes(body, MAX_FRAME)).await;
    let body = body.map_err(|_| server::too_slow())?;
    let message = body.map_err(|_| server::too_large(MAX_FRAME))?.to_vec();
    let name = client_name(headers).ok_or(HostError::Overloaded)?;
    let (answer, answers) = oneshot::channel();
    let task = Task::Post {
        address: Arc::clone(&peer.address),
        name: name.clone(),
        message,
        answer,
    };
    let sent = service.desk.0.try_send(task);
    sent.map_err(|_| HostError::Overloaded)?;
    let answers = answers.await.ok().flatten();
    Ok((name, answers.ok_or(HostError::Overloaded)?))
}

/// The name by which a client that uses POST is known; a new one for a newcomer.
fn client_name(headers: &HeaderMap) -> Option<String> {
    let known = server::cookie_named(headers, COOKIE).filter(|name| name.len() == 32);
    known.or_else(|| {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        Some(format!("{:032x}", u128::from_le_bytes(bytes)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use server::{Budgets, Limits};

    /// Whether a client that uses POST is served. The message is none, which needs no game.
    async fn is_served(desk: &JsonDesk, address: &Arc<Address>, name: &str) -> bool {
        let (answer, answered) = oneshot::channel();
        let task = Task::Post {
            address: Arc::clone(address),
            name: name.to_owned(),
            message: b"{}".to_vec(),
            answer,
        };
        assert!(desk.0.send(task).await.is_ok());
        answered.await.unwrap().is_some()
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_posts_no_more_is_forgotten_although_others_go_on() {
        let desk = start(Vec::new());
        let budgets = Budgets::new(Limits::default());
        let address = |text: &str| budgets.address(text.parse().unwrap()).unwrap();
        let (school, home) = (address("10.0.0.1"), address("10.0.0.2"));
        for number in 0..MAX_POSTERS {
            assert!(is_served(&desk, &school, &format!("pupil {number}")).await);
        }
        assert!(!is_served(&desk, &school, "one too many").await);
        assert!(is_served(&desk, &home, "busy").await);
        // Somebody else has something to say all the time.
        let began = Instant::now();
        while began.elapsed() < AWAY + 2 * SWEEP {
            assert!(is_served(&desk, &home, "busy").await);
            assert!(is_served(&desk, &school, "pupil 0").await);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        for number in 0..MAX_POSTERS - 1 {
            assert!(is_served(&desk, &school, &format!("next {number}")).await);
        }
        assert!(!is_served(&desk, &school, "one too many").await);
    }
}
