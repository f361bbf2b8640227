//! The data of a server is guarded: against a second server, against damage, and against loss.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::child::{Api, Served, value};
use crate::rookery;

/// A game with three moves, by the token of White.
pub(crate) struct Played {
    pub(crate) game: String,
    pub(crate) token: String,
}

pub(crate) fn play(served: &Served, first: &str) -> Played {
    let mut api = Api::connect(served.web).unwrap();
    let mut ok = |line: &str, token: &str, tag: &str, body: &str| -> Value {
        let (status, body) = api.ask(line, token, tag, body).unwrap();
        assert_eq!(status, 200, "{line}: {body}");
        value(&body)
    };
    let [white, black] = ["white", "black"].map(|who| {
        let hello = ok("POST /api/hello", "", who, "{}");
        hello["token"].as_str().unwrap().to_owned()
    });
    let wish = r#"{"variant":"orthodox","start":{"type":"usual"},"clock":{"type":"untimed"},"seat":"white","audience":{"type":"invited"}}"#;
    let seek = ok("POST /api/games", &white, "create", wish);
    let game = seek["seek"]["game"].as_str().unwrap().to_owned();
    ok(
        &format!("POST /api/games/{game}/join"),
        &black,
        "join",
        "{}",
    );
    for (number, action) in [first, "e7e5", "g1f3"].into_iter().enumerate() {
        let token = [&white, &black][number % 2];
        let line = format!("POST /api/games/{game}/act");
        let body = format!(r#"{{"action":"{action}"}}"#);
        ok(&line, token, &format!("move-{number}"), &body);
    }
    let token = white;
    Played { game, token }
}

pub(crate) fn get(served: &Served, path: &str, token: &str) -> (u16, String) {
    let mut api = Api::connect(served.web).unwrap();
    let line = format!("GET {path}");
    api.ask(&line, token, "look", "").unwrap()
}

pub(crate) fn n_moves(served: &Served, game: &str) -> usize {
    let (status, body) = get(served, &format!("/api/games/{game}"), "");
    assert_eq!(status, 200, "{body}");
    value(&body)["view"]["moves"].as_array().unwrap().len()
}

fn run(arguments: &[&str], data: &Path) -> Output {
    let data = data.to_str().unwrap();
    let arguments: Vec<&str> = arguments
        .iter()
        .map(|argument| match *argument {
            "DATA" => data,
            other => other,
        })
        .collect();
    rookery(&arguments, b"")
}

/// What a command that failed says.
pub(crate) fn complaint(arguments: &[&str], data: &Path) -> String {
    let output = run(arguments, data);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

pub(crate) fn said(arguments: &[&str], data: &Path) -> String {
    let output = run(arguments, data);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}{error}");
    said
}

const SERVE: [&str; 7] = [
    "serve",
    "--listen",
    "127.0.0.1:0",
    "--ccp",
    "off",
    "--data",
    "DATA",
];

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let first = Served::start(data.path());
    let process = format!("process {}", first.id());
    for arguments in [&SERVE[..], &["check", "--repair", "DATA"]] {
        let refused = complaint(arguments, data.path());
        assert!(refused.contains(&process), "{refused}");
    }
    assert!(said(&["check", "DATA"], data.path()).contains("0 damaged"));
    // The lock dies with its owner, however that dies.
    first.kill();
    let second = Served::start(data.path());
    let played = play(&second, "e2e4");
    assert_eq!(n_moves(&second, &played.game), 3);
}

