//! A position, including those that ordinary chess does not know: after a blank or a pass a king may
//! stand in check although the other side is to move.

use std::num::NonZeroU32;

use shakmaty::fen::Fen;
use shakmaty::{Bitboard, Board, CastlingSide, Color, Move, Piece, Rank, Role, Setup, Square};

/// What stands where, who moves next, and what the board alone does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    turn: Color,
    /// Rooks that may still castle.
    castling: Bitboard,
    /// The square a pawn has just jumped over, whether or not anybody can capture there.
    jumped: Option<Square>,
    halfmoves: u32,
    fullmoves: NonZeroU32,
}

impl Default for Position {
    /// The usual array.
    fn default() -> Position {
        Position::from_fields(&Setup::initial())
    }
}

impl Position {
    /// Reads a FEN and makes sure that a game can begin there, as far as one position can tell.
    ///
    /// # Errors
    /// A sentence saying what is wrong.
    pub fn from_fen(text: &str) -> Result<Position, String> {
        let fen: Fen = text.parse().map_err(|why| format!("no FEN: {why}"))?;
        let setup = fen.into_setup();
        check_start(&setup)?;
        let position = Position::from_fields(&setup);
        if position.is_attacked(!position.turn) {
            return Err("the side that is not to move is in check".to_owned());
        }
        Ok(position)
    }

    fn from_fields(setup: &Setup) -> Position {
        Position {
            board: setup.board.clone(),
            turn: setup.turn,
            castling: setup.castling_rights,
            jumped: setup.ep_square,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
        }
    }

    /// The position as FEN; the en-passant square is shown only where such a capture is legal.
    pub fn fen(&self) -> String {
        let setup = Setup {
            board: self.board.clone(),
            turn: self.turn,
            castling_rights: self.castling,
            ep_square: self.en_passant(),
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            ..Setup::empty()
        };
        match Fen::try_from_setup(setup) {
            Ok(fen) => fen.to_string(),
            // Only numbers too large for other programs lose anything, and then only those.
            Err(lossy) => lossy.ignore().to_string(),
        }
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side that moves next.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Moves of both sides since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// Rooks that may still castle.
    pub(crate) fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The square a pawn has just jumped over.
    pub(crate) fn jumped(&self) -> Option<Square> {
        self.jumped
    }

    /// Whether the king of `color` is attacked.
    pub fn is_attacked(&self, color: Color) -> bool {
        !self.attackers(color).is_empty()
    }

    /// What attacks the king of `color`.
    pub(crate) fn attackers(&self, color: Color) -> Bitboard {
        let king = self.board.king_of(color);
        king.map_or(Bitboard::EMPTY, |king| {
            self.board.attacks_to(king, !color, self.board.occupied())
        })
    }

    /// The position after a ply in which nothing moves. The clock of captures and pawn moves stands
    /// still: a hole in the history is not a move.
    pub fn after_nothing(&self) -> Position {
        let fullmoves = match self.turn {
            Color::White => self.fullmoves,
            Color::Black => self.fullmoves.saturating_add(1),
        };
        Position {
            board: self.board.clone(),
            turn: !self.turn,
            castling: self.castling,
            jumped: None,
            halfmoves: self.halfmoves,
            fullmoves,
        }
    }

    /// The position after a move that is legal here.
    pub fn after(&self, m: Move) -> Position {
        let mut next = self.after_nothing();
        next.halfmoves = match m.is_zeroing() {
            true => 0,
            false => self.halfmoves.saturating_add(1),
        };
        match m {
            Move::Normal {
                role,
                from,
                to,
                promotion,
                ..
            } => next.shift(from, to, promotion.unwrap_or(role).of(self.turn), role),
            Move::EnPassant { from, to } => {
                next.board.discard_piece_at(behind(from, to));
                next.shift(from, to, self.turn.pawn(), Role::Pawn);
            }
            Move::Castle { king, rook } => next.castle(king, rook, self.turn),
            // Nothing is ever dropped in this game.
            Move::Put { .. } => {}
        }
        next
    }

    /// Moves one piece of the side that has just moved; `piece` is what arrives, `role` what left.
    fn shift(&mut self, from: Square, to: Square, piece: Piece, role: Role) {
        self.board.discard_piece_at(from);
        self.board.set_piece_at(to, piece);
        self.castling = self.castling.without(from).without(to);
        match role {
            Role::King => self.castling &= !Bitboard::from_rank(piece.color.backrank()),
            Role::Pawn if from.distance(to) == 2 && from.file() == to.file() => {
                self.jumped = from.offset(if piece.color.is_white() { 8 } else { -8 });
            }
            Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {}
        }
    }

    fn castle(&mut self, king: Square, rook: Square, color: Color) {
        let side = CastlingSide::from_king_side(rook > king);
        self.board.discard_piece_at(king);
        self.board.discard_piece_at(rook);
        self.board.set_piece_at(side.king_to(color), color.king());
        self.board.set_piece_at(side.rook_to(color), color.rook());
        self.castling &= !Bitboard::from_rank(color.backrank());
    }

    /// Whether both are the same position for the purpose of repetition.
    pub fn repeats(&self, other: &Position) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant() == other.en_passant()
    }

