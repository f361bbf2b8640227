//! Laws over random play: from random armies, and from crowded positions in which much happens at once.

use proptest::prelude::*;
use rules::testkit::laws;
use rules::{AnyVariant, Seat, SplitMix, Variant};
use wisconsin::{
    Action, Army, Base, Board, Cause, Characteristic, Event, Kind, Mark, Move, Piece, Setup,
    Square, State, Wfen, Wisconsin, choose,
};

use crate::VARIANT;
use crate::mirror::{asserters_compete, mirrored, mirrored_action};

/// How many plies the random games have together.
const PLIES: usize = 20_000;

fn army_start(random: &mut SplitMix) -> State {
    let setup = Setup::new_game(rules::BySeat::new_with(|_| Army::random(random)));
    State::new(setup.position()).unwrap()
}

/// Kings and a dozen other pieces of any kinds anywhere but on the outer ranks.
fn crowded_start(random: &mut SplitMix) -> State {
    loop {
        let mut board = Board::default();
        for seat in Seat::BOTH {
            put_anywhere(&mut board, Kind::King, seat, random);
            for _ in 0..3 + random.below(7) {
                let kind = random.choose(&Kind::ALL[1..]).copied().unwrap();
                put_anywhere(&mut board, kind, seat, random);
            }
        }
        let state = State::new(Wfen {
            board,
            active: Seat::White,
            previous: None,
            mover: None,
            quiet_turns: 0,
            number: None,
        });
        // The side that does not move must be safe, as it is in every game.
        match state {
            Ok(state) if state.threat_to_king(Seat::Black).is_none() => return state,
            _ => {}
        }
    }
}

fn put_anywhere(board: &mut Board, kind: Kind, seat: Seat, random: &mut SplitMix) {
    let square = Square::from_index(8 + random.below(48)).unwrap();
    if board.get(square).is_some() {
        return put_anywhere(board, kind, seat, random);
    }
    let home = match seat {
        Seat::White => 0,
        Seat::Black => 48,
    };
    let start = Square::from_index(home + random.below(16));
    board.put(
        square,
        Piece {
            kind,
            seat,
            moved: true,
            start,
        },
    );
}

/// Plays random games until enough plies have been seen.
fn random_play(seed: u64, plies: usize, mut look: impl FnMut(&State, &mut SplitMix)) {
    let mut random = SplitMix::new(seed);
    let mut seen = 0;
    let mut games = 0;
    while seen < plies {
        games += 1;
        let mut state = if games % 2 == 0 {
            army_start(&mut random)
        } else {
            crowded_start(&mut random)
        };
        while let Some(action) = random.choose(&state.legal()).copied() {
            look(&state, &mut random);
            state = Wisconsin::play(&state, &action);
            seen += 1;
        }
        look(&state, &mut random);
    }
}

#[test]
fn no_king_is_ever_captured_nor_left_in_danger() {
    random_play(1, PLIES, |state, _| {
        for seat in Seat::BOTH {
            assert!(state.board().king(seat).is_some());
        }
        if state.promotion_owed().is_none() {
            let danger = state.threat_to_king(!state.active());
            assert_eq!(danger, None, "{}", state.position());
        }
    });
}

#[test]
fn offered_actions_apply_and_texts_read_back() {
    random_play(5, PLIES, |state, random| {
        let text = state.position().to_string();
        let setup: Setup = text.parse().unwrap();
        assert_eq!(State::new(setup.position()).as_ref(), Ok(state), "{text}");
        let legal = state.legal();
        for _ in 0..8.min(legal.len()) {
            let action = random.choose(&legal).copied().unwrap();
            let step = Wisconsin::apply(state, state.active(), &action);
            let told = step.unwrap_or_else(|no| panic!("{text} {action}: {no}"));
            assert_eq!(
                told.state,
                Wisconsin::play(state, &action),
                "{text} {action}"
            );
        }
    });
}

