//! What the owner of a host does about players, beside a running server.

use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::child::Served;
use crate::socket::Socket;
use crate::{lines, rookery};

fn admin(data: &Path, arguments: &[&str]) -> Output {
    let data = data.to_str().unwrap();
    let arguments = [&["admin", "--data", data], arguments].concat();
    rookery(&arguments, b"")
}

/// What a command prints that is done.
fn done(data: &Path, arguments: &[&str]) -> String {
    let output = admin(data, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {said}");
    lines(&output).join("\n")
}

fn log_in(name: &str, password: &str) -> Value {
    json!({"type": "log_in", "name": name, "password": password})
}

/// A connection of a new account.
fn register(served: &Served, name: &str) -> Socket {
    let mut socket = Socket::hello(served.web, &mut None);
    socket.ok(&json!({"type": "register", "name": name, "password": "correct horse"}));
    socket
}

#[test]
fn a_banned_player_is_sent_away_and_kept_out() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    let mut ada = register(&served, "Ada");
    let mut ben = register(&served, "Ben");
    let seek = json!({
        "type": "create", "variant": "orthodox", "start": {"type": "usual"},
        "clock": {"type": "untimed"}, "seat": "white", "audience": {"type": "anybody"},
    });
    ada.ok(&seek);
    let shown = done(data.path(), &["ban", "ada", "--reason", "rude"]);
    assert_eq!(shown, "ada: is banned");
    assert_eq!(ada.goodbye(), "session-ended");
    let mut nobody = Socket::hello(served.web, &mut None);
    nobody.refused(&log_in("Ada", "correct horse"), "banned");
    let patience = Instant::now() + Duration::from_secs(60);
    while ben.ok(&json!({"type": "watch_lobby"}))["seeks"] != json!([]) {
        assert!(Instant::now() < patience, "the seek is still there");
    }
    done(data.path(), &["unban", "Ada"]);
    nobody.ok(&log_in("Ada", "correct horse"));

    done(data.path(), &["close", "Ben"]);
    assert_eq!(ben.goodbye(), "session-ended");
    let mut eve = Socket::hello(served.web, &mut None);
    eve.refused(&log_in("Ben", "correct horse"), "account-closed");
    let register = json!({"type": "register", "name": "Ben", "password": "battery staple"});
    eve.refused(&register, "name-taken");
    served.kill();
}

#[test]
fn a_link_for_a_new_password_works_once() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    let mut ada = register(&served, "Ada");
    let printed = done(
        data.path(),
        &["reset", "Ada", "--url", "https://chess.example/"],
    );
    let secret = printed
        .strip_prefix("https://chess.example/reset#")
        .unwrap_or_else(|| panic!("{printed}"));
    let reset = json!({"type": "reset_password", "link": secret, "password": "battery staple"});
    let mut phone = Socket::hello(served.web, &mut None);
    assert_eq!(phone.ok(&reset)["name"], "Ada");
    assert_eq!(ada.goodbye(), "session-ended");
    phone.refused(&reset, "bad-link");
    let mut other = Socket::hello(served.web, &mut None);
    other.refused(&log_in("Ada", "correct horse"), "wrong-password");
    other.ok(&log_in("Ada", "battery staple"));
    served.kill();
    // Without a server it works as well; the address is the one it would listen on.
    let printed = done(data.path(), &["reset", "Ada"]);
    assert!(
        printed.starts_with("http://127.0.0.1:8080/reset#"),
        "{printed}"
    );
}

#[test]
fn a_player_is_renamed_and_everything_is_written_down() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    register(&served, "Rude Word");
    register(&served, "Ben");
    done(data.path(), &["rename", "Rude Word", "Player One"]);
    done(data.path(), &["mute", "Player One", "--reason", "rude"]);
    let mut socket = Socket::hello(served.web, &mut None);
    let welcome = socket.ok(&log_in("player one", "correct horse"));
    assert_eq!(welcome["name"], "Player One");
    for (arguments, said) in [
        (&["rename", "Ben", "Computer Player"][..], "name-taken"),
        (&["rename", "Ben", "player one"], "name-taken"),
        (&["rename", "Ben", "\u{202e}"], "bad-name"),
        (&["ban", "Nobody"], "unknown-player"),
    ] {
        let output = admin(data.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(said), "{error}");
    }
    served.kill();
    let log = done(data.path(), &["log"]);
    let ends: Vec<&str> = log
        .lines()
        .filter_map(|line| line.split_once(") ").map(|(_, end)| end))
        .collect();
    assert_eq!(
        ends[..2],
        ["is now called Player One", "may not chat: rude"],
        "{log}"
    );
    assert!(log.lines().next().unwrap().contains(" Rude Word (p"));
    let nowhere = tempfile::tempdir().unwrap();
    let output = admin(nowhere.path(), &["log"]);
    assert!(!output.status.success());
    assert!(!nowhere.path().join("rookery.db").exists());
}
