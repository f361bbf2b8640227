//! `rookery perft`: counts the ways a game can go.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use catalog::Catalog;
use clap::Args;

use crate::beginning::{Beginning, SAME_DRAW};
use crate::fail;

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    beginning: Beginning,
    /// Count below each action.
    #[arg(long)]
    divide: bool,
    /// How many actions deep.
    depth: u32,
}

pub(crate) fn run(catalog: &Catalog, options: &Options, out: &mut impl Write) -> crate::Outcome {
    let start = Instant::now();
    let counted = options.beginning.variant(catalog).and_then(|variant| {
        let setup = options.beginning.setup(variant, SAME_DRAW);
        match options.divide {
            true => variant.divide(&setup, options.depth),
            false => Ok(vec![(String::new(), variant.perft(&setup, options.depth)?)]),
        }
    });
    let counts = match counted {
        Ok(counts) => counts,
        Err(refusal) => return Ok(fail(&refusal)),
    };
    if options.divide {
        for (action, count) in &counts {
            writeln!(out, "{action} {count}")?;
        }
    }
    let nodes: u64 = counts.iter().map(|(_, count)| count).sum();
    // A count that takes no measurable time has no meaningful speed.
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    writeln!(out, "{nodes} nodes, {:.0} nodes/s", nodes as f64 / seconds)?;
    Ok(ExitCode::SUCCESS)
}
