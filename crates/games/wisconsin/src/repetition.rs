//! Positions that come again.
//!
//! A returning piece counts as a capture for the quiet turns, so two players could trade it for ever. Where the setup
//! says so, a position that comes for the third time is a draw. It is counted by comparing boards, not by keys.

use std::sync::Arc;

use rules::Seat;

use crate::action::Move;
use crate::board::Board;
use crate::characteristics::marks::Marks;
use crate::en_passant::{EnPassant, capture, capturers};

/// Whether positions are counted. A setup text that does not say it leaves them uncounted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    /// A position may come as often as players like.
    #[default]
    Uncounted,
    /// The third time is a draw.
    Threefold,
}

/// The positions since the last one that cannot come again, newest first. Games share what they have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visits(Arc<Visit>);

/// A position that was there: the board with kinds, owners, start squares and moved marks, who decides, and the previous
/// move where it allows a capture en passant.
#[derive(Debug, PartialEq, Eq)]
struct Visit {
    board: Board,
    active: Seat,
    chance: Option<EnPassant>,
    /// How often the same position was there before.
    n_before: u32,
    earlier: Option<Visits>,
}

impl Visits {
    pub(crate) fn first(board: &Board, active: Seat, previous: Option<Move>) -> Visits {
        Visits::add(None, board, active, previous)
    }

    /// The next position, after which these can come again.
    pub(crate) fn then(&self, board: &Board, active: Seat, previous: Option<Move>) -> Visits {
        Visits::add(Some(self), board, active, previous)
    }

    fn add(
        earlier: Option<&Visits>,
        board: &Board,
        active: Seat,
        previous: Option<Move>,
    ) -> Visits {
        let chance = chance(board, active, previous);
        let is_same = |visit: &&Visit| {
            visit.active == active && visit.chance == chance && visit.board == *board
        };
        let before = earlier.into_iter().flat_map(Visits::iter).find(is_same);
        Visits(Arc::new(Visit {
            board: board.clone(),
            active,
            chance,
            n_before: before.map_or(0, |visit| visit.n_before + 1),
            earlier: earlier.cloned(),
        }))
    }

    fn iter(&self) -> impl Iterator<Item = &Visit> {
        let newest: &Visit = &self.0;
        std::iter::successors(Some(newest), |visit| {
            visit.earlier.as_ref().map(|visits| &*visits.0)
        })
    }

    /// Whether the newest position is there for the third time.
    pub(crate) fn is_threefold(&self) -> bool {
        self.0.n_before >= 2
    }
}

/// A long list is taken apart link by link: each link dropping the next would need a stack as long as the game.
impl Drop for Visit {
    fn drop(&mut self) {
        let mut earlier = self.earlier.take();
        while let Some(Visits(link)) = earlier {
            earlier = Arc::into_inner(link).and_then(|mut visit| visit.earlier.take());
        }
    }
}

/// The capture en passant that somebody could make now.
fn chance(board: &Board, active: Seat, previous: Option<Move>) -> Option<EnPassant> {
    let mut near = capturers(board, active, previous).squares().peekable();
    near.peek()?;
    let marks = Marks::of(board);
    near.find_map(|from| capture(board, &marks, from, previous))
}
