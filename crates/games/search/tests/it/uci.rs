//! The bridge to engines of others, against engines that a shell script plays.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use search::uci::{Engine, EngineError, EngineSpec, Pace};

/// A script that plays an engine; it is removed in the end.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, body: &str) -> Script {
        let name = format!("rookery-test-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        Script(path)
    }

    fn spec(&self, millis: u64) -> EngineSpec {
        EngineSpec {
            program: self.0.to_str().unwrap().to_owned(),
            options: vec![("Skill".to_owned(), "3".to_owned())],
            pace: Pace::Time(Duration::from_millis(millis)),
        }
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const POLITE: &str = r#"
while read -r line; do
  case "$line" in
    uci) echo "id name Script 1"; echo uciok;;
    "setoption name Skill value 3") skill=3;;
    isready) echo readyok;;
    "position fen "*" moves e2e4") best=e7e5;;
    "position fen "*) best=e2e4;;
    "go movetime "*) echo "info depth 1 string skill $skill"; echo "bestmove $best ponder a7a6";;
  esac
done"#;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn an_engine_is_asked_for_its_move() {
    let script = Script::new("polite", POLITE);
    let mut engine = Engine::start(&script.spec(20)).unwrap();
    assert_eq!(engine.name(), "Script 1");
    assert_eq!(engine.choose(START, &[]).unwrap(), "e2e4");
    assert_eq!(engine.choose(START, &["e2e4".to_owned()]).unwrap(), "e7e5");
}

#[test]
fn an_engine_that_ends_or_has_no_move_is_an_error() {
    let script = Script::new(
        "rude",
        "echo uciok; read a; read b; read c; echo readyok; exit 0",
    );
    let mut engine = Engine::start(&script.spec(20)).unwrap();
    let gone = engine.choose(START, &[]).unwrap_err();
    assert!(
        matches!(gone, EngineError::Gone | EngineError::Io(_)),
        "{gone}"
    );

    let helpless = POLITE.replace("bestmove $best ponder a7a6", "bestmove (none)");
    let script = Script::new("helpless", &helpless);
    let mut engine = Engine::start(&script.spec(20)).unwrap();
    assert!(matches!(
        engine.choose(START, &[]),
        Err(EngineError::NoMove)
    ));
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    let spec: EngineSpec = "no-such-engine-anywhere".parse().unwrap();
    assert!(matches!(Engine::start(&spec), Err(EngineError::Io(_))));
}

#[test]
fn dropping_an_engine_ends_its_process() {
    let script = Script::new(
        "stubborn",
        &format!("trap '' TERM\necho $$ > \"$0.pid\"\n{POLITE}\nsleep 600"),
    );
    let engine = Engine::start(&script.spec(20)).unwrap();
    let file = script.0.with_extension("pid");
    let id = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    let is_running = || {
        let asked = Command::new("kill").args(["-0", id.trim()]).output();
        asked.unwrap().status.success()
    };
    assert!(is_running());
    drop(engine);
    assert!(!is_running());
}
