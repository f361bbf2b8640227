//! The JSON message interface over WebSocket and as POST.
//!
//! All its games are at one desk, which one task serves.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use host::HostError;
use tokio::sync::{mpsc, oneshot};
use wire::json_interface::{ConnectionId, Desk, MAX_MESSAGE, Outgoing, Referee};

use crate::api;
use crate::guard::{self, Pace, Peer};
use crate::shared::{Shared, rate_limited};

/// Messages that may wait for the desk. A client whose message finds no room is told to come later.
const MAILBOX: usize = 1024;

/// Messages that may wait for a client. One that does not read them is disconnected.
const QUEUE: usize = 128;

/// Clients at the same time.
const MAX_CLIENTS: usize = 5000;

/// A client that uses POST has gone when it has sent nothing for so long.
const AWAY: Duration = Duration::from_secs(300);

const PATIENCE: Duration = Duration::from_secs(10);

/// The cookie by which a client that uses POST is known again.
const COOKIE: &str = "rookery_desk";

enum Task {
    Connect(mpsc::Sender<String>, oneshot::Sender<Option<ConnectionId>>),
    Receive(ConnectionId, Vec<u8>),
    Disconnect(ConnectionId),
    Post(String, Vec<u8>, oneshot::Sender<Option<Vec<String>>>),
}

/// The way to the desk.
#[derive(Clone)]
pub(crate) struct JsonDesk(mpsc::Sender<Task>);

/// Starts the task that serves the desk.
pub(crate) fn start(referees: Vec<Referee>) -> io::Result<JsonDesk> {
    let mut seed = [0; 8];
    getrandom::fill(&mut seed).map_err(io::Error::other)?;
    let (sender, tasks) = mpsc::channel(MAILBOX);
    let keeper = Keeper {
        desk: Desk::new(referees, u64::from_le_bytes(seed)),
        started: Instant::now(),
        lines: BTreeMap::new(),
        posters: HashMap::new(),
    };
    tokio::spawn(keeper.run(tasks));
    Ok(JsonDesk(sender))
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
        waiting: VecDeque<String>,
        last_seen: Instant,
    },
}

