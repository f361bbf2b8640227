//! What a player gets out of a game: new pieces for the collection, and a streak.

use std::fmt;

use rules::SplitMix;

use crate::collection::{COLLECTION_SLOTS, Collection, Enlisted, Hand, Picks, random_special};
use crate::kind::Kind;

/// What one player may take after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spoils {
    /// The reward, drawn when the game began.
    pub reward: Kind,
    /// The left pick, if it was in the army.
    pub left: Option<Kind>,
    /// The right pick, if it was in the army.
    pub right: Option<Kind>,
}

impl Spoils {
    /// Draws the reward of a game and remembers which picks are used in it.
    pub fn new(enlisted: &Enlisted, picks: &Picks, random: &mut SplitMix) -> Spoils {
        Spoils {
            reward: random_special(random),
            left: enlisted.left.then_some(picks.left),
            right: enlisted.right.then_some(picks.right),
        }
    }
}

/// Into which collection slots a player wants to put what; 0 leaves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// For the left pick.
    pub left: usize,
    /// For the right pick.
    pub right: usize,
    /// For the reward.
    pub reward: usize,
}

/// Why a claim is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimError {
    /// Nothing is claimed.
    Nothing,
    /// The collection has no such slot.
    NoSuchSlot(usize),
    /// The pick was not used in this game.
    NotUsed(Hand),
}

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClaimError::Nothing => f.write_str("nothing is taken"),
            ClaimError::NoSuchSlot(slot) => write!(f, "the collection has no slot {slot}"),
            ClaimError::NotUsed(Hand::Left) => f.write_str("the left pick was not used"),
            ClaimError::NotUsed(Hand::Right) => f.write_str("the right pick was not used"),
        }
    }
}

impl std::error::Error for ClaimError {}

/// Takes spoils into the collection and replaces the picks that were taken. Everything is judged before
/// anything is taken. If two pieces go into one slot, the later of left, right, reward stays there.
///
/// # Errors
/// Says what cannot be taken.
pub fn claim(
    spoils: &Spoils,
    claim: &Claim,
    collection: &Collection,
    picks: &Picks,
    random: &mut SplitMix,
) -> Result<(Collection, Picks), ClaimError> {
    let Claim {
        left,
        right,
        reward,
    } = *claim;
    if let Some(slot) = [left, right, reward]
        .into_iter()
        .find(|slot| *slot > COLLECTION_SLOTS)
    {
        return Err(ClaimError::NoSuchSlot(slot));
    }
    let left_kind = wanted(left, spoils.left, Hand::Left)?;
    let right_kind = wanted(right, spoils.right, Hand::Right)?;
    if left + right + reward == 0 {
        return Err(ClaimError::Nothing);
    }
    let (mut collection, mut picks) = (collection.clone(), *picks);
    if let Some(kind) = left_kind {
        collection.put(left, kind);
        picks = picks.after_taking(Hand::Left, random);
    }
    if let Some(kind) = right_kind {
        collection.put(right, kind);
        picks = picks.after_taking(Hand::Right, random);
    }
    if reward > 0 {
        collection.put(reward, spoils.reward);
    }
    Ok((collection, picks))
}

/// The pick to take, if it is asked for.
fn wanted(slot: usize, pick: Option<Kind>, hand: Hand) -> Result<Option<Kind>, ClaimError> {
    match (slot, pick) {
        (0, _) => Ok(None),
        (_, Some(kind)) => Ok(Some(kind)),
        (_, None) => Err(ClaimError::NotUsed(hand)),
    }
}

/// How many games in a row a player has won against the computer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// Now.
    pub current: u32,
    /// At best.
    pub best: u32,
}

impl Streak {
    /// After a game won by checkmate.
    pub fn after_win(self) -> Streak {
        let current = self.current.saturating_add(1);
        Streak {
            current,
            best: self.best.max(current),
        }
    }

    /// After any other game.
    pub fn after_other(self) -> Streak {
        Streak { current: 0, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICKS: Picks = Picks {
        left: Kind::War,
        right: Kind::Warp,
    };
    const SPOILS: Spoils = Spoils {
        reward: Kind::Exit,
        left: Some(Kind::War),
        right: None,
    };

    fn take(left: usize, right: usize, reward: usize) -> Result<(Collection, Picks), ClaimError> {
        let slots = Claim {
            left,
            right,
            reward,
        };
        let mut random = SplitMix::new(1);
        claim(&SPOILS, &slots, &Collection::default(), &PICKS, &mut random)
    }

    #[test]
    fn taking_a_used_pick_and_the_reward_fills_slots_and_replaces_the_pick() {
        let (collection, picks) = take(3, 0, 4).unwrap();
        assert_eq!(collection.get(3), Some(Kind::War));
        assert_eq!(collection.get(4), Some(Kind::Exit));
        assert_ne!(picks.left, Kind::War);
        assert_eq!(picks.right, Kind::Warp);
    }

    #[test]
    fn a_pick_that_is_not_taken_stays() {
        let (_, picks) = take(0, 0, 1).unwrap();
        assert_eq!(picks, PICKS);
    }

    #[test]
    fn bad_claims_are_refused_as_a_whole() {
        assert_eq!(take(0, 0, 0), Err(ClaimError::Nothing));
        assert_eq!(take(22, 0, 1), Err(ClaimError::NoSuchSlot(22)));
        assert_eq!(take(1, 2, 3), Err(ClaimError::NotUsed(Hand::Right)));
    }

    #[test]
    fn only_a_used_pick_is_among_the_spoils() {
        let collection = Collection::default();
        let enlisted = crate::collection::enlist(&[-1], &PICKS, &collection).unwrap();
        let spoils = Spoils::new(&enlisted, &PICKS, &mut SplitMix::new(3));
        assert_eq!((spoils.left, spoils.right), (Some(Kind::War), None));
        assert!(!spoils.reward.is_regular());
    }

    #[test]
    fn a_streak_grows_by_wins_and_keeps_its_best() {
        let streak = Streak::default().after_win().after_win().after_other();
        assert_eq!(
            streak,
            Streak {
                current: 0,
                best: 2
            }
        );
        assert_eq!(
            streak.after_win(),
            Streak {
                current: 1,
                best: 2
            }
        );
    }
}
