//! `cargo xtask chaos`: the tests in which nodes, database and network fail, in their long form.

use std::process::Command;

use crate::{cargo_path, finish};

const USAGE: &str = "cargo xtask chaos [--kills N] [--tables N] [TEST]";

/// What the long form has more of than the short one, as the tests read it.
const LONGER: [(&str, &str); 14] = [
    ("CHAOS_BARS", "1"),
    ("CHAOS_LOSSY_MOVES", "10000"),
    ("CHAOS_RESTARTS", "10"),
    ("CHAOS_KILLS", "200"),
    ("CHAOS_TABLES", "200"),
    ("CHAOS_THINKING", "400"),
    ("CHAOS_OUTAGES", "5"),
    ("CHAOS_OUTAGE", "15"),
    ("CHAOS_DEATHS", "20"),
    ("CHAOS_STALLS", "5"),
    ("CHAOS_STALL", "20"),
    ("CHAOS_PARTITIONS", "6"),
    ("CHAOS_DEAF", "60"),
    ("CHAOS_OFF", "50"),
];

/// Runs all tests, or those with a word in their names, one after another.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let words = ["test", "--locked", "--release", "--package", "rookery"];
    let mut command = Command::new(cargo_path());
    command.args(words).args(["--test", "chaos", "--"]);
    command.args(["--nocapture", "--include-ignored", "--test-threads", "1"]);
    command.envs(LONGER);
    let mut arguments = arguments.iter();
    while let Some(word) = arguments.next() {
        let mut number = || -> Result<&String, String> {
            let value = arguments
                .next()
                .filter(|value| value.parse::<u32>().is_ok());
            value.ok_or_else(|| USAGE.to_owned())
        };
        match word.as_str() {
            "--kills" => drop(command.env("CHAOS_KILLS", number()?)),
            "--tables" => drop(command.env("CHAOS_TABLES", number()?)),
            word if word.starts_with('-') => return Err(USAGE.to_owned()),
            word => drop(command.arg(word)),
        }
    }
    finish(&mut command, "cargo test chaos")
}
