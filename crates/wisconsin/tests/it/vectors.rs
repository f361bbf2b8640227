//! Positions from random play, with their legal actions and what one of them leads to.

use std::collections::BTreeSet;

use rules::Variant;
use wisconsin::{Action, Wisconsin};

use crate::{lines, state};

#[test]
fn every_line_of_recorded_play_holds() {
    let mut wrong = Vec::new();
    let lines = lines("tests/data/play.tsv");
    assert_eq!(lines.len(), 420);
    for (number, line) in &lines {
        if let Err(why) = check(line) {
            wrong.push(format!("line {number}: {why}\n  {line}"));
        }
    }
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
