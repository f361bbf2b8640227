//! The configuration of `rookery serve`: whatever is wrong with a flag, the environment or the file is said
//! before anything is opened.

use std::io::Read;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::child::Served;

/// Nothing in these tests takes longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ports that somebody else has. A server that gets as far as opening them complains about them, whatever
/// else is wrong.
struct Taken {
    web: TcpListener,
    ccp: TcpListener,
}

impl Taken {
    fn new() -> Taken {
        let bind = || TcpListener::bind("127.0.0.1:0").unwrap();
        Taken {
            web: bind(),
            ccp: bind(),
        }
    }

    /// Why a server does not start.
    fn complaint(&self, data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> String {
        let address = |listener: &TcpListener| listener.local_addr().unwrap().to_string();
        let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
            .env("ROOKERY_LISTEN", address(&self.web))
            .env("ROOKERY_CCP", address(&self.ccp))
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
}

#[test]
fn whatever_is_wrong_is_named_before_anything_is_opened() {
    let taken = Taken::new();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let flags: [(&[&str], &str); 7] = [
        (&["--listen", "nowhere"], "--listen"),
        (&["--ccp", "nowhere"], "neither ADDR:PORT nor off"),
        (&["--ccp-computer", "10"], "--ccp-computer"),
        (&["--ccp-computer", "strong"], "--ccp-computer"),
        (&["--config", "missing.toml"], "missing.toml"),
        (&["--root", "nothing"], "no protocol `nothing`"),
        (&["--lisen", "127.0.0.1:0"], "--lisen"),
    ];
    for (arguments, expected) in flags {
        let why = taken.complaint(&data, arguments, &[]);
        assert!(why.contains(expected), "{arguments:?}: {why}");
    }
    for (name, value, expected) in [
        ("ROOKERY_LISTN", "127.0.0.1:0", "listn"),
        ("ROOKERY_LISTEN", "nowhere", "listen"),
        ("ROOKERY_LIMITS_GAMES", "0", "limits.games"),
        ("ROOKERY_CCP_COMPUTER", "10", "ccp_computer"),
        (
            "ROOKERY_CCP_COMPUTER_AFTER",
            "9223372036854775807",
            "ccp_computer_after",
        ),
        ("ROOKERY_CCP_VARIANT", "checkers", "ccp_variant"),
        ("ROOKERY_CCP_VARIANT", "tridim", "cannot be played over CCP"),
        ("ROOKERY_CCP_SETUP", "nonsense", "ccp_setup"),
        ("ROOKERY_ROOT", "nothing", "no protocol `nothing`"),
    ] {
        let why = taken.complaint(&data, &[], &[(name, value)]);
        assert!(why.contains(expected), "{name}: {why}");
    }
    let file = folder.path().join("other.toml");
    let engine = "[[engine]]\nid = 'fish'\nname = 'Fish'\ncommand = 'fish'\nmovetime = 50";
    for (text, expected) in [
        ("lisen = '127.0.0.1:0'", "lisen"),
        ("[limits]\ngame = 1", "game"),
        ("ccp_computer = 0", "ccp_computer"),
        ("listen", "configuration file"),
        (
            &format!("{engine}\nvariant = 'tridim'"),
            "no engine can be asked about `tridim`",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let why = taken.complaint(&data, &["--config", file.to_str().unwrap()], &[]);
        assert!(why.contains(expected), "{text}: {why}");
    }
    assert!(
        !data.exists(),
        "a folder was made for a wrong configuration"
    );
}

/// The usual file lies in the data folder, in which nothing else is made then.
#[test]
fn a_wrong_file_in_the_data_folder_is_named_too() {
    let data = tempfile::tempdir().unwrap();
    fs::write(data.path().join("rookery.toml"), "ccp_computer = 10").unwrap();
    let why = Taken::new().complaint(data.path(), &[], &[]);
    assert!(why.contains("ccp_computer"), "{why}");
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 1);
}

/// Ports come last: only a server with nothing else to complain about complains about them.
#[test]
fn a_port_that_somebody_else_has_is_named() {
    let taken = Taken::new();
    let data = tempfile::tempdir().unwrap();
    let web = taken.web.local_addr().unwrap().to_string();
    let why = taken.complaint(data.path(), &[], &[]);
    assert!(why.contains(&format!("cannot listen on {web}")), "{why}");
    let ccp = taken.ccp.local_addr().unwrap().to_string();
    let why = taken.complaint(data.path(), &["--listen", "127.0.0.1:0"], &[]);
    assert!(why.contains(&format!("cannot listen on {ccp}")), "{why}");
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
