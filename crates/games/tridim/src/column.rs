//! The field seen from above: sixty columns, and the ways of the pieces across them.
//!
//! All movement happens here. Levels only decide on which square of a column a move may end, so
//! checks, blocking and attacks are questions about columns alone.

use rules::Seat;

use crate::{ColumnSet, Kind};

/// Files from left to right as White sees them.
pub const FILES: [char; 6] = ['z', 'a', 'b', 'c', 'd', 'e'];
/// How many files there are.
pub(crate) const WIDTH: u8 = 6;
/// How many ranks there are.
pub(crate) const LENGTH: u8 = 10;
const COUNT: usize = 60;

/// All squares, on all levels, that share one file and one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    /// How many columns there are, the four that never hold a square included.
    pub const COUNT: usize = COUNT;

    /// The column of a file (0 is z) and a rank.
    pub const fn new(file: u8, rank: u8) -> Option<Column> {
        if file < WIDTH && rank < LENGTH {
            Some(Column(rank * WIDTH + file))
        } else {
            None
        }
    }

    pub(crate) const fn from_index(index: u8) -> Column {
        Column(index)
    }

    /// Its place in tables and sets.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 is z, 5 is e.
    pub const fn file(self) -> u8 {
        self.0 % WIDTH
    }

    /// 0 is White's end, 9 Black's.
    pub const fn rank(self) -> u8 {
        self.0 / WIDTH
    }

    /// The column so many files and ranks away.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Column> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 {
            return None;
        }
        Column::new(file as u8, rank as u8)
    }

    /// The column straight ahead of a pawn.
    pub const fn ahead(self, seat: Seat) -> Option<Column> {
        self.offset(0, forward(seat))
    }

    /// The column straight behind a pawn.
    pub const fn behind(self, seat: Seat) -> Option<Column> {
        self.offset(0, -forward(seat))
    }

    /// The columns a pawn attacks from here.
    pub const fn pawn_attacks(self, seat: Seat) -> ColumnSet {
        ColumnSet(match seat {
            Seat::White => WHITE_PAWN[self.index()],
            Seat::Black => BLACK_PAWN[self.index()],
        })
    }

    /// All columns on a file, rank or diagonal with this one.
    pub const fn lines(self) -> ColumnSet {
        ColumnSet(LINES[self.index()])
    }

    /// The columns that a piece other than a pawn attacks from here. Sliding pieces see up to the first
    /// occupied column, which is included.
    pub fn reach(self, kind: Kind, occupied: ColumnSet) -> ColumnSet {
        match kind {
            Kind::King => ColumnSet(KING[self.index()]),
            Kind::Knight => ColumnSet(KNIGHT[self.index()]),
            Kind::Rook => self.slide(&STRAIGHT, occupied),
            Kind::Bishop => self.slide(&DIAGONAL, occupied),
            Kind::Queen => self
                .slide(&STRAIGHT, occupied)
                .or(self.slide(&DIAGONAL, occupied)),
            Kind::Pawn => ColumnSet::EMPTY,
        }
    }

    fn slide(self, directions: &[usize; 4], occupied: ColumnSet) -> ColumnSet {
        let seen = directions.iter().map(|&direction| {
            let ray = RAYS[direction][self.index()];
            let blockers = ray & occupied.0;
            if blockers == 0 {
                return ray;
            }
            let first = if direction < ASCENDING {
                blockers.trailing_zeros()
            } else {
                63 - blockers.leading_zeros()
            };
            // What lies behind the first blocker is what a ray from the blocker would see.
            ray & !RAYS[direction][first as usize]
        });
        ColumnSet(seen.fold(0, |all, ray| all | ray))
    }

    /// The columns strictly between two columns of one line, nearest first; none if they share no line.
    pub fn between(self, other: Column) -> Vec<Column> {
        let files = other.file() as i8 - self.file() as i8;
        let ranks = other.rank() as i8 - self.rank() as i8;
        let steps = files.abs().max(ranks.abs());
        let on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if !on_line {
            return Vec::new();
        }
        (1..steps)
            .filter_map(|n| self.offset(files.signum() * n, ranks.signum() * n))
            .collect()
    }
}

