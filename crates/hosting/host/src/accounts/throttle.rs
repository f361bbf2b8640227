//! How often somebody may try to log in.
//!
//! Nobody can lock a name for others: attempts are counted for a name and an address together. A client that shares the
//! address of an attacker still gets in from a device on which the player has logged in before, which is counted by
//! itself.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::{HostRefusal, KeyedBuckets};

/// Wrong passwords for one name from one address, and from one device that is known.
const PER_NAME_AND_ADDRESS: u32 = 10;

/// Wrong passwords from one address: a class that logs in at the same time mistypes more than one person does.
const PER_ADDRESS: u32 = 60;

/// In which time.
const ATTEMPTS_SPAN: Duration = Duration::from_secs(600);

/// Counts attempts to log in.
pub(super) struct Throttle {
    by_name_and_address: KeyedBuckets,
    by_address: KeyedBuckets,
    by_device: KeyedBuckets,
    /// How many nodes there are: somebody can try at each of them, so an attempt costs as much as one at each.
    n_nodes: AtomicU32,
}

/// An attempt that is counted. One that succeeds is given back, so that only wrong passwords use something up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt<'a> {
    /// As it was typed.
    pub(super) name: &'a str,
    pub(super) address: &'a str,
    /// The id of a device on which the player of this name has logged in before.
    pub(super) device: Option<&'a str>,
}

impl Attempt<'_> {
    fn name_and_address(&self) -> String {
        format!("{} {}", self.address, self.name.to_lowercase())
    }
}

impl Throttle {
    pub(super) fn new() -> Throttle {
        Throttle {
            by_name_and_address: KeyedBuckets::new(PER_NAME_AND_ADDRESS, ATTEMPTS_SPAN),
            by_address: KeyedBuckets::new(PER_ADDRESS, ATTEMPTS_SPAN),
            by_device: KeyedBuckets::new(PER_NAME_AND_ADDRESS, ATTEMPTS_SPAN),
            n_nodes: AtomicU32::new(1),
        }
    }

    /// Says how many nodes there are.
    pub(super) fn set_nodes(&self, n_nodes: usize) {
        let n_nodes = u32::try_from(n_nodes).unwrap_or(u32::MAX).max(1);
        self.n_nodes.store(n_nodes, Ordering::Relaxed);
    }

    fn cost(&self) -> u32 {
        self.n_nodes.load(Ordering::Relaxed)
    }

    /// Counts an attempt before it is known how it ends: many at once must not all be let through.
    pub(super) fn allow(&self, attempt: &Attempt<'_>) -> Result<(), HostRefusal> {
        let is_allowed = match attempt.device {
            Some(device) => self.by_device.allow(device, self.cost()),
            None => {
                self.by_address.allow(attempt.address, self.cost())
                    && self
                        .by_name_and_address
                        .allow(&attempt.name_and_address(), self.cost())
            }
        };
        match is_allowed {
            true => Ok(()),
            false => Err(HostRefusal::TooManyAttempts),
        }
    }

    /// Counts something that only an address is counted for.
    pub(super) fn allow_address(&self, address: &str) -> Result<(), HostRefusal> {
        match self.by_address.allow(address, self.cost()) {
            true => Ok(()),
            false => Err(HostRefusal::TooManyAttempts),
        }
    }

    /// The password was right.
    pub(super) fn give_back(&self, attempt: &Attempt<'_>) {
        match attempt.device {
            Some(device) => self.by_device.give_back(device, self.cost()),
            None => {
                self.by_address.give_back(attempt.address, self.cost());
                let key = attempt.name_and_address();
                self.by_name_and_address.give_back(&key, self.cost());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt<'a>(name: &'a str, address: &'a str, device: Option<&'a str>) -> Attempt<'a> {
        Attempt {
            name,
            address,
            device,
        }
    }

    fn n_allowed(throttle: &Throttle, attempt: &Attempt<'_>) -> usize {
        (0..100)
            .take_while(|_| throttle.allow(attempt).is_ok())
            .count()
    }

    #[test]
    fn nobody_locks_a_name_for_others() {
        let throttle = Throttle::new();
        let most = PER_NAME_AND_ADDRESS as usize;
        assert_eq!(n_allowed(&throttle, &attempt("Ada", "there", None)), most);
        assert_eq!(n_allowed(&throttle, &attempt("ADA", "there", None)), 0);
        assert_eq!(n_allowed(&throttle, &attempt("Ada", "here", None)), most);
        let known = attempt("Ada", "there", Some("phone"));
        assert_eq!(n_allowed(&throttle, &known), most);
        assert_eq!(
            n_allowed(&throttle, &attempt("Ada", "elsewhere", Some("phone"))),
            0,
            "a stolen proof of a device does not help for long"
        );
    }

    #[test]
    fn an_address_guesses_only_so_often_whatever_the_name() {
        let throttle = Throttle::new();
        let names: Vec<String> = (0..100).map(|n| format!("name {n}")).collect();
        let allowed = names
            .iter()
            .filter(|name| throttle.allow(&attempt(name, "there", None)).is_ok());
        assert_eq!(allowed.count(), PER_ADDRESS as usize);
        assert!(throttle.allow_address("there").is_err());
    }

    #[test]
    fn nodes_share_what_is_allowed() {
        let throttle = Throttle::new();
        throttle.set_nodes(5);
        let attempt = attempt("Ada", "there", None);
        assert_eq!(
            n_allowed(&throttle, &attempt),
            PER_NAME_AND_ADDRESS as usize / 5
        );
        throttle.give_back(&attempt);
        assert_eq!(n_allowed(&throttle, &attempt), 1);
    }

    /// A class of any size logs in from one address.
    #[test]
    fn right_passwords_use_nothing_up() {
        let throttle = Throttle::new();
        for n in 0..1000 {
            let name = format!("pupil {n}");
            let right = attempt(&name, "school", None);
            assert!(throttle.allow(&right).is_ok(), "{n}");
            throttle.give_back(&right);
        }
    }
}
