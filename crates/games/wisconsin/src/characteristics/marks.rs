//! Conveyance: the marks that Normalizes, Orders, Stops, Protective, Enables and Keep put on the pieces
//! around them. They are computed on the board before a move and hold until its last consequence.

use rules::Seat;

use super::Characteristic;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::kind::Kind;
use crate::square::Square;

/// What is put on a piece by its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Its own characteristics are switched off.
    Normalised,
    /// It neutralizes.
    Ordered,
    /// It cannot move.
    Stopped,
    /// It cannot be captured.
    Protected,
    /// It has its rally moves.
    Enabled,
    /// Pawns cannot capture it.
    Immaterialised,
}

impl Mark {
    /// All six.
    pub const ALL: [Mark; 6] = [
        Mark::Normalised,
        Mark::Ordered,
        Mark::Stopped,
        Mark::Protected,
        Mark::Enabled,
        Mark::Immaterialised,
    ];

    /// The stable word for programs and badges.
    pub const fn word(self) -> &'static str {
        match self {
            Mark::Normalised => "normalised",
            Mark::Ordered => "ordered",
            Mark::Stopped => "stopped",
            Mark::Protected => "protected",
            Mark::Enabled => "enabled",
            Mark::Immaterialised => "immaterialised",
        }
    }

    /// What it means, in one sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Mark::Normalised => "Its own characteristics are switched off.",
            Mark::Ordered => "Captured, it takes its captor and its neighbours along.",
            Mark::Stopped => "It cannot move.",
            Mark::Protected => "It cannot be captured.",
            Mark::Enabled => "It has its rally moves.",
            Mark::Immaterialised => "Pawn-based pieces cannot capture it.",
        }
    }

    /// The characteristic that puts it.
    pub const fn source(self) -> Characteristic {
        match self {
            Mark::Normalised => Characteristic::Normalizes,
            Mark::Ordered => Characteristic::Orders,
            Mark::Stopped => Characteristic::Stops,
            Mark::Protected => Characteristic::Protective,
            Mark::Enabled => Characteristic::Enables,
            Mark::Immaterialised => Characteristic::Keep,
        }
    }
}

/// Which pieces bear which mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks([Bitboard; 6]);

impl Marks {
    /// The conveyance pass. Normalizing comes first, since a normalised piece conveys nothing.
    pub(crate) fn of(board: &Board) -> Marks {
        let mut marks = Marks::default();
        marks.normalise_and_order(board);
        for seat in Seat::BOTH {
            marks.stop_enable_and_keep(board, seat);
        }
        let protective = board.with(Characteristic::Protective) & !marks.bearing(Mark::Normalised);
        marks.add(Mark::Protected, protective & protective.neighbours());
        marks
    }

    /// Adjacent normalizers only switch each other off; a lone one reaches all its neighbours, and then
    /// orders them too, since nothing has switched it off.
    fn normalise_and_order(&mut self, board: &Board) {
        let normalizers = board.with(Characteristic::Normalizes);
        let paired = normalizers & normalizers.neighbours();
        let around_lone = (normalizers & !paired).neighbours() & board.occupied();
        self.add(Mark::Normalised, paired | around_lone);
        self.add(Mark::Ordered, around_lone);
    }

    fn stop_enable_and_keep(&mut self, board: &Board, seat: Seat) {
        let around = |marks: &Marks, characteristic| {
            let sources = board.with(characteristic) & board.of(seat);
            (sources & !marks.bearing(Mark::Normalised)).neighbours()
        };
        let royal = board.all(Kind::King) | board.all(Kind::Queen);
        let stopped = around(self, Characteristic::Stops) & board.of(!seat) & !royal;
        let enabled = around(self, Characteristic::Enables) & board.of(seat);
        let kept = around(self, Characteristic::Keep) & board.of(seat);
        self.add(Mark::Stopped, stopped);
        self.add(Mark::Enabled, enabled);
        self.add(Mark::Immaterialised, kept);
    }

    fn add(&mut self, mark: Mark, pieces: Bitboard) {
        self.0[mark as usize] |= pieces;
    }

    /// All pieces with this mark.
    pub(crate) fn bearing(&self, mark: Mark) -> Bitboard {
        self.0[mark as usize]
    }

    /// Whether the piece on a square has this mark.
    pub(crate) fn has(&self, square: Square, mark: Mark) -> bool {
        self.bearing(mark).has(square)
    }

    /// All pieces whose own characteristic of this name works.
    pub(crate) fn working(&self, board: &Board, characteristic: Characteristic) -> Bitboard {
        board.with(characteristic) & !self.bearing(Mark::Normalised)
    }

    /// A piece takes its marks along when it moves.
    pub(crate) fn carry(&mut self, from: Square, to: Square) {
        for set in &mut self.0 {
            let bears = set.has(from);
            set.remove(from);
            set.remove(to);
            if bears {
                set.insert(to);
            }
        }
    }
}
