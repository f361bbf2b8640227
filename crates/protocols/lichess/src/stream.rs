//! Answers that go on: a line for each object, and an empty one now and then, so that both ends know the other is there.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use host::{Push, Pushes, Subscriber};
use serde::Serialize;

use crate::service::Service;

/// An empty line comes after so much silence. Clients give up when they hear nothing for a little longer.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// Lines that may wait for the reader of a stream. When there are more, the stream ends: the reader comes back.
const QUEUE: usize = 256;

pub(crate) const NDJSON: &str = "application/x-ndjson";

/// What makes the lines of a stream, one after the other; none when it ends.
pub(crate) trait Lines: Send + 'static {
    fn next(&mut self) -> impl Future<Output = Option<String>> + Send;
}

/// The answer with these lines.
pub(crate) fn respond(lines: impl Lines, kind: &'static str) -> Response {
    let lines = unfold(lines, |mut lines| async {
        let line = lines.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(line)), lines))
    });
    let kind = HeaderValue::from_static(kind);
    // Some proxies gather what is sent unless they are told not to.
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    let mut response = (headers, Body::from_stream(lines)).into_response();
    let unbuffered = HeaderValue::from_static("no");
    response
        .headers_mut()
        .insert("x-accel-buffering", unbuffered);
    response
}

/// The queue of a stream's reader, and its two ends.
pub(crate) fn subscriber() -> (Subscriber, Pushes) {
    Subscriber::new(QUEUE)
}

/// The lines of a game that wait for the reader of its stream, and what the game goes on to tell.
pub(crate) struct Inbox {
    lines: VecDeque<String>,
    /// The stream ends after these lines.
    is_over: bool,
    pushes: Pushes,
}

/// What the stream of a game does next.
pub(crate) enum Next {
    Line(String),
    Push(Push),
    End,
}

impl Inbox {
    pub(crate) fn new(lines: impl Into<VecDeque<String>>, is_over: bool, pushes: Pushes) -> Inbox {
        Inbox {
            lines: lines.into(),
            is_over,
            pushes,
        }
    }

    pub(crate) fn add(&mut self, line: String) {
        self.lines.push_back(line);
    }

    /// Lets the stream end when its lines have been read.
    pub(crate) fn end(&mut self) {
        self.is_over = true;
    }

    pub(crate) async fn next(&mut self, service: &Service) -> Next {
        if let Some(line) = self.lines.pop_front() {
            return Next::Line(line);
        }
        if self.is_over {
            return Next::End;
        }
        tokio::select! {
            push = self.pushes.recv() => push.map_or(Next::End, Next::Push),
            () = service.context.stopped() => Next::End,
            () = tokio::time::sleep(KEEP_ALIVE) => Next::Line(empty_line()),
        }
    }
}

/// An object as a line.
pub(crate) fn line(object: &impl Serialize) -> String {
    // Our objects always have a text: they have no maps with odd keys.
    let mut text = serde_json::to_string(object).unwrap_or_default();
    text.push('\n');
    text
}

/// The line that only says that we are here.
pub(crate) fn empty_line() -> String {
    "\n".to_owned()
}
