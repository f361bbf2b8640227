//! Whatever somebody sends is read or refused; nothing stops the program, and nothing illegal is read.

use orthodox::{Action, Orthodox, Setup};
use proptest::prelude::*;
use rules::{Explain, Variant};

use crate::walk::{Walk, start};

/// Text that is nearly right reaches further than noise.
fn nearly(alphabet: &'static str, longest: usize) -> impl Strategy<Value = String> {
    let signs: Vec<char> = alphabet.chars().collect();
    prop::collection::vec(prop::sample::select(signs), 0..longest)
        .prop_map(|signs| signs.into_iter().collect())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "\\PC{0,80}"]
}

fn setup_text() -> impl Strategy<Value = String> {
    let fen = "([kqrbnpKQRBNP1-8]{1,8}/){7}[kqrbnpKQRBNP1-8]{1,8}( [wb]( [KQkqA-Ha-h-]{1,4}( (-|[a-h][1-8])( [0-9]{1,11}( [0-9]{1,11})?)?)?)?)?";
    let option = "(; ?(draws|promotion|castling|pending|x)=(claim|automatic|separate|chess960|standard|a7a8|é)){0,3}";
    prop_oneof![
        any_text(),
        nearly("kqrbnpKQRBNP12345678/ -wb;=", 90),
        (fen, option).prop_map(|(fen, option)| fen + &option),
        "chess960:[0-9]{0,12}",
    ]
}

fn action_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any_text(),
        nearly("abcdefgh12345678qrbnk=é", 7),
        nearly("abcdefghNBRQKOxo0-12345678=+#!?", 9),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_setup_is_refused_or_has_a_stable_text(text in setup_text()) {
        let started = text.parse::<Setup>().and_then(|setup| Orthodox::start(&setup));
        match started {
            Ok(state) => {
                let canonical = Orthodox::setup(&state).to_string();
                let again = Orthodox::start(&canonical.parse().unwrap()).unwrap();
                prop_assert_eq!(Orthodox::setup(&again).to_string(), canonical);
                prop_assert_eq!(Orthodox::status(&again), Orthodox::status(&state));
            }
            Err(no) => prop_assert_eq!(no.code(), "bad-setup"),
        }
    }

    #[test]
    fn any_action_is_no_action_or_means_itself(text in action_text()) {
        match text.parse::<Action>() {
            Ok(action) => prop_assert_eq!(action.to_string(), text),
            Err(no) => prop_assert_eq!(no.code(), "not-an-action"),
        }
    }

    #[test]
    fn whatever_is_typed_means_a_legal_action_or_nothing(
        text in action_text(),
        number in 0_u64..400,
        separate in any::<bool>(),
    ) {
        let option = if separate { "separate" } else { "with-move" };
        let mut walk = Walk::new(&format!("{}; promotion={option}", start(number)), number);
        for _ in 0..number % 60 {
            walk.step();
        }
        if let Ok(action) = Orthodox::read(&walk.state, &text) {
            prop_assert!(Orthodox::legal(&walk.state).any(|legal| legal == action), "{}", action);
        }
    }

    #[test]
    fn any_pgn_is_refused_or_can_be_played(text in prop_oneof![
        any_text(),
        nearly("[]\"(){};%$.*12 e4d5Nf3O-x\n\\FEN", 60),
        "(\\[[A-Z][a-z]{0,5} \"[^\"]{0,9}\"\\]\n){0,3}([1-9]\\.? ?(e4|d4|Nf3|e5|Nc6|x)[!?]{0,2} ?(\\{[a-z]*\\}|\\(e4\\)|\\$[0-9])?){0,6}( 1-0| \\*)?",
    ]) {
        match Orthodox::import(&text) {
            Ok(games) => for game in games {
                let mut state = Orthodox::start(&game.setup.parse().unwrap()).unwrap();
                for action in game.actions {
                    let seat = Orthodox::status(&state).to_act().unwrap();
                    state = Orthodox::apply(&state, seat, &action.parse().unwrap()).unwrap().state;
                }
            },
            Err(no) => prop_assert_eq!(no.code, "bad-pgn"),
        }
    }
}

/// The counters of a FEN can be as large as they like.
#[test]
fn huge_counters_do_no_harm() {
    let text = "4k3/8/8/8/8/8/P7/4K3 b - - 0 99999999999999999999";
    let mut walk = Walk::new(text, 1);
    for _ in 0..10 {
        assert!(walk.step().is_some());
    }
    let text = "4k3/8/8/8/8/8/P7/4K3 b - - 99999999999999999999 1";
    assert!(
        Walk::new(text, 1).step().is_none(),
        "seventy-five moves are long over"
    );
}
