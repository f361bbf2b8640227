//! Keepalive: quiet clients are pinged, silent ones disconnected.

use std::time::Duration;

use tokio::time::Instant;

/// A client that has sent nothing for this long is pinged.
const QUIET: Duration = Duration::from_secs(30);

/// When a client was last heard.
#[derive(Debug)]
pub struct Keepalive {
    last_heard: Instant,
    /// When the unanswered ping was sent.
    asked_at: Option<Instant>,
}

/// What to do about a quiet client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepaliveAction {
    /// Nothing yet.
    Wait,
    /// Send a ping.
    Ping,
    /// The ping was not answered: close the connection.
    Close,
}

impl Default for Keepalive {
    fn default() -> Keepalive {
        Keepalive::new()
    }
}

impl Keepalive {
    /// A client heard just now.
    pub fn new() -> Keepalive {
        Keepalive {
            last_heard: Instant::now(),
            asked_at: None,
        }
    }

    /// The client has sent something.
    pub fn heard(&mut self, now: Instant) {
        self.last_heard = now;
        self.asked_at = None;
    }

    /// When to ask [`Keepalive::next_action`] again.
    pub fn due(&self) -> Instant {
        self.asked_at.unwrap_or(self.last_heard) + QUIET
    }

    /// What to do now. A ping counts as sent.
    pub fn next_action(&mut self) -> KeepaliveAction {
        if self.due() > Instant::now() {
            return KeepaliveAction::Wait;
        }
        match self.asked_at.replace(Instant::now()) {
            None => KeepaliveAction::Ping,
            Some(_) => KeepaliveAction::Close,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_quiet_peer_is_asked_once_and_then_given_up() {
        let mut keepalive = Keepalive::new();
        assert_eq!(keepalive.next_action(), KeepaliveAction::Wait);
        tokio::time::advance(QUIET).await;
        assert_eq!(keepalive.next_action(), KeepaliveAction::Ping);
        assert_eq!(keepalive.next_action(), KeepaliveAction::Wait);
        keepalive.heard(Instant::now());
        tokio::time::advance(QUIET).await;
        assert_eq!(keepalive.next_action(), KeepaliveAction::Ping);
        tokio::time::advance(QUIET).await;
        assert_eq!(keepalive.next_action(), KeepaliveAction::Close);
    }
}
