//! A WebSocket on the bare connection.
//!
//! The library does the protocol. What lies between it and the connection costs more than the protocol
//! itself when messages are small, so here there is nothing: after the upgrade the connection is taken
//! out of all that served HTTP on it.

use std::future::poll_fn;
use std::io::{self, IoSlice, Read, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::response::Response;
use host::Rejection;
use hyper::upgrade::{OnUpgrade, Parts};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::coop::poll_proceed;
use tungstenite::handshake::server::create_response_with_body;
pub use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::protocol::frame::{Frame, FrameHeader};
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
pub use tungstenite::{Error, Message};

use crate::accept::HttpStream;
use crate::connection_limits::Peer;
use crate::http_error::{bad_request, check_origin};
use crate::intake::{FrameCounter, Intake};

/// A small buffer is enough, and cheap for many quiet connections.
const READ_BUFFER: usize = 512;

/// Messages that are ready together go out together, up to so many bytes. Every write costs more than
/// making a message.
const WRITE_BUFFER: usize = 4096;

/// The header of a frame that is not masked has at most so many bytes.
const MAX_HEADER: usize = 10;

/// A text of at most so many bytes is copied behind its header: the system takes one piece faster than two.
const SMALL_TEXT: usize = 1024;

/// A request to go on as a WebSocket.
pub struct Upgrade {
    response: Response,
    on_upgrade: OnUpgrade,
    intake: Intake,
}

impl Upgrade {
    /// # Errors
    /// It comes from a page of another site, or does not ask for a WebSocket.
    pub fn new(context: &crate::Context, mut request: Request) -> Result<Upgrade, Rejection> {
        check_origin(context, request.headers())?;
        let on_upgrade = request.extensions_mut().remove::<OnUpgrade>();
        let response = create_response_with_body(&request, Body::empty);
        let response = response.map_err(bad_request)?;
        let not_here = || bad_request("this connection cannot become a WebSocket");
        let peer = request.extensions().get::<Peer>().ok_or_else(not_here)?;
        Ok(Upgrade {
            response,
            on_upgrade: on_upgrade.ok_or_else(not_here)?,
            intake: context.budgets.intake(Arc::clone(&peer.address)),
        })
    }

    /// Accepts, with messages of at most `max_message` bytes. If the client has gone meanwhile, `talk` is not called.
    pub fn accept<F, T>(self, max_message: usize, talk: F) -> Response
    where
        F: FnOnce(WebSocket) -> T + Send + 'static,
        T: Future<Output = ()> + Send + 'static,
    {
        let Upgrade {
            response,
            on_upgrade,
            intake,
        } = self;
        tokio::spawn(async move {
            let upgraded = on_upgrade.await.ok();
            let bare = upgraded.and_then(|upgraded| upgraded.downcast::<HttpStream>().ok());
            if let Some(parts) = bare {
                talk(WebSocket::new(parts, intake, max_message)).await;
            }
        });
        response
    }
}

/// A WebSocket on the bare connection.
pub struct WebSocket {
    protocol: tungstenite::WebSocket<Bare>,
    /// Whether everything that has come was read, so that there is something to wait for.
    is_drained: bool,
    /// Whether something could not be written, so that there is something to wait for.
    is_stuck: bool,
    /// Whether messages wait for the next [`WebSocket::flush`].
    has_fed: bool,
}

impl WebSocket {
    fn new(parts: Parts<HttpStream>, intake: Intake, max_message: usize) -> WebSocket {
        let stream = parts.io.into_inner().into_inner();
        // A hasty client's first messages came with its request.
        WebSocket::on(stream, parts.read_buf.to_vec(), intake, max_message)
    }

    /// On a connection from which something was read already.
    fn on(stream: TcpStream, begun: Vec<u8>, intake: Intake, max_message: usize) -> WebSocket {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(WRITE_BUFFER)
            .max_message_size(Some(max_message))
            .max_frame_size(Some(max_message));
        let mut stream = Bare {
            stream,
            is_empty: false,
            unsent: Bytes::new(),
            intake,
            frames: FrameCounter::default(),
        };
        stream.note(&begun);
        WebSocket {
            protocol: tungstenite::WebSocket::from_partially_read(
                stream,
                begun,
                Role::Server,
                Some(config),
            ),
            is_drained: false,
            is_stuck: false,
            has_fed: false,
        }
    }

    /// Takes no message for a while, whatever has come already. What is sent goes out.
    pub fn pause(&mut self, span: Duration) {
        self.protocol.get_mut().intake.pause(span);
    }

    /// The next message, or nothing when the client has gone. It is cancel safe.
    pub async fn recv(&mut self) -> Option<Result<Message, Error>> {
        poll_fn(|context| self.poll_recv(context)).await
    }

    /// The same, for tasks that wait for several things.
    pub fn poll_recv(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Message, Error>>> {
        // A client that never pauses shall not keep this task from pausing.
        let budget = ready!(poll_proceed(context));
        let read = ready!(self.poll_read(context));
        budget.made_progress();
        if let Ok(Message::Close(_)) = read {
            // The library has prepared the answer to a goodbye; it does not matter whether the client gets it.
            let _ = self.poll_flush(context);
        }
        Poll::Ready(match read {
            Err(Error::ConnectionClosed | Error::AlreadyClosed) => None,
            read => Some(read),
        })
    }

    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<Result<Message, Error>> {
        loop {
            let bare = self.protocol.get_mut();
            ready!(bare.intake.poll_ready(context));
            if self.is_drained {
                ready!(bare.stream.poll_read_ready(context))?;
                bare.is_empty = false;
            }
            let read = self.protocol.read();
            self.is_drained = read.as_ref().is_err_and(must_wait);
            if !self.is_drained {
                return Poll::Ready(read);
            }
        }
    }

    /// Gives a message to the connection, which sends it with the next [`WebSocket::flush`] or before.
    pub async fn feed(&mut self, message: Message) -> Result<(), Error> {
        if self.is_stuck {
            self.flush().await?;
        }
        self.has_fed = true;
        match self.protocol.write(message) {
            // It was kept, and is sent later.
            Err(error) if must_wait(&error) => {
                self.is_stuck = true;
                Ok(())
            }
            written => written,
        }
    }

    /// Sends a text that was made as text. If nothing else waits, it goes out as it is: a text for many readers lies
    /// in the processor's caches, and the buffers of the readers do not.
    pub async fn send_text(&mut self, text: Bytes) -> Result<(), Error> {
        if self.has_fed || self.is_stuck || !self.protocol.can_write() {
            self.feed(text_message(text)).await?;
            return self.flush().await;
        }
        match self.protocol.get_mut().send_frame(&text) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                self.is_stuck = true;
                self.flush().await
            }
            sent => Ok(sent?),
        }
    }

    /// Comes back when everything was sent.
    pub async fn flush(&mut self) -> Result<(), Error> {
        poll_fn(|context| self.poll_flush(context)).await
    }

    fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        loop {
            if self.is_stuck {
                ready!(self.protocol.get_ref().stream.poll_write_ready(context))?;
            }
            let flushed = self.protocol.flush();
            self.is_stuck = flushed.as_ref().is_err_and(must_wait);
            if !self.is_stuck {
                self.has_fed = false;
                // Saying goodbye is the last thing that is sent; that the other side has said so is fine.
                return Poll::Ready(match flushed {
                    Err(Error::ConnectionClosed) => Ok(()),
                    flushed => flushed,
                });
            }
        }
    }

    /// Sends a message.
    pub async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.feed(message).await?;
        self.flush().await
    }
}

