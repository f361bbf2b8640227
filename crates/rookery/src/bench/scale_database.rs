//! PostgreSQL and NATS of this machine, for measurements and trials: they end with this program.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

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

/// A NATS server of this machine.
pub(super) struct Nats {
    child: Child,
    port: u16,
}

/// How long it takes to start at most.
const START: Duration = Duration::from_secs(10);

impl Nats {
    pub(super) fn start() -> io::Result<Nats> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let child = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|why| {
                let hint = "Debian and Ubuntu: apt-get install nats-server";
                io::Error::other(format!("nats-server: {why}. {hint}"))
            })?;
        let nats = Nats { child, port };
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if began.elapsed() > START {
                return Err(io::Error::other("nats-server does not start"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(nats)
    }

    /// As `rookery serve --bus` reads it.
    pub(super) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
