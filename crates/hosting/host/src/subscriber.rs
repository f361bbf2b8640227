//! The queue of messages to a connection, and its two ends.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use tokio::task::coop::poll_proceed;

use crate::Push;

/// Bytes that may wait for one connection. A single message that is longer may wait alone.
const MAX_BYTES: usize = 262_144;

/// The sending end. The queue is bounded, in messages and in bytes; when it is full the connection is given up, because a slow reader must not
/// make others wait or memory grow.
#[derive(Clone, Debug)]
pub struct Subscriber {
    id: u64,
    /// None for a subscriber that is told nothing.
    queue: Option<Shared>,
}

/// The receiving end, where messages are read in the order in which they were sent.
#[derive(Debug)]
pub struct Pushes(Shared);

/// Every move of every game goes through several queues, so everything about one lies together: a channel,
/// which has more to offer, is spread over more memory.
#[derive(Clone, Debug)]
struct Shared(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    capacity: usize,
    /// The next message. Mostly it is the only one, and lies where the reader looks anyway.
    next: Option<Push>,
    /// Those after it.
    later: VecDeque<Push>,
    /// The bytes of what waits.
    n_bytes: usize,
    is_given_up: bool,
    is_read: bool,
    /// The waker of the reader. It stays here, so that waiting again costs nothing.
    reader: Option<Waker>,
    is_reader_waiting: bool,
}

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl Subscriber {
    /// A subscriber, and the queue to read from.
    pub fn new(capacity: usize) -> (Subscriber, Pushes) {
        let queue = Shared(Arc::new(Mutex::new(Queue {
            capacity,
            next: None,
            later: VecDeque::new(),
            n_bytes: 0,
            is_given_up: false,
            is_read: true,
            reader: None,
            is_reader_waiting: false,
        })));
        let subscriber = Subscriber {
            queue: Some(queue.clone()),
            ..Subscriber::deaf()
        };
        (subscriber, Pushes(queue))
    }

    /// A subscriber that is told nothing, for protocols without notices.
    pub fn deaf() -> Subscriber {
        Subscriber {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            queue: None,
        }
    }

    /// One of its kind in this process.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Whether the receiving end still exists.
    pub(crate) fn is_open(&self) -> bool {
        self.queue.as_ref().is_none_or(|queue| queue.lock().is_read)
    }

    /// Tells the reader that it has missed something, so that it reads the whole state again.
    pub(crate) fn give_up(&self) {
        if let Some(queue) = &self.queue {
            let mut queue = queue.lock();
            queue.is_given_up = true;
            queue.wake_reader();
        }
    }

    /// Puts a message into the queue, behind everything that was told before. Says whether the subscriber is
    /// still to be told things afterwards.
    pub fn push(&self, push: Push) -> bool {
        let Some(queue) = &self.queue else {
            return true;
        };
        let mut queue = queue.lock();
        if !queue.is_read || queue.is_given_up {
            return false;
        }
        match queue.has_room_for(&push) {
            true => queue.add(push),
            false => queue.is_given_up = true,
        }
        queue.wake_reader();
        !queue.is_given_up
    }
}

impl Pushes {
    /// The next message. Nothing comes when the queue was full and what was in it has been read: then
    /// something was lost.
    pub async fn recv(&mut self) -> Option<Push> {
        poll_fn(|context| self.poll_recv(context)).await
    }

    /// The same, for tasks that wait for several things.
    pub fn poll_recv(&mut self, context: &mut Context<'_>) -> Poll<Option<Push>> {
        let budget = ready!(poll_proceed(context));
        let mut queue = self.0.lock();
        let push = queue.take();
        if push.is_some() || queue.is_given_up {
            budget.made_progress();
            return Poll::Ready(push);
        }
        let is_known = |reader: &Waker| reader.will_wake(context.waker());
        if !queue.reader.as_ref().is_some_and(is_known) {
            queue.reader = Some(context.waker().clone());
        }
        queue.is_reader_waiting = true;
        Poll::Pending
    }

    /// The next message, if there is one already.
    pub fn try_recv(&mut self) -> Option<Push> {
        self.0.lock().take()
    }
}

impl Drop for Pushes {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.is_read = false;
        queue.next = None;
        queue.later = VecDeque::new();
        queue.reader = None;
    }
}

