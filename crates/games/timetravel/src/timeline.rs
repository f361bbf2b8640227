//! The history of a game: its plies, the position after each, and where the line ends.
//!
//! All positions are kept, so a change of the past replays only what comes after it.

use rules::Seat;
use shakmaty::{Color, Move};

use crate::kinds::Kinds;
use crate::position::Position;
use crate::record::Record;
use crate::terminus::{Ending, Terminus};

/// What stands at a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A recorded move.
    Move {
        /// What was recorded.
        record: Record,
        /// How often a move was put here.
        writes: u8,
    },
    /// A move stood here and was lost.
    Blank {
        /// The lost move, for display only; unknown after loading a state line.
        ghost: Option<Record>,
        /// The change that lost it, where that is known.
        cause: Option<u16>,
        /// How often a move was put here.
        writes: u8,
    },
    /// Given up for good by travelling.
    Pass,
}

impl Slot {
    /// How often a move was put here.
    pub fn writes(self) -> u8 {
        match self {
            Slot::Move { writes, .. } | Slot::Blank { writes, .. } => writes,
            Slot::Pass => 0,
        }
    }

    /// The recorded move, if there is one.
    pub fn record(self) -> Option<Record> {
        match self {
            Slot::Move { record, .. } => Some(record),
            Slot::Blank { .. } | Slot::Pass => None,
        }
    }
}

/// A move that dropped out of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Where it stood.
    pub ply: usize,
    /// What stood there.
    pub record: Record,
}

/// The history. Plies are numbered from 1; `position(0)` is the start.
#[derive(Clone, Debug)]
pub struct Timeline {
    slots: Vec<Slot>,
    /// One more than the plies up to the terminus, or up to the end.
    positions: Vec<Position>,
    terminus: Option<Terminus>,
    horizon: usize,
}

impl Timeline {
    /// An empty history.
    ///
    /// # Errors
    /// The line would end before the first move.
    pub(crate) fn new(start: Position, horizon: usize) -> Result<Timeline, Ending> {
        let timeline = Timeline {
            slots: Vec::new(),
            positions: vec![start],
            terminus: None,
            horizon,
        };
        match timeline.ending(0) {
            Some(ending) => Err(ending),
            None => Ok(timeline),
        }
    }

    /// The same start with these plies.
    ///
    /// # Errors
    /// The first ply whose move cannot be played where it stands.
    pub(crate) fn with_slots(mut self, slots: Vec<Slot>) -> Result<Timeline, usize> {
        self.slots = slots;
        let lost = self.replay(1);
        match lost.first() {
            Some(lost) => Err(lost.ply),
            None => Ok(self),
        }
    }

    /// The number of plies, dormant ones included.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether nothing was played yet.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// What stands at a ply.
    pub fn slot(&self, ply: usize) -> Option<Slot> {
        self.slots.get(ply.checked_sub(1)?).copied()
    }

    /// Every ply with what stands there.
    pub fn slots(&self) -> impl ExactSizeIterator<Item = (usize, Slot)> {
        (self.slots.iter().enumerate()).map(|(index, slot)| (index + 1, *slot))
    }

    /// The position after a ply, up to the end of the line.
    pub fn position(&self, ply: usize) -> Option<&Position> {
        self.positions.get(ply)
    }

    /// The start.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The last position of the line.
    pub fn last(&self) -> &Position {
        &self.positions[self.end()]
    }

    /// The last ply of the line: the terminus, or the last ply of all.
    pub fn end(&self) -> usize {
        self.positions.len() - 1
    }

    /// Where the line ends, if it does.
    pub fn terminus(&self) -> Option<Terminus> {
        self.terminus
    }

    /// Whose ply it is. Only the number decides.
    pub fn owner(&self, ply: usize) -> Seat {
        let first = seat(self.start().turn());
        if ply % 2 == 1 { first } else { !first }
    }

    /// Who lost, where the line ends in checkmate.
    pub fn loser(&self) -> Option<Seat> {
        let mated = self.terminus?.ending == Ending::Checkmate;
        mated.then(|| seat(self.last().turn()))
    }

    /// The move standing at a ply, as a move of the position before it.
    pub fn played(&self, ply: usize) -> Option<Move> {
        let record = self.slot(ply)?.record()?;
        record.playable(self.position(ply.checked_sub(1)?)?)
    }

