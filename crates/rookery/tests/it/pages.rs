//! What the tests of the page rely on: recorded answers of this program.
//!
//! `UPDATE_FIXTURES=1 cargo test --workspace recorded` records those of the model anew, and
//! `node web/harness/record.mjs` those of the boards.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{json, lines, rookery};

/// Name, variant, setup and actions of what the model is tested with.
const RECORDED: [(&str, &str, &str, &str); 7] = [
    ("orthodox", "orthodox", "", ""),
    ("promotion", "orthodox", "7k/P7/8/8/8/8/8/K7 w - - 0 1", ""),
    ("wisconsin", "wisconsin", "", ""),
    ("owed", "wisconsin", "8/P3k3/8/8/8/8/8/4K3 w - b 0", "a7a8"),
    ("tridim", "tridim", "", ""),
    ("timetravel", "timetravel", "", ""),
    ("past", "timetravel", "", "+e2e4 +e7e5"),
];

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

fn told(variant: &str, setup: &str, actions: &str) -> String {
    let position = ["--variant", variant, "--setup", setup, "--actions", actions];
    let wanted = ["--offers", "--scene"];
    let arguments = [&["moves"], &position[..], &wanted[..]].concat();
    let mut lines = lines(&rookery(&arguments, b""));
    assert_eq!(lines.len(), 1, "{variant} {setup} {actions}");
    assert_eq!(json(&lines[0])["variant"], variant, "{}", lines[0]);
    lines.remove(0)
}

#[test]
fn what_is_recorded_for_the_model_is_what_is_told() {
    for (name, variant, setup, actions) in RECORDED {
        let file = web().join(format!("test/fixtures/{name}.json"));
        let told = told(variant, setup, actions);
        if std::env::var_os("UPDATE_FIXTURES").is_some() {
            fs::write(&file, format!("{told}\n")).expect("written");
        }
        let recorded = fs::read_to_string(&file).expect("a recorded answer");
        assert!(
            json(&recorded) == json(&told),
            "{name} is out of date: UPDATE_FIXTURES=1"
        );
    }
}

#[test]
fn what_is_recorded_for_the_boards_is_what_is_told() {
    let cases = fs::read_to_string(web().join("harness/cases.json")).expect("cases");
    let cases = json(&cases);
    let text = |case: &Value, key: &str| case[key].as_str().unwrap_or_default().to_owned();
    for case in cases.as_array().expect("a list") {
        let [name, variant, setup, actions] =
            ["name", "variant", "setup", "actions"].map(|key| text(case, key));
        let file = web().join(format!("harness/fixtures/{name}.json"));
        let recorded = json(&fs::read_to_string(&file).expect("a recorded answer"));
        let told = json(&told(&variant, &setup, &actions));
        for part in ["scene", "offers", "status", "events"] {
            assert!(
                recorded[part] == told[part],
                "{part} of {name} is out of date: node web/harness/record.mjs"
            );
        }
    }
}
