//! What a move leads to: the capture, the blast, the answer of asserting pieces.
//!
//! One function does it for every purpose. Those who want the story pass a [`Witness`]; move generation
//! passes one that does not listen.

use crate::action::Move;
use crate::board::Board;
use crate::castling::{Castle, castle};
use crate::characteristics::asserts::respondent;
use crate::characteristics::blast::{blast, neutralizers};
use crate::characteristics::fantasy::refuge;
use crate::characteristics::marks::Marks;
use crate::en_passant::{self, EnPassant};
use crate::event::Cause;
use crate::piece::Piece;
use crate::square::Square;

/// Hears what happens, in order.
pub(crate) trait Witness {
    /// A piece went somewhere; `by` is the piece that made it go, if it was another.
    fn moved(&mut self, step: Move, cause: Cause, by: Option<Square>);
    /// A piece left the board because of the piece on `by`.
    fn removed(&mut self, at: Square, piece: Piece, cause: Cause, by: Square);
}

/// For those who only want the result.
impl Witness for () {
    fn moved(&mut self, _: Move, _: Cause, _: Option<Square>) {}
    fn removed(&mut self, _: Square, _: Piece, _: Cause, _: Square) {}
}

/// The result of a move.
pub(crate) struct After {
    pub(crate) board: Board,
    /// Whether something was captured or returned.
    pub(crate) captured: bool,
}

/// Makes a move with all its consequences. `marks` are those of `board`.
pub(crate) fn after(
    board: &Board,
    marks: &Marks,
    step: Move,
    previous: Option<Move>,
    witness: &mut impl Witness,
) -> After {
    let mut course = Course {
        before: board,
        board: board.clone(),
        marks: *marks,
        captured: false,
        witness,
    };
    course.run(step, previous);
    After {
        board: course.board,
        captured: course.captured,
    }
}

/// A move on its way.
struct Course<'a, W> {
    before: &'a Board,
    board: Board,
    /// The marks from before the move; pieces take them along.
    marks: Marks,
    captured: bool,
    witness: &'a mut W,
}

impl<W: Witness> Course<'_, W> {
    fn run(&mut self, step: Move, previous: Option<Move>) {
        let Some(mover) = self.before.get(step.from) else {
            return;
        };
        let marks = self.marks;
        if let Some(target) = self.before.get(step.to) {
            let enemy = target.seat != mover.seat;
            if enemy && neutralizers(self.before, &marks).has(step.to) {
                return self.blast(step.to, step.from, Cause::Captured);
            }
            self.capture(step.to, step.to, step.from);
        } else if let Some(castle) = castle(self.before, step) {
            return self.castle(&castle);
        } else if let Some(chance) = en_passant::capture(self.before, &marks, step.from, previous)
            .filter(|chance| chance.to == step.to)
        {
            let EnPassant { to, victim } = chance;
            if neutralizers(self.before, &marks).has(victim) {
                return self.blast(victim, step.from, Cause::Captured);
            }
            self.capture(victim, to, step.from);
        }
        self.travel(step, Cause::Played, None);
        self.answer(step.to);
    }

    /// Captures a piece, or lets it return to its start square. The captor is on its way to `captor_to`.
    fn capture(&mut self, victim: Square, captor_to: Square, captor: Square) {
        let refuge = refuge(self.before, &self.marks, victim);
        match refuge.filter(|refuge| *refuge != captor_to) {
            Some(refuge) => {
                let step = Move {
                    from: victim,
                    to: refuge,
                };
                self.travel(step, Cause::Returned, Some(captor));
                self.captured = true;
            }
            None => self.remove(victim, Cause::Captured, captor),
        }
    }

    /// The neutralizer on `centre` is captured by the piece on `captor`. Both are lost, with all around
    /// the centre.
    fn blast(&mut self, centre: Square, captor: Square, cause: Cause) {
        let lost = self.board.take(captor);
        let board = self.board.clone();
        self.remove(centre, cause, captor);
        if let Some(lost) = lost {
            self.witness
                .removed(captor, lost, Cause::Neutralised, centre);
        }
        let marks = self.marks;
        blast(&board, &marks, centre, |victim, by| {
            self.remove(victim, Cause::Neutralised, by);
        });
    }

    fn castle(&mut self, castle: &Castle) {
        self.travel(castle.king, Cause::Castled, None);
        self.travel(castle.corner, Cause::Castled, Some(castle.king.to));
    }

    /// Asserting pieces answer the arrival, first those of the other side, then in turns.
    fn answer(&mut self, arrived: Square) {
        let Some(mut asserter) = respondent(&self.board, &self.marks, arrived) else {
            return;
        };
        if neutralizers(&self.board, &self.marks).has(arrived) {
            return self.blast(arrived, asserter, Cause::Asserted);
        }
        loop {
            self.remove(arrived, Cause::Asserted, asserter);
            let step = Move {
                from: asserter,
                to: arrived,
            };
            self.travel(step, Cause::Asserted, None);
            // Each link of the chain sees the board that the one before has left.
            self.marks = Marks::of(&self.board);
            match respondent(&self.board, &self.marks, arrived) {
                Some(next) => asserter = next,
                None => return,
            }
        }
    }

    fn travel(&mut self, step: Move, cause: Cause, by: Option<Square>) {
        if let Some(piece) = self.board.take(step.from) {
            self.board.put(step.to, piece.after_move());
            self.marks.carry(step.from, step.to);
            self.witness.moved(step, cause, by);
        }
    }

    fn remove(&mut self, at: Square, cause: Cause, by: Square) {
        if let Some(piece) = self.board.take(at) {
            self.captured = true;
            self.witness.removed(at, piece, cause, by);
        }
    }
}
