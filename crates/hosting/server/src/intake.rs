//! How fast a connection is read, whatever it sends.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use host::Bucket;
use tokio::time::Sleep;

use crate::budget::Address;

/// Bytes that may be sent for each request that may be sent.
pub(crate) const BYTES_PER_REQUEST: u32 = 4096;

/// What a frame or a line costs besides its bytes, in bytes, so that empty ones are not free.
const FRAME_BYTES: usize = 512;

/// So much is read before it is counted. Most messages are small, and counting each would cost more than reading it.
const CHUNK: usize = 4096;

/// Counts what a connection sends, before anybody has looked at it, and stops reading while that is too much. So it
/// does not matter whether what is sent can be understood. Nothing is refused: the system makes the client wait.
#[derive(Debug)]
pub struct Intake {
    own: Bucket,
    address: Arc<Address>,
    uncounted: usize,
    /// Reading goes on afterwards.
    pause: Option<Pin<Box<Sleep>>>,
}

impl Intake {
    pub(crate) fn new(requests_per_second: u32, address: Arc<Address>) -> Intake {
        Intake {
            own: Bucket::per_second(requests_per_second.saturating_mul(BYTES_PER_REQUEST)),
            address,
            uncounted: 0,
            pause: None,
        }
    }

    /// Notes what was just read. Lines count as frames.
    pub fn note(&mut self, n_bytes: usize, n_frames: usize) {
        self.uncounted += n_bytes + n_frames * FRAME_BYTES;
        if self.uncounted >= CHUNK {
            self.count(Instant::now());
        }
    }

    fn count(&mut self, now: Instant) {
        let n_bytes = std::mem::take(&mut self.uncounted) as u64;
        let own = self.own.charge_at(now, n_bytes);
        let wait = own.max(self.address.charge_bytes(now, n_bytes));
        if wait > Duration::ZERO {
            self.pause(wait);
        }
    }

    /// Reads nothing for a while, whatever has come already.
    pub(crate) fn pause(&mut self, span: Duration) {
        self.pause = Some(Box::pin(tokio::time::sleep(span)));
    }

    /// Whether nothing may be read now.
    pub(crate) fn is_paused(&self) -> bool {
        self.pause.is_some()
    }

    /// Comes back when more may be read.
    pub(crate) fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(context));
            self.pause = None;
        }
        Poll::Ready(())
    }

    /// The same, for those who only wait for this.
    pub async fn ready(&mut self) {
        std::future::poll_fn(|context| self.poll_ready(context)).await;
    }
}

/// The longest head of a frame without its mask.
const MAX_HEAD: usize = 10;

/// Counts the frames of a WebSocket by their heads. The library that decodes them tells of whole messages only, and
/// of a message there can be any number of empty frames.
#[derive(Debug, Default)]
pub(crate) struct FrameCounter {
    /// What has come of the head of a frame, while the rest of the head is missing.
    head: [u8; MAX_HEAD],
    n_head: usize,
    /// What is still to come of a frame whose head is there.
    rest: u64,
}

impl FrameCounter {
    /// How many frames begin in these bytes; more precisely, how many heads end in them.
    pub(crate) fn count(&mut self, mut bytes: &[u8]) -> usize {
        let mut n_frames = 0;
        while !bytes.is_empty() {
            let skipped = usize::try_from(self.rest).map_or(bytes.len(), |n| n.min(bytes.len()));
            self.rest -= skipped as u64;
            bytes = &bytes[skipped..];
            // Mostly a head comes in one piece.
            if self.n_head == 0
                && let Some((length, rest)) = read_head(bytes)
            {
                self.rest = rest;
                n_frames += 1;
                bytes = &bytes[length..];
                continue;
            }
            let Some((next, others)) = bytes.split_first() else {
                break;
            };
            bytes = others;
            self.head[self.n_head] = *next;
            self.n_head += 1;
            if let Some((_, rest)) = read_head(&self.head[..self.n_head]) {
                self.n_head = 0;
                self.rest = rest;
                n_frames += 1;
            }
        }
        n_frames
    }
}

/// How long the head of a frame is without its mask, and how many bytes follow it, if it is complete.
fn read_head(bytes: &[u8]) -> Option<(usize, u64)> {
    let second = *bytes.get(1)?;
    let mask = if second & 0x80 == 0 { 0 } else { 4 };
    let (head, length) = match second & 0x7f {
        126 => (
            4,
            u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?).into(),
        ),
        127 => (10, u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)),
        short => (2, u64::from(short)),
    };
    Some((head, length.saturating_add(mask)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::budget::Budgets;

    fn intake(budgets: &Budgets) -> Intake {
        budgets.intake(budgets.address("10.0.0.1".parse().unwrap()).unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_sends_too_much_is_read_more_slowly_and_others_are_not() {
        let budgets = Budgets::new(Limits {
            requests_per_second: 10,
            address_requests_per_second: 1000,
            ..Limits::default()
        });
        let mut intake = intake(&budgets);
        // What two seconds allow may come at once.
        for _ in 0..19 {
            intake.note(4096, 0);
            assert!(!intake.is_paused());
        }
        for _ in 0..10 {
            intake.note(4096, 0);
        }
        assert!(intake.is_paused());
        let before = tokio::time::Instant::now();
        intake.ready().await;
        assert!(before.elapsed() > Duration::from_millis(800));
    }

    #[tokio::test]
    async fn empty_frames_are_not_free_and_connections_of_one_address_share_what_it_has() {
        let budgets = Budgets::new(Limits {
            requests_per_second: 1000,
            address_requests_per_second: 10,
            ..Limits::default()
        });
        let mut connections = [intake(&budgets), intake(&budgets)];
        for _ in 0..30 {
            for connection in &mut connections {
                connection.note(48, 8);
            }
        }
        assert!(connections.iter().all(Intake::is_paused));
    }

    /// A frame with a mask, as clients send it.
    fn frame(length: usize) -> Vec<u8> {
        let mut frame = vec![0x80];
        match length {
            0..126 => frame.push(0x80 | length as u8),
            126..65536 => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            _ => {
                frame.push(0x80 | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend([7; 4]);
        frame.extend(vec![0xff; length]);
        frame
    }

    #[test]
    fn frames_are_counted_however_the_stream_is_cut() {
        let lengths = [0, 1, 125, 126, 300, 65535, 65536, 70000, 0, 0];
        let stream: Vec<u8> = lengths.into_iter().flat_map(frame).collect();
        for size in [1, 2, 3, 5, 7, 512, 100_000, 1_000_000] {
            let mut counter = FrameCounter::default();
            let counts = stream.chunks(size).map(|part| counter.count(part));
            assert_eq!(counts.sum::<usize>(), lengths.len(), "{size}");
        }
    }

    #[test]
    fn an_absurd_length_is_only_a_number() {
        let mut counter = FrameCounter::default();
        let head = [&[0x80, 0xff][..], &[0xff; 8]].concat();
        assert_eq!(counter.count(&head), 1);
        assert_eq!(counter.count(&[0; 1000]), 0);
    }
}
