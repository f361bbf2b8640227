//! How many connections there may be, in all and by address.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::budget::Address;

/// Counts connections, in all and by address.
#[derive(Debug)]
pub(crate) struct Crowd {
    most: usize,
    most_per_address: usize,
    inside: Arc<AtomicUsize>,
}

/// A connection's place among all, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place(Arc<AtomicUsize>);

/// A place among those who come from one address, until it is dropped.
#[derive(Debug)]
pub(crate) struct AddressPlace(Arc<Address>);

impl Crowd {
    pub(crate) fn new(most: usize, most_per_address: usize) -> Crowd {
        Crowd {
            most,
            most_per_address,
            inside: Arc::default(),
        }
    }

    /// A place for one more connection, if there is one.
    pub(crate) fn enter(&self) -> Option<Place> {
        enter(&self.inside, self.most).then(|| Place(Arc::clone(&self.inside)))
    }

    /// A place for one more who comes from an address, if there is one.
    pub(crate) fn enter_from(&self, address: &Arc<Address>) -> Option<AddressPlace> {
        enter(&address.connections, self.most_per_address)
            .then(|| AddressPlace(Arc::clone(address)))
    }

    pub(crate) fn count(&self) -> usize {
        self.inside.load(Ordering::SeqCst)
    }

    /// Waits until everybody has gone, but not forever: whoever does not go is cut off.
    pub(crate) async fn gone(&self) {
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

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The other end of a connection. It keeps the connection's places, so whoever goes on using the connection
/// keeps a copy.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// Where requests come from.
    pub(crate) address: Arc<Address>,
    pub(crate) _place: Arc<Place>,
    pub(crate) _address_place: Arc<AddressPlace>,
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
        let crowd = Crowd::new(2, 2);
        let first = crowd.enter_from(&one);
        let second = crowd.enter_from(&one);
        assert!(first.is_some() && second.is_some() && crowd.enter_from(&one).is_none());
        assert!(crowd.enter_from(&two).is_some());
        drop(first);
        assert!(crowd.enter_from(&one).is_some());

        let places = [crowd.enter(), crowd.enter()];
        assert!(places.iter().all(Option::is_some) && crowd.enter().is_none());
        drop(places);
        assert_eq!(crowd.count(), 0);
    }
}
