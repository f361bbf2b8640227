//! A player with a connection that may be lost at any moment.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::world::World;

/// How long a player waits for a word of a node before going to another, as the page does.
const LATE: Duration = Duration::from_secs(6);

/// A player who waits for the other one asks after so much silence whether the node is still there.
const SILENCE: Duration = Duration::from_secs(3);

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(2);

/// How soon it is tried again.
const RETRY: Duration = Duration::from_millis(100);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The connection is lost, or nothing is heard of the node.
#[derive(Debug)]
pub(crate) struct Lost;

/// A player.
pub(crate) struct Player {
    /// Who it is, once it has been anywhere.
    token: Option<String>,
    /// The table it plays at.
    table: usize,
    /// The node it is at, or goes to next.
    node: usize,
    socket: Option<Socket>,
    /// When the node was last heard.
    heard_at: Instant,
    /// Whether the node was asked since if it is still there.
    has_pinged: bool,
    calls: u64,
}

impl Player {
    pub(crate) fn new(table: usize, node: usize) -> Player {
        Player {
            table,
            token: None,
            node,
            socket: None,
            heard_at: Instant::now(),
            has_pinged: false,
            calls: 0,
        }
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.socket.is_some()
    }

    pub(crate) fn node(&self) -> usize {
        self.node
    }

    /// Connects to a node that is there, the own one first, until that works.
    pub(crate) async fn connect(&mut self, world: &World) {
        while self.try_connect(world).await.is_err() {
            world.check_patience(self.table, "no node lets a player in");
            self.leave(world);
            tokio::time::sleep(RETRY).await;
        }
    }

    async fn try_connect(&mut self, world: &World) -> Result<(), Lost> {
        let address = world.cluster.address(self.node).ok_or(Lost)?;
        let connected = tokio_tungstenite::connect_async(format!("ws://{address}/ws"));
        let connected = timeout(CONNECT, connected).await.map_err(|_| Lost)?;
        self.socket = Some(connected.map_err(|_| Lost)?.0);
        self.heard();
        let mut hello = json!({"type": "hello"});
        if let Some(token) = &self.token {
            hello["token"] = json!(token);
        }
        let frame = self.call(&hello, &mut |_| ()).await?;
        let token = frame["answer"]["token"].as_str().ok_or(Lost)?;
        self.token = Some(token.to_owned());
        Ok(())
    }

    /// Gives the connection up; the next one is to another node.
    pub(crate) fn leave(&mut self, world: &World) {
        self.socket = None;
        self.node = (self.node + 1) % world.cluster.n_nodes();
    }

    /// A request with a tag of its own.
    pub(crate) async fn call(
        &mut self,
        request: &Value,
        hear: &mut (impl FnMut(&Value) + Send),
    ) -> Result<Value, Lost> {
        self.calls += 1;
        let tag = format!("call-{}", self.calls);
        self.call_tagged(&tag, request, hear).await
    }

    /// A request, its reply, and what is heard meanwhile.
    pub(crate) async fn call_tagged(
        &mut self,
        tag: &str,
        request: &Value,
        hear: &mut (impl FnMut(&Value) + Send),
    ) -> Result<Value, Lost> {
        let call = json!({"tag": tag, "request": request}).to_string();
        let socket = self.socket.as_mut().ok_or(Lost)?;
        socket.send(Message::text(call)).await.map_err(|_| Lost)?;
        loop {
            let frame = self.frame(LATE).await?.ok_or(Lost)?;
            match frame["type"] == "notice" {
                true => hear(&frame["notice"]),
                false if frame["tag"] == tag => return Ok(frame),
                false => {}
            }
        }
    }

    /// The next notice, if there is one in time. A node that says goodbye, or nothing at all, is left.
    pub(crate) async fn notice(&mut self, wait: Duration) -> Result<Option<Value>, Lost> {
        self.check_silence().await?;
        match self.frame(wait).await? {
            Some(frame) if frame["notice"]["type"] == "bye" => Err(Lost),
            Some(mut frame) if frame["type"] == "notice" => Ok(Some(frame["notice"].take())),
            Some(_) | None => Ok(None),
        }
    }

    async fn check_silence(&mut self) -> Result<(), Lost> {
        let silence = self.heard_at.elapsed();
        if silence >= LATE {
            return Err(Lost);
        }
        if silence >= SILENCE && !self.has_pinged {
            self.has_pinged = true;
            let ping = json!({"tag": "ping", "request": {"type": "ping"}}).to_string();
            let socket = self.socket.as_mut().ok_or(Lost)?;
            socket.send(Message::text(ping)).await.map_err(|_| Lost)?;
        }
        Ok(())
    }

    fn heard(&mut self) {
        self.heard_at = Instant::now();
        self.has_pinged = false;
    }

    async fn frame(&mut self, wait: Duration) -> Result<Option<Value>, Lost> {
        loop {
            let socket = self.socket.as_mut().ok_or(Lost)?;
            match timeout(wait, socket.next()).await {
                Err(_) => return Ok(None),
                Ok(Some(Ok(Message::Text(text)))) => {
                    self.heard();
                    return serde_json::from_str(&text).map(Some).map_err(|_| Lost);
                }
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return Err(Lost),
                Ok(Some(Ok(_))) => self.heard(),
            }
        }
    }
}
