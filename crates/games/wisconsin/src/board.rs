//! The board: a piece or nothing on each square, with sets of squares kept beside it.

use rules::{BySeat, Seat};

use crate::bitboard::Bitboard;
use crate::characteristics::Characteristic;
use crate::kind::{Base, Kind};
use crate::piece::Piece;
use crate::square::Square;

/// A board. It can hold nonsense, such as no king; a [`State`](crate::State) cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    squares: [Option<Piece>; 64],
    seats: BySeat<Bitboard>,
    kinds: [Bitboard; 24],
}

impl Default for Board {
    fn default() -> Board {
        Board {
            squares: [None; 64],
            seats: BySeat::default(),
            kinds: [Bitboard::EMPTY; 24],
        }
    }
}

impl Board {
    /// The piece on a square.
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Puts a piece on a square, in place of what stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.take(square);
        self.squares[square.index()] = Some(piece);
        self.seats[piece.seat].insert(square);
        self.kinds[piece.kind as usize].insert(square);
    }

    /// Empties a square and gives what stood there.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        self.seats[piece.seat].remove(square);
        self.kinds[piece.kind as usize].remove(square);
        Some(piece)
    }

    /// All pieces with their squares, from a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .squares()
            .filter_map(|square| Some((square, self.get(square)?)))
    }

    /// The squares on which these two boards differ.
    pub fn changed_squares(&self, other: &Board) -> Vec<Square> {
        Square::all()
            .filter(|square| self.get(*square) != other.get(*square))
            .collect()
    }

    /// All squares with a piece.
    pub fn occupied(&self) -> Bitboard {
        self.seats.white | self.seats.black
    }

    /// All pieces of a seat.
    pub fn of(&self, seat: Seat) -> Bitboard {
        self.seats[seat]
    }

    /// All pieces of a kind.
    pub fn all(&self, kind: Kind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// All pieces whose kind has this characteristic, switched off or not.
    pub(crate) fn with(&self, characteristic: Characteristic) -> Bitboard {
        let kinds = characteristic.kinds().iter();
        kinds.fold(Bitboard::EMPTY, |set, kind| set | self.all(*kind))
    }

    /// All pieces of the kinds derived from a base.
    pub(crate) fn based_on(&self, base: Base) -> Bitboard {
        let kinds = base.kinds().iter();
        kinds.fold(Bitboard::EMPTY, |set, kind| set | self.all(*kind))
    }

    /// Where the king of a seat stands.
    pub fn king(&self, seat: Seat) -> Option<Square> {
        (self.all(Kind::King) & self.of(seat)).first()
    }

    /// The pawn that must be promoted before anything else happens. Black's is looked for first.
    pub(crate) fn promotion_owed(&self) -> Option<(Square, Piece)> {
        const EDGES: Bitboard = Bitboard(0xff00_0000_0000_00ff);
        let edge = EDGES & self.based_on(Base::Pawn);
        edge.squares().find_map(|square| {
            let piece = self.get(square)?;
            piece.must_promote_on(square).then_some((square, piece))
        })
    }
}
