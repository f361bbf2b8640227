//! What a player owns: a collection of special pieces and two picks; and how an army is asked for.

use std::fmt;

use rules::SplitMix;

use crate::army::{Army, ArmyError, SLOTS};
use crate::kind::Kind;

/// How many pieces a collection can hold.
pub const COLLECTION_SLOTS: usize = 21;

/// One of the two picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Asked for as -1.
    Left,
    /// Asked for as -2.
    Right,
}

/// Two special pieces lent to a player until they have been used and taken into the collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picks {
    /// The left pick.
    pub left: Kind,
    /// The right pick.
    pub right: Kind,
}

impl Picks {
    /// The picks of a new player; they may be equal.
    pub fn random(random: &mut SplitMix) -> Picks {
        Picks {
            left: random_special(random),
            right: random_special(random),
        }
    }

    /// The pick in one hand.
    pub fn in_hand(&self, hand: Hand) -> Kind {
        match hand {
            Hand::Left => self.left,
            Hand::Right => self.right,
        }
    }

    /// The picks after one of them was taken: another kind comes in its place.
    pub fn after_taking(self, hand: Hand, random: &mut SplitMix) -> Picks {
        let fresh = another_special(self.in_hand(hand), random);
        match hand {
            Hand::Left => Picks {
                left: fresh,
                ..self
            },
            Hand::Right => Picks {
                right: fresh,
                ..self
            },
        }
    }
}

/// Any special kind, each with the same chance.
pub(crate) fn random_special(random: &mut SplitMix) -> Kind {
    random
        .choose(Kind::specials())
        .copied()
        .unwrap_or(Kind::War)
}

/// A random special kind; if it is the old one, the next by number, and the first after the last.
fn another_special(old: Kind, random: &mut SplitMix) -> Kind {
    let drawn = random_special(random);
    if drawn != old {
        return drawn;
    }
    Kind::from_number(old.number() + 1).unwrap_or(Kind::War)
}

/// The special pieces a player owns, in slots numbered from 1. Playing does not use them up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection([Option<Kind>; COLLECTION_SLOTS]);

impl Collection {
    /// What is in a slot, 1 to 21.
    pub fn get(&self, slot: usize) -> Option<Kind> {
        *self.0.get(slot.checked_sub(1)?)?
    }

    /// Puts a special kind into a slot, over what was there. Says whether the slot exists and the
    /// kind may be collected.
    pub fn put(&mut self, slot: usize, kind: Kind) -> bool {
        let place = slot.checked_sub(1).and_then(|index| self.0.get_mut(index));
        match place {
            Some(place) if !kind.is_regular() => {
                *place = Some(kind);
                true
            }
            _ => false,
        }
    }

    /// All slots in order, with the numbers of the kinds; 0 is an empty slot.
    pub fn numbers(&self) -> [u8; COLLECTION_SLOTS] {
        self.0.map(|kind| kind.map_or(0, Kind::number))
    }
}

/// An army made of what a player owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enlisted {
    /// The army.
    pub army: Army,
    /// Whether the left pick is in it.
    pub left: bool,
    /// Whether the right pick is in it.
    pub right: bool,
}

/// Why an army cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestError {
    /// The number means nothing.
    OutOfRange(i64),
    /// A pick or a collection slot is asked for twice.
    Twice(i64),
    /// The collection slot is empty.
    EmptySlot(i64),
    /// A piece does not belong into its slot.
    Army(ArmyError),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::OutOfRange(n) => write!(
                f,
                "{n} is not a piece: 0 is regular, -1 and -2 are the picks, 1 to 21 the collection"
            ),
            RequestError::Twice(n) => write!(f, "{n} is asked for twice"),
            RequestError::EmptySlot(n) => write!(f, "slot {n} of the collection is empty"),
            RequestError::Army(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RequestError {}

/// Makes an army of a request: one number for each slot. Missing numbers are regular pieces; numbers
/// beyond the last slot are ignored.
///
/// # Errors
/// Names the first number that cannot be granted.
pub fn enlist(
    request: &[i64],
    picks: &Picks,
    collection: &Collection,
) -> Result<Enlisted, RequestError> {
    let request = &request[..request.len().min(SLOTS)];
    let mut kinds = *Army::REGULAR.kinds();
    for (slot, &number) in request.iter().enumerate() {
        if number != 0 && request[..slot].contains(&number) {
            return Err(RequestError::Twice(number));
        }
        kinds[slot] = match number {
            0 => continue,
            -1 => picks.left,
            -2 => picks.right,
            1..=21 => collection
                .get(number as usize)
                .ok_or(RequestError::EmptySlot(number))?,
            _ => return Err(RequestError::OutOfRange(number)),
        };
    }
    Ok(Enlisted {
        army: Army::new(kinds).map_err(RequestError::Army)?,
        left: request.contains(&-1),
        right: request.contains(&-2),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICKS: Picks = Picks {
        left: Kind::War,
        right: Kind::Warp,
    };

    fn collection() -> Collection {
        let mut collection = Collection::default();
        assert!(collection.put(1, Kind::Exit));
        assert!(collection.put(21, Kind::Line));
        collection
    }

    fn ask(request: &[i64]) -> Result<Enlisted, RequestError> {
        enlist(request, &PICKS, &collection())
    }

    #[test]
    fn a_request_takes_picks_and_collected_pieces() {
        let enlisted = ask(&[0, -1, 0, 0, 0, 0, 0, 0, -2, 21, 1, 0, 0, 0, 0, 0, -1, 99]).unwrap();
        assert_eq!(enlisted.army.to_string(), "PWPPPPPPZLXQKBNR");
        assert!(enlisted.left && enlisted.right);
        let regular = ask(&[]).unwrap();
        assert_eq!(regular.army, Army::REGULAR);
        assert!(!regular.left && !regular.right);
    }

    #[test]
    fn what_is_not_owned_or_does_not_fit_is_refused() {
        assert_eq!(ask(&[-3]), Err(RequestError::OutOfRange(-3)));
        assert_eq!(ask(&[22]), Err(RequestError::OutOfRange(22)));
        assert_eq!(ask(&[i64::MIN]), Err(RequestError::OutOfRange(i64::MIN)));
        assert_eq!(ask(&[-1, -1]), Err(RequestError::Twice(-1)));
        assert_eq!(ask(&[5]), Err(RequestError::EmptySlot(5)));
        let misplaced = RequestError::Army(ArmyError::Slot(0, Kind::Exit));
        assert_eq!(ask(&[1]), Err(misplaced));
    }

    #[test]
    fn a_collection_has_slots_1_to_21_for_special_kinds() {
        let mut collection = collection();
        assert!(!collection.put(0, Kind::War));
        assert!(!collection.put(22, Kind::War));
        assert!(!collection.put(2, Kind::Queen));
        assert_eq!(collection.get(0), None);
        assert_eq!(collection.get(21), Some(Kind::Line));
        assert_eq!(collection.numbers()[0], Kind::Exit.number());
    }

    #[test]
    fn a_taken_pick_is_replaced_by_another_special_kind() {
        for seed in 0..500 {
            let mut random = SplitMix::new(seed);
            let picks = Picks::random(&mut random);
            let after = picks.after_taking(Hand::Right, &mut random);
            assert_ne!(after.right, picks.right);
            assert!(!after.right.is_regular());
            assert_eq!(after.left, picks.left);
        }
        let wrapped = (0..500).map(|seed| another_special(Kind::Derange, &mut SplitMix::new(seed)));
        assert!(wrapped.into_iter().all(|kind| kind != Kind::Derange));
    }
}
