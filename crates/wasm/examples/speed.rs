//! How fast the search is in the browser's form, beside the same search natively: states a second in each game, by Node.
//!
//! `cargo run --release --package wasm --example speed`

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use serde_json::{Value, json};
use wasm::Module;

/// What the search in a module reaches at least, as a part of what it does natively.
const WANTED: f64 = 0.5;

/// States of ordinary chess that are looked at, after as many that are not counted.
const STATES: u64 = 2_000_000;

#[expect(
    clippy::print_stdout,
    reason = "this program talks to a person at a terminal"
)]
fn main() -> ExitCode {
    println!(
        "{:<12} {:>12} {:>12} {:>6}",
        "states/s", "native", "module", "ratio"
    );
    let mut is_fast = true;
    for (id, _) in catalog::GAMES {
        let native = native_speed(id);
        let Some(module) = module_speed(id) else {
            println!(
                "{id:<12} {native:>12.0} no module: `cargo xtask run` builds them where it can"
            );
            return ExitCode::FAILURE;
        };
        let ratio = module / native;
        println!("{id:<12} {native:>12.0} {module:>12.0} {ratio:>6.2}");
        is_fast &= ratio >= WANTED;
    }
    println!("wanted: at least {WANTED} in every game");
    match is_fast {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn question(id: &str) -> String {
    let place = json!({"variant": id, "start": {"type": "usual"}});
    json!({"type": "lines", "place": place, "count": 1, "states": STATES}).to_string()
}

fn states(answer: &str) -> f64 {
    let answer: Value = serde_json::from_str(answer).unwrap_or_default();
    answer["states"].as_f64().unwrap_or_default()
}

/// The first slice fills tables and caches; the second is timed.
fn native_speed(id: &str) -> f64 {
    let mut module = Module::new();
    let question = question(id);
    let before = states(&module.answer(question.as_bytes()));
    let begun = Instant::now();
    let after = states(&module.answer(question.as_bytes()));
    (after - before) / begun.elapsed().as_secs_f64()
}

/// The same by Node, which times itself.
fn module_speed(id: &str) -> Option<f64> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let module = here.join(format!("../../web/modules/{id}.wasm"));
    let node = Command::new("node")
        .arg(here.join("examples/speed.mjs"))
        .args([module.as_os_str(), question(id).as_ref()])
        .output()
        .ok()?;
    String::from_utf8(node.stdout).ok()?.trim().parse().ok()
}
