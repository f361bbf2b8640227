//! Repetition and moves without progress over long games.

use std::collections::HashMap;

use orthodox::{Action, Orthodox, State};
use rules::{SplitMix, Variant};
use shakmaty::{Chess, Position};

use crate::walk::{start, state};

fn reason(state: &State) -> Option<String> {
    let status = Orthodox::status(state);
    status.outcome().map(|outcome| outcome.reason.to_string())
}

fn can_claim(state: &State) -> bool {
    Orthodox::legal(state).any(|action| action == Action::Claim)
}

fn play(state: &State, action: &str) -> State {
    let seat = Orthodox::status(state).to_act().unwrap();
    let step = Orthodox::apply(state, seat, &action.parse().unwrap());
    step.unwrap_or_else(|no| panic!("{action}: {no}")).state
}

/// White's king walks a closed way over `files` times six squares, without standing anywhere twice.
/// Meanwhile Black's king steps to and fro, so a round of n squares takes 2n half-moves.
fn round(files: &str) -> Vec<String> {
    let (first, others) = files.split_at(1);
    let mut squares: Vec<String> = (1..=6).map(|rank| format!("{first}{rank}")).collect();
    for rank in (1..=6).rev() {
        let row = others.chars().map(|file| format!("{file}{rank}"));
        if rank % 2 == 0 {
            squares.extend(row);
        } else {
            squares.extend(row.rev());
        }
    }
    let targets = squares.iter().cycle().skip(1);
    let moves = squares.iter().zip(targets).enumerate();
    moves
        .flat_map(|(nth, (from, to))| {
            let black = ["h8g8", "g8h8"][nth % 2];
            [format!("{from}{to}"), black.to_owned()]
        })
        .collect()
}

const LOCKED: &str = "7k/7p/7P/8/8/8/8/K7 w - - 0 1";

/// Plays rounds until something ends the game or may be claimed; gives the number of half-moves.
fn play_rounds(setup: &str, round: &[String], stop: impl Fn(&State) -> bool) -> (State, usize) {
    let mut state = state(setup);
    for (played, action) in round.iter().cycle().enumerate() {
        if stop(&state) {
            return (state, played);
        }
        state = play(&state, action);
    }
    unreachable!("the moves go round for ever")
}

#[test]
fn the_third_time_is_found_across_ninety_six_half_moves() {
    let round = round("abcd");
    assert_eq!(round.len(), 48);
    let (state, played) = play_rounds(LOCKED, &round, can_claim);
    assert_eq!(played, 96);
    assert_eq!(
        reason(&play(&state, "claim")).unwrap(),
        "threefold_repetition"
    );
}

#[test]
fn automatic_draws_find_it_too() {
    let setup = format!("{LOCKED}; draws=automatic");
    let (state, played) = play_rounds(&setup, &round("abcd"), |state| reason(state).is_some());
    assert_eq!(played, 96);
    assert_eq!(reason(&state).unwrap(), "threefold_repetition");
}

#[test]
fn the_fifth_time_is_found_across_a_hundred_and_forty_four_half_moves() {
    let round = round("abc");
    assert_eq!(round.len(), 36);
    let (state, played) = play_rounds(LOCKED, &round, |state| reason(state).is_some());
    assert_eq!(played, 144);
    assert_eq!(reason(&state).unwrap(), "fivefold_repetition");
}

#[test]
fn without_repetition_fifty_and_seventy_five_moves_count() {
    let round = round("abcde");
    assert_eq!(round.len(), 60);
    let (state, played) = play_rounds(LOCKED, &round, can_claim);
    assert_eq!(played, 100);
    assert_eq!(reason(&play(&state, "claim")).unwrap(), "fifty_move_rule");

    let setup = format!("{LOCKED}; draws=automatic");
    let (state, played) = play_rounds(&setup, &round, |state| reason(state).is_some());
    assert_eq!(
        (played, reason(&state).unwrap().as_str()),
        (100, "fifty_move_rule")
    );

    let (state, played) = play_rounds(LOCKED, &round, |state| reason(state).is_some());
    assert_eq!(
        (played, reason(&state).unwrap().as_str()),
        (150, "seventyfive_move_rule")
    );
}

/// How often each position has stood on the board, compared as whole positions and never forgotten.
#[derive(Default)]
struct Record(HashMap<Chess, usize>);

impl Record {
    fn note(&mut self, state: &State) -> usize {
        let times = self.0.entry(state.position().clone()).or_default();
        *times += 1;
        *times
    }
}

/// What the rules say to so many occurrences and half-moves while there are moves.
fn expected(times: usize, half_moves: u32, automatic: bool) -> (Option<&'static str>, bool) {
    match (times, half_moves, automatic) {
        (5.., _, _) => (Some("fivefold_repetition"), false),
        (_, 150.., _) => (Some("seventyfive_move_rule"), false),
        (3.., _, true) => (Some("threefold_repetition"), false),
        (_, 100.., true) => (Some("fifty_move_rule"), false),
        (3.., _, false) | (_, 100.., false) => (None, true),
        _ => (None, false),
    }
}

/// A random game whose players love to go back where they came from. Gives how it ended.
fn compare_with_record(setup: &str, seed: u64, automatic: bool) -> Option<String> {
    let mut random = SplitMix::new(seed);
    let mut record = Record::default();
    let mut state = state(setup);
    let mut last: [Option<Action>; 2] = [None, None];
    for ply in 0..400 {
        let at = Orthodox::setup(&state);
        let times = record.note(&state);
        let (over, claim) = expected(times, state.position().halfmoves(), automatic);
        let stuck = state.position().legal_moves().is_empty();
        if stuck || state.position().is_insufficient_material() {
            return reason(&state);
        }
        assert_eq!(
            reason(&state).as_deref(),
            over,
            "ply {ply}, {at}, seed {seed}"
        );
        assert_eq!(can_claim(&state), claim, "ply {ply}, {at}, seed {seed}");
        if over.is_some() {
            return reason(&state);
        }
        let moves: Vec<Action> = Orthodox::legal(&state)
            .filter(|action| *action != Action::Claim)
            .collect();
        let back = last[ply % 2]
            .and_then(undo)
            .filter(|back| moves.contains(back));
        let action = match back {
            Some(back) if random.below(5) > 0 => back,
            _ => moves[random.below(moves.len())],
        };
        last[ply % 2] = Some(action);
        state = Orthodox::play(&state, &action);
    }
    None
}

fn undo(action: Action) -> Option<Action> {
    match action {
        Action::Move { from, to, .. } => Some(Action::new_move(to, from, None)),
        _ => None,
    }
}

#[test]
fn counting_agrees_with_a_record_of_whole_positions() {
    let mut endings: HashMap<String, usize> = HashMap::new();
    for seed in 0..400 {
        for (option, automatic) in [("draws=claim", false), ("draws=automatic", true)] {
            let setup = format!("{}; {option}", start(seed));
            if let Some(reason) = compare_with_record(&setup, seed, automatic) {
                *endings.entry(reason).or_default() += 1;
            }
        }
    }
    for reason in ["threefold_repetition", "fivefold_repetition"] {
        assert!(
            endings.get(reason).is_some_and(|games| *games > 50),
            "{endings:?}"
        );
    }
}
