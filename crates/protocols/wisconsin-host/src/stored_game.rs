//! What the protocol keeps of a game besides the game itself.

use host::is_computer;
use rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};
use session::{Created, Ending, GameId, PlayerId, reason};
use wisconsin::{Kind, Spoils};

/// A game of the protocol: which hosted game it is, and what its players get out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredGame {
    /// The number by which clients know it.
    pub(crate) number: u64,
    /// How the hosted game begins. With it the game can be begun again if the server died in between.
    pub(crate) created: Created,
    prizes: BySeat<Prizes>,
    acknowledged: BySeat<bool>,
}

/// What one player may take afterwards, as numbers of kinds; 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Prizes {
    pub(crate) reward: u8,
    pub(crate) left: u8,
    pub(crate) right: u8,
}

impl From<Spoils> for Prizes {
    fn from(spoils: Spoils) -> Prizes {
        let number = |kind: Option<Kind>| kind.map_or(0, Kind::number);
        Prizes {
            reward: spoils.reward.number(),
            left: number(spoils.left),
            right: number(spoils.right),
        }
    }
}

impl Prizes {
    fn spoils(self) -> Option<Spoils> {
        Some(Spoils {
            reward: Kind::from_number(self.reward)?,
            left: Kind::from_number(self.left),
            right: Kind::from_number(self.right),
        })
    }
}

impl StoredGame {
    /// A game in which nobody has acknowledged anything. A computer need not.
    pub(crate) fn new(number: u64, created: Created, prizes: BySeat<Prizes>) -> StoredGame {
        let acknowledged = BySeat::new_with(|seat| {
            let sitter = created.seats[seat].as_ref();
            sitter.is_some_and(|sitter| is_computer(&sitter.player))
        });
        StoredGame {
            number,
            created,
            prizes,
            acknowledged,
        }
    }

    /// The hosted game.
    pub(crate) fn game(&self) -> &GameId {
        &self.created.game
    }

    /// Where a player sits.
    pub(crate) fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.player(*seat) == Some(player))
    }

    pub(crate) fn player(&self, seat: Seat) -> Option<&PlayerId> {
        let sitter = self.created.seats[seat].as_ref();
        sitter.map(|sitter| &sitter.player)
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        let sitter = self.created.seats[seat].as_ref();
        sitter.map_or("", |sitter| &sitter.name)
    }

    pub(crate) fn is_against_computer(&self) -> bool {
        Seat::BOTH
            .into_iter()
            .any(|seat| self.player(seat).is_some_and(is_computer))
    }

    pub(crate) fn prizes(&self, seat: Seat) -> Prizes {
        self.prizes[seat]
    }

    /// What a player may take, if this end of the game leaves anything to take: nobody is rewarded for
    /// giving up, or for a game that never really began.
    pub(crate) fn spoils(&self, seat: Seat, ending: &Ending) -> Option<Spoils> {
        let gave_up = has_conceded(ending, seat);
        let is_game = ending.reason != reason::ABORTED;
        (is_game && !gave_up && !self.acknowledged[seat])
            .then(|| self.prizes[seat].spoils())
            .flatten()
    }

    pub(crate) fn is_acknowledged(&self, seat: Seat) -> bool {
        self.acknowledged[seat]
    }

    /// Notes that a player has finished with it; whether both have now.
    pub(crate) fn acknowledge(&mut self, seat: Seat) -> bool {
        self.acknowledged[seat] = true;
        self.acknowledged[!seat]
    }
}

/// Whether the game ended because this seat gave up.
pub(crate) fn has_conceded(ending: &Ending, seat: Seat) -> bool {
    ending.reason == reason::RESIGNATION && ending.winner() == Some(!seat)
}
