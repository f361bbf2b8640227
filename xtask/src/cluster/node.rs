//! One node: a server in a process of its own.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// How long a node goes on after it was told to stop, so that the balancer notices, in seconds.
const DRAIN: &str = "2";

pub(crate) struct Node {
    number: usize,
    child: Child,
    address: SocketAddr,
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, address, id) = (self.number, self.address, self.id());
        write!(f, "node {number}: http://{address}, process {id}")
    }
}

impl Node {
    pub(crate) fn start(program: &Path, number: usize, store: &str) -> Result<Node, String> {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--ccp", "off"]);
        // A folder that is not there has no configuration file that would surprise anybody.
        command.args(["--data", "/nonexistent"]);
        command.args(["--store", store]).env("ROOKERY_DRAIN", DRAIN);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        super::apart(&mut command);
        let mut child = command
            .spawn()
            .map_err(|why| format!("{}: {why}", program.display()))?;
        match child.stdout.take().and_then(announced) {
            Some(address) => Ok(Node {
                number,
                child,
                address,
            }),
            None => {
                drop(child.kill());
                drop(child.wait());
                Err(format!("node {number} does not start"))
            }
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to stop, unless it was killed before.
    pub(crate) fn ask_to_stop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            let id = self.id().to_string();
            // If it cannot be asked, it is killed in the end.
            drop(Command::new("kill").args(["-s", "TERM", &id]).status());
        }
    }

    /// Waits until it has stopped. That it was killed is what a trial is for.
    pub(crate) fn wait(mut self) -> Result<(), String> {
        match self.child.wait().map_err(|why| why.to_string())?.code() {
            Some(0) | None => Ok(()),
            Some(code) => Err(format!("node {} has failed with {code}", self.number)),
        }
    }
}

/// Nothing that was started is left behind when another node does not start.
impl Drop for Node {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The address that a node prints when it serves.
fn announced(output: std::process::ChildStdout) -> Option<SocketAddr> {
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    lines.find_map(|line| line.strip_prefix("Play at http://")?.parse().ok())
}
