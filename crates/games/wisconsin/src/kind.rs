//! The twenty-three kinds of pieces, as one table.

use rules::Seat;

use crate::characteristics::Characteristic::{
    self, Asserts, Enables, Extricates, Fantasy, Immaterial, Keep, Neutralizes, Normalizes, Orders,
    Protective, Reveals, Stops, Tense,
};
use crate::paths::{Jumps, Mode, Paths};

/// What a kind is derived from. An army slot takes any kind of its base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Base {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

impl Base {
    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        // The kind of ordinary chess comes first, and it has the name of its base.
        self.kinds().first().map_or("", |kind| kind.name())
    }

    /// The kinds derived from it. A test compares this with the table.
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Base::King => &[Kind::King],
            Base::Queen => &[Kind::Queen],
            Base::Rook => &[
                Kind::Rook,
                Kind::Irrelevant,
                Kind::Impossible,
                Kind::Warp,
                Kind::Simple,
            ],
            Base::Bishop => &[Kind::Bishop, Kind::Original, Kind::Convenient, Kind::Exit],
            Base::Knight => &[
                Kind::Knight,
                Kind::Constructive,
                Kind::Line,
                Kind::Appropriate,
                Kind::Brilliant,
            ],
            Base::Pawn => &[
                Kind::Pawn,
                Kind::War,
                Kind::Form,
                Kind::Confined,
                Kind::Evident,
                Kind::Imperfect,
                Kind::Derange,
            ],
        }
    }
}

/// A kind of piece. The first six are those of ordinary chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the table below says it")]
pub enum Kind {
    King = 1,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    War,
    Form,
    Constructive,
    Confined,
    Original,
    Irrelevant,
    Evident,
    Line,
    Impossible,
    Convenient,
    Appropriate,
    Warp,
    Brilliant,
    Simple,
    Exit,
    Imperfect,
    Derange,
}

/// The four sets of paths of a kind.
struct Sets {
    /// Quiet moves before the piece has moved.
    first: Paths,
    /// Quiet moves afterwards.
    later: Paths,
    /// Captures.
    capture: Paths,
    /// Additional quiet moves beside a confined.
    rally: Paths,
}

struct Row {
    kind: Kind,
    letter: char,
    name: &'static str,
    base: Base,
    characteristics: &'static [Characteristic],
    mode: Mode,
    sets: Sets,
}

/// First, later and capturing paths are the same.
const fn alike(paths: Paths, rally: Paths) -> Sets {
    Sets {
        first: paths,
        later: paths,
        capture: paths,
        rally,
    }
}

/// A pawn with this longest first step and this way of capturing.
const fn pawn(first: u8, capture: Paths) -> Sets {
    Sets {
        first: Paths::ahead(first),
        later: Paths::ahead(1),
        capture,
        rally: Paths::SIDEWAYS.and(Paths::DIAGONALLY_AHEAD),
    }
}

const AROUND: Paths = Paths::AROUND;
const QUEEN: Paths = Paths::orthogonal(7).and(Paths::diagonal(7));
const KNIGHT: Paths = Paths::jumps(Jumps::Knight);
const FORWARD: Paths = Paths::jumps(Jumps::KnightForward);
const LONG: Paths = Paths::jumps(Jumps::Long);

/// The derange walks diagonally ahead as well, captures straight behind, and rallies backwards.
const DERANGE: Sets = Sets {
    first: Paths::ahead(2).and(Paths::DIAGONALLY_AHEAD),
    later: Paths::ahead(1).and(Paths::DIAGONALLY_AHEAD),
    capture: Paths::BACK,
    rally: Paths::SIDEWAYS.and(Paths::DIAGONALLY_BACK),
};

const fn row(
    kind: Kind,
    letter: char,
    name: &'static str,
    base: Base,
    characteristics: &'static [Characteristic],
    mode: Mode,
    sets: Sets,
) -> Row {
    Row {
        kind,
        letter,
        name,
        base,
        characteristics,
        mode,
        sets,
    }
}

