//! What a search thinks of a game.

use std::fmt;

use rules::{Outcome, Seat};

/// Winning at once. A win that takes longer is worth one less for each action until then.
pub const MATE: i32 = 30_000;

/// Nobody thinks so many actions ahead; everything above is a forced win.
pub(crate) const MATE_BOUND: i32 = MATE - 1_000;

/// More than any score.
pub(crate) const INFINITE: i32 = MATE + 1;

/// How good a game is for the seat that is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Balance(i32),
    /// Wins by force after so many actions of both sides.
    WinIn(u32),
    /// Loses by force after so many actions of both sides.
    LossIn(u32),
}

impl Score {
    pub(crate) const fn new(raw: i32) -> Score {
        if raw >= MATE_BOUND {
            Score::WinIn((MATE - raw).unsigned_abs())
        } else if raw <= -MATE_BOUND {
            Score::LossIn((MATE + raw).unsigned_abs())
        } else {
            Score::Balance(raw)
        }
    }

    /// The better the game, the higher: what comes before what.
    pub const fn value(self) -> i32 {
        match self {
            Score::Balance(balance) => balance,
            Score::WinIn(actions) => MATE - actions.cast_signed(),
            Score::LossIn(actions) => actions.cast_signed() - MATE,
        }
    }

    /// The same for the other seat.
    #[must_use]
    pub const fn for_the_other(self) -> Score {
        match self {
            Score::Balance(balance) => Score::Balance(-balance),
            Score::WinIn(actions) => Score::LossIn(actions),
            Score::LossIn(actions) => Score::WinIn(actions),
        }
    }
}

impl fmt::Display for Score {
    /// As engines write it: `cp 35`, `mate 2`, `mate -1`. Engines count moves of one side.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Balance(balance) => write!(f, "cp {balance}"),
            Score::WinIn(actions) => write!(f, "mate {}", actions.div_ceil(2)),
            Score::LossIn(actions) => write!(f, "mate -{}", actions.div_ceil(2)),
        }
    }
}

/// What an ended game is worth to a seat, so many actions from now.
pub(crate) fn of_outcome(outcome: &Outcome, seat: Seat, ply: usize) -> i32 {
    let far = i32::try_from(ply).unwrap_or(i32::MAX).min(999);
    match outcome.winner {
        Some(winner) if winner == seat => MATE - far,
        Some(_) => far - MATE,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_in_moves_where_engines_speak() {
        let text = |raw| Score::new(raw).to_string();
        assert_eq!(text(MATE - 1), "mate 1");
        assert_eq!(text(MATE - 3), "mate 2");
        assert_eq!(text(2 - MATE), "mate -1");
        assert_eq!(text(-35), "cp -35");
        for raw in [MATE - 1, MATE - 3, 35, -35, 2 - MATE] {
            assert_eq!(Score::new(raw).value(), raw);
        }
    }
}
