//! What a turn does to a position. Nothing is judged here.

use rules::Seat;

use crate::castling;
use crate::{BoardId, Kind, Past, Piece, Pin, Position, Square, Turn};

/// Whether a turn can be repeated: captures, pawn movement and promotions cannot.
enum Progress {
    Quiet,
    Irreversible,
}

impl Position {
    /// The position after a turn of the side to move. With a turn that is not legal the answer is
    /// meaningless, but it is a position.
    pub fn after(&self, turn: Turn) -> Position {
        let mut next = *self;
        next.en_passant = None;
        let progress = match turn {
            Turn::Move { .. } => next.move_piece(turn, self.en_passant),
            Turn::Castle(wing) => next.castle(wing),
            Turn::Board {
                from,
                to,
                rotated,
                promotion,
            } => next.move_board(from, to, rotated, promotion),
            Turn::Promote { at, to } => next.promote(at, to),
        };
        next.half_moves = match progress {
            Progress::Quiet => self.half_moves.saturating_add(1),
            Progress::Irreversible => 0,
        };
        if self.to_move == Seat::Black {
            next.full_moves = self.full_moves.saturating_add(1);
        }
        next.to_move = !self.to_move;
        next
    }

    /// The position after the owner of an uncovered pawn has chosen.
    pub fn settled(&self, at: Square, to: Kind) -> Position {
        let mut next = *self;
        next.promote(at, to);
        next.half_moves = 0;
        next
    }

    /// `passed` is the pawn that can be captured in passing.
    fn move_piece(&mut self, turn: Turn, passed: Option<Square>) -> Progress {
        let Turn::Move {
            kind,
            from,
            to,
            capture,
            en_passant,
            promotion,
        } = turn
        else {
            return Progress::Quiet;
        };
        let victim = if en_passant { passed } else { Some(to) };
        if let Some(victim) = victim.filter(|_| capture) {
            self.take(victim);
        }
        let Some(mut piece) = self.take(from) else {
            return Progress::Quiet;
        };
        self.castling = self.castling.touched(from).touched(to);
        if kind == Kind::Pawn {
            if piece.past == Past::Fresh {
                piece.past = Past::Moved;
            }
            if from.rank().abs_diff(to.rank()) == 2 {
                self.en_passant = Some(to);
            }
        }
        if let Some(promotion) = promotion {
            piece = Piece::new(piece.seat, promotion);
        }
        self.put(to, piece);
        if kind == Kind::Pawn || capture {
            Progress::Irreversible
        } else {
            Progress::Quiet
        }
    }

    fn castle(&mut self, wing: castling::Wing) -> Progress {
        let squares = castling::squares(self.to_move, wing);
        let (king, rook) = (self.take(squares.king_from), self.take(squares.rook_from));
        if let (Some(king), Some(rook)) = (king, rook) {
            self.put(squares.king_to, king);
            self.put(squares.rook_to, rook);
        }
        self.castling = self.castling.touched(squares.king_from);
        Progress::Quiet
    }

    fn move_board(
        &mut self,
        from: Pin,
        to: Pin,
        rotated: bool,
        promotion: Option<Kind>,
    ) -> Progress {
        let Some(board) = self.boards().at(from) else {
            return Progress::Quiet;
        };
        let rider = self.riders(board).first();
        let carried = rider.and_then(|square| self.take(square));
        self.put_board(board, to, rotated);
        match (rider, carried) {
            (Some(square), Some(piece)) => self.carry(square, piece, to, rotated, promotion),
            _ => Progress::Quiet,
        }
    }

    fn carry(
        &mut self,
        from: Square,
        rider: Piece,
        pin: Pin,
        rotated: bool,
        promotion: Option<Kind>,
    ) -> Progress {
        self.castling = self.castling.touched(from);
        let is_pawn = rider.kind == Kind::Pawn;
        let arrived = match promotion {
            Some(kind) => Piece::new(rider.seat, kind),
            None if is_pawn => Piece {
                past: Past::Carried,
                ..rider
            },
            None => rider,
        };
        self.put(from.carried(pin, rotated), arrived);
        if is_pawn {
            Progress::Irreversible
        } else {
            Progress::Quiet
        }
    }

    fn promote(&mut self, at: Square, to: Kind) -> Progress {
        if let Some(pawn) = self.take(at) {
            self.put(at, Piece::new(pawn.seat, to));
        }
        Progress::Irreversible
    }

    /// The only rider of a board, if it has exactly one.
    pub(crate) fn lone_rider(&self, board: BoardId) -> Option<(Square, Piece)> {
        let riders = self.riders(board);
        let square = riders.first().filter(|_| riders.len() == 1)?;
        Some((square, self.piece_at(square)?))
    }
}
