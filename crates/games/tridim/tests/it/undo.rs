//! Taking back and playing again restores everything, through every kind of action.

use std::collections::BTreeSet;

use rules::Variant;
use tridim::{Action, History, State, Tridim};

use crate::support::{KINDS, RandomPlayer, kind, starts, state, text};

/// What must be the same after undo: the text and everything that can be done, claims included.
fn face(state: &State) -> (String, Vec<Action>) {
    (text(state), Tridim::legal(state).collect())
}

fn play(history: &mut History, text: &str) {
    let seat = Tridim::status(history.state()).to_act().unwrap();
    history.play(seat, &text.parse().unwrap()).unwrap();
}

/// Plays one game at random and takes it back and forth; gives the number of actions played.
fn game(
    start: &State,
    player: &mut RandomPlayer,
    length: usize,
    seen: &mut BTreeSet<&'static str>,
) -> usize {
    let mut history = History::new(start.clone());
    let mut faces = vec![face(start)];
    let mut plies = 0;
    for _ in 0..length {
        let Some(action) = player.choose(history.state()) else {
            break;
        };
        seen.insert(kind(history.state(), &action));
        let seat = Tridim::status(history.state()).to_act().unwrap();
        history.play(seat, &action).unwrap();
        plies += 1;
        // A chosen promotion belongs to the record before it.
        faces.truncate(history.records().len());
        faces.push(face(history.state()));
        let back = player.below(4).min(faces.len() - 1);
        for n in 1..=back {
            assert!(history.undo());
            assert_eq!(face(history.state()), faces[faces.len() - 1 - n]);
        }
        for n in (0..back).rev() {
            assert!(history.redo());
            assert_eq!(face(history.state()), faces[faces.len() - 1 - n]);
        }
    }
    for expected in faces.iter().rev().skip(1) {
        assert!(history.undo());
        assert_eq!(face(history.state()), *expected);
    }
    assert!(!history.undo());
    plies
}

#[test]
fn undo_restores_the_exact_position_through_every_kind_of_action() {
    let mut player = RandomPlayer::new(13);
    let mut seen = BTreeSet::new();
    let plies: usize = starts()
        .iter()
        .map(|start| game(start, &mut player, 80, &mut seen))
        .sum();
    assert!(plies >= 20_000, "{plies}");
    assert_eq!(seen, KINDS.into_iter().collect());
}

#[test]
fn undo_of_an_uncovering_board_restores_board_and_pawn() {
    let setup = "P3/4/4/4|3k/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) b - - a8B~ 0 10";
    let mut history = History::new(state(setup));
    play(&mut history, "QL6-QL4");
    let pending = text(history.state());
    assert!(pending.contains(" a8B! "), "{pending}");
    assert!(history.undo(), "undo works while the choice is pending");
    assert_eq!(text(history.state()), setup);
    assert!(history.redo());
    assert_eq!(text(history.state()), pending, "the choice is asked again");
    play(&mut history, "(a8B=N)");
    let settled = text(history.state());
    assert_eq!(history.records().len(), 1);
    assert!(history.undo());
    assert_eq!(text(history.state()), setup);
    assert!(history.redo());
    assert_eq!(text(history.state()), settled, "redo does not ask again");
}

#[test]
fn a_new_action_forgets_what_was_taken_back() {
    let mut history = History::new(Tridim::start(&Default::default()).unwrap());
    play(&mut history, "b2W-b4N");
    assert!(history.undo());
    play(&mut history, "c2W-c3W");
    assert!(!history.redo());
    assert!(history.undone().is_empty());
}

#[test]
fn promotions_owed_by_the_start_are_records_of_their_own() {
    let setup =
        "P2P/4/4/4|3k/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL5(2/2),KL5(2/2) b - - a8B!,d8B! 0 10";
    let mut history = History::new(state(setup));
    play(&mut history, "(a8B=R)");
    let between = text(history.state());
    play(&mut history, "(d8B=R)");
    assert_eq!(history.records().len(), 2);
    assert!(history.undo());
    assert_eq!(text(history.state()), between);
    assert!(history.undo());
    assert_eq!(text(history.state()), setup);
}

#[test]
fn a_refused_action_changes_nothing() {
    let mut history = History::new(Tridim::start(&Default::default()).unwrap());
    play(&mut history, "b2W-b4N");
    assert!(history.undo());
    let refused = history.play(rules::Seat::White, &"b2W-b5B".parse().unwrap());
    assert!(refused.is_err());
    assert_eq!(history.undone().len(), 1);
}
