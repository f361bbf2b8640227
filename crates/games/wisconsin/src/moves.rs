//! Which moves there are: where a piece could go, and which of that leaves its king safe.

use rules::Seat;

use crate::action::Move;
use crate::after::after;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling;
use crate::characteristics::immunity::capturable;
use crate::characteristics::marks::{Mark, Marks};
use crate::characteristics::{extricates, reveals};
use crate::check::threat;
use crate::en_passant;
use crate::kind::Kind;
use crate::paths::reach;
use crate::piece::Piece;
use crate::square::Square;

/// Where the piece on a square could go if its king did not matter. Castling and extrication, which
/// depend on check, are not among it.
pub(crate) fn destinations(
    board: &Board,
    marks: &Marks,
    from: Square,
    previous: Option<Move>,
) -> Bitboard {
    let Some(piece) = board.get(from) else {
        return Bitboard::EMPTY;
    };
    if marks.has(from, Mark::Stopped) {
        return Bitboard::EMPTY;
    }
    let passing = en_passant::capture(board, marks, from, previous);
    quiet_destinations(board, marks, from, piece)
        | capture_destinations(board, marks, from, piece)
        | passing.map_or(Bitboard::EMPTY, |chance| Bitboard::of(chance.to))
        | reveals::jumps(board, marks, from)
}

fn quiet_destinations(board: &Board, marks: &Marks, from: Square, piece: Piece) -> Bitboard {
    let Piece {
        kind, seat, moved, ..
    } = piece;
    let along = |paths| reach(paths, kind.mode(), seat, from, board.occupied()).free;
    let usual = along(kind.quiet_paths(moved));
    if marks.has(from, Mark::Enabled) {
        usual | along(kind.rally_paths())
    } else {
        usual
    }
}

fn capture_destinations(board: &Board, marks: &Marks, from: Square, piece: Piece) -> Bitboard {
    let Piece { kind, seat, .. } = piece;
    let reach = reach(
        kind.capture_paths(),
        kind.mode(),
        seat,
        from,
        board.occupied(),
    );
    reach.touched & capturable(board, marks, kind, seat)
}

/// Why a move is not safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Danger {
    /// The move itself costs the own king.
    KingLost,
    /// The move takes the enemy's king, which only a made-up position allows.
    KingTaken,
    /// Afterwards this enemy move would cost the king.
    Threat(Move),
    /// It makes an enemy pawn promote, and as this kind it would cost the king.
    Promotion(Square, Kind),
}

/// Judges whether a pseudo-legal move leaves its own king safe.
fn danger(board: &Board, marks: &Marks, step: Move, previous: Option<Move>) -> Option<Danger> {
    let seat = board.get(step.from)?.seat;
    let after = after(board, marks, step, previous, &mut ()).board;
    if after.king(!seat).is_none() {
        return Some(Danger::KingTaken);
    }
    danger_to(&after, seat, Some(step))
}

/// What endangers the king of a seat that has just moved.
fn danger_to(board: &Board, seat: Seat, previous: Option<Move>) -> Option<Danger> {
    if board.king(seat).is_none() {
        return Some(Danger::KingLost);
    }
    match board.promotion_owed() {
        Some((square, pawn)) if pawn.seat != seat => {
            // The enemy promotes and then moves. Rook and bishop can do nothing a queen cannot.
            let mut kinds = [Kind::Queen, Kind::Knight].into_iter();
            let fatal = kinds.find(|kind| {
                let mut promoted = board.clone();
                promoted.put(
                    square,
                    Piece {
                        kind: *kind,
                        ..pawn
                    },
                );
                threat(&promoted, &Marks::of(&promoted), seat, previous).is_some()
            });
            fatal.map(|kind| Danger::Promotion(square, kind))
        }
        _ => threat(board, &Marks::of(board), seat, previous).map(Danger::Threat),
    }
}

/// The moves of one side in one position.
pub(crate) struct Turn<'b> {
    board: &'b Board,
    pub(crate) marks: Marks,
    seat: Seat,
    previous: Option<Move>,
    pub(crate) check: Option<Move>,
}

impl<'b> Turn<'b> {
    pub(crate) fn new(board: &'b Board, seat: Seat, previous: Option<Move>) -> Turn<'b> {
        let marks = Marks::of(board);
        Turn {
            board,
            marks,
            seat,
            previous,
            check: threat(board, &marks, seat, previous),
        }
    }

    /// Where a piece could go, castling and extrication included, if its king's safety afterwards did
    /// not matter.
    pub(crate) fn candidates(&self, from: Square) -> Bitboard {
        let usual = destinations(self.board, &self.marks, from, self.previous);
        if self.board.king(self.seat) != Some(from) {
            usual
        } else if self.check.is_some() {
            usual | extricates::refuges(self.board, &self.marks, self.seat)
        } else {
            usual | castling::destinations(self.board, self.seat)
        }
    }

    /// Where a piece could capture en passant.
    pub(crate) fn passing_capture(&self, from: Square) -> Option<Square> {
        let chance = en_passant::capture(self.board, &self.marks, from, self.previous);
        chance.map(|chance| chance.to)
    }

    pub(crate) fn danger(&self, step: Move) -> Option<Danger> {
        danger(self.board, &self.marks, step, self.previous)
    }

    fn from(&self, from: Square) -> impl Iterator<Item = Move> + use<> {
        let targets = self.candidates(from).squares();
        targets.map(move |to| Move { from, to })
    }

    /// All legal moves, by squares from a1 to h8.
    pub(crate) fn legal(&self) -> impl Iterator<Item = Move> {
        let pieces = self.board.of(self.seat);
        pieces
            .squares()
            .flat_map(|from| self.from(from))
            .filter(|step| self.danger(*step).is_none())
    }
}