#[test]
fn mirrored_positions_have_mirrored_actions() {
    let mut compared = 0;
    random_play(2, PLIES, |state, _| {
        if asserters_compete(state) {
            return;
        }
        let other = mirrored(state);
        assert_eq!(state.standing(), other.standing(), "{}", state.position());
        let mut here = state.legal();
        let mut there: Vec<Action> = other.legal().into_iter().map(mirrored_action).collect();
        here.sort_by_key(ToString::to_string);
        there.sort_by_key(ToString::to_string);
        assert_eq!(here, there, "{}", state.position());
        compared += 1;
    });
    assert!(compared > PLIES / 4, "only {compared} positions mirrored");
}

#[test]
fn only_what_the_rules_allow_changes() {
    let mut blasts = 0;
    let mut returns = 0;
    random_play(3, PLIES, |state, random| {
        let Some(action) = random.choose(&state.legal()).copied() else {
            return;
        };
        let step = Wisconsin::apply(state, state.active(), &action).unwrap();
        let Action::Move(Move { from, .. }) = action else {
            let changed = state.board().changed_squares(step.state.board());
            assert_eq!(changed.len(), 1, "a promotion changes one square");
            return;
        };
        for event in &step.events {
            check_event(state, event, from);
        }
        check_squares(state, &step.state, &step.events);
        let has = |cause| {
            step.events
                .iter()
                .any(|event| cause_of(event) == Some(cause))
        };
        blasts += usize::from(has(Cause::Neutralised));
        returns += usize::from(has(Cause::Returned));
    });
    assert!(
        blasts > 50 && returns > 50,
        "{blasts} blasts, {returns} returns"
    );
}

fn cause_of(event: &Event) -> Option<Cause> {
    match event {
        Event::Moved { cause, .. } | Event::Removed { cause, .. } => Some(*cause),
        _ => None,
    }
}

fn check_event(state: &State, event: &Event, mover: Square) {
    match event {
        Event::Removed {
            at,
            kind,
            cause,
            by,
            ..
        } => {
            assert_ne!(*kind, Kind::King);
            if *at != mover && state.board().get(*at).is_some() {
                check_victim(state, *at, *by, *cause);
            }
        }
        Event::Moved {
            from,
            to,
            cause: Cause::Returned,
            ..
        } => {
            let piece = state.board().get(*from).unwrap();
            assert!(piece.kind.has(Characteristic::Fantasy));
            assert_eq!(piece.start, Some(*to));
        }
        _ => {}
    }
}

/// A piece that stood there before the move was lost: nothing spared it.
fn check_victim(state: &State, at: Square, by: Square, cause: Cause) {
    // An asserted mover blasts from its new square, and chains see newer boards: not judged here.
    let (Some(victim), Some(captor)) = (state.board().get(at), state.board().get(by)) else {
        return;
    };
    if cause == Cause::Asserted {
        return;
    }
    let has = |mark| state.marks_on(at).any(|other| other == mark);
    let royal = matches!(captor.kind, Kind::King | Kind::Queen);
    let text = format!("{} {at} by {by}", state.position());
    assert!(!has(Mark::Protected), "protected: {text}");
    let tense = victim.kind.has(Characteristic::Tense) && !has(Mark::Normalised);
    assert!(!tense || royal, "tense: {text}");
    let pawn = captor.kind.base() == Base::Pawn;
    assert!(!pawn || !has(Mark::Immaterialised), "immaterial: {text}");
}

/// Squares change only where an event says so.
fn check_squares(before: &State, after: &State, events: &[Event]) {
    let told = |square: Square| {
        events.iter().any(|event| match event {
            Event::Moved { from, to, .. } => *from == square || *to == square,
            Event::Removed { at, .. } => *at == square,
            _ => false,
        })
    };
    let lost = events
        .iter()
        .filter(|event| matches!(event, Event::Removed { .. }))
        .count();
    let pieces = |state: &State| state.board().occupied().len();
    assert_eq!(pieces(before) - pieces(after), lost);
    for square in before.board().changed_squares(after.board()) {
        assert!(told(square), "{} {square}", before.position());
    }
}

