//! A server with this protocol, and a client that speaks HTTP by hand.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bus::testkit::Hub;
use host::{
    Computer, Host, Judgement, NewAccessToken, Node, Opponent, Rival, Scope, SearchTask, Visitor,
};
use native::testkit::client::in_time;
use native::testkit::game::{Setup, rivals};
use native::testkit::http::{Response, send};
use serde_json::Value;
use server::Server;
use store::MemoryStore;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A running server.
pub(crate) struct Hall {
    pub(crate) server: Server,
    pub(crate) host: Host,
}

/// A computer that resigns when it is asked to move.
struct Quitter;

impl Computer for Quitter {
    fn rivals(&self, variant: &str) -> Vec<Rival> {
        rivals(variant, "Egg (level 1)", ("stockfish", "Stockfish 1350"))
    }

    fn choose(&self, _position: &SearchTask, _opponent: &Opponent) -> Option<String> {
        None
    }

    fn judge(&self, _position: &SearchTask) -> Option<Judgement> {
        None
    }
}

impl Hall {
    pub(crate) async fn new() -> Hall {
        Hall::with(|_| {}).await
    }

    /// With chat.
    pub(crate) async fn talking() -> Hall {
        Hall::with(|setup| setup.chat = true).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Setup)) -> Hall {
        Hall::on(Arc::new(MemoryStore::new()), change).await
    }

    /// Two nodes of one server, which know each other.
    pub(crate) async fn two_nodes() -> [Hall; 2] {
        let (store, hub) = (Arc::new(MemoryStore::new()), Hub::new());
        let node = async || {
            let id = Node::new_id().unwrap();
            let bus = hub.add(id.clone());
            let node = Node { id, bus };
            Hall::on(store.clone(), |setup| setup.node = Some(node)).await
        };
        let halls = [node().await, node().await];
        let know_each_other = async {
            let knows = |hall: &Hall| hall.host.node_counts().unwrap().nodes == 2;
            while !halls.iter().all(knows) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        in_time(know_each_other).await;
        halls
    }

    async fn on(store: Arc<MemoryStore>, change: impl FnOnce(&mut Setup)) -> Hall {
        let mut setup = Setup {
            computer: Some(Arc::new(Quitter)),
            ..Setup::default()
        };
        change(&mut setup);
        let settings = lichess::Settings { chat: setup.chat };
        setup
            .protocols
            .push(Box::new(lichess::Protocol::new(settings)));
        let (server, host) = setup.start(store).await;
        Hall { server, host }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// A person with an account and a token for everything.
    pub(crate) async fn person(&self, name: &str) -> Client {
        self.person_with(name, &Scope::ALL).await
    }

    pub(crate) async fn person_with(&self, name: &str, scopes: &[Scope]) -> Client {
        let accounts = self.host.accounts();
        let visitor = Visitor {
            address: name,
            ..Visitor::default()
        };
        let who = accounts.arrive(name, "correct horse", &visitor).await;
        let wanted = NewAccessToken {
            name: "test".to_owned(),
            scopes: scopes.iter().copied().collect(),
            days: None,
        };
        let (_, token) = accounts
            .make_access_token(&who.unwrap(), wanted)
            .await
            .unwrap();
        Client {
            address: self.address(),
            token,
            kind: "board",
        }
    }

    /// A program with an account of its own kind.
    pub(crate) async fn bot(&self, name: &str) -> Client {
        let mut client = self.person(name).await;
        client.ok("POST", "/api/bot/account/upgrade").await;
        client.kind = "bot";
        client
    }
}

/// A client with a token.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    /// `bot` or `board`.
    pub(crate) kind: &'static str,
}

impl Client {
    fn head(&self) -> String {
        format!("Authorization: Bearer {}\r\n", self.token)
    }

