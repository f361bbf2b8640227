//! What computers find in a position.

use explorer::{Desk, Question};
use serde_json::{Value, json};

use crate::{ask, ask_once, explorer, ids};

fn lines(variant: &str, setup: Option<&str>, count: u32, states: u64) -> Value {
    let start = match setup {
        None => json!({"type": "usual"}),
        Some(text) => json!({"type": "setup", "text": text}),
    };
    let place = json!({"variant": variant, "start": start});
    json!({"type": "lines", "place": place, "count": count, "states": states})
}

#[test]
fn every_game_has_lines_that_can_be_played() {
    for id in ids() {
        let found = ask_once(&lines(id, None, 3, 100_000));
        let found = found["lines"].as_array().unwrap();
        assert_eq!(found.len(), 3, "{id}");
        let first = |line: &Value| line["plies"][0]["action"].clone();
        assert!(first(&found[0]) != first(&found[1]) && first(&found[1]) != first(&found[2]));
        for line in found {
            let plies = line["plies"].as_array().unwrap();
            let actions: Vec<&Value> = plies.iter().map(|ply| &ply["action"]).collect();
            let place = json!({"variant": id, "start": {"type": "usual"}, "actions": actions});
            let looked = ask_once(&json!({"type": "look", "place": place}));
            assert_eq!(looked["line"], line["plies"], "{id}");
        }
    }
}

#[test]
fn asking_again_goes_on_from_what_is_known() {
    let mut desk = Desk::new(explorer());
    let question = lines("orthodox", None, 1, 2000);
    let mut last = ask(&mut desk, &question);
    for _ in 0..8 {
        let next = ask(&mut desk, &question);
        assert!(next["states"].as_u64() >= last["states"].as_u64());
        assert!(next["lines"][0]["depth"].as_u64() >= last["lines"][0]["depth"].as_u64());
        last = next;
    }
    let once = ask_once(&question);
    assert!(last["states"].as_u64() > once["states"].as_u64());
    assert!(last["lines"][0]["depth"].as_u64() > once["lines"][0]["depth"].as_u64());
}

#[test]
fn a_forced_win_is_told_for_the_seat_that_wins() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let found = ask_once(&lines("orthodox", Some(mate), 1, 5000));
    assert_eq!(found["lines"][0]["plies"][0]["notation"], "Ra8#");
    assert_eq!(
        found["lines"][0]["score"]["win"],
        json!({"seat": "white", "actions": 1})
    );
    assert_eq!(found["done"], true);
    let mated = "r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1";
    let found = ask_once(&lines("orthodox", Some(mated), 1, 5000));
    assert_eq!(found["lines"][0]["score"]["win"]["seat"], "black");
}

#[test]
fn bounds_hold_for_questions_of_strangers() {
    let question = |value: Value| serde_json::from_value::<Question>(value).unwrap();
    let much = question(lines("orthodox", None, 1, u64::MAX));
    let answer = explorer().answer(much, 3000).unwrap();
    let answer = serde_json::to_value(answer).unwrap();
    assert!(answer["states"].as_u64().unwrap() <= 3300, "{answer}");
    let place = json!({"variant": "orthodox", "start": {"type": "usual"}});
    let choose = json!({"type": "choose", "place": place, "level": 8, "seed": 1});
    let answer = explorer().answer(question(choose), 2000).unwrap();
    assert_eq!(serde_json::to_value(answer).unwrap()["type"], "chosen");
    let full = json!({"type": "choose", "place": place, "level": 9, "seed": 1});
    for most in [1, 5000] {
        let answer = explorer().answer(question(full.clone()), most).unwrap();
        assert_eq!(serde_json::to_value(answer).unwrap()["type"], "chosen");
    }
    for count in [0, 6] {
        assert_eq!(
            ask_once(&lines("orthodox", None, count, 10))["code"],
            "bad-line-count"
        );
    }
    let over = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(
        ask_once(&lines("orthodox", Some(over), 1, 10))["code"],
        "game-over"
    );
}

#[test]
fn a_level_chooses_the_same_for_the_same_seed() {
    for id in ids() {
        let place = json!({"variant": id, "start": {"type": "usual"}});
        let choose = json!({"type": "choose", "place": place, "level": 3, "seed": 7});
        let chosen = ask_once(&choose);
        assert_eq!(chosen["type"], "chosen", "{chosen}");
        assert_eq!(chosen, ask_once(&choose));
    }
    let place = json!({"variant": "orthodox", "start": {"type": "usual"}});
    let choose = json!({"type": "choose", "place": place, "level": 10, "seed": 7});
    assert_eq!(ask_once(&choose)["code"], "no-such-level");
}
