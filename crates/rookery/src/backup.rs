//! `rookery backup`: a copy of everything, also while the server runs.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use rules::Refusal;
use store::{Inspector, StoreError, database_in};

use crate::fail;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The file to write. It must not exist, and contains secrets: keep it private.
    file: PathBuf,
    /// The folder that everything is kept in [default: rookery-data].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub(crate) fn run(options: &Options, out: &mut impl Write) -> crate::Outcome {
    match back_up(options) {
        Ok(()) => {
            writeln!(out, "written to {}", options.file.display())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => Ok(fail(&Refusal::new("no-backup", error.to_string()))),
    }
}

/// Writes the copy and reads it once: a backup that cannot be read is none.
fn back_up(options: &Options) -> Result<(), StoreError> {
    let data = crate::serve::data_folder(options.data.as_deref());
    Inspector::open(&database_in(&data))?.back_up(&options.file)?;
    let faults = Inspector::open(&options.file)?.faults()?;
    match faults.is_empty() {
        true => Ok(()),
        false => Err(StoreError::Failed {
            why: format!("the copy is damaged: {}", faults.join("; ")),
        }),
    }
}
