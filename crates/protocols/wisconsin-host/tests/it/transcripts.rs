//! The transcripts of docs/protocol/wisconsin.md are played against a running server.

use std::collections::HashMap;

use crate::client::{Alerts, Client};
use crate::hall::Hall;

const DOCUMENT: &str = include_str!("../../../../../docs/protocol/wisconsin.md");

#[tokio::test]
async fn the_transcripts_of_the_document_happen() {
    let hall = Hall::open().await;
    let transcripts = DOCUMENT.split("```transcript\n").skip(1);
    let transcripts: Vec<&str> = transcripts
        .map(|text| text.split("```").next().unwrap())
        .collect();
    assert!(transcripts.len() >= 5, "{} transcripts", transcripts.len());
    for (index, transcript) in transcripts.iter().enumerate() {
        Stage::new(&hall, index).await.play(transcript).await;
    }
    hall.close().await;
}

/// White is A, Black is B.
struct Stage<'a> {
    hall: &'a Hall,
    clients: HashMap<char, Client>,
    alerts: HashMap<char, Alerts>,
    answer: String,
    number: u64,
}

impl Stage<'_> {
    async fn new(hall: &Hall, index: usize) -> Stage<'_> {
        let mut clients = HashMap::new();
        for letter in ['A', 'B'] {
            let name = format!("{letter}{index}");
            clients.insert(letter, Client::log_in(hall.address(), &name).await);
        }
        Stage {
            hall,
            clients,
            alerts: HashMap::new(),
            answer: String::new(),
            number: 0,
        }
    }

    async fn play(mut self, transcript: &str) {
        for line in transcript.lines() {
            let told = self.step(line).await;
            told.unwrap_or_else(|why| panic!("{line}\n{why}\nin:\n{transcript}"));
        }
        // Nothing may have been told that the transcript does not show: this is surely the last alert.
        let concede = format!("/concede/{}", self.number);
        if self.clients[&'A'].get(&concede).await.status == 200 {
            let last = self.alerts.get_mut(&'B').unwrap().next().await.unwrap();
            assert!(last.contains(r#""s":"co""#), "{last} in:\n{transcript}");
        }
    }

    async fn step(&mut self, line: &str) -> Result<(), String> {
        if let Some(position) = line.strip_prefix("position ") {
            self.begin(position).await;
            return Ok(());
        }
        let who = line.chars().next().unwrap();
        let client = &self.clients[&who];
        match line[1..].split_at(2) {
            ("> ", request) => {
                let request = request.replace("{g}", &self.number.to_string());
                let (head, body) = request.split_once(" {").unwrap_or((&request, ""));
                let body = if body.is_empty() {
                    String::new()
                } else {
                    format!("{{{body}")
                };
                let (method, path) = head.split_once(' ').unwrap();
                let response = client.send(method, path, "", &body).await;
                self.answer = format!("{} {}", response.status, response.body);
                Ok(())
            }
            ("< ", expected) => compare(expected, self.answer.trim_end()),
            ("! ", expected) => {
                let alert = self.alerts.get_mut(&who).unwrap().next().await;
                compare(expected, &alert.unwrap())
            }
            (" l", "eaves") => {
                self.alerts.remove(&who).unwrap();
                Ok(())
            }
            (" c", "omes back") => {
                let alerts = client.listen(self.number).await;
                self.alerts.insert(who, alerts);
                Ok(())
            }
            _ => Err("what does this mean?".to_owned()),
        }
    }

    async fn begin(&mut self, position: &str) {
        let mut identities = Vec::new();
        for letter in ['A', 'B'] {
            identities.push(self.identity(letter).await);
        }
        let black = identities.pop();
        let white = identities.pop();
        let players = rules::BySeat { white, black };
        self.number = self.hall.arrange(position, players).await;
        for letter in ['A', 'B'] {
            let alerts = self.clients[&letter].listen(self.number).await;
            self.alerts.insert(letter, alerts);
        }
    }

    /// The player of an account, as the server knows it.
    async fn identity(&self, letter: char) -> host::Identity {
        let page = self.clients[&letter].ok("/").await;
        let name = page.split("<strong>").nth(1).unwrap();
        let name = name.split('<').next().unwrap().to_owned();
        let player = self.hall.host.accounts().find(&name).await.unwrap();
        host::Identity {
            player,
            name,
            has_account: true,
            is_bot: false,
            token: String::new(),
        }
    }
}

/// Three dots stand for anything.
fn compare(expected: &str, found: &str) -> Result<(), String> {
    let wrong = || format!("found: {found}");
    let Some((first, others)) = expected.split_once('…') else {
        return (expected == found).then_some(()).ok_or_else(wrong);
    };
    let (middle, last) = others.rsplit_once('…').unwrap_or(("", others));
    let mut rest = found
        .strip_prefix(first)
        .and_then(|rest| rest.strip_suffix(last))
        .ok_or_else(wrong)?;
    for part in middle.split('…') {
        let at = rest.find(part).ok_or_else(wrong)?;
        rest = &rest[at + part.len()..];
    }
    Ok(())
}