    /// Whether nobody could mate with what is left: bare kings, one knight, or bishops that all stand
    /// on squares of one colour.
    pub fn is_dead(&self) -> bool {
        let board = &self.board;
        if !(board.pawns() | board.rooks_and_queens()).is_empty() {
            return false;
        }
        let bishops = board.bishops();
        match board.knights().count() {
            0 => {
                (bishops & Bitboard::LIGHT_SQUARES).is_empty()
                    || (bishops & Bitboard::DARK_SQUARES).is_empty()
            }
            1 => bishops.is_empty(),
            _ => false,
        }
    }
}

/// Where the pawn stands that an en-passant capture removes.
pub(crate) fn behind(from: Square, to: Square) -> Square {
    Square::from_coords(to.file(), from.rank())
}

fn check_start(setup: &Setup) -> Result<(), String> {
    let board = &setup.board;
    if setup.pockets.is_some() || setup.remaining_checks.is_some() || setup.promoted.any() {
        return Err("it has signs of another game".to_owned());
    }
    for color in Color::ALL {
        let kings = board.by_piece(color.king()).count();
        if kings != 1 {
            return Err(format!("{color} has {kings} kings"));
        }
    }
    if (board.pawns() & Bitboard::BACKRANKS).any() {
        return Err("a pawn stands on the first or last rank".to_owned());
    }
    check_castling(setup)?;
    check_en_passant(setup)
}

/// Only the usual castling: king on the e-file, rooks in the corners.
fn check_castling(setup: &Setup) -> Result<(), String> {
    for rook in setup.castling_rights {
        let color = Color::from_white(rook.rank() == Rank::First);
        let king = Square::from_coords(shakmaty::File::E, color.backrank());
        let usual = Bitboard::CORNERS.contains(rook)
            && setup.board.piece_at(rook) == Some(color.rook())
            && setup.board.piece_at(king) == Some(color.king());
        if !usual {
            return Err(format!(
                "{color} cannot castle with {rook} as in ordinary chess"
            ));
        }
    }
    Ok(())
}

fn check_en_passant(setup: &Setup) -> Result<(), String> {
    let Some(square) = setup.ep_square else {
        return Ok(());
    };
    let forward = if setup.turn.is_white() { 8 } else { -8 };
    let empty = |at: Option<Square>| at.is_some_and(|at| setup.board.piece_at(at).is_none());
    let pawn = square.offset(-forward);
    let jumped = square.rank() == setup.turn.relative_rank(Rank::Sixth)
        && empty(Some(square))
        && empty(square.offset(forward))
        && pawn.is_some_and(|at| setup.board.piece_at(at) == Some((!setup.turn).pawn()));
    match jumped {
        true => Ok(()),
        false => Err(format!("no pawn can just have jumped over {square}")),
    }
}
