//! A new game is one crate and one line. This program adds Hexapawn, of which no other part of the project knows, to
//! the catalog, and the game is listed, played, stored, verified and answered by a computer like all others.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../it/child.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod child;
mod hexapawn;
mod serving;
#[path = "../it/socket.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod socket;

use std::collections::HashSet;
use std::process::ExitCode;

use catalog::{Catalog, Entry};
use rules::testkit::laws;
use rules::{AnyVariant, Offer, Scene, Status};
use serde_json::{Value, json};

use crate::hexapawn::Hexapawn;
use crate::serving::{Serving, created, play_on};

/// The one line.
fn games() -> Catalog {
    catalog::standard().with(Entry::of::<Hexapawn>())
}

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

fn rules() -> &'static dyn AnyVariant {
    games().find("hexapawn").unwrap().variant()
}

/// What a command of the program prints.
fn printed(arguments: &[&str]) -> String {
    let mut out = Vec::new();
    let arguments = ["rookery"].iter().chain(arguments).copied();
    let code = rookery::run_with(&games(), arguments, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert_eq!(code, ExitCode::SUCCESS, "{text}");
    text
}

#[test]
fn random_play_breaks_no_law() {
    for seed in 0..500_u64 {
        let choices: Vec<u16> = (0..9).map(|n| rules::mix(seed * 9 + n) as u16).collect();
        laws::check(rules(), "", &choices).unwrap();
    }
    for nonsense in [
        "hello",
        "ppp/3 w",
        "ppp/4/PPP w",
        "ppp/3/PPP x",
        "P2/3/p2 w",
    ] {
        assert!(rules().start(nonsense).is_err(), "{nonsense}");
    }
}

#[test]
fn the_command_line_knows_it() {
    assert!(printed(&["variants"]).contains("hexapawn     Hexapawn: Three pawns each"));
    assert!(printed(&["perft", "--variant", "hexapawn", "3"]).starts_with("28 nodes"));
    let told = json(&printed(&["moves", "--variant", "hexapawn"]));
    assert_eq!(told["legal"], json!(["a1a2", "b1b2", "c1c2"]));
    let played = printed(&[
        "match",
        "--variant",
        "hexapawn",
        "--white",
        "1",
        "--black",
        "8",
    ]);
    assert!(played.starts_with("score 0 of 10"), "{played}");
}

#[test]
fn it_is_listed_with_all_that_a_page_shows() {
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(&games(), data.path());
    let listed = serving.get("/api/variants");
    let listed = listed["variants"].as_array().unwrap().clone();
    let ids: Vec<&str> = listed
        .iter()
        .map(|info| info["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), catalog::standard().iter().count() + 1);
    let info = listed.last().unwrap();
    let meta = rules().meta();
    for (key, expected) in [
        ("id", json!("hexapawn")),
        ("name", json!(meta.name)),
        ("summary", json!(meta.summary)),
        ("shape", json!("flat")),
        ("picture", json!(meta.picture)),
        ("learn", Value::Null),
    ] {
        assert_eq!(info[key], expected, "{key}");
    }
    assert_eq!(info["presets"][0]["id"], "standard");
    assert_eq!(info["computers"].as_array().unwrap().len(), 9);
    serving.stop();
}

/// What the generic board does with a view: it filters the offers by what was tapped so far.
fn check_board(view: &Value) {
    let scene: Scene = serde_json::from_value(view["scene"].clone()).unwrap();
    let offers: Vec<Offer> = serde_json::from_value(view["offers"].clone()).unwrap();
    let places: HashSet<_> = scene.taps().collect();
    assert_eq!(places.len(), 9);
    for offer in &offers {
        assert!(offer.taps.iter().all(|tap| places.contains(tap)));
        let chosen: Vec<&Offer> = offers.iter().filter(|one| one.taps == offer.taps).collect();
        assert_eq!(chosen, [offer], "the taps choose this offer and no other");
    }
}

/// White plays over HTTP, Black over WebSocket; in the middle of the game the server starts anew.
#[test]
fn people_play_it_and_the_game_is_kept() {
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(&games(), data.path());
    let white = serving.newcomer();
    let mut ben = None;
    let mut black = serving.socket(&mut ben);
    let game = created(&serving, &white);
    black.ok(&json!({"type": "join", "game": game}));
    let act = format!("/api/games/{game}/act");
    let opened = black.ok(&json!({"type": "open", "game": game}));
    check_board(&opened["view"]);
    serving.post(&act, &white, &json!({"action": "b1b2"}));
    let told = black.game_notice(&game);
    check_board(&told["update"]);
    assert_eq!(told["update"]["setup"], "ppp/1P1/P1P b");
    let ask =
        |action| json!({"type": "ask", "game": game, "ask": {"type": "act", "action": action}});
    black.refused(&ask("b3b2"), "not-possible");
    black.ok(&ask("a3b2"));
    serving.stop();

    let serving = Serving::start(&games(), data.path());
    let mut black = serving.socket(&mut ben);
    let opened = black.ok(&json!({"type": "open", "game": game}));
    assert_eq!(opened["view"]["setup"], "1pp/1p1/P1P w");
    check_board(&opened["view"]);
    let refused = serving.refused(&act, &white, &json!({"action": "b1b2"}));
    assert_eq!(refused["code"], "not-possible");
    serving.post(&act, &white, &json!({"action": "a1b2"}));
    black.ok(&ask("c3b2"));
    serving.post(&act, &white, &json!({"action": "c1c2"}));
    black.ok(&ask("b2b1"));
    let view = &serving.get(&format!("/api/games/{game}"))["view"];
    let ending = &view["phase"]["ending"];
    assert_eq!(ending["reason"], "pawn_across", "{view}");
    assert_eq!(ending["score"], "0-1", "{view}");
    check_exports(&serving, &game, data.path());
    serving.stop();
}

/// Records and score sheets of the game are whole, by the program and by the server.
fn check_exports(serving: &Serving, game: &str, folder: &std::path::Path) {
    for (form, whole) in [
        ("records", "whole: hexapawn "),
        ("pgn", "whole: hexapawn, 6 actions, 0-1 (pawn_across)"),
    ] {
        let text = serving.text(&format!("/api/games/{game}/{form}"));
        let file = folder.join(form);
        std::fs::write(&file, &text).unwrap();
        let report = printed(&["verify", "--variant", "hexapawn", file.to_str().unwrap()]);
        assert!(report.starts_with(whole), "{report}");
        let import = json!({"variant": "hexapawn", "text": text});
        let imported = serving.post("/api/import", "", &import);
        let moves = imported["games"][0]["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 6, "{imported}");
    }
}

/// The second player can always win, and the strongest level does whatever White tries.
#[test]
fn the_computer_wins_as_black() {
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(&games(), data.path());
    let mut socket = serving.socket(&mut None);
    for n in 0..6 {
        let playing = socket.ok(&json!({
            "type": "create", "variant": "hexapawn", "start": {"type": "usual"},
            "clock": {"type": "untimed"}, "seat": "white",
            "audience": {"type": "computer", "level": 8},
        }));
        let game = playing["game"].as_str().unwrap().to_owned();
        let end = play_on(&mut socket, &game, |offers| &offers[n % offers.len()]);
        assert_eq!(end["ending"]["score"], "0-1", "{end}");
    }
    serving.stop();
}

/// What the tests of the page rely on: a game that the page has never heard of.
#[test]
fn what_is_recorded_for_the_page_is_what_is_told() {
    let told = json(&printed(&[
        "moves",
        "--variant",
        "hexapawn",
        "--offers",
        "--scene",
    ]));
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../web/test/fixtures/hexapawn.json"
    );
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(file, format!("{told}\n")).unwrap();
    }
    let recorded = json(&std::fs::read_to_string(file).unwrap());
    assert!(recorded == told, "it is out of date: UPDATE_FIXTURES=1");
    assert!(matches!(
        rules().start("").unwrap().status(),
        Status::ToAct(_)
    ));
}
