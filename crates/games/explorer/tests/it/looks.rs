//! What positions look like and what can be done in them.

use serde_json::{Value, json};

use crate::{ask_once, ids};

fn usual(variant: &str, actions: &[&str]) -> Value {
    json!({"variant": variant, "start": {"type": "usual"}, "actions": actions})
}

#[test]
fn every_game_is_listed_with_its_computers() {
    let reply = ask_once(&json!({"type": "variants"}));
    let listed = reply["variants"].as_array().unwrap();
    assert_eq!(listed.len(), ids().len());
    for (info, id) in listed.iter().zip(ids()) {
        assert_eq!(info["id"], id);
        assert_eq!(info["computers"].as_array().unwrap().len(), 9);
    }
}

#[test]
fn every_game_shows_its_start_and_what_can_be_done() {
    for id in ids() {
        let place = usual(id, &[]);
        let looked = ask_once(&json!({"type": "look", "place": place}));
        assert_eq!(looked["type"], "looked", "{looked}");
        assert_eq!(looked["position"]["status"], json!({"to_act": "white"}));
        assert_eq!(looked["start"], looked["position"]["setup"]);
        let legal = ask_once(&json!({"type": "legal", "place": place}));
        let legal = legal["actions"].as_array().unwrap();
        let offers = looked["offers"].as_array().unwrap();
        let offered: Vec<&Value> = offers.iter().map(|offer| &offer["action"]).collect();
        assert_eq!(offered, legal.iter().collect::<Vec<_>>(), "{id}");
        // The first action leads to a position whose line has it.
        let action = legal[0].as_str().unwrap();
        let next = ask_once(&json!({"type": "look", "place": usual(id, &[action])}));
        assert_eq!(next["line"][0]["action"], action);
        assert_eq!(next["position"]["last"], next["line"][0]);
    }
}

#[test]
fn lines_are_written_as_people_write_them() {
    let place = usual(
        "orthodox",
        &["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "h5f7"],
    );
    let looked = ask_once(&json!({"type": "look", "place": place}));
    let written: Vec<&str> = looked["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ply| ply["notation"].as_str().unwrap())
        .collect();
    assert_eq!(written, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
    let over = json!({"over": {"winner": "white", "reason": "checkmate"}});
    assert_eq!(looked["position"]["status"], over);
    assert_eq!(looked["check"], "e8");
    let sheet =
        json!({"type": "sheet", "place": place, "tags": [["White", "Ada"]], "result": "1-0"});
    let text = ask_once(&sheet)["text"].as_str().unwrap().to_owned();
    assert!(
        text.contains("[White \"Ada\"]") && text.contains("4. Qxf7# 1-0"),
        "{text}"
    );
}

#[test]
fn smaller_questions_are_answered_too() {
    let place = usual("orthodox", &["e4"]);
    let read = ask_once(&json!({"type": "read", "place": place, "text": "Nc6"}));
    assert_eq!(
        read,
        json!({"type": "read", "action": "b8c6", "notation": "Nc6"})
    );
    let explained = ask_once(&json!({"type": "explain", "place": place, "cell": "e4"}));
    assert_eq!(explained["explanation"]["cell"], "e4");
    let reach = ask_once(&json!({"type": "reach", "place": place, "seat": "white"}));
    assert!(!reach["reach"].as_array().unwrap().is_empty());
    let offers = ask_once(&json!({"type": "offers", "place": place, "taps": ["b8"]}));
    assert_eq!(offers["offers"].as_array().unwrap().len(), 2);
    let actions = ["e4", "e5"];
    let change = json!({"type": "legal", "place": usual("timetravel", &actions)});
    let legal = ask_once(&change);
    let change = legal["actions"].as_array().unwrap().last().unwrap();
    let preview =
        json!({"type": "preview", "place": usual("timetravel", &actions), "action": change});
    assert_eq!(ask_once(&preview)["type"], "previewed");
}

#[test]
fn refusals_say_what_is_wrong() {
    let start =
        |text: &str| json!({"variant": "orthodox", "start": {"type": "setup", "text": text}});
    let look = |place: Value| ask_once(&json!({"type": "look", "place": place}))["code"].clone();
    assert_eq!(
        look(json!({"variant": "x", "start": {"type": "usual"}})),
        "unknown-variant"
    );
    let preset = json!({"variant": "orthodox", "start": {"type": "preset", "id": "x"}});
    assert_eq!(look(preset), "unknown-preset");
    let two_kings =
        ask_once(&json!({"type": "look", "place": start("4k3/8/8/8/8/8/8/8 w - - 0 1")}));
    assert!(
        two_kings.get("type").is_none() && two_kings["message"].is_string(),
        "{two_kings}"
    );
    assert_eq!(look(usual("orthodox", &["e5"]))["x"], Value::Null);
    let refused = ask_once(&json!({"type": "look", "place": usual("orthodox", &["e4", "e4"])}));
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .starts_with("action 2, e4"),
        "{refused}"
    );
    let long: Vec<&str> = vec!["e4"; 601];
    assert_eq!(look(usual("orthodox", &long)), "too-many-actions");
    for nonsense in [json!({"type": "x"}), json!(3), json!({"type": "look"})] {
        assert_eq!(ask_once(&nonsense)["code"], "bad-request");
    }
}
