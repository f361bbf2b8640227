//! docs/security.md names tests, commands and settings that exist.

use std::fs;
use std::path::Path;

use clap::CommandFactory;

const DOCUMENT: &str = include_str!("../../../../docs/security.md");

/// Rows of the tables, each as its last cell: which test checks the promise.
fn tests() -> Vec<&'static str> {
    let rows = DOCUMENT.lines().filter(|line| line.starts_with("| "));
    let cells = rows.filter_map(|row| row.trim_end_matches([' ', '|']).rsplit_once(" | "));
    let tests = cells.map(|(_, test)| test.trim());
    tests.filter(|test| test.starts_with('`')).collect()
}

#[test]
fn every_promise_names_a_test_that_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tests = tests();
    assert!(tests.len() > 10, "{}", tests.len());
    for test in tests {
        let [_, file, _, name, ""] = test.split('`').collect::<Vec<_>>()[..] else {
            panic!("what is {test}?")
        };
        let text = fs::read_to_string(root.join(file)).expect(file);
        let function = format!("fn {name}(");
        let (before, _) = text
            .split_once(&function)
            .unwrap_or_else(|| panic!("{file} has no {name}"));
        let last_lines = before.rsplit("\n\n").next().unwrap_or_default();
        assert!(last_lines.contains("test"), "{name} is not a test");
    }
}

/// What the document writes as code, apart from the tests.
fn code() -> Vec<&'static str> {
    let tests = tests();
    let parts = DOCUMENT.lines().flat_map(|line| {
        let is_test = |test: &&&str| line.contains(**test);
        let end = tests.iter().find(is_test).and_then(|test| line.find(*test));
        line[..end.unwrap_or(line.len())]
            .split('`')
            .skip(1)
            .step_by(2)
    });
    parts.collect()
}

#[test]
fn commands_exist() {
    let commands = crate::Arguments::command();
    let mut n_commands = 0;
    for words in code() {
        let Some(words) = words.strip_prefix("rookery ") else {
            continue;
        };
        n_commands += 1;
        let mut at = &commands;
        for word in words.split(' ') {
            let is_flag = word.starts_with('-');
            let is_value = word.chars().all(char::is_uppercase);
            match (is_flag, is_value) {
                (true, _) => assert!(
                    has_flag(at, word) || word == "--version",
                    "{words} has no {word}"
                ),
                (false, true) => {}
                (false, false) => {
                    at = at
                        .find_subcommand(word)
                        .unwrap_or_else(|| panic!("{words}"));
                }
            }
        }
    }
    assert!(n_commands > 0);
}

fn has_flag(command: &clap::Command, flag: &str) -> bool {
    let mut flags = command.get_arguments().filter_map(clap::Arg::get_long);
    flags.any(|long| format!("--{long}") == flag)
}

/// Settings are compared with the code where docs/hosting.md lists them.
#[test]
fn settings_metrics_and_refusals_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file: &str| fs::read_to_string(root.join(file)).expect(file);
    let settings = read("docs/hosting.md");
    let metrics = read("crates/hosting/server/src/metrics.rs");
    let refusals = [
        "host/src/refusal.rs",
        "host/src/error.rs",
        "server/src/http_error.rs",
    ];
    let refusals = refusals
        .map(|file| read(&format!("crates/hosting/{file}")))
        .concat();
    let is_name = |word: &str| {
        word.chars()
            .all(|c| c.is_ascii_lowercase() || "_-".contains(c))
    };
    let mut n_names = 0;
    for word in code().into_iter().filter(|word| is_name(word)) {
        let exists = match word.strip_prefix("rookery_") {
            Some(metric) => metrics.contains(&format!("\"{metric}\"")),
            None if word.contains('-') => refusals.contains(&format!("\"{word}\"")),
            None => settings.contains(&format!("| `{word}` |")),
        };
        assert!(exists, "what is {word}?");
        n_names += 1;
    }
    assert!(n_names > 1, "{n_names}");
}
