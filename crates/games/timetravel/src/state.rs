//! A game: its history, whose turn it is, and what each player may still do to the past.

use rules::{BySeat, Outcome, Reason, Seat, Status};

use crate::kinds::{Kinds, Order, upgrades};
use crate::options::Options;
use crate::position::Position;
use crate::terminus::Ending;
use crate::timeline::{Slot, Timeline};

/// A game that may be played.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) timeline: Timeline,
    pub(crate) options: Options,
    /// The number of the current turn, from 1. Turns alternate whatever is done with them.
    pub(crate) turn: u32,
    pub(crate) orders: BySeat<Option<Order>>,
    pub(crate) jumps: BySeat<u32>,
    /// Who accepted on the turn before this one.
    pub(crate) accepted: Option<Seat>,
    pub(crate) verdict: Option<Verdict>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The seat that won; `None` is a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub cause: Cause,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Both players are settled at the end of the line.
    Terminus(Ending),
    /// A player gave up. Never made here, but lines may say so.
    Resign,
    /// A clock ran out. Never made here, but lines may say so.
    Flag,
    /// Both agreed to a draw. Never made here, but lines may say so.
    Agreement,
}

impl Cause {
    /// The word in state lines.
    pub const fn as_str(self) -> &'static str {
        match self {
            Cause::Terminus(ending) => ending.as_str(),
            Cause::Resign => "resign",
            Cause::Flag => "flag",
            Cause::Agreement => "agreement",
        }
    }
}

impl Verdict {
    /// In the words that all games share.
    pub fn outcome(self) -> Outcome {
        let reason = match self.cause {
            Cause::Terminus(ending) => ending.reason(),
            other @ (Cause::Resign | Cause::Flag | Cause::Agreement) => Reason::new(other.as_str()),
        };
        Outcome {
            winner: self.winner,
            reason,
        }
    }
}

impl State {
    /// A new game.
    pub(crate) fn new(timeline: Timeline, options: Options) -> State {
        State {
            timeline,
            options,
            turn: 1,
            orders: BySeat::default(),
            jumps: BySeat::default(),
            accepted: None,
            verdict: None,
        }
    }

    /// The history.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The limits of this game.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The number of the current turn, from 1.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// A player's order of knight and bishop, once fixed.
    pub fn order(&self, seat: Seat) -> Option<Order> {
        self.orders[seat]
    }

    /// How often a player has changed the past.
    pub fn jumps(&self, seat: Seat) -> u32 {
        self.jumps[seat]
    }

    /// Who accepted on the turn before this one.
    pub fn accepted(&self) -> Option<Seat> {
        self.accepted
    }

    /// How the game ended, once it has.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Whose turn it is. This is not always the owner of the next ply.
    pub fn actor(&self) -> Seat {
        self.timeline.owner(self.turn as usize)
    }

    /// Whether the player to act owns the next ply. Otherwise an append makes the next ply a pass.
    pub fn in_step(&self) -> bool {
        self.timeline.owner(self.timeline.len() + 1) == self.actor()
    }

    /// Who acts next, or how the game ended.
    pub fn status(&self) -> Status {
        match self.verdict {
            Some(verdict) => Status::Over(verdict.outcome()),
            None => Status::ToAct(self.actor()),
        }
    }

    /// The ply of a move that the player to act would append.
    pub(crate) fn append_ply(&self) -> usize {
        self.timeline.len() + if self.in_step() { 1 } else { 2 }
    }

    /// The position in which the player to act would append.
    pub(crate) fn append_position(&self) -> Position {
        match self.in_step() {
            true => self.timeline.last().clone(),
            false => self.timeline.last().after_nothing(),
        }
    }

    /// Whether the player may still change the past at all.
    pub fn has_jumps(&self, seat: Seat) -> bool {
        self.options
            .max_jumps
            .is_none_or(|limit| self.jumps[seat] < limit)
    }

    /// The slot of a ply that its owner may still write: in the line, no pass, below both limits.
    pub(crate) fn writable(&self, ply: usize) -> Option<Slot> {
        let slot = self.timeline.slot(ply)?;
        let open = ply <= self.timeline.end()
            && slot != Slot::Pass
            && slot.writes() < self.options.max_writes
            && self.has_jumps(self.timeline.owner(ply));
        open.then_some(slot)
    }

    /// The kinds whose moves would be upgrades at a ply, whether or not such a move is legal there.
    pub(crate) fn upgrade_kinds(&self, ply: usize) -> Kinds {
        match self.writable(ply) {
            Some(Slot::Move { record, .. }) => {
                upgrades(record.kind(), self.orders[self.timeline.owner(ply)])
            }
            _ => Kinds::NONE,
        }
    }

    /// Whether a ply is a blank that its owner can still fill.
    pub fn is_open_blank(&self, ply: usize) -> bool {
        matches!(self.writable(ply), Some(Slot::Blank { .. }))
    }

    /// Whether a ply is a move for which its owner has an upgrade.
    pub fn is_upgradable(&self, ply: usize) -> bool {
        let kinds = self.upgrade_kinds(ply);
        let before = ply
            .checked_sub(1)
            .and_then(|ply| self.timeline.position(ply));
        !kinds.is_empty() && before.is_some_and(|before| before.has_legal_move(kinds))
    }

    /// The plies of the line that belong to a player.
    pub(crate) fn plies_of(&self, seat: Seat) -> impl Iterator<Item = usize> {
        let first = if self.timeline.owner(1) == seat { 1 } else { 2 };
        (first..=self.timeline.end()).step_by(2)
    }

    /// The blanks that a player can still fill.
    pub fn open_blanks(&self, seat: Seat) -> Vec<usize> {
        self.plies_of(seat)
            .filter(|ply| self.is_open_blank(*ply))
            .collect()
    }

    /// The moves that a player can still upgrade.
    pub fn upgradable(&self, seat: Seat) -> Vec<usize> {
        self.plies_of(seat)
            .filter(|ply| self.is_upgradable(*ply))
            .collect()
    }

    /// Whether a player has nothing left to say about the end of the line.
    pub fn is_settled(&self, seat: Seat) -> bool {
        self.is_settled_if(seat, self.accepted == Some(seat))
    }

    pub(crate) fn is_settled_if(&self, seat: Seat, accepted: bool) -> bool {
        let won = self.timeline.loser() == Some(!seat);
        self.timeline.terminus().is_some()
            && !self.plies_of(seat).any(|ply| self.is_open_blank(ply))
            && (won || accepted || !self.plies_of(seat).any(|ply| self.is_upgradable(ply)))
    }

    /// The verdict at the end of the line, should both be settled.
    pub(crate) fn verdict_of_line(&self) -> Option<Verdict> {
        let terminus = self.timeline.terminus()?;
        Some(Verdict {
            winner: self.timeline.loser().map(|loser| !loser),
            cause: Cause::Terminus(terminus.ending),
        })
    }

    /// Bytes this state holds.
    pub fn bytes(&self) -> usize {
        size_of::<State>() - size_of::<Timeline>() + self.timeline.bytes()
    }
}
