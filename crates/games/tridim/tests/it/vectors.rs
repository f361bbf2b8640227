//! 188 positions with their status and complete lists of legal actions.

use rules::{Reason, Status, Variant};
use tridim::{State, Tridim};

fn status_word(state: &State) -> &'static str {
    match Tridim::status(state) {
        Status::Over(outcome) if outcome.reason == Reason::CHECKMATE => "checkmate",
        Status::Over(_) => "drawn",
        Status::ToAct(_) if state.position().pending().is_some() => "promotion-pending",
        Status::ToAct(seat) if state.position().in_check(seat) => "check",
        Status::ToAct(_) => "ok",
    }
}

#[test]
fn every_position_has_exactly_the_listed_actions() {
    let table = include_str!("../data/positions.tsv");
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let setup = fields.next().unwrap();
        let state =
            Tridim::start(&setup.parse().unwrap()).unwrap_or_else(|why| panic!("{setup}: {why}"));
        assert_eq!(Tridim::setup(&state).to_string(), setup);
        assert_eq!(status_word(&state), fields.next().unwrap(), "{setup}");
        let mut legal: Vec<String> = Tridim::legal(&state).map(|a| a.to_string()).collect();
        legal.sort();
        let listed: Vec<&str> = fields.next().unwrap().split_whitespace().collect();
        assert_eq!(legal, listed, "{setup}");
        checked += 1;
    }
    assert_eq!(checked, 188);
}