#[rustfmt::skip]
static TABLE: [Row; 23] = [
    row(Kind::King,         'K', "king",         Base::King,   &[],                     Mode::Slide, alike(AROUND, AROUND)),
    row(Kind::Queen,        'Q', "queen",        Base::Queen,  &[],                     Mode::Slide, alike(QUEEN, QUEEN)),
    row(Kind::Rook,         'R', "rook",         Base::Rook,   &[],                     Mode::Slide, alike(Paths::orthogonal(7), AROUND)),
    row(Kind::Bishop,       'B', "bishop",       Base::Bishop, &[],                     Mode::Slide, alike(Paths::diagonal(7), AROUND)),
    row(Kind::Knight,       'N', "knight",       Base::Knight, &[],                     Mode::Leap,  alike(KNIGHT, LONG)),
    row(Kind::Pawn,         'P', "pawn",         Base::Pawn,   &[],                     Mode::Slide, pawn(2, Paths::DIAGONALLY_AHEAD)),
    row(Kind::War,          'W', "war",          Base::Pawn,   &[Neutralizes],          Mode::Slide, pawn(1, Paths::DIAGONALLY_AHEAD)),
    row(Kind::Form,         'F', "form",         Base::Pawn,   &[Reveals],              Mode::Slide, pawn(2, Paths::DIAGONALLY_AHEAD)),
    row(Kind::Constructive, 'C', "constructive", Base::Knight, &[Asserts],              Mode::Leap,  alike(KNIGHT, LONG)),
    row(Kind::Confined,     'D', "confined",     Base::Pawn,   &[Enables],              Mode::Slide, pawn(2, Paths::DIAGONALLY_AHEAD)),
    row(Kind::Original,     'O', "original",     Base::Bishop, &[Stops, Asserts],       Mode::Slide, alike(Paths::diagonal(1), Paths::diagonal(2))),
    row(Kind::Irrelevant,   'I', "irrelevant",   Base::Rook,   &[Immaterial],           Mode::Slide, alike(Paths::orthogonal(5), AROUND)),
    row(Kind::Evident,      'E', "evident",      Base::Pawn,   &[Tense],                Mode::Slide, pawn(1, Paths::DIAGONALLY_BACK)),
    row(Kind::Line,         'L', "line",         Base::Knight, &[Fantasy, Immaterial],  Mode::Stair, alike(FORWARD, KNIGHT)),
    row(Kind::Impossible,   'M', "impossible",   Base::Rook,   &[Keep],                 Mode::Slide, alike(Paths::orthogonal(4), AROUND)),
    row(Kind::Convenient,   'V', "convenient",   Base::Bishop, &[Protective],           Mode::Slide, alike(Paths::diagonal(2), AROUND)),
    row(Kind::Appropriate,  'A', "appropriate",  Base::Knight, &[Protective],           Mode::Stair, alike(KNIGHT, AROUND)),
    row(Kind::Warp,         'Z', "warp",         Base::Rook,   &[Extricates],           Mode::Slide, alike(Paths::orthogonal(5), AROUND)),
    row(Kind::Brilliant,    'T', "brilliant",    Base::Knight, &[Tense],                Mode::Leap,  alike(FORWARD, KNIGHT)),
    row(Kind::Simple,       'S', "simple",       Base::Rook,   &[Normalizes, Orders],   Mode::Slide, alike(Paths::orthogonal(7), AROUND)),
    row(Kind::Exit,         'X', "exit",         Base::Bishop, &[],                     Mode::Pass,  alike(Paths::diagonal(3), AROUND)),
    row(Kind::Imperfect,    'J', "imperfect",    Base::Pawn,   &[Asserts],              Mode::Slide, pawn(2, Paths::BACK)),
    row(Kind::Derange,      'G', "derange",      Base::Pawn,   &[Fantasy],              Mode::Slide, DERANGE),
];

impl Kind {
    /// All kinds in the order of their numbers.
    pub const ALL: [Kind; 23] = {
        let mut all = [Kind::King; 23];
        let mut n = 0;
        while n < 23 {
            all[n] = TABLE[n].kind;
            n += 1;
        }
        all
    };

