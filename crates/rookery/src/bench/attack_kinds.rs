//! What attackers send.

use std::time::Duration;

use serde_json::{Value, json};

/// Which door an attack comes through.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Door {
    Web,
    Ccp,
}

/// What one attacker sends over a connection: something first, then the same again and again. Answers are read and
/// thrown away.
pub(super) struct Attack {
    pub(super) name: &'static str,
    pub(super) door: Door,
    pub(super) first: Vec<u8>,
    /// Sent in this order, over and over.
    pub(super) again: Vec<Vec<u8>>,
    /// The pause after each; none for those who send as fast as they can.
    pub(super) pause: Duration,
}

/// A position with as many moves as there can be, and a history of blanks, each of which can be filled with any of them.
fn rich_setup(n_blanks: usize, horizon: usize) -> String {
    let board = "R6R/3Q4/1Q4Qp/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1_w_-_-_0_1";
    let blanks = ",_".repeat(n_blanks);
    let turn = n_blanks + 2;
    format!("TT1;{board};Kf1g2{blanks};{turn};-/-;0/0;-;-;wb;99/{horizon}/-;*")
}

/// The richest setup that a new game may have, and one that is refused.
fn setups() -> [String; 2] {
    [rich_setup(169, 600), rich_setup(1997, 2000)]
}

fn http(method: &str, path: &str, body: &Value) -> Vec<u8> {
    let body = body.to_string();
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

fn upgrade(path: &str) -> Vec<u8> {
    format!(
        "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .into_bytes()
}

/// A frame of a client. Its mask is nothing, so that it is the same text.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    match u16::try_from(payload.len()) {
        Ok(length) if length < 126 => frame.push(0x80 | length as u8),
        Ok(length) => {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        Err(_) => {
            frame.push(0x80 | 127);
            frame.extend((payload.len() as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

const TEXT: u8 = 0x81;
const FIRST_PIECE: u8 = 0x01;
const PIECE: u8 = 0x00;
const PING: u8 = 0x89;

fn call(tag: usize, request: Value) -> Vec<u8> {
    let call = json!({"tag": tag.to_string(), "request": request});
    frame(TEXT, call.to_string().as_bytes())
}

/// A WebSocket of somebody new.
fn hello() -> Vec<u8> {
    let mut first = upgrade("/ws");
    first.extend(call(0, json!({"type": "hello"})));
    first
}

fn create(tag: usize, setup: &str, audience: &Value) -> Vec<u8> {
    call(
        tag,
        json!({
            "type": "create", "variant": "timetravel", "start": {"type": "setup", "text": setup},
            "clock": {"type": "untimed"}, "seat": "black", "audience": audience,
        }),
    )
}

/// How many different calls are sent in turn, so that most are new to the server.
const VARIETY: usize = 200;

/// All attacks.
pub(super) fn all() -> Vec<Attack> {
    let fast = |name, first: Vec<u8>, again: Vec<Vec<u8>>| Attack {
        name,
        door: Door::Web,
        first,
        again,
        pause: Duration::ZERO,
    };
    let look = |setup: &String| {
        let start = json!({"type": "setup", "text": setup});
        let look = json!({"variant": "timetravel", "start": start, "actions": []});
        http("POST", "/api/look", &look)
    };
    let anybody = json!({"type": "anybody"});
    let computer = json!({"type": "computer", "level": 8});
    let [rich, _] = setups();
    let seeks = (1..VARIETY).map(|tag| create(tag, &rich, &anybody));
    let lobby = http("GET", "/api/lobby", &Value::Null);
    let computers = (1..VARIETY).map(|tag| create(tag, &rich, &computer));
    let long_name = json!({"type": "log_in", "name": "n".repeat(15_000), "password": "x"});
    let import_head =
        b"POST /api/import HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{".to_vec();
    let mut endless = upgrade("/ws");
    endless.extend(frame(FIRST_PIECE, b"{"));
    vec![
        fast(
            "rich setups, looked at",
            Vec::new(),
            setups().iter().map(look).collect(),
        ),
        fast(
            "rich setups, played by computers",
            hello(),
            computers.collect(),
        ),
        fast("rich setups, sought", hello(), seeks.collect()),
        fast("the lobby, read", Vec::new(), vec![lobby]),
        fast(
            "frames of nonsense",
            upgrade("/ws"),
            vec![frame(TEXT, &[b'x'; 4000])],
        ),
        fast(
            "pings",
            upgrade("/json"),
            vec![frame(PING, b"").repeat(500)],
        ),
        fast("empty frames", endless, vec![frame(PIECE, b"").repeat(500)]),
        Attack {
            door: Door::Ccp,
            ..fast("lines without an end", Vec::new(), vec![vec![b'x'; 4000]])
        },
        fast(
            "log-outs",
            hello(),
            (1..VARIETY)
                .map(|tag| call(tag, json!({"type": "log_out"})))
                .collect(),
        ),
        fast(
            "log-ins with long names",
            hello(),
            (1..VARIETY)
                .map(|tag| call(tag, long_name.clone()))
                .collect(),
        ),
        Attack {
            pause: Duration::from_secs(1),
            ..fast("slow bodies", import_head, vec![b" ".to_vec()])
        },
        fast(
            "posts without a cookie",
            Vec::new(),
            vec![http("POST", "/json", &json!({}))],
        ),
    ]
}
