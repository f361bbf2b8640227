//! A PostgreSQL server that goes away with this process. The program itself knows how to start one.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server with an empty database.
pub(crate) struct Postgres {
    address: String,
    keeper: Child,
}

impl Postgres {
    pub(crate) fn start(program: &Path) -> Result<Postgres, String> {
        let mut keeper = Command::new(program);
        keeper.args(["bench", "database"]);
        keeper.stdin(Stdio::piped()).stdout(Stdio::piped());
        super::apart(&mut keeper);
        let started = keeper.spawn();
        let mut keeper = started.map_err(|why| format!("{}: {why}", program.display()))?;
        let output = keeper.stdout.take().map(BufReader::new);
        let line = output.and_then(|output| output.lines().next());
        match line.and_then(Result::ok) {
            Some(address) => Ok(Postgres { address, keeper }),
            None => {
                drop(keeper.wait());
                Err("no database. To use one that you have: \
                     cargo xtask cluster --store postgres://USER@HOST/DATABASE"
                    .to_owned())
            }
        }
    }

    /// As `rookery serve --store` reads it.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        drop(self.keeper.wait());
    }
}
