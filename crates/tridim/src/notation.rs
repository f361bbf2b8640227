//! Score-sheet notation: how players write turns down.

use std::fmt::Write;

use rules::{Seat, Status};

use crate::column::FILES;
use crate::moves::legal_turns;
use crate::{Action, Kind, Pin, Position, Square, State, Turn};

/// An action as players write it, with the sign for check or mate.
pub(crate) fn write(state: &State, action: &Action) -> String {
    let short = match action {
        Action::Turn(turn) => short_turn(state.position(), *turn),
        Action::Settle { .. } => action.to_string(),
        Action::Claim(_) => return action.to_string(),
    };
    short + check_sign(&state.after(action))
}

fn check_sign(after: &State) -> &'static str {
    // Check counts only once a pending promotion has been chosen.
    let position = after.position();
    if position.pending().is_some() || !position.in_check(position.to_move()) {
        return "";
    }
    match after.status() {
        Status::ToAct(_) => "+",
        Status::Over(_) => "#",
    }
}

fn short_turn(position: &Position, turn: Turn) -> String {
    match turn {
        Turn::Move {
            kind,
            from,
            to,
            capture,
            en_passant,
            promotion,
        } => {
            let mut text = kind.letter().map(String::from).unwrap_or_default();
            text += &origin(position, kind, from, to, capture);
            text += if capture { "x" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{to}{}", promotion_text(promotion));
            text + if en_passant { "e.p." } else { "" }
        }
        Turn::Board {
            from,
            to,
            rotated,
            promotion,
        } if from != to => {
            let start = match is_only_board(position, from, to) {
                true => String::new(),
                false => format!("{from}-"),
            };
            let sign = if rotated { "^" } else { "" };
            format!("{start}{to}{sign}{}", promotion_text(promotion))
        }
        _ => turn.to_string(),
    }
}

fn promotion_text(promotion: Option<Kind>) -> String {
    let letter = promotion.and_then(Kind::letter);
    letter
        .map(|letter| format!("={letter}"))
        .unwrap_or_default()
}

/// As much of the start square as is needed to tell the piece from its like.
fn origin(position: &Position, kind: Kind, from: Square, to: Square, capture: bool) -> String {
    let turns = legal_turns(position);
    let rivals: Vec<Square> = turns
        .iter()
        .filter_map(|turn| match turn {
            Turn::Move {
                kind: other,
                from: start,
                to: target,
                ..
            } if *other == kind && *target == to && *start != from => Some(*start),
            _ => None,
        })
        .collect();
    if kind == Kind::Pawn {
        return pawn_origin(&rivals, from, capture);
    }
    if rivals.is_empty() {
        return String::new();
    }
    let choices = [
        (true, false, false),
        (false, true, false),
        (false, false, true),
        (true, true, false),
        (true, false, true),
        (false, true, true),
    ];
    let telling = choices.into_iter().find(|parts| {
        rivals
            .iter()
            .all(|rival| part_text(*rival, *parts) != part_text(from, *parts))
    });
    part_text(from, telling.unwrap_or((true, true, true)))
}

/// Pawns name their file when they capture, and file and level when two of one file could do it.
fn pawn_origin(rivals: &[Square], from: Square, capture: bool) -> String {
    let same_file = rivals.iter().any(|rival| rival.file() == from.file());
    match (same_file, capture) {
        (true, _) => part_text(from, (true, false, true)),
        (false, true) => part_text(from, (true, false, false)),
        (false, false) => String::new(),
    }
}

fn part_text(square: Square, (file, rank, level): (bool, bool, bool)) -> String {
    let mut text = String::new();
    if file {
        text.push(FILES[square.file() as usize]);
    }
    if rank {
        text += &square.rank().to_string();
    }
    if level {
        text += &square.level().to_string();
    }
    text
}

/// Whether no other board could go to this pin.
fn is_only_board(position: &Position, from: Pin, to: Pin) -> bool {
    !legal_turns(position).iter().any(|turn| {
        matches!(turn, Turn::Board { from: other, to: target, .. }
            if *target == to && *other != from && other != target)
    })
}

/// The moves of a game with their numbers. A chosen promotion has no number of its own.
pub(crate) fn movetext(start: &State, actions: &[Action]) -> String {
    let mut state = start.clone();
    let mut words = Vec::new();
    for action in actions {
        let position = state.position();
        let is_turn = !matches!(action, Action::Settle { .. });
        match position.to_move() {
            Seat::White if is_turn => words.push(format!("{}.", position.full_moves())),
            Seat::Black if is_turn && words.is_empty() => {
                words.push(format!("{}...", position.full_moves()));
            }
            _ => {}
        }
        words.push(write(&state, action));
        state = state.after(action);
    }
    words.join(" ")
}
