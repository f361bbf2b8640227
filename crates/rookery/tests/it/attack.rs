//! A short form of `rookery bench attack`: every attack is made, the server serves a stranger meanwhile, and its memory
//! stays within bounds. How long the stranger waits is measured by the long form on a quiet machine.

use std::process::Command;

/// The long form allows 100 MB on a quiet machine. An unoptimised server beside other tests has had 78 to 107; far above that
/// something grows without a bound.
const MOST_MEGABYTES: f64 = 200.0;

#[test]
fn every_attack_is_made_and_survived() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command.args(["bench", "attack", "--seconds", "1", "--turns", "1"]);
    command.args(["--connections", "40"]);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // Whether all waited for little enough depends on what else this machine does.
    assert!(text.contains("figures"), "{text}{:?}", output.stderr);
    let is_attack = |line: &&str| line.contains(" MB above idle ");
    let attacks: Vec<&str> = text.lines().filter(is_attack).collect();
    assert_eq!(attacks.len(), 12, "{text}");
    for attack in attacks {
        let (before, _) = attack.split_once(" MB above idle").unwrap();
        let megabytes: f64 = before.split_whitespace().last().unwrap().parse().unwrap();
        assert!(megabytes <= MOST_MEGABYTES, "{attack}");
    }
}
