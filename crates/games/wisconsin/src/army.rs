//! Armies: what stands where when a game begins.
//!
//! An army has sixteen slots, numbered from White's left: the eight pawns first, then the back rank. The
//! text of an army is the sixteen letters of its kinds in this order, or the word `regular`.

use std::fmt;
use std::str::FromStr;

use rules::{BySeat, Seat, SplitMix};

use crate::board::Board;
use crate::kind::{Base, Kind};
use crate::piece::Piece;
use crate::square::Square;

/// How many slots an army has.
pub const SLOTS: usize = 16;

/// What each slot holds in ordinary chess. A special kind may take its place if it has the same base.
const REGULAR: [Kind; SLOTS] = [
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Rook,
    Kind::Knight,
    Kind::Bishop,
    Kind::Queen,
    Kind::King,
    Kind::Bishop,
    Kind::Knight,
    Kind::Rook,
];

/// Sixteen kinds, each in a slot of its base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Army([Kind; SLOTS]);

/// What is wrong with an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArmyError {
    /// The text is not sixteen letters.
    Length(usize),
    /// No kind has this letter.
    Letter(char),
    /// The kind does not belong into this slot.
    Slot(usize, Kind),
    /// Two armies are needed, with a slash between them.
    NotTwo,
}

impl fmt::Display for ArmyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArmyError::Length(n) => {
                write!(f, "an army is 16 letters or `regular`, not {n} letters")
            }
            ArmyError::Letter(letter) => write!(f, "no piece has the letter `{letter}`"),
            ArmyError::Slot(slot, kind) => write!(
                f,
                "slot {slot} of an army takes a piece like {}, not {}",
                REGULAR[*slot].with_article(),
                kind.with_article()
            ),
            ArmyError::NotTwo => f.write_str("write `army:`, White's army, `/` and Black's army"),
        }
    }
}

impl Default for Army {
    fn default() -> Army {
        Army::REGULAR
    }
}

impl Army {
    /// The army of ordinary chess.
    pub const REGULAR: Army = Army(REGULAR);

    /// An army of these kinds.
    ///
    /// # Errors
    /// A kind stands in a slot of another base.
    pub fn new(kinds: [Kind; SLOTS]) -> Result<Army, ArmyError> {
        let mut slots = kinds.iter().enumerate();
        match slots.find(|(slot, kind)| kind.base() != Army::slot_base(*slot)) {
            Some((slot, kind)) => Err(ArmyError::Slot(slot, *kind)),
            None => Ok(Army(kinds)),
        }
    }

    /// An army in which every slot holds any kind of its base with the same chance.
    pub fn random(random: &mut SplitMix) -> Army {
        Army(REGULAR.map(|regular| {
            random
                .choose(regular.base().kinds())
                .copied()
                .unwrap_or(regular)
        }))
    }

    /// The base a slot requires; slots beyond the last are pawns.
    pub fn slot_base(slot: usize) -> Base {
        REGULAR.get(slot).map_or(Base::Pawn, |kind| kind.base())
    }

    /// Where the piece of a slot begins.
    pub fn slot_square(slot: usize, seat: Seat) -> Option<Square> {
        let rank = match slot {
            0..8 => 1,
            8..SLOTS => 0,
            _ => return None,
        };
        let white = Square::at((slot % 8) as i8, rank)?;
        Some(match seat {
            Seat::White => white,
            Seat::Black => white.mirrored(),
        })
    }

    /// The kinds by slot.
    pub fn kinds(&self) -> &[Kind; SLOTS] {
        &self.0
    }
}

/// The board on which two armies face each other.
pub fn line_up(armies: &BySeat<Army>) -> Board {
    let mut board = Board::default();
    for seat in Seat::BOTH {
        for (slot, kind) in armies[seat].kinds().iter().enumerate() {
            if let Some(square) = Army::slot_square(slot, seat) {
                board.put(square, Piece::new(*kind, seat, square));
            }
        }
    }
    board
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Army::REGULAR {
            return f.write_str("regular");
        }
        self.0
            .iter()
            .try_for_each(|kind| write!(f, "{}", kind.letter(Seat::White)))
    }
}

impl FromStr for Army {
    type Err = ArmyError;

    fn from_str(text: &str) -> Result<Army, ArmyError> {
        if text == "regular" {
            return Ok(Army::REGULAR);
        }
        let kinds = text.chars().map(|letter| {
            Kind::from_letter(letter.to_ascii_uppercase()).ok_or(ArmyError::Letter(letter))
        });
        let kinds = kinds.collect::<Result<Vec<Kind>, ArmyError>>()?;
        let length = kinds.len();
        Army::new(kinds.try_into().map_err(|_| ArmyError::Length(length))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_armies_are_legal_and_their_text_reads_back() {
        let mut random = SplitMix::new(7);
        for _ in 0..200 {
            let army = Army::random(&mut random);
            assert_eq!(Army::new(*army.kinds()), Ok(army));
            assert_eq!(army.to_string().parse(), Ok(army));
        }
    }

    #[test]
    fn a_kind_only_fits_a_slot_of_its_base() {
        let queen_as_pawn: Result<Army, _> = "QPPPPPPPRNBQKBNR".parse();
        assert_eq!(queen_as_pawn, Err(ArmyError::Slot(0, Kind::Queen)));
        let two_kings: Result<Army, _> = "PPPPPPPPRNBKKBNR".parse();
        assert_eq!(two_kings, Err(ArmyError::Slot(11, Kind::King)));
        assert_eq!("PPP".parse::<Army>(), Err(ArmyError::Length(3)));
        assert_eq!("?".parse::<Army>(), Err(ArmyError::Letter('?')));
    }

    #[test]
    fn blacks_army_mirrors_whites() {
        let square = |slot, seat| Army::slot_square(slot, seat).unwrap().to_string();
        assert_eq!(square(0, Seat::White), "a2");
        assert_eq!(square(0, Seat::Black), "a7");
        assert_eq!(square(11, Seat::Black), "d8");
        assert_eq!(square(15, Seat::White), "h1");
        assert_eq!(Army::slot_square(16, Seat::White), None);
    }
}
