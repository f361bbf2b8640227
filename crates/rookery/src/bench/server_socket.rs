//! Players over WebSocket in the native protocol.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A connection.
pub(super) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The usual buffer is 128 KB and written over before every read: hundreds of players would wear out the
/// caches that they share with the server.
pub(super) const READ_BUFFER: usize = 512;

/// A move there and back for both; with plain draws it can be repeated for ever.
pub(super) const ROUND: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

pub(super) fn broken(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}

/// A connection without a word.
pub(super) async fn connect_bare(address: SocketAddr) -> io::Result<Socket> {
    let url = format!("ws://{address}/ws");
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    let connected = tokio_tungstenite::connect_async_with_config(url, Some(config), true).await;
    Ok(connected.map_err(broken)?.0)
}

/// A connection of somebody new.
pub(super) async fn connect(address: SocketAddr) -> io::Result<Socket> {
    let mut socket = connect_bare(address).await?;
    ask(&mut socket, json!({"type": "hello"})).await?;
    Ok(socket)
}

/// The same from one of the addresses of this machine.
pub(super) async fn connect_from(address: SocketAddr, from: IpAddr) -> io::Result<Socket> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{address}/ws");
    let stream = MaybeTlsStream::Plain(stream);
    let connected = tokio_tungstenite::client_async(url, stream).await;
    let mut socket = connected.map_err(broken)?.0;
    ask(&mut socket, json!({"type": "hello"})).await?;
    Ok(socket)
}

/// Two players of one game.
pub(super) struct Pair {
    from: Socket,
    to: Socket,
    /// A spectator, if there is one.
    spectator: Option<Socket>,
    game: String,
    number: usize,
}

impl Pair {
    /// A new game of two new players, who want to be told in this detail.
    pub(super) async fn connect(address: SocketAddr, detail: &str) -> io::Result<Pair> {
        Pair::connect_between([address; 2], detail).await
    }

    /// The same, with the players at two addresses.
    pub(super) async fn connect_between(
        [white, black]: [SocketAddr; 2],
        detail: &str,
    ) -> io::Result<Pair> {
        let (mut from, mut to) = (connect(white).await?, connect(black).await?);
        let game = begin(&mut from, &mut to, detail).await?;
        Ok(Pair {
            from,
            to,
            spectator: None,
            game,
            number: 0,
        })
    }

    /// The same as the page does it, with a spectator.
    pub(super) async fn connect_page(address: SocketAddr) -> io::Result<Pair> {
        let mut pair = Pair::connect(address, "delta").await?;
        let mut spectator = connect(address).await?;
        open(&mut spectator, &pair.game, "delta").await?;
        pair.spectator = Some(spectator);
        Ok(pair)
    }

    pub(super) fn game(&self) -> &str {
        &self.game
    }

    /// One move: from sending it to the opponent's notice.
    pub(super) async fn pass(&mut self) -> io::Result<Duration> {
        let Pair {
            from,
            to,
            spectator,
            game,
            number,
        } = self;
        let action = ROUND[*number % ROUND.len()];
        let latency = pass(from, to, game, *number, action).await?;
        if let Some(spectator) = spectator {
            let told = format!("\"action\":\"{action}\"");
            while !next(spectator).await?.contains(&told) {}
        }
        std::mem::swap(from, to);
        *number += 1;
        Ok(latency)
    }
}

/// A player who keeps a computer busy until the time is up: each of its moves is answered at once.
pub(super) async fn play_computer(
    address: SocketAddr,
    level: u8,
    until: Instant,
) -> io::Result<()> {
    while Instant::now() < until {
        let mut socket = connect(address).await?;
        let wish = json!({
            "type": "create",
            "variant": "orthodox",
            "start": {"type": "usual"},
            "clock": {"type": "untimed"},
            "seat": "black",
            "audience": {"type": "computer", "level": level},
        });
        let playing = ask(&mut socket, wish).await?;
        let game = playing["game"].as_str().unwrap_or_default().to_owned();
        let opened = ask(&mut socket, json!({"type": "open", "game": game})).await?;
        let mut told = opened["view"].clone();
        let mut number = 0;
        while Instant::now() < until && told["phase"]["type"] == "running" {
            let offer = told["offers"][0]["action"].as_str().map(str::to_owned);
            if told["phase"]["to_act"] == "black"
                && let Some(action) = offer
            {
                number += 1;
                let ask = json!({"type": "act", "action": action});
                let request = json!({"type": "ask", "game": game, "ask": ask});
                let call = json!({"tag": format!("c-{number}"), "request": request});
                let sent = socket.send(Message::text(call.to_string())).await;
                sent.map_err(broken)?;
            }
            told = update(&mut socket).await?;
        }
    }
    Ok(())
}

