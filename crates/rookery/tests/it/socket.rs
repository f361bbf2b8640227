//! A client of the native protocol that knows nothing but JSON.

use std::collections::VecDeque;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

/// Nothing in these tests takes longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Socket {
    socket: WebSocket<TcpStream>,
    /// Came while a reply was waited for.
    notices: VecDeque<Value>,
    calls: u64,
}

impl Socket {
    /// A connection of the player with this token, or of a new player, whose token it then is.
    pub(crate) fn hello(address: SocketAddr, token: &mut Option<String>) -> Socket {
        Socket::hello_over(TcpStream::connect(address).unwrap(), token)
    }

    /// A connection of somebody new whose system takes little that is not read.
    #[cfg(target_os = "linux")]
    pub(crate) fn hello_narrow(address: SocketAddr) -> Socket {
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.enable_io().build().unwrap();
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let connected = runtime.block_on(socket.connect(address)).unwrap();
        let stream = {
            let _inside = runtime.enter();
            connected.into_std().unwrap()
        };
        stream.set_nonblocking(false).unwrap();
        Socket::hello_over(stream, &mut None)
    }

    fn hello_over(stream: TcpStream, token: &mut Option<String>) -> Socket {
        let address = stream.peer_addr().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = client(format!("ws://{address}/ws"), stream).unwrap();
        let mut socket = Socket {
            socket,
            notices: VecDeque::new(),
            calls: 0,
        };
        let mut hello = json!({"type": "hello"});
        if let Some(token) = token {
            hello["token"] = json!(token);
        }
        let welcome = socket.ok(&hello);
        *token = Some(welcome["token"].as_str().unwrap().to_owned());
        socket
    }

    /// The answer to a request that is granted.
    pub(crate) fn ok(&mut self, request: &Value) -> Value {
        let frame = self.call(request);
        assert_eq!(frame["type"], "ok", "{frame}");
        frame["answer"].clone()
    }

    /// A request that is refused, with this code.
    pub(crate) fn refused(&mut self, request: &Value, code: &str) {
        let frame = self.call(request);
        assert_eq!(frame["type"], "refused", "{frame}");
        assert_eq!(frame["refusal"]["code"], code, "{frame}");
    }

    fn call(&mut self, request: &Value) -> Value {
        self.calls += 1;
        // A tag is remembered with the game, beyond the life of this connection.
        let port = self.socket.get_ref().local_addr().unwrap().port();
        let tag = format!("{port}-{}", self.calls);
        let call = json!({"tag": tag, "request": request});
        self.socket.send(Message::text(call.to_string())).unwrap();
        loop {
            let frame = self.frame();
            if frame["tag"] == tag {
                return frame;
            }
            assert_eq!(frame["type"], "notice", "{frame}");
            self.notices.push_back(frame["notice"].clone());
        }
    }

    fn frame(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return crate::json(&text);
            }
        }
    }

    /// Why the server closes, which it does.
    pub(crate) fn goodbye(&mut self) -> String {
        loop {
            let notice = match self.notices.pop_front() {
                Some(notice) => notice,
                None => self.frame()["notice"].clone(),
            };
            if notice["type"] == "bye" {
                return notice["code"].as_str().unwrap().to_owned();
            }
        }
    }

    /// With which code the server closes, after its goodbye.
    pub(crate) fn close_code(&mut self) -> u16 {
        loop {
            if let Message::Close(Some(frame)) = self.socket.read().unwrap() {
                return frame.code.into();
            }
        }
    }

    /// The next notice about a game in which something was recorded.
    pub(crate) fn game_notice(&mut self, game: &str) -> Value {
        loop {
            let notice = match self.notices.pop_front() {
                Some(notice) => notice,
                None => self.frame()["notice"].clone(),
            };
            if notice["type"] == "game" && notice["game"] == game {
                return notice;
            }
        }
    }
}