impl std::fmt::Display for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", FILES[self.file() as usize], self.rank())
    }
}

/// One step towards the opponent.
pub(crate) const fn forward(seat: Seat) -> i8 {
    match seat {
        Seat::White => 1,
        Seat::Black => -1,
    }
}

/// Files and ranks of one step. The first four lead to columns with higher indices.
const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (1, 0),
    (1, 1),
    (-1, 1),
    (0, -1),
    (-1, 0),
    (-1, -1),
    (1, -1),
];
const ASCENDING: usize = 4;
const STRAIGHT: [usize; 4] = [0, 1, 4, 5];
const DIAGONAL: [usize; 4] = [2, 3, 6, 7];

const LEAPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

static KING: [u64; COUNT] = steps(&DIRECTIONS);
static KNIGHT: [u64; COUNT] = steps(&LEAPS);
static WHITE_PAWN: [u64; COUNT] = steps(&[(-1, 1), (1, 1)]);
static BLACK_PAWN: [u64; COUNT] = steps(&[(-1, -1), (1, -1)]);
static RAYS: [[u64; COUNT]; 8] = rays();
static LINES: [u64; COUNT] = lines();

const fn steps(offsets: &[(i8, i8)]) -> [u64; COUNT] {
    let mut table = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        let mut nth = 0;
        while nth < offsets.len() {
            let (files, ranks) = offsets[nth];
            if let Some(column) = Column(index as u8).offset(files, ranks) {
                table[index] |= 1 << column.index();
            }
            nth += 1;
        }
        index += 1;
    }
    table
}

const fn rays() -> [[u64; COUNT]; 8] {
    let mut table = [[0; COUNT]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut index = 0;
        while index < COUNT {
            let mut here = Column(index as u8);
            while let Some(next) = here.offset(files, ranks) {
                table[direction][index] |= 1 << next.index();
                here = next;
            }
            index += 1;
        }
        direction += 1;
    }
    table
}

const fn lines() -> [u64; COUNT] {
    let rays = rays();
    let mut table = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        let mut direction = 0;
        while direction < 8 {
            table[index] |= rays[direction][index];
            direction += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str) -> Column {
        let mut signs = name.chars();
        let file = FILES
            .iter()
            .position(|file| Some(*file) == signs.next())
            .or_else(|| FILES.iter().position(|file| name.starts_with(*file)));
        let rank = name[1..].parse().unwrap();
        Column::new(file.unwrap() as u8, rank).unwrap()
    }

    fn names(columns: ColumnSet) -> Vec<String> {
        columns.map(|column| column.to_string()).collect()
    }

    #[test]
    fn a_rook_sees_up_to_the_first_occupied_column() {
        let occupied = [column("a4"), column("b2")].into_iter().collect();
        let seen = column("a2").reach(Kind::Rook, occupied);
        assert_eq!(names(seen), ["a0", "a1", "z2", "b2", "a3", "a4"]);
    }

    #[test]
    fn pawns_attack_towards_the_opponent() {
        assert_eq!(names(column("z3").pawn_attacks(Seat::White)), ["a4"]);
        assert_eq!(names(column("b3").pawn_attacks(Seat::Black)), ["a2", "c2"]);
    }

    #[test]
    fn between_lists_the_way_along_a_line() {
        let way = |from, to| -> Vec<String> {
            let columns = column(from).between(column(to));
            columns.iter().map(ToString::to_string).collect()
        };
        assert_eq!(way("z0", "d4"), ["a1", "b2", "c3"]);
        assert_eq!(way("d4", "a4"), ["c4", "b4"]);
        assert!(way("a1", "b3").is_empty());
    }
}
