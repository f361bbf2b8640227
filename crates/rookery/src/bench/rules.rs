//! What the variants themselves find worth timing.

use std::io::{self, Write};

use catalog::Catalog;
use rules::{Scenario, Target};

use super::timing::{median, medians};

/// Runs the scenarios of all variants, or of one. Says whether every figure was kept.
pub(super) fn run(catalog: &Catalog, only: Option<&str>, out: &mut impl Write) -> io::Result<bool> {
    let mut kept = true;
    for entry in catalog.iter() {
        let id = entry.id();
        if only.is_some_and(|only| only != id) {
            continue;
        }
        for scenario in entry.variant().scenarios() {
            kept &= measure(id, scenario, out)?;
        }
    }
    Ok(kept)
}

fn measure(id: &str, mut scenario: Scenario, out: &mut impl Write) -> io::Result<bool> {
    let name = scenario.name;
    let (kept, figures) = match scenario.target {
        Target::AtMost(limit) => {
            let time = median(&mut scenario.work);
            (time <= limit, format!("{time:.2?}, at most {limit:.2?}"))
        }
        Target::NumberAtMost(limit) => {
            let number = (scenario.work)();
            (number <= limit, format!("{number}, at most {limit}"))
        }
        Target::Peer {
            name: peer,
            mut work,
            factor,
        } => {
            let same = (scenario.work)() == work();
            let (ours, theirs, ratio) = medians(&mut scenario.work, &mut work);
            let figures =
                format!("{ours:.2?}, {peer} {theirs:.2?}, ratio {ratio:.3}, at most {factor:.3}");
            (same && ratio <= factor, figures)
        }
    };
    let verdict = if kept { "ok  " } else { "MISS" };
    writeln!(out, "{verdict} {id}: {name}: {figures}")?;
    out.flush()?;
    Ok(kept)
}