    /// A call with further headers and a body.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Response {
        let headers = format!("{}{headers}", self.head());
        send(self.address, method, path, &headers, body).await
    }

    /// A call without a body that has to succeed.
    pub(crate) async fn ok(&self, method: &str, path: &str) -> Value {
        let response = self.send(method, path, "", "").await;
        assert!(response.status < 300, "{path}: {}", response.body);
        response.json()
    }

    /// A call that has to be refused: its status and code.
    pub(crate) async fn refused(&self, method: &str, path: &str) -> (u16, String) {
        let response = self.send(method, path, "", "").await;
        assert!(response.status >= 400, "{path}: {}", response.body);
        let body = response.json();
        assert!(body["error"].is_string(), "{body}");
        (response.status, body["code"].as_str().unwrap().to_owned())
    }

    pub(crate) async fn post_json(&self, path: &str, body: Value) -> Response {
        let headers = "Content-Type: application/json\r\n";
        self.send("POST", path, headers, &body.to_string()).await
    }

    pub(crate) async fn post_form(&self, path: &str, body: &str) -> Response {
        let headers = "Content-Type: application/x-www-form-urlencoded\r\n";
        self.send("POST", path, headers, body).await
    }

    /// Does something in a game.
    pub(crate) async fn play(&self, game: &str, what: &str) -> Response {
        let path = format!("/api/{}/game/{game}/{what}", self.kind);
        self.send("POST", &path, "", "").await
    }

    /// The same, which has to succeed.
    pub(crate) async fn plays(&self, game: &str, what: &str) {
        let response = self.play(game, what).await;
        assert_eq!(response.status, 200, "{what}: {}", response.body);
        assert_eq!(response.body, r#"{"ok":true}"#);
    }

    /// The same client at another node.
    pub(crate) fn at(&self, hall: &Hall) -> Client {
        Client {
            address: hall.address(),
            ..self.clone()
        }
    }

    pub(crate) async fn stream(&self, path: &str) -> Lines {
        Lines::open(self.address, "GET", path, &self.head(), "").await
    }

    pub(crate) async fn events(&self) -> Lines {
        self.stream("/api/stream/event").await
    }

    pub(crate) async fn game(&self, game: &str) -> Lines {
        let path = format!("/api/{}/game/stream/{game}", self.kind);
        self.stream(&path).await
    }

    pub(crate) async fn post_stream(&self, path: &str, form: &str) -> Lines {
        let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
        let headers = format!("{}{kind}", self.head());
        Lines::open(self.address, "POST", path, &headers, form).await
    }

    /// Challenges a player and gives the challenge.
    pub(crate) async fn challenges(&self, name: &str, body: Value) -> Value {
        let response = self
            .post_json(&format!("/api/challenge/{name}"), body)
            .await;
        assert_eq!(response.status, 200, "{}", response.body);
        response.json()
    }
}

/// A response in parts, line by line.
pub(crate) struct Lines {
    stream: BufReader<TcpStream>,
    pub(crate) head: String,
    waiting: Vec<u8>,
    is_over: bool,
}

impl Lines {
    pub(crate) async fn open(
        address: SocketAddr,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Lines {
        let stream = TcpStream::connect(address).await.unwrap();
        let mut stream = BufReader::new(stream);
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            let read = in_time(stream.read_line(&mut head)).await.unwrap();
            assert!(read > 0, "{head}");
        }
        Lines {
            head: head.to_lowercase(),
            stream,
            waiting: Vec::new(),
            is_over: false,
        }
    }

    /// The next line, empty ones included; none when the stream has ended as it should.
    pub(crate) async fn any_line(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.waiting.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.waiting.drain(..=end).collect();
                return Some(String::from_utf8(line).unwrap().trim_end().to_owned());
            }
            if self.is_over {
                let rest = std::mem::take(&mut self.waiting);
                let rest = String::from_utf8(rest).unwrap();
                return Some(rest).filter(|rest| !rest.is_empty());
            }
            self.read_chunk().await;
        }
    }

    async fn read_chunk(&mut self) {
        let mut size = String::new();
        in_time(self.stream.read_line(&mut size)).await.unwrap();
        let size = usize::from_str_radix(size.trim(), 16).expect("a chunk");
        let mut chunk = vec![0; size + 2];
        in_time(self.stream.read_exact(&mut chunk)).await.unwrap();
        chunk.truncate(size);
        self.is_over = size == 0;
        self.waiting.extend(chunk);
    }

    /// The next object; none when the stream has ended.
    pub(crate) async fn object(&mut self) -> Option<Value> {
        loop {
            let line = self.any_line().await?;
            if !line.is_empty() {
                return Some(serde_json::from_str(&line).unwrap());
            }
        }
    }

    /// The next object, which has to be of this type.
    pub(crate) async fn next(&mut self, kind: &str) -> Value {
        let object = self.object().await.expect("the stream goes on");
        assert_eq!(object["type"], kind, "{object}");
        object
    }

    /// Objects up to one of this type that fits.
    pub(crate) async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let object = self.object().await.expect("the stream goes on");
            if fits(&object) {
                return object;
            }
        }
    }

    /// Whether nothing follows.
    pub(crate) async fn ends(&mut self) {
        assert_eq!(self.object().await, None);
    }
}

/// A game of two, which has begun: its id.
pub(crate) async fn begin(one: &Client, other: &Client, name: &str, terms: Value) -> String {
    let challenge = one.challenges(name, terms).await;
    let id = challenge["id"].as_str().unwrap().to_owned();
    let accept = format!("/api/challenge/{id}/accept");
    other.ok("POST", &accept).await;
    id
}
