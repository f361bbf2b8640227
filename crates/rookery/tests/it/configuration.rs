//! The configuration of `rookery serve`: whatever is wrong with a flag, the environment or the file is said
//! before anything is opened.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::child::Served;

/// Nothing in these tests takes longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why a server does not start.
fn complaint(data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["serve", "--data"])
        .arg(data)
        .args(arguments)
        .envs(environment.iter().copied())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if began.elapsed() > PATIENCE => {
                child.kill().unwrap();
                panic!("it runs with {arguments:?} {environment:?}");
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(!status.success(), "{arguments:?} {environment:?}");
    let mut complaint = String::new();
    let mut errors = child.stderr.take().unwrap();
    errors.read_to_string(&mut complaint).unwrap();
    complaint
}

#[test]
fn whatever_is_wrong_is_named() {
    let data = tempfile::tempdir().unwrap();
    let flags: [(&[&str], &str); 7] = [
        (&["--listen", "nowhere"], "--listen"),
        (&["--ccp", "nowhere"], "neither ADDR:PORT nor off"),
        (&["--ccp-computer", "9"], "--ccp-computer"),
        (&["--ccp-computer", "strong"], "--ccp-computer"),
        (&["--config", "missing.toml"], "missing.toml"),
        (&["--root", "nothing"], "no protocol `nothing`"),
        (&["--lisen", "127.0.0.1:0"], "--lisen"),
    ];
    let closed = ["--listen", "127.0.0.1:0", "--ccp", "off"];
    for (arguments, expected) in flags {
        // Should one of them be accepted, it does not take a port from anybody.
        let arguments = match arguments[0] {
            "--root" => [&closed, arguments].concat(),
            _ => arguments.to_vec(),
        };
        let why = complaint(data.path(), &arguments, &[]);
        assert!(why.contains(expected), "{arguments:?}: {why}");
    }
    for (name, value, expected) in [
        ("ROOKERY_LISTN", "127.0.0.1:0", "listn"),
        ("ROOKERY_LISTEN", "nowhere", "listen"),
        ("ROOKERY_LIMITS_GAMES", "0", "limits.games"),
        ("ROOKERY_CCP_COMPUTER", "9", "ccp_computer"),
        (
            "ROOKERY_CCP_COMPUTER_AFTER",
            "9223372036854775807",
            "ccp_computer_after",
        ),
        ("ROOKERY_CCP_VARIANT", "checkers", "ccp_variant"),
        ("ROOKERY_CCP_VARIANT", "tridim", "cannot be played over CCP"),
        ("ROOKERY_CCP_SETUP", "nonsense", "ccp_setup"),
    ] {
        let why = complaint(data.path(), &[], &[(name, value)]);
        assert!(why.contains(expected), "{name}: {why}");
    }
    for (file, expected) in [
        ("lisen = '127.0.0.1:0'", "lisen"),
        ("[limits]\ngame = 1", "game"),
        ("ccp_computer = 0", "ccp_computer"),
        ("listen", "configuration file"),
    ] {
        fs::write(data.path().join("rookery.toml"), file).unwrap();
        let why = complaint(data.path(), &[], &[]);
        assert!(why.contains(expected), "{file}: {why}");
    }
}

/// Both addresses are of this machine, and only the one of the flag is used.
#[test]
fn flags_win_over_the_file() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("other.toml");
    fs::write(&file, "listen = '127.0.0.2:0'").unwrap();
    let named = ["--config", file.to_str().unwrap()];
    let served = Served::start_with(data.path(), &named);
    assert_eq!(served.web.ip().to_string(), "127.0.0.1");
    served.kill();
}

#[cfg(unix)]
#[test]
fn logs_are_lines_of_json_when_they_shall_be() {
    let data = tempfile::tempdir().unwrap();
    fs::write(data.path().join("rookery.toml"), "log = 'json'").unwrap();
    let path = data.path().join("log");
    let log = fs::File::create(&path).unwrap();
    Served::start_logging(data.path(), &[], log.into()).stop();
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<_> = text.lines().map(crate::json).collect();
    let is_goodbye = |line: &serde_json::Value| {
        let message = line["fields"]["message"].as_str().unwrap_or_default();
        message.starts_with("stopping; ") && line["level"] == "INFO"
    };
    assert!(lines.iter().any(is_goodbye), "{text}");
}
