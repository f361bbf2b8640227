//! How often the position on the board has been there before.
//!
//! Only moves that can be taken back matter: after a capture, a pawn move, castling or a lost castling
//! right no earlier position comes again. Such moves are kept as squares, two bytes each, and positions
//! are compared by taking the moves back on a copy of the board: exactly, without any hash. The newest
//! moves lie in the state itself and older ones in shared blocks, so that copying a state, which perft
//! and search do all the time, costs almost nothing.

use std::sync::Arc;

use shakmaty::{Chess, EnPassantMode, FromSetup, Position, Square};

const BLOCK: usize = 16;

/// The reversible moves since the last irreversible one, newest last.
#[derive(Clone)]
pub(crate) struct History {
    recent: [(Square, Square); BLOCK],
    /// How many of `recent` are used.
    filled: u8,
    /// The square that the pawn move before all these moves passed, if it was a double step.
    passed: Option<Square>,
    older: Option<Arc<Block>>,
}

struct Block {
    moves: [(Square, Square); BLOCK],
    older: Option<Arc<Block>>,
}

impl History {
    /// A history that begins with this position.
    #[inline]
    pub(crate) fn new(position: &Chess) -> History {
        let passed = position.maybe_ep_square();
        History {
            recent: [(Square::A1, Square::A1); BLOCK],
            filled: 0,
            passed,
            older: None,
        }
    }

    /// Begins anew after a move that cannot be taken back.
    #[inline]
    pub(crate) fn restart(&mut self, position: &Chess) {
        self.filled = 0;
        self.passed = position.maybe_ep_square();
        self.older = None;
    }

    /// Adds a reversible move.
    #[inline]
    pub(crate) fn push(&mut self, from: Square, to: Square) {
        if usize::from(self.filled) == BLOCK {
            self.older = Some(Arc::new(Block {
                moves: self.recent,
                older: self.older.take(),
            }));
            self.filled = 0;
        }
        self.recent[usize::from(self.filled)] = (from, to);
        self.filled += 1;
    }

    /// Whether there are enough moves for a third occurrence: twice there and back for both sides.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        self.older.is_some() || self.filled >= 8
    }

    /// How often this position, which the moves of this history have led to, has been there before.
    pub(crate) fn count(&self, position: &Chess) -> usize {
        let board = position.board();
        let mut earlier = board.clone();
        let mut count = 0;
        let mut moves = self.newest_first().enumerate().peekable();
        while let Some((index, (from, to))) = moves.next() {
            if let Some(piece) = earlier.remove_piece_at(to) {
                earlier.set_piece_at(from, piece);
            }
            let first = moves.peek().is_none();
            // After an even number of moves the same side is to move.
            if index % 2 == 1 && earlier == *board && !(first && self.begins_en_passant(position)) {
                count += 1;
            }
        }
        count
    }

    /// Whether a pawn could be taken en passant at the beginning, where the pieces stood as they do in
    /// `position`. Such a beginning never comes again.
    fn begins_en_passant(&self, position: &Chess) -> bool {
        let Some(passed) = self.passed else {
            return false;
        };
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.ep_square = Some(passed);
        let beginning = Chess::from_setup(setup, position.castles().mode());
        beginning.is_ok_and(|beginning| beginning.legal_ep_square().is_some())
    }

    fn newest_first(&self) -> impl Iterator<Item = (Square, Square)> {
        let blocks = std::iter::successors(self.older.as_deref(), |block| block.older.as_deref());
        let older = blocks.flat_map(|block| block.moves.iter().rev());
        self.recent[..usize::from(self.filled)]
            .iter()
            .rev()
            .chain(older)
            .copied()
    }
}
