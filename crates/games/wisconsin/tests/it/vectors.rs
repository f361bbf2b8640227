//! Positions from random play and made-up ones, with their legal actions and what one of them leads to.

use std::collections::BTreeSet;

use rules::Variant;
use wisconsin::{Action, Wisconsin};

use crate::{lines, state};

#[test]
fn every_line_of_recorded_play_holds() {
    check_file("tests/data/play.tsv", 420);
}

#[test]
fn every_line_of_crowded_positions_holds() {
    check_file("tests/data/crowded.tsv", 410);
}

fn check_file(name: &str, expected: usize) {
    let lines = lines(name);
    assert_eq!(lines.len(), expected);
    let wrong: Vec<String> = lines
        .iter()
        .filter_map(|(number, line)| {
            let why = check(line).err()?;
            Some(format!("{name}:{number}: {why}\n  {line}"))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn check(line: &str) -> Result<(), String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let state = state(columns[0]);
    same(
        "position",
        &Wisconsin::setup(&state).to_string(),
        columns[0],
    )?;
    same("state", state.standing().name(), columns[1])?;
    let found: BTreeSet<String> = state.legal().iter().map(ToString::to_string).collect();
    let wanted: BTreeSet<String> = columns[2].split_whitespace().map(str::to_owned).collect();
    if found != wanted {
        let missing: Vec<_> = wanted.difference(&found).collect();
        let extra: Vec<_> = found.difference(&wanted).collect();
        return Err(format!("missing {missing:?}, extra {extra:?}"));
    }
    if let &[_, _, _, action, after] = columns.as_slice() {
        let action: Action = action.parse().map_err(|no| format!("{no}"))?;
        let step =
            Wisconsin::apply(&state, state.active(), &action).map_err(|no| no.to_string())?;
        same("after", &Wisconsin::setup(&step.state).to_string(), after)?;
    }
    Ok(())
}

fn same(what: &str, found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{what} is {found}, not {wanted}"))
    }
}