    /// The history with one more move at `ply`. If that is not the next ply, the one before is a pass.
    pub(crate) fn appended(&self, ply: usize, m: Move) -> Timeline {
        let mut next = self.copy_before(self.len() + 1, 2);
        if ply > self.len() + 1 {
            next.slots.push(Slot::Pass);
            next.positions.push(self.last().after_nothing());
        }
        next.slots.push(Slot::Move {
            record: m.into(),
            writes: 1,
        });
        next.replay(next.len());
        next
    }

    /// The history with this move at an earlier ply, and what that loses.
    pub(crate) fn rewritten(&self, ply: usize, m: Move) -> (Timeline, Vec<Lost>) {
        let mut next = self.copy_before(ply, 0);
        if let Some(slot) = next.slots.get_mut(ply.wrapping_sub(1)) {
            *slot = Slot::Move {
                record: m.into(),
                writes: slot.writes().saturating_add(1),
            };
        }
        let lost = next.replay(ply);
        (next, lost)
    }

    /// A copy with all plies, but with positions only before `ply`.
    fn copy_before(&self, ply: usize, room: usize) -> Timeline {
        let known = &self.positions[..ply.clamp(1, self.positions.len())];
        let mut slots = Vec::with_capacity(self.len() + room);
        slots.extend_from_slice(&self.slots);
        let mut positions = Vec::with_capacity(self.len() + 1 + room);
        positions.extend_from_slice(known);
        Timeline {
            slots,
            positions,
            terminus: None,
            horizon: self.horizon,
        }
    }

    /// Plays what is written from `ply` on, up to the first position that ends the line. Moves that
    /// cannot be played exactly as recorded turn blank; what stands after the end is left alone.
    fn replay(&mut self, ply: usize) -> Vec<Lost> {
        let cause = u16::try_from(ply).ok();
        let mut lost = Vec::new();
        self.terminus = None;
        for ply in ply..=self.len() {
            let slot = self.slots[ply - 1];
            let before = self.last();
            let played = slot.record().and_then(|record| record.playable(before));
            let next = played.map_or_else(|| before.after_nothing(), |m| before.after(m));
            self.positions.push(next);
            if let (Slot::Move { record, writes }, None) = (slot, played) {
                lost.push(Lost { ply, record });
                self.slots[ply - 1] = Slot::Blank {
                    ghost: Some(record),
                    cause,
                    writes,
                };
            }
            if let Some(ending) = self.ending(ply) {
                self.terminus = Some(Terminus { ply, ending });
                break;
            }
        }
        lost
    }

    /// How the position after `ply`, the last one known, ends the line, if it does.
    fn ending(&self, ply: usize) -> Option<Ending> {
        let position = self.last();
        let moved = ply > 0 && self.counts(ply);
        if !position.has_legal_move(Kinds::ALL) {
            return Some(match position.is_attacked(position.turn()) {
                true => Ending::Checkmate,
                false => Ending::Stalemate,
            });
        }
        if position.is_dead() {
            Some(Ending::Material)
        } else if moved && self.is_fivefold(ply) {
            Some(Ending::Fivefold)
        } else if moved && position.halfmoves() >= 150 {
            Some(Ending::SeventyFive)
        } else {
            (ply == self.horizon).then_some(Ending::Horizon)
        }
    }

    /// The start and every position after a real move count; those after blanks and passes do not.
    fn is_fivefold(&self, ply: usize) -> bool {
        let position = &self.positions[ply];
        // Each return takes at least one move away and one back, none of which may be a capture or a
        // pawn move.
        if position.halfmoves() < 8 {
            return false;
        }
        let earlier = (0..ply)
            .rev()
            .map(|ply| (ply, &self.positions[ply]))
            .take_while(|(_, earlier)| earlier.halfmoves() <= position.halfmoves());
        let same = earlier.filter(|(ply, earlier)| self.counts(*ply) && position.repeats(earlier));
        same.take(4).count() == 4
    }

    /// Whether the position after `ply` counts for repetition.
    fn counts(&self, ply: usize) -> bool {
        ply == 0 || matches!(self.slot(ply), Some(Slot::Move { .. }))
    }

    /// Bytes this history holds.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
            + self.positions.capacity() * size_of::<Position>()
            + size_of::<Timeline>()
    }
}

/// The seat that plays a colour.
pub(crate) const fn seat(color: Color) -> Seat {
    match color {
        Color::White => Seat::White,
        Color::Black => Seat::Black,
    }
}
