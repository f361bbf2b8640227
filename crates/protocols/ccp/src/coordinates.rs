//! Squares and pieces as the protocol counts them.

use std::fmt;

/// A square of a board of eight by eight: two numbers on the wire, `e4` in action texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    /// The square with these numbers, each from 0 to 7; `0 0` is a1.
    pub fn new(file: u8, rank: u8) -> Option<Square> {
        (file < 8 && rank < 8).then_some(Square { file, rank })
    }

    /// Reads the two numbers of a square.
    pub(crate) fn read(file: &str, rank: &str) -> Option<Square> {
        Square::new(number(file)?, number(rank)?)
    }

    /// The square with a name like `e4`.
    pub fn named(name: &str) -> Option<Square> {
        let [file, rank] = name.as_bytes() else {
            return None;
        };
        Square::new(file.checked_sub(b'a')?, rank.checked_sub(b'1')?)
    }

    /// The name as it stands in action texts.
    pub fn name(self) -> String {
        let sign = |first: u8, number| char::from(first + number);
        [sign(b'a', self.file), sign(b'1', self.rank)]
            .iter()
            .collect()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.file, self.rank)
    }
}

/// What a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 1.
    Rook,
    /// 2.
    Knight,
    /// 3.
    Bishop,
    /// 4.
    Queen,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen];

    /// Reads a number from 1 to 4, or a name in capital letters.
    pub(crate) fn read(text: &str) -> Option<Kind> {
        let named = Kind::ALL.into_iter().find(|kind| kind.name() == text);
        let numbered = || {
            Kind::ALL
                .get(usize::from(number(text)?).checked_sub(1)?)
                .copied()
        };
        named.or_else(numbered)
    }

    /// The kind with this letter in action texts.
    pub fn lettered(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The letter in action texts.
    pub fn letter(self) -> char {
        match self {
            Kind::Rook => 'r',
            Kind::Knight => 'n',
            Kind::Bishop => 'b',
            Kind::Queen => 'q',
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Rook => "ROOK",
            Kind::Knight => "KNIGHT",
            Kind::Bishop => "BISHOP",
            Kind::Queen => "QUEEN",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match self {
            Kind::Rook => 1,
            Kind::Knight => 2,
            Kind::Bishop => 3,
            Kind::Queen => 4,
        };
        write!(f, "{number}")
    }
}

/// Reads a small number as general integer parsers do: a plus sign and leading zeros do not matter.
fn number(text: &str) -> Option<u8> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.trim_start_matches('0') {
        _ if !plain => None,
        "" => Some(0),
        rest => rest.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_the_same_squares() {
        for (name, numbers) in [("a1", "0 0"), ("e2", "4 1"), ("d8", "3 7"), ("h8", "7 7")] {
            let square = Square::named(name).unwrap();
            assert_eq!(
                (square.name().as_str(), square.to_string().as_str()),
                (name, numbers)
            );
        }
        for name in ["", "e", "e9", "e0", "i1", "`1", "e44", "é"] {
            assert_eq!(Square::named(name), None, "{name}");
        }
    }

    #[test]
    fn numbers_are_read_as_integer_parsers_do() {
        let read = [
            ("4", Some(4)),
            ("+4", Some(4)),
            ("04", Some(4)),
            ("+000", Some(0)),
        ];
        let not = [
            "",
            "+",
            "-1",
            "++4",
            "4.0",
            "e",
            "0x4",
            "256",
            "99999999999999999999",
            "٤",
        ];
        for (text, expected) in read.into_iter().chain(not.map(|text| (text, None))) {
            assert_eq!(number(text), expected, "{text}");
        }
    }

    #[test]
    fn kinds_have_numbers_names_and_letters() {
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind.to_string(), (index + 1).to_string());
            assert_eq!(Kind::read(&kind.to_string()), Some(kind));
            assert_eq!(Kind::read(kind.name()), Some(kind));
            assert_eq!(Kind::lettered(kind.letter()), Some(kind));
        }
        for text in ["0", "5", "queen", "PAWN", "KING", "-1", ""] {
            assert_eq!(Kind::read(text), None, "{text}");
        }
    }
}
