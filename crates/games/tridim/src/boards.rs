//! The four attack boards.

use rules::Seat;

use crate::{Pin, SquareSet};

/// A movable board. The name stays with it when it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardId {
    /// `WQL`, White's, from the queen's side.
    Wql,
    /// `WKL`, White's, from the king's side.
    Wkl,
    /// `BQL`, Black's, from the queen's side.
    Bql,
    /// `BKL`, Black's, from the king's side.
    Bkl,
}

impl BoardId {
    /// All four, in the order of position texts.
    pub const ALL: [BoardId; 4] = [BoardId::Wql, BoardId::Wkl, BoardId::Bql, BoardId::Bkl];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            BoardId::Wql => "WQL",
            BoardId::Wkl => "WKL",
            BoardId::Bql => "BQL",
            BoardId::Bkl => "BKL",
        }
    }

    /// Who owns it for the whole game.
    pub const fn owner(self) -> Seat {
        match self {
            BoardId::Wql | BoardId::Wkl => Seat::White,
            BoardId::Bql | BoardId::Bkl => Seat::Black,
        }
    }

    /// The pin it starts on.
    pub const fn home(self) -> Pin {
        match self {
            BoardId::Wql => Pin::QL1,
            BoardId::Wkl => Pin::KL1,
            BoardId::Bql => Pin::QL6,
            BoardId::Bkl => Pin::KL6,
        }
    }

    /// The board with this name.
    pub fn from_name(name: &str) -> Option<BoardId> {
        BoardId::ALL.into_iter().find(|board| board.name() == name)
    }
}

/// Where the attack boards stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boards {
    pins: [Pin; 4],
    rotated: [bool; 4],
}

impl Boards {
    /// Boards on these pins, in the order of [`BoardId::ALL`].
    ///
    /// # Errors
    /// Gives a pin that two of them share.
    pub fn new(placed: [(Pin, bool); 4]) -> Result<Boards, Pin> {
        let pins = placed.map(|(pin, _)| pin);
        let rotated = placed.map(|(_, rotated)| rotated);
        let shared = |pin: &Pin| pins.iter().filter(|other| *other == pin).count() > 1;
        match pins.into_iter().find(shared) {
            Some(pin) => Err(pin),
            None => Ok(Boards { pins, rotated }),
        }
    }

    /// The pin a board stands on.
    pub const fn pin(&self, board: BoardId) -> Pin {
        self.pins[board as usize]
    }

    /// Whether a board has been turned by 180°. Only a drawing can show it.
    pub const fn is_rotated(&self, board: BoardId) -> bool {
        self.rotated[board as usize]
    }

    /// The board on a pin.
    pub fn at(&self, pin: Pin) -> Option<BoardId> {
        BoardId::ALL
            .into_iter()
            .find(|board| self.pin(*board) == pin)
    }

    /// Whether a board stands on a pin.
    pub fn cover(&self, pin: Pin) -> bool {
        self.pins.contains(&pin)
    }

    /// The sixteen squares of the four boards.
    pub fn squares(&self) -> SquareSet {
        self.pins.iter().flat_map(|pin| pin.squares()).collect()
    }

    /// Puts a board on a pin, perhaps with a half turn.
    pub(crate) fn put(&mut self, board: BoardId, pin: Pin, rotated: bool) {
        self.pins[board as usize] = pin;
        self.rotated[board as usize] ^= rotated;
    }
}