/// A text that was made as text and need not be checked again for every reader.
pub fn text_message(text: Bytes) -> Message {
    Message::Frame(Frame::message(text, OpCode::Data(Data::Text), true))
}

/// A goodbye with a code for programs and a reason for people.
pub fn close_message(code: CloseCode, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame {
        code,
        reason: reason.into(),
    }))
}

fn must_wait(error: &Error) -> bool {
    matches!(error, Error::Io(error) if error.kind() == io::ErrorKind::WouldBlock)
}

/// A connection that is read and written as far as that is possible at once.
struct Bare {
    stream: TcpStream,
    /// Whether nothing more is to be had before [`TcpStream::poll_read_ready`] says so.
    is_empty: bool,
    /// The rest of a frame, which goes out before anything else.
    unsent: Bytes,
    intake: Intake,
    frames: FrameCounter,
}

impl Bare {
    fn note(&mut self, bytes: &[u8]) {
        let n_frames = self.frames.count(bytes);
        self.intake.note(bytes.len(), n_frames);
    }

    /// Sends a text frame. What cannot be sent at once is kept, and the error says that it has to wait.
    fn send_frame(&mut self, text: &Bytes) -> io::Result<()> {
        self.send_rest()?;
        let format = FrameHeader {
            opcode: OpCode::Data(Data::Text),
            ..FrameHeader::default()
        };
        let mut header = io::Cursor::new([0; MAX_HEADER]);
        let formatted = format.format(text.len() as u64, &mut header);
        formatted.map_err(io::Error::other)?;
        let length = usize::try_from(header.position()).unwrap_or(MAX_HEADER);
        let header = &header.get_ref()[..length];
        let n_sent = match self.try_write_frame(header, text) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            sent => sent?,
        };
        match n_sent.checked_sub(header.len()) {
            Some(n_sent) => self.unsent = text.slice(n_sent..),
            None => self.unsent = [&header[n_sent..], text].concat().into(),
        }
        self.send_rest()
    }

    /// Writes what can be written of a frame at once.
    fn try_write_frame(&self, header: &[u8], text: &[u8]) -> io::Result<usize> {
        if text.len() > SMALL_TEXT {
            let slices = [IoSlice::new(header), IoSlice::new(text)];
            return self.stream.try_write_vectored(&slices);
        }
        let mut frame = [0; MAX_HEADER + SMALL_TEXT];
        let length = header.len() + text.len();
        frame[..header.len()].copy_from_slice(header);
        frame[header.len()..length].copy_from_slice(text);
        self.stream.try_write(&frame[..length])
    }

    /// Sends what is left of a frame.
    fn send_rest(&mut self) -> io::Result<()> {
        while !self.unsent.is_empty() {
            let n_sent = self.stream.try_write(&self.unsent)?;
            if n_sent == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            self.unsent = self.unsent.slice(n_sent..);
        }
        Ok(())
    }
}

