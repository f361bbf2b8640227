//! Directions, rays and jumps on the empty board, computed when the program is compiled.

use rules::Seat;

use crate::bitboard::Bitboard;
use crate::square::Square;

/// One of the eight directions, as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// Clockwise from the north.
    pub(crate) const ALL: [Direction; 8] = [
        North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest,
    ];

    /// Files and ranks of one step.
    pub(crate) const fn step(self) -> (i8, i8) {
        match self {
            North => (0, 1),
            NorthEast => (1, 1),
            East => (1, 0),
            SouthEast => (1, -1),
            South => (0, -1),
            SouthWest => (-1, -1),
            West => (-1, 0),
            NorthWest => (-1, 1),
        }
    }

    pub(crate) const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// The direction which a player of this seat calls by this name: forwards is away from the player.
    pub(crate) const fn seen_by(self, seat: Seat) -> Direction {
        match seat {
            Seat::White => self,
            Seat::Black => Direction::ALL[(12 - self as usize) % 8],
        }
    }

    /// Whether indices grow along this direction.
    const fn ascends(self) -> bool {
        matches!(self, North | NorthEast | East | NorthWest)
    }

    /// All squares in this direction up to the edge of the board.
    pub(crate) const fn ray(self, from: Square) -> Bitboard {
        RAYS[self as usize][from.index()]
    }

    /// The nearest square of a set of squares that lie on one ray in this direction.
    pub(crate) const fn nearest(self, on_ray: Bitboard) -> Option<Square> {
        if self.ascends() {
            on_ray.first()
        } else {
            on_ray.last()
        }
    }
}

static RAYS: [[Bitboard; 64]; 8] = rays();

const fn rays() -> [[Bitboard; 64]; 8] {
    let mut rays = [[Bitboard::EMPTY; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = Direction::ALL[direction].step();
        let mut from = 0;
        while from < 64 {
            let mut square = Square::known(from).offset(files, ranks);
            while let Some(here) = square {
                rays[direction][from as usize].0 |= 1 << here.index();
                square = here.offset(files, ranks);
            }
            from += 1;
        }
        direction += 1;
    }
    rays
}

/// The squares at most `n` king steps away, for n from 0 to 7.
static WITHIN: [[Bitboard; 64]; 8] = within();

const fn within() -> [[Bitboard; 64]; 8] {
    let mut within = [[Bitboard::EMPTY; 64]; 8];
    let mut from = 0;
    while from < 64 {
        let mut square = Bitboard::of(Square::known(from));
        let mut n = 0;
        while n < 8 {
            within[n][from as usize] = square;
            square = Bitboard(square.0 | square.neighbours().0);
            n += 1;
        }
        from += 1;
    }
    within
}

/// The squares at most `n` king steps away; beyond 7 that is the whole board.
pub(crate) const fn within_steps(n: u8, from: Square) -> Bitboard {
    WITHIN[(n & 7) as usize][from.index()]
}

/// The destinations of jumps of `long` squares along one axis and 1 along the other.
const fn jumps(long: i8) -> [Bitboard; 64] {
    let offsets = [
        (1, long),
        (long, 1),
        (long, -1),
        (1, -long),
        (-1, -long),
        (-long, -1),
        (-long, 1),
        (-1, long),
    ];
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut n = 0;
        while n < 8 {
            if let Some(to) = Square::known(from).offset(offsets[n].0, offsets[n].1) {
                table[from as usize].0 |= 1 << to.index();
            }
            n += 1;
        }
        from += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = jumps(2);
static LONG_KNIGHT: [Bitboard; 64] = jumps(3);

/// The destinations of a knight.
pub(crate) fn knight_jumps(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// The destinations three squares along one axis and one along the other.
pub(crate) fn long_jumps(from: Square) -> Bitboard {
    LONG_KNIGHT[from.index()]
}

/// All squares on ranks before this one, as the seat looks at the board.
pub(crate) fn in_front_of(from: Square, seat: Seat) -> Bitboard {
    let rank = from.rank() as u32;
    match seat {
        Seat::White if rank == 7 => Bitboard::EMPTY,
        Seat::White => Bitboard(u64::MAX << (8 * (rank + 1))),
        Seat::Black => Bitboard((1 << (8 * rank)) - 1),
    }
}

/// Whether one of the three stairs to a knight's destination is free: two orthogonal steps along the
/// long axis and one along the short axis, in any order.
pub(crate) fn open_stair(from: Square, to: Square, occupied: Bitboard) -> bool {
    let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
    let (long, short) = if files.abs() > ranks.abs() {
        ((files / 2, 0), (0, ranks))
    } else {
        ((0, ranks / 2), (files, 0))
    };
    let free = |(files, ranks)| {
        from.offset(files, ranks)
            .is_some_and(|square| !occupied.has(square))
    };
    let corner = (long.0 + short.0, long.1 + short.1);
    let straight = (2 * long.0, 2 * long.1);
    (free(long) && (free(straight) || free(corner))) || (free(short) && free(corner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn directions_mirror_for_black_and_turn_round() {
        for direction in Direction::ALL {
            let (files, ranks) = direction.step();
            assert_eq!(direction.seen_by(Seat::Black).step(), (files, -ranks));
            assert_eq!(direction.opposite().step(), (-files, -ranks));
        }
    }

    #[test]
    fn squares_in_front_are_on_higher_ranks_for_white_and_lower_for_black() {
        assert_eq!(in_front_of(square("d6"), Seat::White).len(), 16);
        assert_eq!(in_front_of(square("d6"), Seat::Black).len(), 40);
        assert!(in_front_of(square("a8"), Seat::White).is_empty());
        assert!(in_front_of(square("a1"), Seat::Black).is_empty());
    }

    #[test]
    fn any_of_three_stairs_suffices() {
        let open = |occupied: &[&str]| {
            let mut set = Bitboard::EMPTY;
            occupied.iter().for_each(|name| set.insert(square(name)));
            open_stair(square("d4"), square("e6"), set)
        };
        assert!(open(&[]));
        assert!(open(&["e4", "e5"]), "over d5 and d6");
        assert!(open(&["d6", "e4"]), "over d5 and e5");
        assert!(open(&["d5"]), "over e4 and e5");
        assert!(!open(&["d5", "e4"]));
        assert!(!open(&["d6", "e5"]));
    }
}
