//! Whole games as they are printed.

use rules::AnyVariant;

use crate::VARIANT;

fn movetext(setup: &str, actions: &str) -> String {
    let actions: Vec<String> = actions.split(' ').map(str::to_owned).collect();
    VARIANT.movetext(setup, &actions).unwrap()
}

#[test]
fn moves_are_numbered() {
    assert_eq!(
        movetext("", "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1"),
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O"
    );
}

#[test]
fn black_may_begin() {
    let setup = "3r'a82k'e81/8/8/8/3L'b14/8/P'a27/6K'e11 b -";
    assert_eq!(movetext(setup, "d8d4 a2a3 g8g7"), "1... Rxd4 2. a3 Kg7");
}

#[test]
fn a_promotion_belongs_to_its_move() {
    let setup = "7k'e8/P'a27/8/8/8/8/8/6K'e11 w -";
    assert_eq!(movetext(setup, "a7a8 =q h8h7"), "1. a8=Q+ Kh7");
}

#[test]
fn a_reverse_promotion_stands_before_the_move_of_the_player_who_chose() {
    let setup = "6k'e81/8/8/8/8/8/2j'b73K'e11/R7 w -";
    assert_eq!(movetext(setup, "a1d1 =q g8g7 g2f2"), "1. Rd1 =Q Kg7 2. Kf2");
}
