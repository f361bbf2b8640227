//! PostgreSQL and NATS of this machine, for measurements and trials: they end with this program.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use store::trial::PostgresServer;

/// Where it is found, and what to do if it is not.
const MISSING: &str = "PostgreSQL is not installed (there is no /usr/lib/postgresql/VERSION/bin/postgres). \
    Debian and Ubuntu: apt-get install postgresql";

/// Unlike for tests, commits wait for the disk.
const SETTINGS: [&str; 2] = ["fsync=on", "shared_buffers=128MB"];

pub(super) fn start() -> io::Result<PostgresServer> {
    PostgresServer::start(&SETTINGS, |_| ()).ok_or_else(|| io::Error::other(MISSING))
}

/// Runs a server with an empty database until the end of standard input, and prints the address of the database.
pub(super) fn serve(out: &mut impl Write) -> crate::Outcome {
    let server = start()?;
    writeln!(out, "{}", server.new_database())?;
    out.flush()?;
    io::stdin().read_to_end(&mut Vec::new())?;
    drop(server);
    Ok(ExitCode::SUCCESS)
}