impl Queue {
    /// A message that is larger than the limit has room in an empty queue.
    fn has_room_for(&self, push: &Push) -> bool {
        let n_waiting = usize::from(self.next.is_some()) + self.later.len();
        let has_bytes = self.n_bytes + push.len() <= MAX_BYTES || n_waiting == 0;
        has_bytes && n_waiting < self.capacity
    }

    fn wake_reader(&mut self) {
        if std::mem::take(&mut self.is_reader_waiting)
            && let Some(reader) = &self.reader
        {
            reader.wake_by_ref();
        }
    }

    /// Puts a message behind all others.
    fn add(&mut self, push: Push) {
        self.n_bytes += push.len();
        match self.next {
            Some(_) => self.later.push_back(push),
            None => self.next = Some(push),
        }
    }

    /// The next message.
    fn take(&mut self) -> Option<Push> {
        let push = self.next.take()?;
        self.next = self.later.pop_front();
        self.n_bytes -= push.len();
        Some(push)
    }
}

impl Shared {
    /// Nothing that is done under the lock can leave it half done.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(n: usize) -> Push {
        Push::Text(n.to_string().into())
    }

    async fn read(pushes: &mut Pushes) -> Option<String> {
        match pushes.recv().await? {
            Push::Text(text) => String::from_utf8(text.to_vec()).ok(),
            Push::Player(_) => None,
        }
    }

    #[tokio::test]
    async fn all_is_read_in_order_by_a_reader_that_waits_and_by_one_that_comes_later() {
        let (subscriber, mut pushes) = Subscriber::new(2);
        let reader = tokio::spawn(async move {
            let mut all = Vec::new();
            while let Some(text) = read(&mut pushes).await {
                all.push(text);
                if all.len() == 6 {
                    break;
                }
            }
            all
        });
        for n in 0..3 {
            assert!(subscriber.push(text(2 * n)) && subscriber.push(text(2 * n + 1)));
            tokio::task::yield_now().await;
        }
        assert_eq!(reader.await.unwrap(), ["0", "1", "2", "3", "4", "5"]);
        assert!(!subscriber.push(text(6)), "nobody reads any more");
        assert!(!subscriber.is_open());
    }

    #[tokio::test]
    async fn a_queue_that_was_full_is_read_to_its_end_and_no_further() {
        let (subscriber, mut pushes) = Subscriber::new(2);
        assert!(subscriber.push(text(0)) && subscriber.push(text(1)));
        assert!(!subscriber.push(text(2)));
        assert_eq!(read(&mut pushes).await.as_deref(), Some("0"));
        assert!(
            !subscriber.push(text(3)),
            "it is given up although there is room"
        );
        assert_eq!(read(&mut pushes).await.as_deref(), Some("1"));
        assert_eq!(read(&mut pushes).await, None);
        assert!(subscriber.clone().is_open());
    }

    #[tokio::test]
    async fn few_long_messages_fill_a_queue_and_one_may_be_longer_than_it() {
        let long = |n: usize| Push::Text(vec![b'x'; n].into());
        let (subscriber, mut pushes) = Subscriber::new(100);
        assert!(subscriber.push(long(MAX_BYTES / 2)) && subscriber.push(long(MAX_BYTES / 2)));
        pushes.recv().await.unwrap();
        assert!(subscriber.push(long(MAX_BYTES / 2)), "there is room again");
        assert!(!subscriber.push(long(1)));

        let (subscriber, mut pushes) = Subscriber::new(100);
        assert!(subscriber.push(long(10 * MAX_BYTES)));
        pushes.recv().await.unwrap();
        assert!(subscriber.push(long(10 * MAX_BYTES)));
        assert!(!subscriber.push(long(1)));
    }

    /// A reader that always finds something lets others run.
    #[tokio::test]
    async fn a_reader_pauses_although_there_is_more() {
        let (subscriber, mut pushes) = Subscriber::new(1);
        let endless = tokio::spawn(async move {
            loop {
                subscriber.push(text(0));
                read(&mut pushes).await;
            }
        });
        tokio::task::yield_now().await;
        endless.abort();
        assert!(endless.await.unwrap_err().is_cancelled());
    }
}