impl Keeper {
    async fn run(mut self, mut tasks: mpsc::Receiver<Task>) {
        loop {
            let wait = self.desk.deadline().map_or(AWAY, |deadline| {
                // One more, because a deadline is over only after its millisecond.
                Duration::from_millis(deadline.saturating_sub(self.now()) + 1)
            });
            let task = tokio::select! {
                task = tasks.recv() => task,
                () = tokio::time::sleep(wait.min(AWAY)) => {
                    let outgoing = self.desk.tick(self.now());
                    self.send(outgoing);
                    self.forget_posters();
                    continue;
                }
            };
            match task {
                Some(task) => self.handle(task),
                None => return,
            }
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn handle(&mut self, task: Task) {
        match task {
            Task::Connect(sender, answer) => {
                let id = self.connect(Line::Socket(sender));
                if let Err(Some(id)) = answer.send(id) {
                    self.disconnect(id);
                }
            }
            Task::Receive(id, message) => {
                let outgoing = self.desk.receive(id, &message, self.now());
                self.send(outgoing);
            }
            Task::Disconnect(id) => self.disconnect(id),
            Task::Post(name, message, answer) => {
                let answers = self.post(name, &message);
                // Whoever asked may have gone.
                drop(answer.send(answers));
            }
        }
    }

    fn connect(&mut self, line: Line) -> Option<ConnectionId> {
        if self.lines.len() >= MAX_CLIENTS {
            return None;
        }
        let id = self.desk.connect();
        self.lines.insert(id, line);
        Some(id)
    }

    fn disconnect(&mut self, id: ConnectionId) {
        self.lines.remove(&id);
        self.desk.disconnect(id, self.now());
    }

    /// Does what a POST says, and gives everything there is to tell the client.
    fn post(&mut self, name: String, message: &[u8]) -> Option<Vec<String>> {
        let known = self.posters.get(&name).copied();
        let id = match known.filter(|id| self.lines.contains_key(id)) {
            Some(id) => id,
            None => {
                let id = self.connect(Line::Post {
                    waiting: VecDeque::new(),
                    last_seen: Instant::now(),
                })?;
                self.posters.insert(name, id);
                id
            }
        };
        let outgoing = self.desk.receive(id, message, self.now());
        self.send(outgoing);
        match self.lines.get_mut(&id)? {
            Line::Post { waiting, last_seen } => {
                *last_seen = Instant::now();
                Some(waiting.drain(..).collect())
            }
            Line::Socket(_) => None,
        }
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
    State(shared): State<Arc<Shared>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match api::admit_socket(&shared, &headers, upgrade) {
        Ok(upgrade) => upgrade,
        Err(error) => return api::refuse(&error),
    };
    upgrade
        .max_message_size(4 * MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            talk(&shared, socket).await;
            drop(peer);
        })
}

async fn talk(shared: &Shared, mut socket: WebSocket) {
    let (sender, mut messages) = mpsc::channel(QUEUE);
    let (answer, answered) = oneshot::channel();
    let sent = shared.json.0.try_send(Task::Connect(sender, answer));
    let Ok(Some(id)) = (match sent {
        Ok(()) => answered.await,
        Err(_) => Ok(None),
    }) else {
        return;
    };
    let mut pace = Pace::new(shared.config.limits.requests_per_second);
    loop {
        let is_well = tokio::select! {
            incoming = socket.recv() => match incoming {
                Some(Ok(Message::Text(text))) => {
                    let task = Task::Receive(id, text.as_bytes().to_vec());
                    pace.allow(1) && shared.json.0.try_send(task).is_ok()
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                Some(Ok(_) | Err(_)) | None => false,
            },
            outgoing = messages.recv() => match outgoing {
                Some(text) => {
                    let send = socket.send(Message::text(text));
                    matches!(tokio::time::timeout(PATIENCE, send).await, Ok(Ok(())))
                }
                None => false,
            },
            () = shared.stopped() => false,
        };
        if !is_well {
            break;
        }
    }
    // The desk hears of it even when it is busy, so that no game waits for somebody who has gone.
    drop(shared.json.0.send(Task::Disconnect(id)).await);
}

/// One request in, an array of answers out.
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    match answer(&shared, &peer, &headers, body).await {
        Ok((name, answers)) => {
            let cookie = format!("{COOKIE}={name}; Path=/json; HttpOnly; SameSite=Strict");
            let headers = [
                (header::CONTENT_TYPE, "application/json".to_owned()),
                (header::SET_COOKIE, cookie),
            ];
            (headers, format!("[{}]", answers.join(","))).into_response()
        }
        Err(error) => api::refuse(&error),
    }
}

/// The name of the client, and all messages for it.
async fn answer(
    shared: &Shared,
    peer: &Peer,
    headers: &HeaderMap,
    body: Body,
) -> Result<(String, Vec<String>), HostError> {
    let address = peer.client(headers, &shared.config);
    if !guard::is_allowed_origin(headers, &shared.config) {
        return Err(api::cross_site());
    }
    if !shared.requests.allow(&address, shared.host.now()) {
        return Err(rate_limited());
    }
    let limit = 4 * MAX_MESSAGE;
    let body = tokio::time::timeout(PATIENCE, to_bytes(body, limit)).await;
    let body = body.map_err(|_| api::too_slow())?;
    let message = body.map_err(|_| api::too_large(limit))?.to_vec();
    let name = client_name(headers).ok_or(HostError::Overloaded)?;
    let (sender, answers) = oneshot::channel();
    let task = Task::Post(name.clone(), message, sender);
    let sent = shared.json.0.try_send(task);
    sent.map_err(|_| HostError::Overloaded)?;
    let answers = answers.await.ok().flatten();
    Ok((name, answers.ok_or(HostError::Overloaded)?))
}

/// The name by which a client that uses POST is known; a new one for a newcomer.
fn client_name(headers: &HeaderMap) -> Option<String> {
    let known = guard::cookie_named(headers, COOKIE).filter(|name| name.len() == 32);
    known.or_else(|| {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        Some(format!("{:032x}", u128::from_le_bytes(bytes)))
    })
}
