//! The commands of docs/protocol/http.md, given to a running server. A comment behind a command names the
//! status of its answer; without one it is 200.

use std::collections::HashMap;
use std::sync::Arc;

use store::MemoryStore;

use crate::advice::Scholar;
use crate::support::start_computer;
use native::testkit::http::{Program, Response, send};

const DOCUMENT: &str = include_str!("../../../../../docs/protocol/http.md");

const SERVER: &str = "http://127.0.0.1:8080";

/// A command with what it is to be answered with.
struct Command {
    words: Vec<String>,
    status: u16,
}

/// All commands of the document. One goes on in the next line while a quotation mark is open.
fn commands() -> Vec<Command> {
    let blocks = DOCUMENT.split("```\n").skip(1).step_by(2);
    let text: String = blocks.collect();
    let starts = text.split("curl ").skip(1);
    starts.map(command).collect()
}

fn command(text: &str) -> Command {
    let (text, comment) = text.split_once(" # ").unwrap_or((text, "200"));
    let mut words = vec![String::new()];
    let mut open = None;
    for sign in text.trim().chars() {
        let word = words.last_mut().unwrap();
        match (open, sign) {
            (None, '"' | '\'') => open = Some(sign),
            (Some(mark), _) if mark == sign => open = None,
            (None, sign) if sign.is_whitespace() => words.push(String::new()),
            _ => word.push(sign),
        }
    }
    assert_eq!(open, None, "a quotation mark is open in {text}");
    words.retain(|word| !word.is_empty());
    let status = comment.split([' ', ':']).next().unwrap();
    let status = status
        .trim()
        .parse()
        .expect("a comment begins with a status");
    Command { words, status }
}

async fn give(
    command: &Command,
    known: &HashMap<&str, String>,
    server: &server::Server,
) -> Response {
    let fill = |text: &str| {
        known.iter().fold(text.to_owned(), |text, (name, value)| {
            text.replace(name, value)
        })
    };
    let (mut method, mut headers, mut body, mut path) = (
        "GET".to_owned(),
        String::new(),
        String::new(),
        String::new(),
    );
    let mut words = command.words.iter().map(|word| fill(word));
    while let Some(word) = words.next() {
        match word.as_str() {
            "-X" => method = words.next().unwrap(),
            "-H" => headers = format!("{}\r\n", words.next().unwrap()),
            "-d" => body = words.next().unwrap(),
            address => path = address.strip_prefix(SERVER).expect(address).to_owned(),
        }
    }
    send(server.address(), &method, &path, &headers, &body).await
}

#[tokio::test]
async fn the_commands_of_the_document_do_what_it_says() {
    let store = Arc::new(MemoryStore::new());
    let server = start_computer(store, Arc::new(Scholar)).await;
    let mut known = HashMap::new();
    for name in ["$TOKEN", "$OTHER"] {
        known.insert(name, Program::new(server.address()).await.token());
    }
    let commands = commands();
    assert!(commands.len() >= 10, "{}", commands.len());
    for command in &commands {
        let response = give(command, &known, &server).await;
        let (words, body) = (&command.words, &response.body);
        assert_eq!(response.status, command.status, "{words:?}: {body}");
        if let Some(game) = serde_json::from_str(body)
            .ok()
            .and_then(|answer: serde_json::Value| Some(answer["seek"]["game"].as_str()?.to_owned()))
        {
            known.insert("ID", game);
        }
    }
    server.stop().await;
}
