//! The host protocol of Wisconsin Chess, as the program serves it.

use crate::child::{Api, Served, value};
use crate::rookery;

#[test]
fn the_protocol_has_a_prefix_and_the_root_and_keeps_everything_when_the_server_is_killed() {
    let data = tempfile::tempdir().expect("a folder");
    let served = Served::start_with(data.path(), &["--root", "wisconsin"]);
    let mut api = Api::connect(served.web).expect("a connection");
    let (_, hello) = api.ask("POST /api/hello", "", "1", "{}").expect("hello");
    let token = value(&hello)["token"].as_str().expect("a token").to_owned();
    let mut ask = |line: &str, body: &str| api.ask(line, &token, "x", body).expect("an answer");
    let (_, picks) = ask("GET /picks", "");
    assert_eq!(ask("GET /wisconsin/picks", ""), (200, picks.clone()));
    assert_eq!(ask("POST /computer", "[]"), (200, String::new()));
    assert_eq!(ask("POST /wisconsin/computer", "[]").0, 303);
    served.kill();

    let served = Served::start(data.path());
    let mut api = Api::connect(served.web).expect("a connection");
    let mut ask = |line: &str, body: &str| api.ask(line, &token, "x", body).expect("an answer");
    assert_eq!(ask("GET /wisconsin/picks", ""), (200, picks));
    assert_eq!(ask("POST /wisconsin/computer", "[]").0, 303);
    let (status, page) = ask("GET /wisconsin/computer", "");
    assert_eq!(status, 200);
    let number = page.split("data-game=\"").nth(1).expect("a number");
    let number = number.split('"').next().expect("a number");
    let (status, players) = ask(&format!("GET /wisconsin/players/{number}"), "");
    assert_eq!(status, 200);
    assert!(players.contains("Computer Player"), "{players}");
    let concede = format!("GET /wisconsin/concede/{number}");
    assert_eq!(ask(&concede, ""), (200, String::new()));
    served.kill();
}

#[test]
fn a_protocol_that_is_not_there_is_not_served_at_the_root() {
    let data = tempfile::tempdir().expect("a folder");
    let path = data.path().to_str().expect("a text");
    let output = rookery(
        &[
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--ccp",
            "off",
            "--root",
            "nonsense",
            "--data",
            path,
        ],
        b"",
    );
    assert!(!output.status.success());
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(why.contains("there is no protocol `nonsense`"), "{why}");
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let data = tempfile::tempdir().expect("a folder");
    let path = data.path().to_str().expect("a text");
    let config = data.path().join("rookery.toml");
    let text = format!(
        "listen = '127.0.0.1:0'\nccp = 'off'\ndata = '{path}'\nwisconsin_web = '{path}/nothing'\n"
    );
    std::fs::write(&config, text).expect("a file");
    let config = config.to_str().expect("a text");
    let output = rookery(&["serve", "--config", config], b"");
    assert!(!output.status.success());
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(
        why.contains("wisconsin_web") && why.contains("is not a folder"),
        "{why}"
    );
}
