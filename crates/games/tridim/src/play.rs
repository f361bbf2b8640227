//! What a turn does to a position. Nothing is judged here.

use rules::Seat;

use crate::castling;
use crate::{BoardId, BoardMove, Kind, Past, Piece, PieceMove, Position, Square, Turn};

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
            Turn::Move(made) => next.move_piece(made, self.en_passant),
            Turn::Castle(wing) => next.castle(wing),
            Turn::Board(made) => next.move_board(made),
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
    fn move_piece(&mut self, made: PieceMove, passed: Option<Square>) -> Progress {
        let victim = if made.en_passant {
            passed
        } else {
            Some(made.to)
        };
        if let Some(victim) = victim.filter(|_| made.capture) {
            self.take(victim);
        }
        let Some(piece) = self.take(made.from) else {
            return Progress::Quiet;
        };
        self.castling = self.castling.touched(made.from).touched(made.to);
        let is_pawn = made.kind == Kind::Pawn;
        if is_pawn && made.from.rank().abs_diff(made.to.rank()) == 2 {
            self.en_passant = Some(made.to);
        }
        self.put(made.to, arrived(piece, made.promotion));
        if is_pawn || made.capture {
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

    fn move_board(&mut self, made: BoardMove) -> Progress {
        let Some(board) = self.boards().at(made.from) else {
            return Progress::Quiet;
        };
        let rider = self.lone_rider(board);
        if let Some((square, _)) = rider {
            self.take(square);
        }
        self.put_board(board, made.to, made.rotated);
        match rider {
            Some((square, piece)) => self.carry(square, piece, made),
            None => Progress::Quiet,
        }
    }

    fn carry(&mut self, from: Square, rider: Piece, made: BoardMove) -> Progress {
        self.castling = self.castling.touched(from);
        let carried = Piece {
            past: Past::Carried,
            ..rider
        };
        let piece = match made.promotion {
            Some(kind) => Piece::new(rider.seat, kind),
            None => carried,
        };
        self.put(made.arrival(from), piece);
        match rider.kind {
            Kind::Pawn => Progress::Irreversible,
            Kind::King | Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight => Progress::Quiet,
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

/// What a piece is after a move of its own: promoted, or at least no longer fresh.
fn arrived(piece: Piece, promotion: Option<Kind>) -> Piece {
    match (promotion, piece.past) {
        (Some(kind), _) => Piece::new(piece.seat, kind),
        (None, Past::Fresh) => Piece::new(piece.seat, piece.kind),
        (None, _) => piece,
    }
}
