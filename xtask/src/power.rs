//! `cargo xtask power`: the power fails as often as wanted.

use std::process::Command;

use crate::{cargo_path, finish};

const USAGE: &str = "cargo xtask power --rounds N";

/// Runs the test of the store in which the power fails, with so many rounds.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let rounds: u64 = match words[..] {
        ["--rounds", rounds] => rounds.parse().map_err(|_| USAGE.to_owned())?,
        _ => return Err(USAGE.to_owned()),
    };
    let words = ["test", "--locked", "--package", "store", "--test", "it"];
    let mut command = Command::new(cargo_path());
    command
        .args(words)
        .args(["--", "power::"])
        .env("ROOKERY_POWER_ROUNDS", rounds.to_string());
    finish(&mut command, &format!("{rounds} rounds without power"))
}