/// Changes a move in the file, as a failing disk would.
fn damage(data: &Path) {
    let file = data.join("rookery.db");
    let bytes = fs::read(&file).unwrap();
    let (from, to) = (br#""action":"d2d4""#, br#""action":"d2d3""#);
    let places: Vec<usize> = bytes
        .windows(from.len())
        .enumerate()
        .filter_map(|(place, window)| (window == from).then_some(place))
        .collect();
    let mut bytes = bytes.clone();
    assert!(!places.is_empty());
    for place in places {
        bytes[place..place + to.len()].copy_from_slice(to);
    }
    fs::write(file, bytes).unwrap();
}

#[cfg(unix)]
#[test]
fn a_damaged_game_is_named_counted_and_set_aside_and_the_rest_is_kept() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    let (whole, damaged) = (play(&served, "e2e4"), play(&served, "d2d4"));
    served.stop();
    assert!(!data.path().join("rookery.db-wal").exists(), "a clean stop");
    damage(data.path());
    let log = data.path().join("log");
    let file = Stdio::from(fs::File::create(&log).unwrap());
    let served = Served::start_logging(data.path(), &[], file);
    assert_eq!(get(&served, "/healthz", "").1, "ok\n");
    let path = format!("/api/games/{}", damaged.game);
    let (status, body) = get(&served, &path, "");
    assert_eq!(status, 503, "{body}");
    assert_eq!(value(&body)["code"], "damaged-game", "{body}");
    assert_eq!(n_moves(&served, &whole.game), 3);
    let (status, health) = get(&served, "/healthz", "");
    assert_eq!(
        (status, health.starts_with("degraded: 1 ")),
        (200, true),
        "{health}"
    );
    let metrics = get(&served, "/metrics", "").1;
    assert!(metrics.contains("\nrookery_games_damaged 1\n"));
    let log = fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = log
        .lines()
        .filter(|line| line.contains(&damaged.game))
        .collect();
    assert_eq!(lines.len(), 1, "{log}");
    assert!(lines[0].contains("hash"), "{log}");
    // A look at everything finds it, beside the server.
    let found = complaint(&["check", "DATA"], data.path());
    assert!(
        found.contains(&format!("damaged: {}: ", damaged.game)),
        "{found}"
    );
    assert!(found.contains("2 games, 1 damaged"), "{found}");
    served.stop();

    let repaired = said(&["check", "--repair", "DATA"], data.path());
    assert!(
        repaired.contains(&format!("set aside: {}", damaged.game)),
        "{repaired}"
    );
    let aside = data.path().join("damaged");
    let records = fs::read_to_string(aside.join(format!("{}.jsonl", damaged.game))).unwrap();
    assert_eq!(records.lines().count(), 4, "what is left is kept");
    assert!(aside.join(format!("{}.txt", damaged.game)).exists());
    assert!(said(&["check", "DATA"], data.path()).contains("1 games, 0 damaged"));
    let served = Served::start(data.path());
    assert_eq!(n_moves(&served, &whole.game), 3);
    assert_eq!(get(&served, &path, "").0, 404);
}

#[test]
fn a_backup_of_a_running_server_can_be_restored() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    let played = play(&served, "e2e4");
    let copies = tempfile::tempdir().unwrap();
    let copy = copies.path().join("copy.db");
    let copy = copy.to_str().unwrap();
    said(&["backup", copy, "--data", "DATA"], data.path());
    let refused = complaint(&["backup", copy, "--data", "DATA"], data.path());
    assert!(refused.contains("exists already"), "{refused}");
    play(&served, "d2d4");
    served.kill();
    assert!(said(&["check", copy], data.path()).contains("1 games, 0 damaged"));
    // Restoring is a folder with the file under its usual name.
    let restored = tempfile::tempdir().unwrap();
    fs::copy(copy, restored.path().join("rookery.db")).unwrap();
    let served = Served::start(restored.path());
    assert_eq!(n_moves(&served, &played.game), 3);
    let (status, body) = get(&served, "/api/me/games", &played.token);
    assert_eq!(status, 200, "the token is still good: {body}");
    assert!(body.contains(&played.game), "{body}");
}

#[test]
fn a_server_does_not_begin_anew_where_it_has_lost_its_database() {
    for lost in ["rookery.db", "rookery.db-wal"] {
        let data = tempfile::tempdir().unwrap();
        let served = Served::start(data.path());
        play(&served, "e2e4");
        served.kill();
        fs::remove_file(data.path().join(lost)).unwrap();
        let refused = complaint(&SERVE, data.path());
        assert!(refused.contains(lost), "{refused}");
        assert!(refused.contains("delete rookery.stamp"), "{refused}");
    }
}