/// What the next notice of a game tells.
pub(super) async fn update(socket: &mut Socket) -> io::Result<Value> {
    loop {
        let mut frame: Value = serde_json::from_str(&next(socket).await?)?;
        let notice = &mut frame["notice"];
        if notice["type"] == "game" {
            let mut told = notice["update"].take();
            told["phase"] = notice["phase"].take();
            return Ok(told);
        }
    }
}

async fn begin(white: &mut Socket, black: &mut Socket, detail: &str) -> io::Result<String> {
    let wish = json!({
        "type": "create",
        "variant": "orthodox",
        "start": {"type": "setup", "text": "startpos; draws=plain"},
        "clock": {"type": "untimed"},
        "seat": "white",
        "audience": {"type": "invited"},
    });
    let seeking = ask(white, wish).await?;
    let game = seeking["seek"]["game"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    join(black, &game).await?;
    for socket in [white, black] {
        open(socket, &game, detail).await?;
    }
    Ok(game)
}

/// How long the server of the other player may take to hear of a seek.
const HEARD: Duration = Duration::from_secs(20);

/// Joins a seek that was made at this server, or at another one that shares its store.
async fn join(socket: &mut Socket, game: &str) -> io::Result<()> {
    let began = Instant::now();
    loop {
        match ask(socket, json!({"type": "join", "game": game})).await {
            Ok(_) => return Ok(()),
            Err(why) if began.elapsed() > HEARD => return Err(why),
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Opens a game in some detail.
pub(super) async fn open(socket: &mut Socket, game: &str, detail: &str) -> io::Result<Value> {
    ask(
        socket,
        json!({"type": "open", "game": game, "detail": detail}),
    )
    .await
}

/// One move: from sending it to the opponent's notice.
async fn pass(
    from: &mut Socket,
    to: &mut Socket,
    game: &str,
    number: usize,
    action: &str,
) -> io::Result<Duration> {
    // A client at full speed makes its messages in the cheapest way.
    let call = format!(
        r#"{{"tag":"b-{number}","request":{{"type":"ask","game":"{game}","ask":{{"type":"act","action":"{action}"}}}}}}"#
    );
    let sent = Instant::now();
    from.send(Message::text(call)).await.map_err(broken)?;
    let told = format!("\"action\":\"{action}\"");
    while !next(to).await?.contains(&told) {}
    let latency = sent.elapsed();
    // The mover hears of it twice: by the answer and by the notice.
    let (mut answered, mut noticed) = (false, false);
    while !(answered && noticed) {
        let frame = next(from).await?;
        if frame.contains("\"type\":\"refused\"") || frame.contains("\"type\":\"error\"") {
            return Err(io::Error::other(frame.to_string()));
        }
        answered |= frame.contains("\"type\":\"ok\"");
        noticed |= frame.contains(&told);
    }
    Ok(latency)
}

/// Asks for something and waits for the answer; notices in between are for nobody.
pub(super) async fn ask(socket: &mut Socket, request: Value) -> io::Result<Value> {
    let call = json!({"tag": format!("a-{}", request["type"].as_str().unwrap_or_default()), "request": request});
    socket
        .send(Message::text(call.to_string()))
        .await
        .map_err(broken)?;
    loop {
        let text = next(socket).await?;
        let mut frame: Value = serde_json::from_str(&text)?;
        match frame["type"].as_str() {
            Some("ok") => return Ok(frame["answer"].take()),
            Some("notice") => {}
            _ => return Err(io::Error::other(text.to_string())),
        }
    }
}

pub(super) async fn send(socket: &mut Socket, text: String) -> io::Result<()> {
    socket.send(Message::text(text)).await.map_err(broken)
}

pub(super) async fn next(socket: &mut Socket) -> io::Result<Utf8Bytes> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(broken(error)),
            None => return Err(io::Error::other("the server has gone")),
        }
    }
}