impl Read for Bare {
    /// Reads as a task that waits: then the runtime knows after a read that did not fill the buffer that
    /// nothing is left, and the system need not be asked. A task that wants to be woken says so afterwards.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_empty || self.intake.is_paused() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let mut buffer = ReadBuf::new(buffer);
        let mut context = Context::from_waker(Waker::noop());
        let read = Pin::new(&mut self.stream).poll_read(&mut context, &mut buffer);
        self.is_empty = buffer.remaining() > 0;
        self.note(buffer.filled());
        match read {
            Poll::Ready(read) => read.map(|()| buffer.filled().len()),
            Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

impl Write for Bare {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send_rest()?;
        self.stream.try_write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send_rest()
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream as Connection;
    use std::sync::mpsc;

    use tokio::net::TcpListener;

    use super::*;
    use crate::{Budgets, Limits};

    const N_TEXTS: usize = 300;

    /// More than the system keeps for a client that does not read.
    fn long_text(number: usize) -> String {
        format!("{number} ").repeat(20_000)
    }

    /// A client that pings at once, reads when it is told to, and says which texts it got.
    fn read_late(address: std::net::SocketAddr, may_read: &mpsc::Receiver<()>) -> Vec<String> {
        let connection = Connection::connect(address).unwrap();
        let mut client = tungstenite::WebSocket::from_raw_socket(connection, Role::Client, None);
        client
            .send(Message::Ping(Bytes::from_static(b"?")))
            .unwrap();
        may_read.recv().unwrap();
        let mut texts = Vec::new();
        while texts.len() < 2 * N_TEXTS {
            if let Message::Text(text) = client.read().unwrap() {
                texts.push(text.to_string());
            }
        }
        texts
    }

    /// Sends all texts, each after a short one that is fed, and answers pings meanwhile.
    async fn send_all(socket: &mut WebSocket, begin: &mpsc::Sender<()>) {
        let ping = socket.recv().await.unwrap().unwrap();
        assert!(ping.is_ping());
        let mut n_stuck = 0;
        for number in 0..N_TEXTS {
            if number % 2 == 0 {
                let short = Message::text(number.to_string());
                socket.feed(short).await.unwrap();
                socket.flush().await.unwrap();
            } else {
                let short = Bytes::from(number.to_string());
                socket.send_text(short).await.unwrap();
            }
            let mut sending = std::pin::pin!(socket.send_text(long_text(number).into()));
            let first = poll_fn(|context| Poll::Ready(sending.as_mut().poll(context))).await;
            match first {
                Poll::Ready(sent) => sent.unwrap(),
                Poll::Pending => {
                    // Only a client that reads lets it go on.
                    begin.send(()).unwrap();
                    sending.await.unwrap();
                    n_stuck += 1;
                }
            }
        }
        assert!(n_stuck > 0, "the system kept everything");
    }

    #[tokio::test]
    async fn texts_arrive_whole_and_in_order_at_a_client_that_reads_late() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (begin, may_read) = mpsc::channel();
        let client = std::thread::spawn(move || read_late(address, &may_read));
        let (stream, _) = listener.accept().await.unwrap();
        let budgets = Budgets::new(Limits::default());
        let from = budgets.address(address.ip()).unwrap();
        let intake = Intake::new(1000, from);
        let mut socket = WebSocket::on(stream, Vec::new(), intake, 1024);
        send_all(&mut socket, &begin).await;
        let texts = tokio::task::spawn_blocking(|| client.join().unwrap());
        for (number, pair) in texts.await.unwrap().chunks(2).enumerate() {
            assert_eq!(pair[0], number.to_string());
            assert!(pair[1] == long_text(number), "text {number}");
        }
    }
}
