//! Arbitrary text never stops the program, and nothing but sound games comes out of it.

use proptest::prelude::*;
use rules::Variant;
use timetravel::{Action, Setup, State, TimeTravel, pgn};

/// Lines of games that have everything: blanks, passes, dormant plies, an acceptance, results.
const LINES: [&str; 5] = [
    "TT1;-;Ng1f3*2,Pe7e5,~,Nb8c6;5;-/-;1/0;-;-;wb;9/600/-;*",
    "TT1;-;Nb1c3*2,Pe7e5,Pf2f3*3,Pa7a6*2,Pg2g4,Qd8h4,~,Qh4xg4;12;-/-;3/1;-;-;wb;9/300/3;0-1:checkmate",
    "TT1;-;Pf2f3,Pe7e5,Nb1c3*2,Pa7a6,Pg2g4,Qd8h4;9;-/-;1/0;b;-;wb;9/600/-;*",
    "TT1;4k3/P6p/8/8/8/8/7p/4K3_w_-_-_0_1;Pa7a8=Q,Ke8d7;3;-/-;0/0;-;-;wb;3/40/-;*",
    "TT1;7k/8/8/6Q1/8/8/P7/K7_w_-_-_0_1;Qg5g6;4;-/-;0/0;w;-;wb;9/600/-;1/2-1/2:stalemate",
];

fn load(text: &str) -> Option<State> {
    TimeTravel::start(&text.parse().ok()?).ok()
}

/// A loaded game is sound: its line loads again as the same, and it offers something or is over.
fn check_loaded(text: &str) {
    let Some(game) = load(text) else { return };
    let line = Setup::of(&game).to_string();
    let again = load(&line).unwrap_or_else(|| panic!("{line} does not load again"));
    assert_eq!(Setup::of(&again).to_string(), line);
    let over = game.verdict().is_some();
    assert_eq!(TimeTravel::legal(&game).len() == 0, over, "{line}");
    assert!(!TimeTravel::scene(&game).tokens.is_empty());
}

#[test]
fn the_lines_to_damage_are_sound() {
    for line in LINES {
        let game = load(line).unwrap_or_else(|| panic!("{line} loads"));
        assert_eq!(Setup::of(&game).to_string(), line);
    }
}

#[test]
fn counters_of_any_size_are_kept() {
    for numbers in ["0_1", "99_400", "4294967295_4294967295"] {
        let start = format!("4k3/8/8/8/8/8/P7/4K3_w_-_-_{numbers}");
        let line = format!("TT1;{start};Pa2a4;2;-/-;0/0;-;-;wb;9/600/-;*");
        let game = load(&line).unwrap_or_else(|| panic!("{line} loads"));
        assert_eq!(Setup::of(&game).to_string(), line);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_may_be_a_line(text in "\\PC{0,80}") {
        check_loaded(&text);
    }

    #[test]
    fn any_damaged_line_is_refused_or_sound(
        which in 0..LINES.len(),
        at in any::<prop::sample::Index>(),
        cut in 0..4_usize,
        put in "[-;,_~*/0-9a-hNBRQKPOxw=:]{0,4}",
    ) {
        let line = LINES[which];
        let at = at.index(line.len());
        let rest = line.get(at + cut..).unwrap_or_default();
        check_loaded(&format!("{}{put}{rest}", &line[..at]));
    }

    #[test]
    fn any_text_may_be_an_action(text in "[+^_0-9a-hNBRQKOx=#-]{0,12}", which in 0..LINES.len()) {
        let game = load(LINES[which]).unwrap();
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
            // Whatever it is, asking for it is harmless.
            let _ = TimeTravel::play(&game, &action);
            let _ = TimeTravel::notation(&game, &action);
            prop_assert_eq!(
                TimeTravel::preview(&game, &action).is_some(),
                TimeTravel::legal(&game).any(|legal| legal == action)
            );
        }
        if let Ok(action) = TimeTravel::read(&game, &text) {
            prop_assert!(TimeTravel::legal(&game).any(|legal| legal == action));
        }
    }

    #[test]
    fn any_text_may_be_a_pgn(text in "(\\[[A-Z][a-z]{1,5} \"\\PC{0,9}\"\\]\n)?[ 1-9.a-hNBRQKOx+#(){}$\\[\\]%t-]{0,80}") {
        for game in pgn::import(&text).unwrap_or_default() {
            prop_assert!(TimeTravel::start(&game.setup).is_ok());
        }
    }

    #[test]
    fn any_place_may_be_asked_about(cell in "(ply:)?[0-9a-h]{0,22}", moment in any::<usize>()) {
        let game = load(LINES[0]).unwrap();
        let explained = TimeTravel::explain(&game, &cell);
        prop_assert!(explained.is_none_or(|about| about.title.contains("'s move ")));
        prop_assert_eq!(TimeTravel::scene_at(&game, moment).is_some(), moment <= 4);
    }
}

#[test]
fn a_short_name_is_judged_like_any_other_action() {
    let game = load("TT1;-;-;1;-/-;0/0;-;-;wb;9/600/-;*").unwrap();
    let refusal = |game: &State, text: &str| TimeTravel::read(game, text).unwrap_err().to_string();
    assert_eq!(
        refusal(&game, "Nf6"),
        "no legal move is called Nf6 in the position before White's move 1"
    );
    assert!(refusal(&game, "e2e5").contains("the pawn on e2 cannot go to e5"));
    assert!(refusal(&game, "3^Nf3").contains("there is no place 3"));
    assert!(refusal(&game, "castle").contains("is not an action"));
    let two = load("4k3/p7/8/8/8/8/P5K1/R6R w - - 0 1").unwrap();
    assert_eq!(refusal(&two, "Rd1"), "`Rd1` can mean Rad1 or Rhd1");
    let over = load(LINES[1]).unwrap();
    assert_eq!(refusal(&over, "Nf3"), "the game is over");
    let mated = load(LINES[2]).unwrap();
    assert!(refusal(&mated, "Nf3").contains("the line ends at Black's move 3"));
}
