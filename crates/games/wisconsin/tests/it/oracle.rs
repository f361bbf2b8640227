//! With regular armies the game is ordinary chess: its moves are compared with another program's.

use cozy_chess::{Board, Piece as Role};
use rules::{SplitMix, Variant};
use wisconsin::{Action, Kind, Setup, State, Wisconsin};

/// The legal moves of the other program in our words; its promotions are one move here.
fn their_moves(board: &Board) -> Vec<String> {
    let mut texts = Vec::new();
    board.generate_moves(|moves| {
        for step in moves {
            texts.push(our_text(board, step));
        }
        false
    });
    texts.sort();
    texts.dedup();
    texts
}

/// Castling is the king taking its own rook there, and the king's own move here.
fn our_text(board: &Board, step: cozy_chess::Move) -> String {
    let own = board.colors(board.side_to_move());
    let to = match step.to.to_string().as_str() {
        corner if own.has(step.to) => {
            let file = if corner.starts_with('a') { 'c' } else { 'g' };
            format!("{file}{}", &corner[1..])
        }
        plain => plain.to_owned(),
    };
    format!("{}{to}", step.from)
}

fn our_moves(state: &State) -> Vec<String> {
    let mut texts: Vec<String> = state.legal().iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn their_step(board: &Board, text: &str, promotion: Option<Role>) -> cozy_chess::Move {
    let mut found = None;
    board.generate_moves(|moves| {
        found = moves
            .into_iter()
            .find(|step| our_text(board, *step) == text && step.promotion == promotion);
        found.is_some()
    });
    found.unwrap()
}

#[test]
fn regular_armies_play_ordinary_chess() {
    let mut random = SplitMix::new(2024);
    let mut compared = 0;
    for _ in 0..60 {
        compared += play_one(&mut random);
    }
    assert!(compared > 3_000, "only {compared} positions");
}

/// Plays one random game and gives the number of positions compared.
fn play_one(random: &mut SplitMix) -> usize {
    let mut ours = State::new(Setup::default().position()).unwrap();
    let mut theirs = Board::default();
    let mut compared = 0;
    while let Some(action) = random.choose(&ours.legal()).copied() {
        assert_eq!(our_moves(&ours), their_moves(&theirs), "{theirs}");
        compared += 1;
        let moved = Wisconsin::play(&ours, &action);
        let (next, promotion) = promote(moved, random);
        let step = their_step(&theirs, &action.to_string(), promotion);
        theirs.play(step);
        ours = next;
    }
    compared
}

fn promote(state: State, random: &mut SplitMix) -> (State, Option<Role>) {
    let Some((_, pawn)) = state.promotion_owed() else {
        return (state, None);
    };
    assert_eq!(pawn.kind, Kind::Pawn);
    let roles = [
        (Kind::Queen, Role::Queen),
        (Kind::Rook, Role::Rook),
        (Kind::Bishop, Role::Bishop),
        (Kind::Knight, Role::Knight),
    ];
    let (kind, role) = random.choose(&roles).copied().unwrap();
    let next = Wisconsin::play(&state, &Action::Promote(kind));
    (next, Some(role))
}
