//! docs/protocol/lichess.md is one long conversation of programs with a server. It is held here, word for word.

use std::collections::HashMap;

use native::testkit::pattern::Names;

use crate::support::{Client, Hall, Lines};

const DOCUMENT: &str = include_str!("../../../../../docs/protocol/lichess.md");

/// A server and the programs of the document.
struct Conversation {
    hall: Hall,
    clients: HashMap<String, Client>,
    streams: HashMap<String, Lines>,
    names: Names,
}

#[tokio::test]
async fn the_transcripts_of_the_document_happen() {
    let hall = Hall::new().await;
    let mut clients = HashMap::new();
    for (letter, name) in [("A", "Ada"), ("B", "Clanker")] {
        clients.insert(letter.to_owned(), hall.person(name).await);
    }
    let mut names = Names::default();
    names.set("host", hall.address().to_string());
    let mut conversation = Conversation {
        hall,
        clients,
        streams: HashMap::new(),
        names,
    };
    let mut n_lines = 0;
    for block in DOCUMENT.split("```transcript\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let mut answers: Vec<String> = Vec::new();
        for line in block.lines() {
            conversation.step(line, &mut answers).await;
            n_lines += 1;
        }
        assert!(answers.is_empty(), "the document does not show {answers:?}");
    }
    assert!(n_lines > 30, "{n_lines}");
}

/// The next line that is not empty.
async fn next_line(stream: &mut Lines) -> String {
    loop {
        match stream.any_line().await {
            None => return "(the stream ends)".to_owned(),
            Some(line) if line.is_empty() => {}
            Some(line) => return line,
        }
    }
}

impl Conversation {
    /// `A> GET /path`, with a body behind `|`; `A< 200 {…}`; `A+ name /path` opens a stream and `name< {…}` reads it.
    async fn step(&mut self, line: &str, answers: &mut Vec<String>) {
        let (word, rest) = line.split_once(' ').expect("a word and what follows");
        let rest = self.fill(rest);
        if let Some(who) = word.strip_suffix('>') {
            let answer = self.call(who, &rest).await;
            answers.push(answer);
        } else if let Some(who) = word.strip_suffix('+') {
            let (name, path) = rest.split_once(' ').unwrap();
            let stream = self.clients[who].stream(path).await;
            self.streams.insert(name.to_owned(), stream);
        } else if let Some(name) = word.strip_suffix('<') {
            let found = match self.streams.get_mut(name) {
                Some(stream) => next_line(stream).await,
                None => answers.pop().expect("an answer"),
            };
            let fits = self.names.fits(&rest, &found);
            assert!(fits, "shown: {rest}\nfound: {found}");
        } else {
            panic!("what does this mean: {line}");
        }
    }

    async fn call(&self, who: &str, text: &str) -> String {
        let (call, body) = text.split_once(" | ").unwrap_or((text, ""));
        let (method, path) = call.split_once(' ').unwrap();
        let kind = match body.starts_with('{') {
            true => "Content-Type: application/json\r\n",
            false if body.contains('=') => "Content-Type: application/x-www-form-urlencoded\r\n",
            false => "",
        };
        let response = match self.clients.get(who) {
            Some(client) => client.send(method, path, kind, body).await,
            None => {
                let address = self.hall.address();
                native::testkit::http::send(address, method, path, kind, body).await
            }
        };
        let body = response.body.replace('\n', " ");
        format!("{} {body}", response.status).trim().to_owned()
    }

    fn fill(&self, text: &str) -> String {
        let mut text = self.names.fill(text);
        for (letter, client) in &self.clients {
            text = text.replace(&format!("{{token-{letter}}}"), &client.token);
        }
        text
    }
}
