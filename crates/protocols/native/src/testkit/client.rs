//! A client of the native protocol.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use crate::message::{Answer, Call, Frame, GameNotice, Notice, Opened, Request, Welcome};
use futures_util::{SinkExt, StreamExt};
use rules::Refusal;
use session::{GameId, Tag, View};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Nothing in these tests takes longer than this.
pub const PATIENCE: Duration = Duration::from_secs(20);

pub async fn in_time<T>(work: impl Future<Output = T>) -> T {
    let result = tokio::time::timeout(PATIENCE, work).await;
    result.expect("this takes too long")
}

pub struct Client {
    socket: WebSocketStream<TcpStream>,
    notices: VecDeque<Notice>,
    next_tag: u64,
    prefix: String,
    pub welcome: Option<Welcome>,
}

impl Client {
    /// A connection that has not said hello.
    pub async fn connect(address: SocketAddr) -> Result<Client, Error> {
        Client::connect_with(address, "/ws", &[]).await
    }

    pub async fn connect_with(
        address: SocketAddr,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Client, Error> {
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(address).await?;
        let port = stream.local_addr()?.port();
        let (socket, _) = in_time(tokio_tungstenite::client_async(request, stream)).await?;
        Ok(Client {
            socket,
            notices: VecDeque::new(),
            next_tag: 0,
            prefix: format!("{port}"),
            welcome: None,
        })
    }

    /// A connection of a new player, or of the one with this token.
    pub async fn hello(address: SocketAddr, token: Option<String>) -> Client {
        let mut client = Client::connect(address).await.unwrap();
        match client.ok(Request::Hello { token }).await {
            Answer::Welcome(welcome) => client.welcome = Some(welcome),
            other => panic!("{other:?}"),
        }
        client
    }

    pub fn token(&self) -> String {
        self.welcome.as_ref().unwrap().token.clone()
    }

    pub async fn send_text(&mut self, text: String) -> Result<(), Error> {
        self.socket.send(Message::text(text)).await
    }

    pub async fn send(&mut self, tag: &str, request: Request) -> Result<(), Error> {
        let tag = Tag::new(tag).unwrap();
        let call = Call { tag, request };
        self.send_text(serde_json::to_string(&call).unwrap()).await
    }

    /// The next frame; `None` when the server has closed.
    pub async fn next_frame(&mut self) -> Option<Frame> {
        in_time(async {
            loop {
                match self.socket.next().await? {
                    Ok(Message::Text(text)) => {
                        let frame = serde_json::from_str(text.as_str());
                        return Some(frame.unwrap_or_else(|why| panic!("{text}: {why}")));
                    }
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        })
        .await
    }

    /// The next text, whatever it is.
    pub async fn next_text(&mut self) -> Option<String> {
        loop {
            match in_time(self.socket.next()).await? {
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                _ => return None,
            }
        }
    }

    /// The reply to a tag; notices that come before are kept.
    pub async fn reply(&mut self, tag: &str) -> Option<Frame> {
        loop {
            let frame = self.next_frame().await?;
            let found = match &frame {
                Frame::Notice { notice } => {
                    self.notices.push_back(notice.clone());
                    continue;
                }
                Frame::Ok { tag, .. } | Frame::Error { tag, .. } => Some(tag.as_str()),
                Frame::Refused { tag, .. } => tag.as_ref().map(Tag::as_str),
            };
            if found == Some(tag) {
                return Some(frame);
            }
        }
    }

    pub async fn call(&mut self, request: Request) -> Frame {
        self.next_tag += 1;
        let tag = format!("{}-{}", self.prefix, self.next_tag);
        self.send(&tag, request).await.unwrap();
        self.reply(&tag).await.expect("the server closed")
    }

    pub async fn ok(&mut self, request: Request) -> Answer {
        match self.call(request).await {
            Frame::Ok { answer, .. } => answer,
            other => panic!("{other:?}"),
        }
    }

    pub async fn refused(&mut self, request: Request) -> Refusal {
        match self.call(request).await {
            Frame::Refused { refusal, .. } => refusal,
            other => panic!("{other:?}"),
        }
    }

    pub async fn open(&mut self, game: &GameId) -> Opened {
        self.open_from(game, None).await
    }

    pub async fn open_from(&mut self, game: &GameId, from: Option<u64>) -> Opened {
        let request = Request::Open {
            game: game.clone(),
            from,
            detail: crate::message::Detail::Full,
        };
        match self.ok(request).await {
            Answer::Opened(opened) => opened,
            other => panic!("{other:?}"),
        }
    }

    /// The game as it is now.
    pub async fn view(&mut self, game: &GameId) -> View {
        *self.open(game).await.view.unwrap()
    }

    /// The next notice that fits.
    pub async fn notice<T>(&mut self, fits: impl Fn(&Notice) -> Option<T>) -> T {
        loop {
            while let Some(notice) = self.notices.pop_front() {
                if let Some(found) = fits(&notice) {
                    return found;
                }
            }
            match self.next_frame().await.expect("the server closed") {
                Frame::Notice { notice } => self.notices.push_back(notice),
                other => panic!("a reply nobody waits for: {other:?}"),
            }
        }
    }

    pub async fn game_notice(&mut self) -> GameNotice {
        self.notice(|notice| match notice {
            Notice::Game(notice) => Some((**notice).clone()),
            _ => None,
        })
        .await
    }
}
