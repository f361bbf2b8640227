//! The transcripts of docs/protocol/json-interface.md over both carriers of a running server: a WebSocket, and
//! one POST after the other.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::Value;
use server::Server;
use store::MemoryStore;
use tokio::net::TcpListener;
use wire::json_interface::Referee;

use crate::client::Client;
use crate::http::send;
use crate::support::{CHESS, config, parts};

const DOCUMENT: &str = include_str!("../../../../../docs/protocol/json-interface.md");

/// The transcripts. Those in which time passes are for a desk whose clock can be set.
fn transcripts() -> Vec<&'static str> {
    let blocks = DOCUMENT.split("```transcript\n").skip(1);
    let transcripts = blocks.map(|block| block.split("```").next().unwrap());
    transcripts
        .filter(|text| !text.contains("\nwait "))
        .collect()
}

async fn start() -> Server {
    let referee = |name, options| Referee {
        name,
        variant: catalog::standard().variants().find(CHESS).unwrap(),
        preset: name,
        options,
        automatic_draws: "draws=automatic",
    };
    let store = Arc::new(MemoryStore::new());
    let mut parts = parts(store, config(), None, Vec::new()).await;
    parts.referees = vec![
        referee("standard", "castling=standard; promotion=separate"),
        referee("chess960", "castling=chess960; promotion=separate"),
    ];
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    Server::start(listener, parts).unwrap()
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

/// Every transcript has a server of its own, so that games have the numbers of the document.
async fn run(transcript: &str, is_post: bool) {
    let server = start().await;
    let mut carrier = match is_post {
        true => Carrier::Post(String::new(), VecDeque::new()),
        false => {
            let client = Client::connect_with(server.address(), "/json", &[]).await;
            Carrier::Socket(Box::new(client.unwrap()))
        }
    };
    for line in transcript.lines().filter(|line| !line.is_empty()) {
        match line.split_once(' ').unwrap() {
            (">", text) => carrier.say(&server, text).await,
            ("<", "*") => drop(carrier.hear().await),
            ("<", text) => {
                let shown: Value = serde_json::from_str(text).unwrap();
                assert_eq!(carrier.hear().await, shown, "{line}\nin:\n{transcript}");
            }
            _ => panic!("what does this mean: {line}"),
        }
    }
    // Nothing else was told: this is the next answer.
    carrier.say(&server, "nonsense").await;
    let last = carrier.hear().await;
    assert_eq!(last["message_type"], "failure", "{last} in:\n{transcript}");
    server.stop().await;
}

#[tokio::test]
async fn the_transcripts_of_the_document_happen_over_both_carriers() {
    let transcripts = transcripts();
    assert!(transcripts.len() >= 8, "{}", transcripts.len());
    for transcript in transcripts {
        run(transcript, false).await;
        run(transcript, true).await;
    }
}
