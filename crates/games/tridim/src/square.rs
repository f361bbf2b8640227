//! The 96 places that can be squares: 48 on the main boards, and four for each of the twelve pins.

use std::fmt;
use std::str::FromStr;

use rules::Shade;
use serde::{Serialize, Serializer};

use crate::column::FILES;
use crate::{Column, Pin, SquareSet};

/// One of the three boards that never move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Main {
    /// `W`, ranks 1 to 4, the lowest.
    White,
    /// `N`, ranks 3 to 6.
    Neutral,
    /// `B`, ranks 5 to 8, the highest.
    Black,
}

impl Main {
    /// All three, lowest first.
    pub const ALL: [Main; 3] = [Main::White, Main::Neutral, Main::Black];

    /// Its letter in square names.
    pub const fn letter(self) -> char {
        match self {
            Main::White => 'W',
            Main::Neutral => 'N',
            Main::Black => 'B',
        }
    }

    /// 0, 2 or 4; attack boards lie at the odd heights between and above.
    pub const fn height(self) -> u8 {
        self as u8 * 2
    }

    /// The rank nearest to White.
    pub const fn lowest_rank(self) -> u8 {
        self as u8 * 2 + 1
    }
}

/// What a square belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// A main board.
    Main(Main),
    /// An attack board on this pin.
    Attack(Pin),
}

impl Level {
    /// How high it lies, 0 to 5.
    pub const fn height(self) -> u8 {
        match self {
            Level::Main(main) => main.height(),
            Level::Attack(pin) => pin.height(),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Main(main) => write!(f, "{}", main.letter()),
            Level::Attack(pin) => write!(f, "{pin}"),
        }
    }
}

impl FromStr for Level {
    type Err = ();

    fn from_str(text: &str) -> Result<Level, ()> {
        match text {
            "W" => Ok(Level::Main(Main::White)),
            "N" => Ok(Level::Main(Main::Neutral)),
            "B" => Ok(Level::Main(Main::Black)),
            _ => text.parse().map(Level::Attack),
        }
    }
}

/// A place that is a square, or becomes one when an attack board stands on its pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 96;

    pub(crate) const fn from_index(index: u8) -> Square {
        Square(index)
    }

    /// All 96.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }

    /// A square of a main board. File 1 is a, file 4 is d.
    pub const fn on_main(main: Main, file: u8, rank: u8) -> Option<Square> {
        let low = main.lowest_rank();
        if file < 1 || file > 4 || rank < low || rank > low + 3 {
            return None;
        }
        Some(Square(main as u8 * 16 + (rank - low) * 4 + file - 1))
    }

    /// The square of a level in a column.
    pub fn new(level: Level, column: Column) -> Option<Square> {
        let (file, rank) = (column.file(), column.rank());
        match level {
            Level::Main(main) => Square::on_main(main, file, rank),
            Level::Attack(pin) => {
                let x = file.checked_sub(pin.file()).filter(|x| *x < 2)?;
                let y = rank.checked_sub(pin.rank()).filter(|y| *y < 2)?;
                Some(pin.square(x, y))
            }
        }
    }

    /// Its place in tables and sets.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column it lies in.
    pub const fn column(self) -> Column {
        Column::from_index(COLUMN_OF[self.0 as usize])
    }

    /// 0 is z, 5 is e.
    pub const fn file(self) -> u8 {
        self.column().file()
    }

    /// 0 is White's end, 9 Black's.
    pub const fn rank(self) -> u8 {
        self.column().rank()
    }

    /// The pin whose board it belongs to, unless it lies on a main board.
    pub const fn pin(self) -> Option<Pin> {
        if self.0 < 48 {
            None
        } else {
            Some(Pin::from_index((self.0 - 48) / 4))
        }
    }

    /// What it belongs to.
    pub const fn level(self) -> Level {
        match self.pin() {
            Some(pin) => Level::Attack(pin),
            None => Level::Main(Main::ALL[self.0 as usize / 16]),
        }
    }

    /// Where a rider of this square arrives when its board goes to `pin`, perhaps with a half turn.
    pub const fn carried(self, pin: Pin, rotated: bool) -> Square {
        let (x, y) = (self.0 & 1, self.0 >> 1 & 1);
        if rotated {
            pin.square(1 - x, 1 - y)
        } else {
            pin.square(x, y)
        }
    }

    /// Its colour, which all squares of a column share.
    pub const fn shade(self) -> Shade {
        if (self.file() + self.rank()).is_multiple_of(2) {
            Shade::Dark
        } else {
            Shade::Light
        }
    }

    /// All possible squares of a column.
    pub const fn of_column(column: Column) -> SquareSet {
        SquareSet(SQUARES_OF[column.index()])
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column(), self.level())
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Square, ()> {
        let mut signs = text.chars();
        let file = signs.next().and_then(file_index).ok_or(())?;
        let rank = signs.next().and_then(|rank| rank.to_digit(10)).ok_or(())?;
        let level = signs.as_str().parse()?;
        let column = Column::new(file, rank as u8).ok_or(())?;
        Square::new(level, column).ok_or(())
    }
}

/// The number of a file letter.
pub(crate) fn file_index(letter: char) -> Option<u8> {
    let index = FILES.iter().position(|file| *file == letter)?;
    u8::try_from(index).ok()
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

static COLUMN_OF: [u8; Square::COUNT] = columns();
static SQUARES_OF: [u128; Column::COUNT] = squares();

const fn columns() -> [u8; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let (file, rank) = if index < 48 {
            let cell = index as u8 % 16;
            (1 + cell % 4, 1 + index as u8 / 16 * 2 + cell / 4)
        } else {
            let pin = Pin::from_index((index as u8 - 48) / 4);
            let cell = index as u8 % 4;
            (pin.file() + cell % 2, pin.rank() + cell / 2)
        };
        table[index] = rank * crate::column::WIDTH + file;
        index += 1;
    }
    table
}

const fn squares() -> [u128; Column::COUNT] {
    let columns = columns();
    let mut table = [0; Column::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[columns[index] as usize] |= 1 << index;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for name in [
            "z1W", "e8B", "b0QL1", "a2QL1", "a1KL1", "a9", "", "é1W", "a5W", "a1QL7",
        ] {
            assert_eq!(name.parse::<Square>(), Err(()), "{name}");
        }
    }

    #[test]
    fn colours_follow_the_column() {
        let shade = |name: &str| name.parse::<Square>().unwrap().shade();
        for dark in ["a1W", "d8B", "z0QL1", "d0KL1", "e9KL6"] {
            assert_eq!(shade(dark), Shade::Dark, "{dark}");
        }
        for light in ["d1W", "a8B", "a0QL1", "e0KL1", "z9QL6"] {
            assert_eq!(shade(light), Shade::Light, "{light}");
        }
    }

    #[test]
    fn the_fullest_columns_hold_four_squares() {
        let column: Square = "a4N".parse().unwrap();
        let names: Vec<String> = Square::of_column(column.column())
            .map(|square| square.to_string())
            .collect();
        assert_eq!(names, ["a4W", "a4N", "a4QL2", "a4QL5"]);
    }

    #[test]
    fn carrying_keeps_the_colour() {
        for square in Square::all().filter(|square| square.pin().is_some()) {
            for pin in Pin::all() {
                for rotated in [false, true] {
                    assert_eq!(square.carried(pin, rotated).shade(), square.shade());
                }
            }
        }
    }
}
