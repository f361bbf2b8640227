//! The transcripts of docs/protocol/json-interface.md over both carriers of a running server: a WebSocket, and
//! one POST after the other.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use native::testkit::client::Client;
use native::testkit::game::Setup;
use native::testkit::http::send;
use serde_json::Value;
use server::Server;
use store::MemoryStore;

use crate::transcripts::Placeholders;

const DOCUMENT: &str = include_str!("../../../../../docs/protocol/json-interface.md");

/// The transcripts. Those in which time passes or a connection is cut are for an engine whose clock can be set.
fn transcripts() -> Vec<&'static str> {
    let blocks = DOCUMENT.split("```transcript\n").skip(1);
    let transcripts = blocks.map(|block| block.split("```").next().unwrap());
    transcripts
        .filter(|text| !text.contains("\nwait ") && !text.contains("\ncut "))
        .collect()
}

async fn start() -> Server {
    let setup = Setup {
        protocols: vec![Box::new(json_interface::Protocol::new())],
        ..Setup::default()
    };
    setup.start(Arc::new(MemoryStore::new())).await.0
}

/// How a client speaks.
enum Carrier {
    Socket(Box<Client>),
    /// The cookie by which the client is known, and what it was told.
    Post(String, VecDeque<Value>),
}

impl Carrier {
    async fn say(&mut self, server: &Server, text: &str) {
        match self {
            Carrier::Socket(client) => client.send_text(text.to_owned()).await.unwrap(),
            Carrier::Post(cookie, told) => {
                let response = send(server.address(), "POST", "/json", cookie, text).await;
                let given = response.header("set-cookie").unwrap();
                let given = given.split(';').next().unwrap();
                *cookie = format!("Cookie: {given}\r\n");
                let Value::Array(messages) = response.json() else {
                    panic!("{}", response.body)
                };
                told.extend(messages);
            }
        }
    }

    async fn hear(&mut self) -> Value {
        match self {
            Carrier::Socket(client) => {
                let text = client.next_text().await.expect("the server closed");
                serde_json::from_str(&text).unwrap()
            }
            Carrier::Post(_, told) => told.pop_front().expect("there is no message"),
        }
    }
}

/// Which carrier a transcript happens over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Socket,
    Post,
}

async fn connect(server: &Server, kind: Kind) -> Carrier {
    match kind {
        Kind::Post => Carrier::Post(String::new(), VecDeque::new()),
        Kind::Socket => {
            let client = Client::connect_with(server.address(), "/json", &[]).await;
            Carrier::Socket(Box::new(client.unwrap()))
        }
    }
}

async fn run(transcript: &str, kind: Kind) {
    let server = start().await;
    let mut placeholders = Placeholders::default();
    let mut carriers: HashMap<&str, Carrier> = HashMap::new();
    for line in transcript.lines().filter(|line| !line.is_empty()) {
        let (word, text) = line.split_once(' ').unwrap();
        let name = word.trim_end_matches(['<', '>']);
        if !carriers.contains_key(name) {
            carriers.insert(name, connect(&server, kind).await);
        }
        let carrier = carriers.get_mut(name).unwrap();
        match word.chars().last() {
            Some('>') => carrier.say(&server, &placeholders.fill(text)).await,
            Some('<') => {
                let heard = carrier.hear().await;
                placeholders.bind(text, &heard.to_string());
                let shown: Value = serde_json::from_str(&placeholders.fill(text)).unwrap();
                assert_eq!(heard, shown, "{line}\nin:\n{transcript}");
            }
            _ => panic!("what does this mean: {line}"),
        }
    }
    // Nothing else was told: this is the next answer.
    for carrier in carriers.values_mut() {
        carrier.say(&server, "nonsense").await;
        let last = carrier.hear().await;
        assert_eq!(last["message_type"], "failure", "{last} in:\n{transcript}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_transcripts_of_the_document_happen_over_both_carriers() {
    let transcripts = transcripts();
    assert!(transcripts.len() >= 12, "{}", transcripts.len());
    for transcript in transcripts {
        run(transcript, Kind::Socket).await;
        // A client that uses POST hears of others only with its next request.
        if !transcript.contains("B>") {
            run(transcript, Kind::Post).await;
        }
    }
}
