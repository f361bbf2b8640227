//! Pieces.

use rules::Seat;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One step in any direction; not to be lost.
    King,
    /// Any line.
    Queen,
    /// Files and ranks.
    Rook,
    /// Diagonals.
    Bishop,
    /// Leaps.
    Knight,
    /// Walks ahead, captures to the side, becomes something better.
    Pawn,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [
        Kind::King,
        Kind::Queen,
        Kind::Rook,
        Kind::Bishop,
        Kind::Knight,
        Kind::Pawn,
    ];
    /// What a pawn may become, in the order in which people are asked.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// The letter in notation; pawns have none.
    pub const fn letter(self) -> Option<char> {
        match self {
            Kind::King => Some('K'),
            Kind::Queen => Some('Q'),
            Kind::Rook => Some('R'),
            Kind::Bishop => Some('B'),
            Kind::Knight => Some('N'),
            Kind::Pawn => None,
        }
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|kind| kind.letter() == Some(letter))
    }

    /// The lower-case word.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Queen => "queen",
            Kind::Rook => "rook",
            Kind::Bishop => "bishop",
            Kind::Knight => "knight",
            Kind::Pawn => "pawn",
        }
    }

    /// The word on a button.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "King",
            Kind::Queen => "Queen",
            Kind::Rook => "Rook",
            Kind::Bishop => "Bishop",
            Kind::Knight => "Knight",
            Kind::Pawn => "Pawn",
        }
    }
}

/// What has happened to a pawn so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Past {
    /// It has neither moved nor been carried, so it may still make a double step.
    Fresh,
    /// It has moved.
    #[default]
    Moved,
    /// An attack board has carried it. It obeys the rules of a moved pawn; the mark is a record.
    Carried,
}

/// A piece of one side. `past` means something for pawns only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub kind: Kind,
    /// What has happened to it, if it is a pawn.
    pub past: Past,
}

impl Piece {
    /// A piece that is neither a fresh nor a carried pawn.
    pub const fn new(seat: Seat, kind: Kind) -> Piece {
        Piece {
            seat,
            kind,
            past: Past::Moved,
        }
    }

    /// The letter of the position text: capital for White; pawns are `D` (fresh), `P` or `T` (carried).
    pub const fn letter(self) -> char {
        let letter = match (self.kind, self.past) {
            (Kind::Pawn, Past::Fresh) => 'D',
            (Kind::Pawn, Past::Moved) => 'P',
            (Kind::Pawn, Past::Carried) => 'T',
            (Kind::King, _) => 'K',
            (Kind::Queen, _) => 'Q',
            (Kind::Rook, _) => 'R',
            (Kind::Bishop, _) => 'B',
            (Kind::Knight, _) => 'N',
        };
        match self.seat {
            Seat::White => letter,
            Seat::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The piece with this letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let seat = if letter.is_ascii_uppercase() {
            Seat::White
        } else {
            Seat::Black
        };
        let pawn = |past| Piece {
            seat,
            kind: Kind::Pawn,
            past,
        };
        match letter.to_ascii_uppercase() {
            'D' => Some(pawn(Past::Fresh)),
            'P' => Some(pawn(Past::Moved)),
            'T' => Some(pawn(Past::Carried)),
            letter => Kind::from_letter(letter).map(|kind| Piece::new(seat, kind)),
        }
    }
}

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.seat, self.kind.word())
    }
}