#[test]
fn shared_laws_hold_in_random_games() {
    let mut random = SplitMix::new(4);
    for game in 0..100 {
        let state = if game % 2 == 0 {
            army_start(&mut random)
        } else {
            crowded_start(&mut random)
        };
        let choices: Vec<u16> = (0..150).map(|_| random.below(1 << 16) as u16).collect();
        let setup = state.position().to_string();
        laws::check(&VARIANT, &setup, &choices).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn the_computer_finishes_its_games() {
    for seed in 0..6 {
        let mut state = army_start(&mut SplitMix::new(seed));
        let mut plies = 0;
        while let Some(action) = choose(&state, seed + plies) {
            state = Wisconsin::apply(&state, state.active(), &action)
                .unwrap()
                .state;
            plies += 1;
            assert!(
                plies < 5_000,
                "a game ends by the quiet turns at the latest"
            );
        }
        assert!(state.status().outcome().is_some());
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_panic(text in "\\PC{0,80}") {
        if let Ok(game) = VARIANT.start(&text) {
            prop_assert!(VARIANT.start(&game.setup()).is_ok());
        }
    }

    #[test]
    fn no_text_like_a_position_makes_a_panic(
        text in "([KkQWwSsZzLlGgJjOoPp1-8'~/ -]|[a-h][1-8]){1,60} [wb] (-|[a-h][1-8][a-h][1-8]) [wb-] [0-9]{1,12}",
        action in "[a-h][1-8][a-h][1-8]|=[a-zA-Z]",
        cell in "\\PC{0,3}",
    ) {
        if let Ok(game) = VARIANT.start(&text) {
            prop_assert!(VARIANT.start(&game.setup()).is_ok());
            let legal = game.legal().contains(&action);
            let to_act = game.status().to_act();
            for seat in Seat::BOTH {
                let accepted = game.apply(seat, &action).is_ok();
                prop_assert_eq!(accepted, legal && to_act == Some(seat));
            }
            prop_assert_eq!(game.explain(&cell).is_some(), cell.parse::<Square>().is_ok());
        }
    }

    #[test]
    fn no_text_like_two_armies_makes_a_panic(text in "army:[A-Za-z]{0,18}/[A-Za-z]{14,17}") {
        if let Ok(game) = VARIANT.start(&text) {
            prop_assert_eq!(game.legal().is_empty(), game.status().to_act().is_none());
        }
    }

    /// Any position that can be written down can be played, whatever nonsense it is.
    #[test]
    fn made_up_positions_break_no_law(
        pieces in prop::collection::vec((0usize..64, 1u8..24, any::<bool>(), any::<bool>(), 0usize..65), 0..20),
        kings in (0usize..64, 0usize..64),
        previous in (0usize..64, 0usize..64),
        choices in prop::collection::vec(any::<u16>(), 1..12),
    ) {
        let mut board = Board::default();
        let seat = |white| if white { Seat::White } else { Seat::Black };
        for (square, kind, white, moved, start) in pieces {
            let kind = Kind::from_number(kind).filter(|kind| *kind != Kind::King);
            if let (Some(square), Some(kind)) = (Square::from_index(square), kind) {
                let start = Square::from_index(start);
                board.put(square, Piece { kind, seat: seat(white), moved, start });
            }
        }
        for (index, white) in [(kings.0, true), (kings.1, false)] {
            let square = Square::from_index(index).unwrap();
            board.put(square, Piece::new(Kind::King, seat(white), square));
        }
        let step = Move {
            from: Square::from_index(previous.0).unwrap(),
            to: Square::from_index(previous.1).unwrap(),
        };
        let position = Wfen {
            board, active: Seat::Black, previous: Some(step), mover: None, quiet_turns: 0, number: None,
        };
        if State::new(position.clone()).is_ok() {
            let played = laws::check(&VARIANT, &position.to_string(), &choices);
            prop_assert!(played.is_ok(), "{}", played.unwrap_err());
        }
    }
}
