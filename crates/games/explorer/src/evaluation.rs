//! What a position is worth.

use rules::Seat;
use search::Score;
use serde::{Deserialize, Serialize};

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evaluation {
    /// To White, in hundredths of a pawn, from -10000 to 10000. A forced win is worth all of it.
    pub balance: i32,
    /// Who wins by force, if that was seen.
    pub win: Option<ForcedWin>,
}

impl Evaluation {
    /// The most a position can be worth.
    pub const MAX: i32 = 10_000;

    /// An evaluation; the balance is cut to what can be told.
    pub fn new(balance: i32, win: Option<ForcedWin>) -> Evaluation {
        let balance = match win.map(|win| win.seat) {
            None => balance.clamp(-Evaluation::MAX, Evaluation::MAX),
            Some(Seat::White) => Evaluation::MAX,
            Some(Seat::Black) => -Evaluation::MAX,
        };
        Evaluation { balance, win }
    }

    /// What a search says of a game in which `seat` is to act.
    pub fn of_score(score: Score, seat: Seat) -> Evaluation {
        let score = match seat {
            Seat::White => score,
            Seat::Black => score.for_the_other(),
        };
        let win = |seat, actions| Some(ForcedWin { seat, actions });
        match score {
            Score::Balance(balance) => Evaluation::new(balance, None),
            Score::WinIn(actions) => Evaluation::new(0, win(Seat::White, actions)),
            Score::LossIn(actions) => Evaluation::new(0, win(Seat::Black, actions)),
        }
    }
}

/// A win that cannot be prevented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcedWin {
    /// Whose.
    pub seat: Seat,
    /// After how many actions of both sides.
    pub actions: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forced_win_is_worth_more_than_any_balance() {
        let win = |seat| ForcedWin { seat, actions: 3 };
        assert_eq!(Evaluation::new(35, None).balance, 35);
        assert_eq!(Evaluation::new(-20_000, None).balance, -10_000);
        assert_eq!(
            Evaluation::new(5, Some(win(Seat::White))).balance,
            Evaluation::MAX
        );
        assert_eq!(
            Evaluation::new(5, Some(win(Seat::Black))).balance,
            -Evaluation::MAX
        );
    }
}
