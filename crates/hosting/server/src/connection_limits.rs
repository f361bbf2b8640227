//! Connection limits, in all and by address.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use crate::Security;
use crate::budget::Address;

/// How long a connection above a limit is left unread before it is closed. A client that comes back at once, again and
/// again, would keep us busy with accepting it.
const TURNED_AWAY_DELAY: Duration = Duration::from_secs(1);

/// Connections that are left so at the same time; others are closed at once.
const MAX_TURNED_AWAY: usize = 256;

/// Counts connections, in all and by address.
#[derive(Debug)]
pub struct ConnectionLimits {
    most: usize,
    most_per_address: usize,
    inside: Arc<AtomicUsize>,
    /// Permits for connections that wait to be closed.
    turned_away: Arc<Semaphore>,
}

/// One of the allowed connections, until it is dropped.
#[derive(Debug)]
pub struct ConnectionSlot(Arc<AtomicUsize>);

/// One of the connections allowed from one address, until it is dropped.
#[derive(Debug)]
pub struct AddressSlot(Arc<Address>);

impl ConnectionLimits {
    pub(crate) fn new(most: usize, most_per_address: usize) -> ConnectionLimits {
        ConnectionLimits {
            most,
            most_per_address,
            inside: Arc::default(),
            turned_away: Arc::new(Semaphore::new(MAX_TURNED_AWAY)),
        }
    }

    /// A slot for one more connection, if the limit allows it.
    pub fn enter(&self) -> Option<ConnectionSlot> {
        enter(&self.inside, self.most).then(|| ConnectionSlot(Arc::clone(&self.inside)))
    }

    /// A slot for one more connection from an address, if the limit allows it.
    pub fn enter_from(&self, address: &Arc<Address>) -> Option<AddressSlot> {
        enter(&address.connections, self.most_per_address).then(|| AddressSlot(Arc::clone(address)))
    }

    /// Closes a connection above a limit after a while, without reading from it.
    pub(crate) fn turn_away(&self, stream: TcpStream) {
        if let Ok(permit) = Arc::clone(&self.turned_away).try_acquire_owned() {
            tokio::spawn(async move {
                tokio::time::sleep(TURNED_AWAY_DELAY).await;
                drop((stream, permit));
            });
        }
    }

    /// Open connections.
    pub fn count(&self) -> usize {
        self.inside.load(Ordering::SeqCst)
    }

    /// Waits until all connections are closed, for two seconds at most.
    pub(crate) async fn wait_until_closed(&self) {
        for _ in 0..100 {
            if self.count() == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn enter(count: &AtomicUsize, most: usize) -> bool {
    let more = |count: usize| (count < most).then_some(count + 1);
    let entered = count.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more);
    entered.is_ok()
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The other end of a connection. It holds the connection's slots, so code that goes on using the connection keeps
/// a copy.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Where requests come from.
    pub address: Arc<Address>,
    /// How they come.
    pub security: Security,
    pub(crate) _slot: Arc<ConnectionSlot>,
    pub(crate) _address_slot: Arc<AddressSlot>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::budget::Budgets;

    #[test]
    fn a_crowd_has_limits_in_all_and_by_address() {
        let budgets = Budgets::new(Limits::default());
        let address = |text: &str| budgets.address(text.parse().unwrap()).unwrap();
        let (one, two) = (address("10.0.0.1"), address("10.0.0.2"));
        let limits = ConnectionLimits::new(2, 2);
        let first = limits.enter_from(&one);
        let second = limits.enter_from(&one);
        assert!(first.is_some() && second.is_some() && limits.enter_from(&one).is_none());
        assert!(limits.enter_from(&two).is_some());
        drop(first);
        assert!(limits.enter_from(&one).is_some());

        let places = [limits.enter(), limits.enter()];
        assert!(places.iter().all(Option::is_some) && limits.enter().is_none());
        drop(places);
        assert_eq!(limits.count(), 0);
    }
}
