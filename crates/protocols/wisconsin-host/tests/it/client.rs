//! A client that speaks HTTP by hand, and hears alerts on a WebSocket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use host::Identity;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Nothing in these tests takes longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) async fn in_time<T>(work: impl Future<Output = T>) -> T {
    let result = tokio::time::timeout(PATIENCE, work).await;
    result.expect("this takes too long")
}

/// A response, with its head in one text.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{}: {why}", self.body))
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(found, _)| found.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }

    /// The cookies that it sets, as a client sends them back.
    pub(crate) fn cookies(&self) -> Vec<&str> {
        let lines = self.head.lines();
        let set = lines.filter_map(|line| line.strip_prefix("set-cookie: "));
        set.filter_map(|cookie| cookie.split(';').next()).collect()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Client {
    address: SocketAddr,
    /// What paths begin with.
    pub(crate) base: &'static str,
    /// What proves who it is: a line of the head, or nothing.
    pub(crate) proof: String,
    pub(crate) who: Option<Identity>,
}

impl Client {
    pub(crate) fn nobody(address: SocketAddr) -> Client {
        Client {
            address,
            base: "/wisconsin",
            proof: String::new(),
            who: None,
        }
    }

    pub(crate) fn with_token(address: SocketAddr, who: Identity) -> Client {
        Client {
            proof: format!("Authorization: Bearer {}\r\n", who.token),
            who: Some(who),
            ..Client::nobody(address)
        }
    }

    /// Logs in by name and password, and keeps the cookie.
    pub(crate) async fn log_in(address: SocketAddr, name: &str) -> Client {
        let mut client = Client::nobody(address);
        let form = format!("name={name}&password=pw");
        let response = client.post("/login", &form).await;
        assert_eq!(response.status, 303, "{}", response.head);
        let cookie = response.header("set-cookie").unwrap();
        let cookie = cookie.split(';').next().unwrap();
        client.proof = format!("Cookie: {cookie}\r\n");
        client
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.send("GET", path, "", "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Response {
        self.send("POST", path, "", body).await
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Response {
        let Client {
            address,
            base,
            proof,
            ..
        } = self;
        let mut stream = TcpStream::connect(address).await.unwrap();
        let length = body.len();
        let request = format!(
            "{method} {base}{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{proof}{headers}Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        in_time(stream.read_to_string(&mut text)).await.unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        Response {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    /// Listens for alerts of a game.
    pub(crate) async fn listen(&self, number: u64) -> Alerts {
        self.listen_with(&format!("/alert/{number}"), &[])
            .await
            .unwrap()
    }

    pub(crate) async fn listen_with(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Alerts, Error> {
        let url = format!("ws://{}{}{path}", self.address, self.base);
        let mut request = url.into_client_request()?;
        let proof = self.proof.trim_end().split_once(": ");
        for (name, value) in headers.iter().copied().chain(proof) {
            let name: tokio_tungstenite::tungstenite::http::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await?;
        let (socket, _) = in_time(tokio_tungstenite::client_async(request, stream)).await?;
        Ok(Alerts { socket })
    }

    /// A request that is answered as it should be; the answer.
    pub(crate) async fn ok(&self, path: &str) -> String {
        let response = self.get(path).await;
        assert_eq!(response.status, 200, "{path}: {}", response.head);
        response.body
    }

    /// A move or a promotion that is accepted; the answer.
    pub(crate) async fn play(&self, number: u64, body: &str) -> String {
        let response = self.post(&format!("/move/{number}"), body).await;
        assert_eq!(response.status, 200, "{body}: {}", response.head);
        response.body
    }
}

pub(crate) struct Alerts {
    socket: WebSocketStream<TcpStream>,
}

impl Alerts {
    /// The next alert without its line feed; `None` when the server has closed.
    pub(crate) async fn next(&mut self) -> Option<String> {
        in_time(async {
            loop {
                match self.socket.next().await? {
                    Ok(Message::Text(text)) => {
                        let line = text.strip_suffix('\n').expect("a line feed");
                        return Some(line.to_owned());
                    }
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        })
        .await
    }

    /// Sends so many pings and says goodbye; comes back when that is answered.
    pub(crate) async fn ping_and_leave(mut self, n_pings: u64) {
        for _ in 0..n_pings {
            let ping = Message::Ping(Vec::new().into());
            in_time(self.socket.feed(ping)).await.unwrap();
        }
        in_time(self.socket.close(None)).await.unwrap();
        while let Some(Ok(_)) = in_time(self.socket.next()).await {}
    }
}
