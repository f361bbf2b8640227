//! The published sample game of the tournament rules, ply by ply.

use rules::{AnyVariant, Erased, Variant};
use tridim::{Action, Tridim};

use crate::support::text;

const GAME: &str = "\
    b2W-b4N b7B-b5B c2W-c3W a7B-a6N Na1W-c2W c7B-c6B a2W-a3N a8QL6-a6B a1QL1-a3W Bb8B-d6N \
    Bb1W-a2W Na8B-c7B Qa0QL1-b1W Qa9QL6-b8B Nd1W-b2W Rz9QL6-a9QL6 Rz0QL1-a0QL1 O-O \
    Ra0QL1-a1W Nd8B-b7B Nc2W-d4W a6N-a5B Nb2W-d3N d7B-d6B Nd4Wxc6B Qb8B-a8B Nc6B-a5N Nb7Bxa5N \
    b4Nxa5N a5B-a4W Nd3N-b4N a6B-a5B Nb4N-d3N";

/// The same game as a player writes it. Only ply 22 needs more than the record in print gives: two pawns
/// of the a-file can go to a5B.
const SCORE: &str = "\
    1. b4N b5B 2. c3W a6N 3. Nc2W c6B 4. a3N a6B 5. a3W Bd6N 6. Ba2W Nc7B 7. Qb1W Qb8B \
    8. Nb2W Ra9QL6 9. Ra0QL1 O-O 10. Ra1W Nb7B 11. Nd4W aNa5B 12. Nd3N d6B 13. Nxc6B Qa8B \
    14. Na5N Nxa5N 15. bxa5N a4W 16. Nb4N a5B 17. Nd3N";

const END: &str = "q1b1/2n1/3p/pp2|3b/P3/4/P2N|p3/P1P1/B2D/RQB1 \
    QL1(D1/2),KL1(DD/KR),QL6(1r/d1),KL6(rk/dd) b K - - 1 17";

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn every_ply_is_legal_and_the_end_is_right() {
    let mut state = Tridim::start(&Default::default()).unwrap();
    for ply in words(GAME) {
        let seat = Tridim::status(&state).to_act().unwrap();
        let action = ply.parse().unwrap();
        state = Tridim::apply(&state, seat, &action)
            .unwrap_or_else(|why| panic!("{ply}: {why}"))
            .state;
    }
    assert_eq!(text(&state), words(END).join(" "));
    assert_eq!(Tridim::legal(&state).len(), 37);
}

#[test]
fn the_score_is_written_and_read() {
    let actions: Vec<String> = words(GAME).into_iter().map(str::to_owned).collect();
    let tridim: &dyn AnyVariant = &Erased::<Tridim>::new();
    let score = tridim.movetext("", &actions).unwrap();
    assert_eq!(words(&score), words(SCORE));

    let mut state = Tridim::start(&Default::default()).unwrap();
    let moves = words(SCORE).into_iter().filter(|word| !word.ends_with('.'));
    for (short, full) in moves.zip(words(GAME)) {
        let action = Tridim::read(&state, short).unwrap_or_else(|why| panic!("{short}: {why}"));
        assert_eq!(action.to_string(), full);
        state = Tridim::play(&state, &action);
    }
}

/// Apart from ply 22 each short text fits exactly one legal move, so the printed record is complete.
#[test]
fn only_one_ply_of_the_printed_record_is_ambiguous() {
    let mut state = Tridim::start(&Default::default()).unwrap();
    let mut ambiguous = Vec::new();
    for (index, ply) in words(GAME).into_iter().enumerate() {
        let action: Action = ply.parse().unwrap();
        let notation = Tridim::notation(&state, &action).replace("aNa5B", "a5B");
        if Tridim::read(&state, &notation).is_err() {
            ambiguous.push(index + 1);
        }
        state = Tridim::play(&state, &action);
    }
    assert_eq!(ambiguous, [22]);
}

/// The printed record ends with an offer of a draw, which is written after the last move.
#[test]
fn an_offered_draw_is_read_over() {
    let tridim: &dyn AnyVariant = &Erased::<Tridim>::new();
    for score in [
        "17. Nd3N (=) 1/2-1/2",
        "17. Nd3N(=) 1/2-1/2",
        "17. Nd3N ( = ) *",
    ] {
        let text = SCORE.replace("17. Nd3N", score);
        let games = tridim
            .import(&text)
            .unwrap_or_else(|why| panic!("{score}: {why}"));
        assert_eq!(games[0].actions, words(GAME), "{score}");
    }
    let in_the_middle = SCORE.replace("9. Ra0QL1 O-O", "9. Ra0QL1 (=) O-O (=)");
    let games = tridim.import(&in_the_middle).unwrap();
    assert_eq!(games[0].actions, words(GAME));
}
