//! `rookery bench`: speed, measured in one process against a peer or a stated figure.

mod json;
mod rules;
mod timing;

use std::io::Write;
use std::process::ExitCode;

use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The rules of every variant, and the JSON message interface.
    Rules {
        /// Only this variant.
        #[arg(long, value_name = "ID")]
        variant: Option<String>,
    },
}

pub(crate) fn run(command: &Command, out: &mut impl Write) -> crate::Outcome {
    let kept = match command {
        Command::Rules { variant } => {
            let rules = rules::run(variant.as_deref(), out)?;
            // The interface is measured with the whole catalog only.
            let json = variant.is_some() || json::run(out)?;
            rules && json
        }
    };
    writeln!(
        out,
        "{}",
        if kept {
            "all figures kept"
        } else {
            "some figures are not kept"
        }
    )?;
    Ok(if kept {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
