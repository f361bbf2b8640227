//! Small positions with known answers.

use std::collections::{BTreeMap, BTreeSet};

use rules::Variant;
use wisconsin::{Action, Move, Piece, Square, State, Wisconsin, captured};

use crate::{lines, state};

#[test]
fn every_example_holds() {
    let mut wrong = Vec::new();
    let lines = lines("tests/data/examples.txt");
    assert_eq!(lines.len(), 86);
    for (number, line) in &lines {
        let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let &[name, question, position, answer] = parts.as_slice() else {
            panic!("line {number} has four parts");
        };
        let found = answer_to(question, &state(position));
        if found != answer {
            wrong.push(format!("line {number} {name}: `{found}`, not `{answer}`"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn answer_to(question: &str, state: &State) -> String {
    match question.split_once(' ') {
        None => all_moves(state),
        Some(("from", square)) => moves_from(state, square.parse().unwrap()),
        Some((_, step)) => play(state, step.parse().unwrap()),
    }
}

fn moves(state: &State) -> impl Iterator<Item = Move> {
    state.legal().into_iter().filter_map(|action| match action {
        Action::Move(step) => Some(step),
        Action::Promote(_) => None,
    })
}

fn all_moves(state: &State) -> String {
    let mut by_piece: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for Move { from, to } in moves(state) {
        let targets = by_piece.entry(from.to_string()).or_default();
        targets.insert(to.to_string());
    }
    let mut text = format!("{}:", state.standing().name());
    for (from, targets) in by_piece {
        let targets: Vec<String> = targets.into_iter().collect();
        text += &format!(" {from}:{}", targets.join(","));
    }
    text
}

fn moves_from(state: &State, from: Square) -> String {
    let targets: BTreeSet<String> = moves(state)
        .filter(|step| step.from == from)
        .map(|step| step.to.to_string())
        .collect();
    let targets: Vec<String> = targets.into_iter().collect();
    format!("{}: {}", state.standing().name(), targets.join(" "))
}

fn play(state: &State, action: Action) -> String {
    let Ok(step) = Wisconsin::apply(state, state.active(), &action) else {
        return "illegal".to_owned();
    };
    let after = step.state.board();
    let mut changes: Vec<String> = state
        .board()
        .changed_squares(after)
        .into_iter()
        .map(|square| format!("{square}={}", content(after.get(square))))
        .collect();
    changes.sort();
    let mut lost: Vec<String> = captured(&step.events)
        .map(|(kind, seat)| kind.letter(seat).to_string())
        .collect();
    lost.sort();
    if lost.is_empty() {
        lost.push("-".to_owned());
    }
    format!("legal: {} ; captured {}", changes.join(" "), lost.join(" "))
}

/// Every piece that changed its square has moved.
fn content(piece: Option<Piece>) -> String {
    piece.map_or_else(
        || ".".to_owned(),
        |piece| {
            assert!(piece.moved);
            let start = piece.start.map(|start| start.to_string());
            format!("{}'{}", piece.letter(), start.unwrap_or("-".to_owned()))
        },
    )
}
