//! Bodies of requests, read within bounds of length and time.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::Body as _;
use rules::Refusal;
use tokio::time::{Instant, timeout_at};

use crate::{bad_request, too_large, too_slow};

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a client may take before the rate of a long body counts.
const GRACE: Duration = Duration::from_secs(2);

/// Bytes of a long body that have to come in a second, because others wait for its place.
const LONG_BODY_RATE: u32 = 8192;

/// How fast a body has to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyPace {
    /// In time.
    Usual,
    /// In time, and all the while at a rate.
    Steady,
}

impl BodyPace {
    /// When the next part has to be there.
    fn due(self, began: Instant, n_bytes: usize) -> Instant {
        let in_time = began + PATIENCE;
        match self {
            BodyPace::Usual => in_time,
            BodyPace::Steady => {
                let n_bytes = u32::try_from(n_bytes).unwrap_or(u32::MAX);
                let by_rate = Duration::from_secs(n_bytes.into()) / LONG_BODY_RATE;
                in_time.min(began + GRACE + by_rate)
            }
        }
    }
}

/// The bytes of a body.
///
/// # Errors
/// It is longer than the limit, comes too slowly, or breaks off.
pub async fn read_body(mut body: Body, limit: usize, pace: BodyPace) -> Result<Vec<u8>, Refusal> {
    let (began, mut bytes) = (Instant::now(), Vec::new());
    loop {
        let part = timeout_at(pace.due(began, bytes.len()), next_part(&mut body)).await;
        match part.map_err(|_| too_slow())?? {
            None => return Ok(bytes),
            Some(part) if bytes.len() + part.len() > limit => return Err(too_large(limit)),
            Some(part) => bytes.extend_from_slice(&part),
        }
    }
}

/// The next bytes of a body; nothing at its end.
async fn next_part(body: &mut Body) -> Result<Option<Bytes>, Refusal> {
    loop {
        let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        let Some(frame) = frame else {
            return Ok(None);
        };
        let frame = frame.map_err(|_| bad_request("the body breaks off"))?;
        // Trailers are for nobody.
        if let Ok(part) = frame.into_data() {
            return Ok(Some(part));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::task::{Context, Poll};

    use hyper::body::Frame;
    use tokio::time::{Sleep, sleep};

    use super::*;

    /// So many parts of a length, each after a pause.
    struct Slow {
        n_parts: usize,
        part: Bytes,
        pause: Duration,
        sleep: Pin<Box<Sleep>>,
    }

    impl hyper::body::Body for Slow {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            if self.n_parts == 0 {
                return Poll::Ready(None);
            }
            std::task::ready!(Future::poll(self.sleep.as_mut(), context));
            self.n_parts -= 1;
            self.sleep = Box::pin(sleep(self.pause));
            Poll::Ready(Some(Ok(Frame::data(self.part.clone()))))
        }
    }

    fn body(n_parts: usize, length: usize, pause: Duration) -> Body {
        Body::new(Slow {
            n_parts,
            part: Bytes::from(vec![b'x'; length]),
            pause,
            sleep: Box::pin(sleep(pause)),
        })
    }

    /// What comes of a body, and after how long.
    async fn read(body: Body, pace: BodyPace) -> (Result<usize, String>, Duration) {
        let began = Instant::now();
        let read = read_body(body, 100_000, pace).await;
        let read = read.map(|bytes| bytes.len());
        (read.map_err(|no| no.code.to_string()), began.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_body_that_drips_gives_its_place_away() {
        let second = Duration::from_secs(1);
        let dripping = || body(1000, 1, second / 4);
        let (refused, after) = read(dripping(), BodyPace::Steady).await;
        assert_eq!((refused, after.as_secs()), (Err("too-slow".to_owned()), 2));
        let (refused, after) = read(dripping(), BodyPace::Usual).await;
        assert_eq!((refused, after), (Err("too-slow".to_owned()), PATIENCE));
        // Short bodies may take longer than their bytes: a packet may have been lost.
        let (whole, _) = read(body(2, 10, 4 * second), BodyPace::Usual).await;
        assert_eq!(whole, Ok(20));
        let (whole, _) = read(body(8, 8000, second), BodyPace::Steady).await;
        assert_eq!(whole, Ok(64_000));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_above_the_limit_is_refused_before_it_is_read() {
        let (refused, _) = read(body(1000, 60_000, Duration::ZERO), BodyPace::Steady).await;
        assert_eq!(refused, Err("too-large".to_owned()));
    }
}
