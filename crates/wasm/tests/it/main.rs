//! The modules of WebAssembly, run by Node, answer exactly as the same code does natively.
//!
//! The laws of the rules hold natively and are tested there. A module that gives the same answer, byte by byte, to every
//! question along random games keeps them too.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod questions;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use wasm::Module;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Says that a test was skipped, to people and to `cargo xtask test`, which counts.
fn skip(why: &str) {
    let must_run = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!must_run, "modules cannot be tested: {why}");
    let line = format!("skipped: modules of WebAssembly: {why}");
    // Written around the test runner, which shows nothing of tests that pass.
    let mut terminal = std::io::stderr();
    writeln!(terminal, "{line}").unwrap();
    if let Some(path) = std::env::var_os("SKIPPED_TESTS") {
        let file = std::fs::OpenOptions::new().append(true).open(path);
        writeln!(file.unwrap(), "{line}").unwrap();
    }
}

/// The answers of the module of a game to lines of questions.
fn answers_of(module: &Path, questions: &[String]) -> Vec<String> {
    let mut node = Command::new("node")
        .arg(folder("crates/wasm/tests/answers.mjs"))
        .arg(module)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // It reads everything before it answers, so that neither side waits for the other.
    let input = questions.join("\n");
    node.stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "node failed");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn modules_agree_with_the_native_rules_and_search() {
    let modules = folder("web/modules");
    if !modules.is_dir() || !folder("web/node_modules/esbuild").is_dir() {
        return skip("`cargo xtask run` builds them where it can");
    }
    for (id, _) in catalog::GAMES {
        let module = modules.join(format!("{id}.wasm"));
        let questions = questions::of_game(id);
        let mut native = Module::new();
        let answers = answers_of(&module, &questions);
        assert_eq!(answers.len(), questions.len(), "{id}");
        for (question, answer) in questions.iter().zip(answers) {
            let expected = native.answer(question.as_bytes());
            assert_eq!(
                answer, expected,
                "{id}: {question}; are the modules older than the rules?"
            );
        }
    }
}

#[test]
fn a_module_knows_its_own_game_only() {
    let module = folder("web/modules/orthodox.wasm");
    if !module.is_file() || !folder("web/node_modules/esbuild").is_dir() {
        return skip("`cargo xtask run` builds them where it can");
    }
    let place = r#"{"variant":"tridim","start":{"type":"usual"}}"#;
    let question = format!(r#"{{"type":"legal","place":{place}}}"#);
    let answers = answers_of(&module, &[question, "nonsense".to_owned()]);
    assert!(answers[0].contains("unknown-variant"), "{answers:?}");
    assert!(answers[1].contains("bad-request"), "{answers:?}");
}
