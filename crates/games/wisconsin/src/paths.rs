//! How pieces travel: rays and jumps, and the four ways of going along them.

use rules::Seat;

use crate::bitboard::Bitboard;
use crate::geometry::{Direction, in_front_of, knight_jumps, long_jumps, open_stair, within_steps};
use crate::kind::Kind;
use crate::square::Square;

/// How a kind travels along its paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Square by square up to the first piece.
    Slide,
    /// Straight onto the last square of the path, whatever lies between.
    Leap,
    /// Onto a knight's square by orthogonal steps over empty squares.
    Stair,
    /// Quietly past other pieces; captures only the first piece of the ray.
    Pass,
}

/// The jumps among the paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Jumps {
    None,
    /// The four forward destinations of a knight.
    KnightForward,
    /// All eight destinations of a knight.
    Knight,
    /// Three squares along one axis and one along the other.
    Long,
}

/// A set of paths, as a white piece sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paths {
    /// How far the path in each direction goes, clockwise from straight ahead.
    rays: [u8; 8],
    jumps: Jumps,
}

impl Paths {
    /// The four orthogonal rays.
    pub(crate) const fn orthogonal(n: u8) -> Paths {
        Paths::rays([n, 0, n, 0, n, 0, n, 0])
    }

    /// The four diagonal rays.
    pub(crate) const fn diagonal(n: u8) -> Paths {
        Paths::rays([0, n, 0, n, 0, n, 0, n])
    }

    /// The eight single steps.
    pub(crate) const AROUND: Paths = Paths::rays([1; 8]);

    /// One ray straight ahead.
    pub(crate) const fn ahead(n: u8) -> Paths {
        Paths::rays([n, 0, 0, 0, 0, 0, 0, 0])
    }

    /// One step diagonally ahead.
    pub(crate) const DIAGONALLY_AHEAD: Paths = Paths::rays([0, 1, 0, 0, 0, 0, 0, 1]);
    /// One step diagonally backwards.
    pub(crate) const DIAGONALLY_BACK: Paths = Paths::rays([0, 0, 0, 1, 0, 1, 0, 0]);
    /// One step straight back.
    pub(crate) const BACK: Paths = Paths::rays([0, 0, 0, 0, 1, 0, 0, 0]);
    /// One step to the left or to the right.
    pub(crate) const SIDEWAYS: Paths = Paths::rays([0, 0, 1, 0, 0, 0, 1, 0]);

    pub(crate) const fn rays(rays: [u8; 8]) -> Paths {
        Paths {
            rays,
            jumps: Jumps::None,
        }
    }

    pub(crate) const fn jumps(jumps: Jumps) -> Paths {
        Paths {
            rays: [0; 8],
            jumps,
        }
    }

    /// Both sets together. Only one of them may jump.
    pub(crate) const fn and(self, other: Paths) -> Paths {
        let mut both = self;
        let mut n = 0;
        while n < 8 {
            both.rays[n] |= other.rays[n];
            n += 1;
        }
        both
    }

    /// How far the ray in this direction, as White sees it, goes for a piece of this seat.
    const fn length(&self, direction: Direction, seat: Seat) -> u8 {
        self.rays[direction.seen_by(seat) as usize]
    }

    /// The destinations of jumps on the empty board.
    fn jump_targets(&self, from: Square, seat: Seat) -> Bitboard {
        match self.jumps {
            Jumps::None => Bitboard::EMPTY,
            Jumps::KnightForward => knight_jumps(from) & in_front_of(from, seat),
            Jumps::Knight => knight_jumps(from),
            Jumps::Long => long_jumps(from),
        }
    }
}

/// What paths lead to from one square of a given board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Empty squares that can be moved to.
    pub(crate) free: Bitboard,
    /// Occupied squares at the ends of the paths: what could be captured there.
    pub(crate) touched: Bitboard,
}

/// Follows paths from a square.
pub(crate) fn reach(
    paths: &Paths,
    mode: Mode,
    seat: Seat,
    from: Square,
    occupied: Bitboard,
) -> Reach {
    let mut reach = jump_reach(paths, mode, seat, from, occupied);
    for direction in Direction::ALL {
        let length = paths.length(direction, seat);
        if length == 0 {
            continue;
        }
        let ray = direction.ray(from) & within_steps(length, from);
        let first = direction.nearest(ray & occupied);
        let beyond = first.map_or(Bitboard::EMPTY, |first| direction.ray(first));
        let hidden = beyond.when(mode != Mode::Pass);
        reach.free |= ray & !hidden & !occupied;
        reach.touched |= first.map_or(Bitboard::EMPTY, Bitboard::of);
    }
    reach
}

fn jump_reach(paths: &Paths, mode: Mode, seat: Seat, from: Square, occupied: Bitboard) -> Reach {
    let mut targets = paths.jump_targets(from, seat);
    if mode == Mode::Stair {
        for to in targets {
            if !open_stair(from, to, occupied) {
                targets.remove(to);
            }
        }
    }
    Reach {
        free: targets & !occupied,
        touched: targets & occupied,
    }
}

/// Whether a piece that is the nearest one to `to` in `direction` (seen from `to`) reaches it by a ray.
pub(crate) fn ray_reaches(
    paths: &Paths,
    seat: Seat,
    from: Square,
    to: Square,
    direction: Direction,
) -> bool {
    paths.length(direction.opposite(), seat) >= from.distance(to)
}

/// Whether a piece of this kind captures onto a knight's square by a jump.
pub(crate) fn jump_reaches(
    kind: Kind,
    seat: Seat,
    from: Square,
    to: Square,
    occupied: Bitboard,
) -> bool {
    let targets = kind.capture_paths().jump_targets(from, seat);
    targets.has(to) && (kind.mode() != Mode::Stair || open_stair(from, to, occupied))
}

/// Whether paths lead to a square when nothing stands in the way.
pub(crate) fn leads_to(paths: &Paths, seat: Seat, from: Square, to: Square) -> bool {
    let on_empty_board = reach(paths, Mode::Slide, seat, from, Bitboard::of(from));
    on_empty_board.free.has(to)
}
