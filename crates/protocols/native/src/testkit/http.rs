//! HTTP spoken by hand.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::client::in_time;

/// A response, with its head in one text.
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    /// The value of a header, in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find_map(|(found, value)| (found == name).then_some(value))
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{}: {why}", self.body))
    }
}

pub async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> Response {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    in_time(stream.read_to_string(&mut text)).await.unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    Response {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head: head.to_lowercase(),
        body: body.to_owned(),
    }
}

/// A response that does not end, line by line.
pub struct Stream(BufReader<TcpStream>);

impl Stream {
    pub async fn open(address: SocketAddr, path: &str, headers: &str) -> Stream {
        let stream = TcpStream::connect(address).await.unwrap();
        let mut stream = BufReader::new(stream);
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        Stream(stream)
    }

    /// The next line that fits: of the stream, or of what HTTP puts around it.
    pub async fn line(&mut self, fits: impl Fn(&str) -> bool) -> String {
        loop {
            let mut line = String::new();
            in_time(self.0.read_line(&mut line)).await.unwrap();
            assert!(!line.is_empty(), "the stream has ended");
            if fits(&line) {
                return line;
            }
        }
    }

    pub async fn object(&mut self) -> Value {
        let line = self.line(|line| line.starts_with('{')).await;
        serde_json::from_str(&line).unwrap()
    }
}

pub struct Program {
    address: SocketAddr,
    token: String,
}

impl Program {
    pub async fn new(address: SocketAddr) -> Program {
        let hello = send(address, "POST", "/api/hello", "", "{}").await;
        assert!(
            hello.head.contains("set-cookie: rookery_token="),
            "{}",
            hello.head
        );
        let token = hello.json()["token"].as_str().unwrap().to_owned();
        Program { address, token }
    }

    pub fn token(&self) -> String {
        self.token.clone()
    }

    pub async fn get(&self, path: &str) -> Response {
        let headers = format!("Authorization: Bearer {}\r\n", self.token);
        send(self.address, "GET", path, &headers, "").await
    }

    pub async fn post(&self, path: &str, body: Value) -> Response {
        let headers = format!("Authorization: Bearer {}\r\n", self.token);
        send(self.address, "POST", path, &headers, &body.to_string()).await
    }
}
