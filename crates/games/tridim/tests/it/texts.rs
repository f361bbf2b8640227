//! Texts from strangers: most are refused, none stops the program.

use std::sync::LazyLock;

use proptest::prelude::*;
use rules::{Explain, Variant};
use tridim::{Action, Setup, Tridim, save};

use crate::support::{starts, state, text, walk};

/// Positions that are in order.
static WHOLE: LazyLock<Vec<String>> = LazyLock::new(|| starts().iter().map(text).collect());

/// Signs that occur in positions and actions, so that nonsense comes close to sense.
fn near_text() -> impl Strategy<Value = String> {
    let signs = "zabcdeQLKRBNWDPT0123456789-x=^()/|,;~!+#. wkqé";
    prop::collection::vec(
        prop::sample::select(signs.chars().collect::<Vec<_>>()),
        0..24,
    )
    .prop_map(|signs| signs.into_iter().collect())
}

/// A text with one stretch replaced.
fn damaged(text: &str, at: usize, length: usize, other: &str) -> String {
    let signs: Vec<char> = text.chars().collect();
    let at = at % (signs.len() + 1);
    let end = (at + length).min(signs.len());
    let (head, tail) = (&signs[..at], &signs[end..]);
    head.iter()
        .chain(&other.chars().collect::<Vec<_>>())
        .chain(tail)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_action_text_is_read_or_refused(text in prop_oneof![near_text(), "\\PC{0,20}"]) {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>().ok(), Some(action));
        }
        let start = state("");
        match Tridim::read(&start, &text) {
            Ok(action) => prop_assert!(Tridim::legal(&start).any(|legal| legal == action)),
            Err(why) => prop_assert!(!why.to_string().is_empty()),
        }
        prop_assert!(Tridim::explain(&start, &text).is_none_or(|told| !told.title.is_empty()));
    }

    #[test]
    fn any_damaged_position_is_loaded_or_refused(
        which in any::<prop::sample::Index>(),
        at in 0..200usize,
        length in 0..4usize,
        other in near_text(),
    ) {
        let whole = &WHOLE[which.index(WHOLE.len())];
        let broken = damaged(whole, at, length, &other[..other.floor_char_boundary(3)]);
        match broken.parse::<Setup>().and_then(|setup| Tridim::start(&setup)) {
            Ok(loaded) => {
                let again = text(&loaded);
                prop_assert_eq!(text(&state(&again)), again);
                // Playing on from a strange position is safe as well.
                for action in Tridim::legal(&loaded) {
                    let _ = Tridim::status(&Tridim::play(&loaded, &action));
                }
            }
            Err(why) => prop_assert!(why.code().starts_with("setup-"), "{}", why),
        }
    }

    #[test]
    fn any_save_text_is_loaded_or_refused(at in 0..2_000usize, other in near_text()) {
        let history = tridim::History::new(state(""));
        let saved = save::save(&save::Card::default(), &history);
        match save::load(&damaged(&saved, at, 3, &other)) {
            Ok((_, loaded)) => prop_assert_eq!(loaded.records().len(), 0),
            Err(why) => prop_assert!(why.code().starts_with("save-"), "{}", why),
        }
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_a_reason() {
    let setup = "4/PP2/4/4|3k/4/4/P3|4/P3/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10";
    let state = state(setup);
    let table = [
        ("b8B", "E_PROMOTION_REQUIRED"),
        ("b7B-b8B", "E_PROMOTION_REQUIRED"),
        ("a8B=Q", "E_PROMOTION_BLOCKED"),
        ("a8BR", "E_PROMOTION_BLOCKED"),
        ("a4N", "ambiguous"),
        ("Nb3N", "no-such-action"),
        ("Kd1W-d4W", "cannot-reach"),
        ("d1Wd4W", "cannot-reach"),
        ("d1W-d4W", "cannot-reach"),
        ("castle", "not-an-action"),
        ("", "not-an-action"),
    ];
    for (text, code) in table {
        let why = Tridim::read(&state, text).unwrap_err();
        assert_eq!(why.code(), code, "{text}: {why}");
    }
}

#[test]
fn two_squares_mean_the_piece_that_stands_on_the_first() {
    let state = state("");
    for text in ["d1Wc3N", "d1W-c3N", "Nd1W-c3N", "Nc3N"] {
        let action = Tridim::read(&state, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(action.to_string(), "Nd1W-c3N");
    }
    let why = Tridim::read(&state, "d1Wb5N").unwrap_err();
    assert_eq!(why.code(), "cannot-reach", "{why}");
}

#[test]
fn a_score_numbers_turns_and_not_forced_promotions() {
    let setup = "P3/4/4/4|3k/4/4/4|4/4/4/3K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) b - - a8B~ 0 10";
    let actions = ["QL6-QL4", "(a8B=Q)", "Qa8B-a6B", "Kd6N-d5N", "Kd1W-d2W"];
    let actions: Vec<Action> = actions.iter().map(|text| text.parse().unwrap()).collect();
    assert_eq!(
        Tridim::movetext(&state(setup), &actions),
        "10... QL4 (a8B=Q) 11. Qa6B+ Kd5N 12. Kd2W"
    );
}

#[test]
fn every_legal_action_is_read_from_its_score_sheet_text() {
    let mut written = 0;
    walk(&starts(), 41, 8, |_, _, after| {
        for action in Tridim::legal(after) {
            let short = Tridim::notation(after, &action);
            let read = Tridim::read(after, &short);
            let read = read.unwrap_or_else(|why| panic!("{short} in {}: {why}", text(after)));
            assert_eq!(read, action, "{short} in {}", text(after));
            written += 1;
        }
    });
    assert!(written > 50_000, "{written}");
}
