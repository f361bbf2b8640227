//! The WebSocket on which a player hears what happens in a game.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use host::{Connection, Game, Host, PlayerEvent, Push, Pushes, Subscriber};
use rules::Seat;
use server::{Message, RequestContext, WebSocket};
use session::GameId;
use tokio::sync::Notify;

use crate::alerts::{Alerts, EDITIONS, HELD};
use crate::json::Update;
use crate::request_error::RequestError;
use crate::service::{GameCall, HttpResult};

/// Alerts that may wait for a connection. When there are more, it is closed: the client looks anew.
const QUEUE: usize = 64;

/// How long a client may take to accept an alert.
const PATIENCE: Duration = Duration::from_secs(10);

/// A client that has said nothing for so long is asked for a sign of life.
const QUIET: Duration = Duration::from_secs(30);

/// Clients have nothing to say here.
const MAX_MESSAGE: usize = 1024;

/// Listens for a player, in place of the connection that did before.
pub(crate) async fn upgrade(game: GameCall, request: Request) -> HttpResult {
    let sender = game.call.sender.clone();
    if sender.is_cross_site() {
        return Err(RequestError::Forbidden);
    }
    let upgrade = sender.upgrade(request).map_err(|_| RequestError::Bad)?;
    // Everything that happens from now on is kept for the client, which may read our answer to its request
    // long before its socket is served.
    let listener = Listener::new(&game).await?;
    Ok(upgrade.accept(MAX_MESSAGE, move |socket| listener.attend(socket, sender)))
}

/// A place at a game. Dropping it gives it up.
struct Listener {
    alerts: Arc<Alerts>,
    game: GameId,
    seat: Seat,
    subscriber: u64,
    handle: Game,
    pushes: Pushes,
    replaced: Arc<Notify>,
    /// The computer's move that is told together with its promotion.
    held: Option<Update>,
    host: Host,
    /// Proves whose connection it is.
    token: String,
    _presence: Connection,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.handle.close(self.subscriber);
        self.alerts.leave(&self.game, self.seat, self.subscriber);
    }
}

/// What can happen to a connection.
enum Occasion {
    Alerts(String),
    Sign,
    Nothing,
    Quiet,
    /// We end it.
    Farewell,
    /// The client has gone, or does not read.
    Gone,
}

impl Listener {
    async fn new(game: &GameCall) -> Result<Listener, RequestError> {
        let (service, name) = (&game.call.service, game.stored.game());
        let player = &game.call.who.player;
        let (subscriber, pushes) = Subscriber::new(QUEUE);
        let edition = match game.seat {
            Seat::White => &EDITIONS.white,
            Seat::Black => &EDITIONS.black,
        };
        let opened = service
            .host
            .open(name, Some(player), None, &subscriber, edition);
        let (_, handle) = opened.await?;
        Ok(Listener {
            subscriber: subscriber.id(),
            handle,
            pushes,
            _presence: service.host.connect(player, &subscriber),
            replaced: service.alerts.enter(name, game.seat, subscriber),
            alerts: Arc::clone(&service.alerts),
            game: name.clone(),
            seat: game.seat,
            held: None,
            host: service.host.clone(),
            token: game.call.who.token.clone(),
        })
    }

    async fn attend(mut self, mut socket: WebSocket, sender: RequestContext) {
        let mut is_quiet = false;
        loop {
            match self.next(&mut socket, &sender).await {
                Occasion::Alerts(text) => {
                    for line in text.split_inclusive('\n') {
                        if let Some(line) = self.line_to_send(line)
                            && !send(&mut socket, Message::text(line)).await
                        {
                            return;
                        }
                    }
                }
                Occasion::Sign => is_quiet = false,
                Occasion::Nothing => {}
                Occasion::Quiet if is_quiet => return,
                Occasion::Quiet => {
                    is_quiet = true;
                    if !send(&mut socket, Message::Ping(Vec::new().into())).await {
                        return;
                    }
                }
                Occasion::Farewell => return close(socket).await,
                Occasion::Gone => return,
            }
        }
    }

    /// A line as the client gets it, perhaps with the one that was held before; nothing if it is held now.
    fn line_to_send(&mut self, line: &str) -> Option<String> {
        if let Some(held) = line.strip_prefix(HELD) {
            self.held = serde_json::from_str(held).ok();
            return None;
        }
        let joined = self.held.take_if(|_| is_promotion(line));
        let joined = joined.and_then(|held| {
            let promotion = serde_json::from_str(line).ok()?;
            Some(held.with_promotion(promotion).line())
        });
        Some(joined.unwrap_or_else(|| line.to_owned()))
    }

    /// Sessions of the player have ended; perhaps the one that listens here.
    async fn occasion_of_ending(&self) -> Occasion {
        let ended = self.host.accounts().is_ended(&self.token).await;
        match ended {
            Ok(false) => Occasion::Nothing,
            Ok(true) | Err(_) => Occasion::Farewell,
        }
    }

    async fn next(&mut self, socket: &mut WebSocket, sender: &RequestContext) -> Occasion {
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => Occasion::Gone,
                Some(Ok(_)) => Occasion::Sign,
            },
            push = self.pushes.recv() => match push {
                Some(Push::Text(text)) => {
                    Occasion::Alerts(String::from_utf8_lossy(&text).into_owned())
                }
                Some(Push::Player(event)) => match *event == PlayerEvent::TokensEnded {
                    true => self.occasion_of_ending().await,
                    false => Occasion::Nothing,
                },
                None => Occasion::Gone,
            },
            () = self.replaced.notified() => Occasion::Farewell,
            () = sender.stopped() => Occasion::Farewell,
            () = tokio::time::sleep(QUIET) => Occasion::Quiet,
        }
    }
}

fn is_promotion(line: &str) -> bool {
    serde_json::from_str(line).is_ok_and(|update: Update| update.is_promotion())
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(
        tokio::time::timeout(PATIENCE, socket.send(message)).await,
        Ok(Ok(()))
    )
}

/// Says goodbye, and reads what the client still sends: closing with unread bytes would make the system
/// throw the goodbye away.
async fn close(mut socket: WebSocket) {
    let goodbye = async {
        drop(socket.send(Message::Close(None)).await);
        while let Some(Ok(_)) = socket.recv().await {}
    };
    drop(tokio::time::timeout(Duration::from_secs(1), goodbye).await);
}
