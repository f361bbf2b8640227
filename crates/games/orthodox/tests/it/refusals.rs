//! Judging is the same as listing, and each refusal tells the truth.

use std::collections::{BTreeSet, HashSet};

use cozy_chess::{Board, Color, Piece, Square};
use orthodox::{Action, Orthodox, State};
use rules::{Explain, Seat, Variant};

use crate::oracle::board;
use crate::walk::{Walk, start};

/// Every action that can be written.
fn all_actions() -> Vec<Action> {
    let mut actions = vec![Action::Claim];
    let letters = ["", "q", "r", "b", "n", "k", "p"];
    for letter in &letters[1..] {
        actions.push(format!("={letter}").parse().unwrap());
    }
    for from in Square::ALL {
        for to in Square::ALL {
            let text = |letter: &&str| format!("{from}{to}{letter}").parse::<Action>().unwrap();
            actions.extend(letters.iter().map(text));
        }
    }
    actions
}

/// Positions of random games, a few of each.
fn sample(options: &str, games: u64) -> Vec<State> {
    let mut states = Vec::new();
    for seed in 0..games {
        let mut walk = Walk::new(&format!("{}; {options}", start(seed)), 1000 + seed);
        for ply in 0..120 {
            if walk.step().is_none() {
                break;
            }
            if ply % 24 == seed % 24 {
                states.push(walk.state.clone());
            }
        }
        states.push(walk.state);
    }
    states
}

fn legal_and_accepted_agree(options: &str) {
    let all = all_actions();
    for state in sample(options, 18) {
        let at = Orthodox::setup(&state);
        let listed: HashSet<Action> = Orthodox::legal(&state).collect();
        let to_act = Orthodox::status(&state).to_act();
        for (action, seat) in all
            .iter()
            .flat_map(|action| Seat::BOTH.map(|seat| (action, seat)))
        {
            let accepted = Orthodox::apply(&state, seat, action).is_ok();
            let legal = to_act == Some(seat) && listed.contains(action);
            assert_eq!(accepted, legal, "{action} of {seat} in {at}");
        }
    }
}

#[test]
fn exactly_the_listed_actions_are_accepted() {
    legal_and_accepted_agree("promotion=with-move");
}

#[test]
fn exactly_the_listed_actions_are_accepted_with_separate_promotions() {
    legal_and_accepted_agree("promotion=separate; draws=automatic");
}

/// How far a move goes, forward counted from the mover's side.
fn steps(color: Color, from: Square, to: Square) -> (i8, i8) {
    let forward = if color == Color::White { 1 } else { -1 };
    let ranks = to.rank() as i8 - from.rank() as i8;
    (to.file() as i8 - from.file() as i8, ranks * forward)
}

/// Whether a piece moves like that on an empty board, or as a pawn captures.
fn has_shape(piece: Piece, color: Color, from: Square, to: Square) -> bool {
    let (files, ranks) = steps(color, from, to);
    let straight = (files == 0) != (ranks == 0);
    let diagonal = files.abs() == ranks.abs() && files != 0;
    match piece {
        Piece::Rook => straight,
        Piece::Bishop => diagonal,
        Piece::Queen => straight || diagonal,
        Piece::Knight => files.abs() * ranks.abs() == 2,
        Piece::King => files.abs().max(ranks.abs()) == 1,
        Piece::Pawn => {
            let home = from.rank() == cozy_chess::Rank::Second.relative_to(color);
            ranks == 1 && files.abs() <= 1 || ranks == 2 && files == 0 && home
        }
    }
}

fn is_way_free(board: &Board, from: Square, to: Square) -> bool {
    (cozy_chess::get_between_rays(from, to) & board.occupied()).is_empty()
}

/// Whether a refusal with this code may be given for the move.
fn fits(board: &Board, code: &str, from: Square, to: Square) -> bool {
    let us = board.side_to_move();
    let Some(piece) = board.piece_on(from) else {
        return code == "no-piece";
    };
    if board.color_on(from) != Some(us) {
        return code == "not-your-piece";
    }
    let shape = has_shape(piece, us, from, to);
    let pawn_step = piece == Piece::Pawn && from.file() == to.file();
    let free = is_way_free(board, from, to) && !(pawn_step && board.occupied().has(to));
    let own = board.color_on(to) == Some(us);
    let in_check = !board.checkers().is_empty();
    let reaches = shape && free && !own;
    let diagonal_pawn = piece == Piece::Pawn && !pawn_step;
    match code {
        "cannot-move-so" => !shape,
        "blocked" => shape && !free,
        "own-piece" => shape && free && own,
        "nothing-to-capture" => shape && diagonal_pawn && board.piece_on(to).is_none(),
        "pinned" => reaches && !in_check && board.pinned().has(from),
        "leaves-king-in-check" => {
            let en_passant = diagonal_pawn && board.piece_on(to).is_none();
            reaches && piece != Piece::King && (in_check || en_passant)
        }
        "king-into-check" => reaches && piece == Piece::King,
        "promotion-missing" => reaches && piece == Piece::Pawn,
        _ => code.starts_with("castling-") && piece == Piece::King && from.rank() == to.rank(),
    }
}

#[test]
fn every_refusal_tells_the_truth() {
    let mut codes = BTreeSet::new();
    for state in sample("promotion=with-move", 240) {
        let Some(seat) = Orthodox::status(&state).to_act() else {
            continue;
        };
        let (at, board) = (Orthodox::setup(&state), board(&state));
        for from in Square::ALL {
            for to in Square::ALL {
                let action: Action = format!("{from}{to}").parse().unwrap();
                if let Err(no) = Orthodox::apply(&state, seat, &action) {
                    assert!(fits(&board, no.code(), from, to), "{action} in {at}: {no}");
                    codes.insert(no.code());
                }
            }
        }
    }
    for code in [
        "no-piece",
        "not-your-piece",
        "cannot-move-so",
        "blocked",
        "own-piece",
        "nothing-to-capture",
        "pinned",
        "leaves-king-in-check",
        "king-into-check",
        "promotion-missing",
        "castling-right-lost",
        "castling-blocked",
    ] {
        assert!(codes.contains(code), "{code} was never met");
    }
}