    /// What a pawn may become.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// The kinds that ordinary chess does not have.
    pub fn specials() -> &'static [Kind] {
        &Kind::ALL[6..]
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize - 1]
    }

    /// The number of the kind in the host protocol, 1 to 23.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The kind with this number.
    pub fn from_number(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The kind with this upper-case letter of position texts.
    pub fn from_letter(letter: char) -> Option<Kind> {
        let row = TABLE.iter().find(|row| row.letter == letter)?;
        Some(row.kind)
    }

    /// The letter of position texts, upper case for White.
    pub fn letter(self, seat: Seat) -> char {
        match seat {
            Seat::White => self.row().letter,
            Seat::Black => self.row().letter.to_ascii_lowercase(),
        }
    }

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The name in addresses and picture names of the host protocol.
    pub fn code_name(self) -> &'static str {
        match self {
            Kind::Form => "formpawn",
            Kind::Warp => "warprook",
            Kind::King
            | Kind::Queen
            | Kind::Rook
            | Kind::Bishop
            | Kind::Knight
            | Kind::Pawn
            | Kind::War
            | Kind::Constructive
            | Kind::Confined
            | Kind::Original
            | Kind::Irrelevant
            | Kind::Evident
            | Kind::Line
            | Kind::Impossible
            | Kind::Convenient
            | Kind::Appropriate
            | Kind::Brilliant
            | Kind::Simple
            | Kind::Exit
            | Kind::Imperfect
            | Kind::Derange => self.name(),
        }
    }

    /// The name with an article: "a rook", "an exit".
    pub fn with_article(self) -> String {
        let name = self.name();
        let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
        format!("{} {name}", if vowel { "an" } else { "a" })
    }

    /// What the kind is derived from.
    pub fn base(self) -> Base {
        self.row().base
    }

    /// Whether the kind counts as a pawn.
    pub fn is_pawn_based(self) -> bool {
        self.base() == Base::Pawn
    }

    /// Whether the kind is one of ordinary chess.
    pub const fn is_regular(self) -> bool {
        (self as u8) < Kind::War as u8
    }

    /// What the kind can do besides moving.
    pub fn characteristics(self) -> &'static [Characteristic] {
        self.row().characteristics
    }

    /// Whether the kind has this characteristic of its own.
    pub fn has(self, characteristic: Characteristic) -> bool {
        self.row().characteristics.contains(&characteristic)
    }

    /// How the kind travels.
    pub fn mode(self) -> Mode {
        self.row().mode
    }

    /// No move of the kind goes farther than this, jumps over forms included.
    pub(crate) fn longest_stride(self) -> u8 {
        match self.base() {
            Base::King | Base::Pawn => 2,
            Base::Knight => 3,
            Base::Queen | Base::Rook | Base::Bishop => 7,
        }
    }

    /// Quiet paths before or after the first move.
    pub(crate) fn quiet_paths(self, moved: bool) -> &'static Paths {
        let sets = &self.row().sets;
        if moved { &sets.later } else { &sets.first }
    }

    pub(crate) fn capture_paths(self) -> &'static Paths {
        &self.row().sets.capture
    }

    pub(crate) fn rally_paths(self) -> &'static Paths {
        &self.row().sets.rally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_stands_at_its_number_with_a_letter_of_its_own() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.kind as usize, index + 1);
            assert_eq!(Kind::from_number(row.kind.number()), Some(row.kind));
            assert_eq!(Kind::from_letter(row.letter), Some(row.kind));
        }
        assert_eq!(Kind::from_number(0), None);
        assert_eq!(Kind::from_number(24), None);
    }

    #[test]
    fn every_kind_is_listed_under_its_base_and_no_other() {
        for row in &TABLE {
            let base = row.base;
            let having = Kind::ALL.into_iter().filter(|kind| kind.base() == base);
            assert!(having.eq(base.kinds().iter().copied()), "{base:?}");
        }
    }

    #[test]
    fn every_characteristic_belongs_to_some_kind() {
        for characteristic in Characteristic::ALL {
            assert!(Kind::ALL.iter().any(|kind| kind.has(characteristic)));
        }
    }
}
