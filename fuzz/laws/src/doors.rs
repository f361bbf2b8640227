//! The doors of a running server: whatever comes over HTTP or a WebSocket is answered in a form that clients can read,
//! never with a failure of ours.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::sync::Arc;

use native::testkit::game::Setup;
use serde_json::Value;
use server::Server;
use store::MemoryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};

/// A server is used for so many inputs, because starting one costs more than asking it.
const INPUTS: usize = 2000;

struct World {
    runtime: Runtime,
    _server: Server,
    address: SocketAddr,
    /// The connection of the last request, if the server has left it open.
    open: Option<TcpStream>,
    left: usize,
}

impl World {
    fn new() -> World {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.unwrap_or_else(|why| panic!("{why}"));
        let mut setup = Setup::default();
        let limits = &mut setup.settings.limits;
        limits.requests_per_second = 1_000_000;
        limits.address_requests_per_second = 1_000_000;
        limits.creations_per_minute = 1_000_000;
        limits.address_creations_per_minute = 1_000_000;
        limits.address_newcomers_per_minute = 1_000_000;
        let started = setup.start(Arc::new(MemoryStore::new()));
        let (server, _) = runtime.block_on(started);
        World {
            runtime,
            address: server.address(),
            _server: server,
            open: None,
            left: INPUTS,
        }
    }
}

thread_local! {
    static WORLD: RefCell<Option<World>> = const { RefCell::new(None) };
}

/// Sends bytes over a connection of its own, ends the sending side, and gives back everything that comes.
fn exchange(bytes: &[u8]) -> Vec<u8> {
    WORLD.with_borrow_mut(|world| {
        let current = world.get_or_insert_with(World::new);
        current.left -= 1;
        let address = current.address;
        let received = current.runtime.block_on(async {
            let mut stream = TcpStream::connect(address).await?;
            stream.write_all(bytes).await?;
            stream.shutdown().await?;
            let mut received = Vec::new();
            // A server that has closed the connection need not have read everything.
            let _ = stream.read_to_end(&mut received).await;
            std::io::Result::Ok(received)
        });
        if current.left == 0 {
            *world = None;
        }
        received.unwrap_or_default()
    })
}

/// Sends a request, over the connection of the one before if it is still open, and gives back the answer.
fn ask(request: &[u8], has_body: bool) -> Vec<u8> {
    WORLD.with_borrow_mut(|world| {
        let current = world.get_or_insert_with(World::new);
        current.left -= 1;
        let (address, before) = (current.address, current.open.take());
        let answered = current.runtime.block_on(async {
            if let Some(stream) = before
                && let Ok(answered) = answer(stream, request, has_body).await
                && !answered.0.is_empty()
            {
                return Ok(answered);
            }
            let stream = TcpStream::connect(address).await?;
            answer(stream, request, has_body).await
        });
        let (received, open) = answered.unwrap_or_default();
        match current.left {
            0 => *world = None,
            _ => current.open = open,
        }
        received
    })
}

/// The answer to a request, and the connection if it can be used again.
async fn answer(
    mut stream: TcpStream,
    request: &[u8],
    has_body: bool,
) -> std::io::Result<(Vec<u8>, Option<TcpStream>)> {
    stream.write_all(request).await?;
    let mut received = Vec::with_capacity(2048);
    let mut whole: Option<usize> = None;
    while whole.is_none_or(|length| received.len() < length) {
        if stream.read_buf(&mut received).await? == 0 {
            return Ok((received, None));
        }
        let head = received.windows(4).position(|four| four == b"\r\n\r\n");
        let Some(head) = head.filter(|_| whole.is_none()) else {
            continue;
        };
        let text = String::from_utf8_lossy(&received[..head]).to_lowercase();
        let length = text.split("content-length: ").nth(1);
        let length: Option<usize> = length.and_then(|rest| rest.lines().next()?.parse().ok());
        match length {
            _ if !has_body => whole = Some(head + 4),
            Some(length) => whole = Some(head + 4 + length),
            // What comes in pieces may have no end.
            None => return Ok((received, None)),
        }
    }
    Ok((received, Some(stream)))
}

/// The first line is a method and a path with a query; the rest is the body.
pub(crate) fn check_http(bytes: &[u8]) {
    let Some(text) = crate::text(bytes) else {
        return;
    };
    let (line, body) = text.split_once('\n').unwrap_or((text, ""));
    let is_plain = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    if !line.bytes().all(is_plain) {
        return;
    }
    let length = body.len();
    let kind = "Content-Type: application/json\r\n";
    let request =
        format!("{line} HTTP/1.1\r\nHost: a\r\n{kind}Content-Length: {length}\r\n\r\n{body}");
    let received = ask(request.as_bytes(), !line.starts_with("HEAD "));
    // A request line that is not HTTP may be closed on.
    let answer = String::from_utf8_lossy(&received);
    let Some((head, body)) = answer.split_once("\r\n\r\n") else {
        return;
    };
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    let status: u16 = status.unwrap_or_else(|| panic!("{head}"));
    assert!((200..500).contains(&status), "{line}: {head}");
    let head = head.to_lowercase();
    let is_whole = !line.starts_with("HEAD ") && !head.contains("chunked");
    if head.contains("content-type: application/json") && is_whole {
        let json: Result<Value, _> = serde_json::from_str(body);
        assert!(json.is_ok(), "{line}: {body}");
    }
}

const UPGRADE: &str = "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// The bytes follow the upgrade to a WebSocket.
pub(crate) fn check_websocket(bytes: &[u8]) {
    let received = exchange(&[UPGRADE.as_bytes(), bytes].concat());
    let head = received.windows(4).position(|four| four == b"\r\n\r\n");
    let Some(head) = head else {
        return;
    };
    assert!(received.starts_with(b"HTTP/1.1 101"));
    check_frames(&received[head + 4..]);
}

/// Whole frames of a server: not masked, nothing reserved, texts that are JSON, controls that are short.
fn check_frames(mut rest: &[u8]) {
    while let [first, second, ..] = *rest {
        assert_eq!(first & 0x70, 0, "reserved bits");
        assert_eq!(second & 0x80, 0, "a server does not mask");
        let (length, head) = match second {
            126 if rest.len() >= 4 => (usize::from(u16::from_be_bytes([rest[2], rest[3]])), 4),
            // Longer frames, and one that was cut off when the connection ended.
            126 | 127 => return,
            short => (usize::from(short), 2),
        };
        let Some(payload) = rest.get(head..head + length) else {
            return;
        };
        match first & 0x0f {
            1 => assert!(serde_json::from_slice::<Value>(payload).is_ok()),
            8..=10 => assert!(length <= 125),
            other => panic!("a frame of kind {other}"),
        }
        rest = &rest[head + length..];
    }
}
