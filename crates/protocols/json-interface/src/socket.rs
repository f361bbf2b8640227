//! The interface over a WebSocket.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, Request, State};
use axum::response::Response;
use server::{
    CloseCode, Keepalive, KeepaliveAction, Message, Pace, Peer, Upgrade, WebSocket, WebSocketError,
    close_message,
};
use tokio::time::{Instant, sleep, sleep_until};

use crate::protocol::{MAX_FRAME, Service};
use crate::{Client, Work};

/// How long a client may take to accept a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a client may take to accept a goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// How often is looked whether a client that was quicker than allowed may go on.
const PAUSE: Duration = Duration::from_millis(5);

/// What a failed message and a new game cost, counted in requests.
const FAILURE_COST: u32 = 2;
const NEW_GAME_COST: u32 = 10;

/// Messages in a row that are not requests. More are a flood.
const MAX_UNREADABLE: u32 = 100;

/// Why a connection ends.
enum End {
    /// The client has gone, or cannot be reached.
    Gone,
    /// The server wants it to.
    Closed(CloseCode, &'static str),
}

const STOPPING: End = End::Closed(CloseCode::Away, "the server stops; come back soon");
const TOO_SLOW: End = End::Closed(CloseCode::Policy, "you do not read what you are sent");
const TEXT_ONLY: End = End::Closed(CloseCode::Unsupported, "frames are text");
const TOO_LONG: End = End::Closed(CloseCode::Size, "a frame has at most 16384 bytes");
const FLOOD: End = End::Closed(
    CloseCode::Policy,
    "too many messages in a row were not requests",
);
const SILENT: End = End::Closed(CloseCode::Policy, "there was no sign of life for a minute");

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
        let client = service.engine.connect(Some(peer.address.name()));
        let pace = service.context.budgets.pace(Arc::clone(&peer.address));
        let talk = Talk {
            service,
            socket,
            client,
            pace,
            keepalive: Keepalive::new(),
            n_unreadable: 0,
        };
        talk.run().await;
        drop(peer);
    })
}

/// One connection.
struct Talk {
    service: Arc<Service>,
    socket: WebSocket,
    client: Client,
    pace: Pace,
    keepalive: Keepalive,
    /// Messages in a row that were not requests.
    n_unreadable: u32,
}

impl Talk {
    async fn run(mut self) {
        if let Err(End::Closed(code, reason)) = self.serve().await {
            let goodbye = async {
                drop(self.socket.send(close_message(code, reason)).await);
                // What the client still sends is read, for closing with unread bytes would make the system throw
                // our goodbye away.
                while let Some(Ok(_)) = self.socket.recv().await {}
            };
            drop(tokio::time::timeout(GOODBYE, goodbye).await);
        }
    }

    async fn serve(&mut self) -> Result<(), End> {
        let service = Arc::clone(&self.service);
        let mut stopped = pin!(service.context.stopped());
        loop {
            tokio::select! {
                incoming = self.socket.recv() => {
                    let cost = self.on(incoming).await?;
                    // A client that is quicker than allowed is read more slowly; nothing is refused.
                    let paid = self.pay(cost);
                    tokio::select! {
                        paid = paid => paid?,
                        () = &mut stopped => return Err(STOPPING),
                    }
                    self.keepalive.heard(Instant::now());
                }
                told = self.client.next() => self.send_all(told.ok_or(TOO_SLOW)?).await?,
                () = sleep_until(self.keepalive.due()) => self.ask_for_a_sign().await?,
                () = &mut stopped => return Err(STOPPING),
            }
        }
    }

    /// Answers what has arrived; says what that cost.
    async fn on(&mut self, incoming: Option<Result<Message, WebSocketError>>) -> Result<u32, End> {
        match incoming {
            Some(Ok(Message::Text(text))) => {
                let answers = self.client.receive(text.as_bytes()).await;
                let work = self.client.take_processor_time();
                self.pace.charge(Instant::now(), work);
                self.send_all(answers).await?;
                self.account().await
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(1),
            Some(Ok(Message::Binary(_))) => Err(TEXT_ONLY),
            Some(Err(WebSocketError::Capacity(_))) => Err(TOO_LONG),
            Some(Ok(Message::Close(_) | Message::Frame(_)) | Err(_)) | None => Err(End::Gone),
        }
    }

    /// What the last message cost. A client that sends nothing but nonsense is refused and sent away.
    async fn account(&mut self) -> Result<u32, End> {
        let work = self.client.last_work();
        self.n_unreadable = match work {
            Work::Unreadable => self.n_unreadable + 1,
            Work::Usual | Work::Failed | Work::NewGame => 0,
        };
        if self.n_unreadable >= MAX_UNREADABLE {
            self.send_all(vec![Client::flood_refusal()]).await?;
            return Err(FLOOD);
        }
        Ok(match work {
            Work::Usual => 1,
            Work::Failed | Work::Unreadable => FAILURE_COST,
            Work::NewGame => NEW_GAME_COST,
        })
    }

    /// Comes back when the next message may be read. Meanwhile the client is told what happens.
    async fn pay(&mut self, cost: u32) -> Result<(), End> {
        while !self.pace.allow(Instant::now(), cost) {
            tokio::select! {
                () = sleep(PAUSE) => {}
                told = self.client.next() => self.send_all(told.ok_or(TOO_SLOW)?).await?,
            }
        }
        Ok(())
    }

    async fn ask_for_a_sign(&mut self) -> Result<(), End> {
        match self.keepalive.next_action() {
            KeepaliveAction::Wait => Ok(()),
            KeepaliveAction::Close => Err(SILENT),
            KeepaliveAction::Ping => {
                in_time(self.socket.send(Message::Ping(Vec::new().into()))).await
            }
        }
    }

    async fn send_all(&mut self, texts: Vec<String>) -> Result<(), End> {
        for text in texts {
            in_time(self.socket.feed(Message::text(text))).await?;
        }
        in_time(self.socket.flush()).await
    }
}

/// A client that does not take a message in time cannot be told why it is cut off either.
async fn in_time(sent: impl Future<Output = Result<(), WebSocketError>>) -> Result<(), End> {
    match tokio::time::timeout(PATIENCE, sent).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}
