//! docs/protocol/native.md is one long conversation of two clients with a server. It is held here, word for
//! word.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use host::{Computer, Judgement, Opponent, Rival, SearchTask};
use native::message::{Frame, encode};
use serde_json::Value;
use server::Server;
use store::testkit::{Fault, FaultyStore};
use store::{MemoryStore, Store};
use tokio::task::JoinHandle;

use crate::support::{rivals, start_computer};
use native::testkit::client::{Client, PATIENCE};
use native::testkit::pattern::Names;

const DOCUMENT: &str = include_str!("../../../../../docs/protocol/native.md");

#[tokio::test]
async fn the_transcripts_of_the_document_happen() {
    let transcripts = DOCUMENT.split("```transcript\n").skip(1);
    let lines = transcripts.flat_map(|text| text.split("```").next().unwrap().lines());
    let mut conversation = Conversation::new().await;
    let mut n_lines = 0;
    for line in lines {
        conversation.step(line).await;
        n_lines += 1;
    }
    assert!(n_lines > 100, "{n_lines}");
    conversation.end().await;
}

/// The computer that the document speaks of.
struct Known;

impl Computer for Known {
    fn rivals(&self, variant: &str) -> Vec<Rival> {
        rivals(variant, "Egg (level 1)", ("stockfish", "Stockfish 1350"))
    }

    fn choose(&self, _position: &SearchTask, _opponent: &Opponent) -> Option<String> {
        None
    }

    fn judge(&self, _position: &SearchTask) -> Option<Judgement> {
        Some(Judgement {
            action: "e2e4".to_owned(),
            balance: 35,
            win: None,
        })
    }
}

/// A server and two clients. Ada is A, Ben is B.
struct Conversation {
    server: Option<Server>,
    stopping: Option<JoinHandle<()>>,
    store: Arc<FaultyStore<MemoryStore>>,
    clients: HashMap<char, Client>,
    /// What each client was told and the document has not shown yet.
    told: HashMap<char, VecDeque<String>>,
    names: Names,
    n_moves: usize,
}

impl Conversation {
    async fn new() -> Conversation {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let kept = Arc::clone(&store) as Arc<dyn Store>;
        let server = start_computer(kept, Arc::new(Known)).await;
        let mut clients = HashMap::new();
        for who in ['A', 'B'] {
            let client = Client::connect(server.address()).await.unwrap();
            clients.insert(who, client);
        }
        Conversation {
            server: Some(server),
            stopping: None,
            store,
            clients,
            told: HashMap::new(),
            names: Names::default(),
            n_moves: 0,
        }
    }

    async fn step(&mut self, line: &str) {
        match line {
            "the store fails" => self.store.set_fault(Fault::Refuse),
            "the store works again" => self.store.set_fault(Fault::None),
            "the server stops" => {
                let server = self.server.take().unwrap();
                self.stopping = Some(tokio::spawn(server.stop()));
            }
            _ => match line.strip_prefix("both play ") {
                Some(moves) => self.play(moves).await,
                None => self.speak(line).await,
            },
        }
    }

    async fn speak(&mut self, line: &str) {
        let who = line.chars().next().unwrap();
        match line[1..].split_at(2) {
            ("> ", text) => self.say(who, text).await,
            ("< ", shown) => self.hear(who, shown).await,
            _ => panic!("what does this mean: {line}"),
        }
    }

    async fn say(&mut self, who: char, text: &str) {
        let text = self.names.fill(text);
        let client = self.clients.get_mut(&who).unwrap();
        client.send_text(text).await.unwrap();
    }

    /// Waits for what is shown. Notices that the document passes over are passed over here.
    async fn hear(&mut self, who: char, shown: &str) {
        let told = self.told.entry(who).or_default();
        let names = &mut self.names;
        if let Some(at) = told.iter().position(|text| names.fits(shown, text)) {
            told.remove(at);
            return;
        }
        loop {
            let client = self.clients.get_mut(&who).unwrap();
            let next = tokio::time::timeout(PATIENCE * 9 / 10, client.next_text());
            let Ok(Some(text)) = next.await else {
                panic!("{who} waits for {shown}\nand was told {told:#?}");
            };
            check_frame(&text);
            if names.fits(shown, &text) {
                return;
            }
            assert!(
                is_notice(&text) || is_notice(shown),
                "shown: {}\nfound: {text}",
                names.fill(shown)
            );
            told.push_back(text);
        }
    }

    /// Plays moves at the board that is called `{game}`; White is A.
    async fn play(&mut self, moves: &str) {
        for action in moves.split(' ') {
            let who = ['A', 'B'][self.n_moves % 2];
            self.n_moves += 1;
            let tag = format!("move-{}", self.n_moves);
            let call = r#"{"tag":"TAG","request":{"type":"ask","game":"{game}","ask":{"type":"act","action":"MOVE"}}}"#;
            let call = call.replace("TAG", &tag).replace("MOVE", action);
            self.say(who, &call).await;
            let asked =
                r#"{"type":"ok","tag":"TAG","answer":{"type":"asked","game":"{game}","seq":…}}"#;
            self.hear(who, &asked.replace("TAG", &tag)).await;
        }
    }

    async fn end(self) {
        self.stopping.expect("the server stops").await.unwrap();
        for (who, told) in self.told {
            let replies: Vec<_> = told.iter().filter(|text| !is_notice(text)).collect();
            assert!(replies.is_empty(), "{who} has more replies: {replies:#?}");
        }
    }
}

fn is_notice(text: &str) -> bool {
    text.starts_with(r#"{"type":"notice""#)
}

/// Everything that is sent is a frame by the types of the protocol, and written as they write it.
fn check_frame(text: &str) {
    let frame: Frame = serde_json::from_str(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(json(&encode(&frame)), json(text));
}
