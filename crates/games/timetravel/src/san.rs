//! Moves and histories as people write them.

use std::fmt::Write;

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{Move, MoveList, Role};

use crate::kinds::Kinds;
use crate::position::Position;
use crate::timeline::{Slot, Timeline};

/// A blank in a list of moves.
pub(crate) const BLANK: &str = "__";
/// A pass in a list of moves.
pub(crate) const PASS: &str = "--";

/// A legal move in short notation, with `+` if the opponent then stands in check and `#` for mate.
pub fn san(position: &Position, m: Move) -> String {
    let after = position.after(m);
    let suffix = after
        .is_attacked(after.turn())
        .then(|| match after.has_legal_move(Kinds::ALL) {
            true => Suffix::Check,
            false => Suffix::Checkmate,
        });
    SanPlus {
        san: short(position, m),
        suffix,
    }
    .to_string()
}

fn short(position: &Position, m: Move) -> San {
    let mut rivals = MoveList::new();
    // Pawns and kings are never ambiguous: pawns name their file, and there is one king.
    if !matches!(m.role(), Role::Pawn | Role::King) {
        let moves = position.legal_moves(Kinds::NONE.with(m.role()));
        rivals.extend(moves.into_iter().filter(|rival| rival.to() == m.to()));
    }
    San::disambiguate(m, &rivals)
}

/// The legal moves that a short notation can mean. Signs of check and mate do not matter.
pub(crate) fn meant(position: &Position, text: &str) -> Vec<Move> {
    let Ok(SanPlus { san, .. }) = SanPlus::from_ascii(text.as_bytes()) else {
        return Vec::new();
    };
    let moves = position.legal_moves(Kinds::ALL).into_iter();
    moves.filter(|m| san.matches(*m)).collect()
}

/// What stands at a ply, as people write it: `Nf3`, `__`, `--`, or a token in brackets where the ply is
/// dormant.
pub(crate) fn label(timeline: &Timeline, ply: usize) -> String {
    let before = ply.checked_sub(1).and_then(|ply| timeline.position(ply));
    match (timeline.slot(ply), timeline.played(ply), before) {
        (Some(Slot::Move { record, .. }), _, _) if ply > timeline.end() => format!("({record})"),
        (Some(Slot::Move { .. }), Some(m), Some(before)) => san(before, m),
        (Some(Slot::Pass), _, _) => PASS.to_owned(),
        _ => BLANK.to_owned(),
    }
}

/// The whole history: `1.f3 e5 2.g4 Qh4# {checkmate} 3.(Pe2e4)`.
pub fn history(timeline: &Timeline) -> String {
    let mut text = String::new();
    let mut number = MoveNumber::of(timeline);
    for (ply, _) in timeline.slots() {
        text.push_str(if ply == 1 { "" } else { " " });
        text.push_str(&number.next(false));
        text.push_str(&label(timeline, ply));
        if let Some(end) = timeline.terminus().filter(|end| end.ply == ply) {
            // Writing to a string cannot fail.
            let _ = write!(text, " {{{}}}", end.ending);
        }
    }
    text
}

/// Counts moves as a score sheet does.
pub(crate) struct MoveNumber {
    number: u64,
    white: bool,
    first: bool,
}

impl MoveNumber {
    pub(crate) fn of(timeline: &Timeline) -> MoveNumber {
        let fen = timeline.start().fen();
        let number = fen
            .rsplit(' ')
            .next()
            .and_then(|number| number.parse().ok());
        MoveNumber {
            number: number.unwrap_or(1),
            white: timeline.start().turn().is_white(),
            first: true,
        }
    }

    /// What to write before the next ply: `1.`, `1...` where Black's move must be numbered, or nothing.
    pub(crate) fn next(&mut self, repeat: bool) -> String {
        let text = match (self.white, self.first || repeat) {
            (true, _) => format!("{}.", self.number),
            (false, true) => format!("{}...", self.number),
            (false, false) => String::new(),
        };
        self.first = false;
        self.number += u64::from(!self.white);
        self.white = !self.white;
        text
    }
}
