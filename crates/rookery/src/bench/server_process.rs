//! Processes that are measured: started, watched from outside, and ended.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A child process with the addresses it announced.
pub(super) struct Process {
    child: Child,
    pub(super) web: SocketAddr,
    pub(super) ccp: Option<SocketAddr>,
}

/// What a process has used.
#[derive(Clone, Copy)]
pub(super) struct Usage {
    pub(super) cpu: Duration,
    pub(super) resident_kb: u64,
}

impl Process {
    /// A whole server with its limits out of the way.
    pub(super) fn serve(data: &Path) -> io::Result<Process> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--ccp",
            "127.0.0.1:0",
            "--data",
        ]);
        command.arg(data);
        let limits = [
            "CONNECTIONS",
            "CONNECTIONS_PER_ADDRESS",
            "REQUESTS_PER_SECOND",
            "CREATIONS_PER_MINUTE",
            "GAMES",
            "CCP_GAMES",
        ];
        for limit in limits {
            command.env(format!("ROOKERY_LIMITS_{limit}"), "1000000");
        }
        Process::start(command)
    }

    /// The floor: this program as a bare relay.
    pub(super) fn relay() -> io::Result<Process> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bench", "relay"]);
        Process::start(command)
    }

    fn start(mut command: Command) -> io::Result<Process> {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = child
            .stdout
            .take()
            .ok_or_else(|| io::Error::other("no output"))?;
        let (mut web, mut ccp) = (None, None);
        for line in BufReader::new(output).lines() {
            let line = line?;
            let address = |prefix| line.strip_prefix(prefix)?.parse().ok();
            web = web.or_else(|| address("Play at http://"));
            ccp = ccp.or_else(|| address("CCP at "));
            // The relay has only one door; the server tells this one last.
            if ccp.is_some() {
                break;
            }
        }
        let web = web.ok_or_else(|| io::Error::other("the child does not say where it is"))?;
        Ok(Process { child, web, ccp })
    }

    /// What it has used so far.
    pub(super) fn usage(&self) -> io::Result<Usage> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name in brackets may hold blanks; the numbers after it are counted from the third.
        let (_, numbers) = stat
            .rsplit_once(')')
            .ok_or_else(|| io::Error::other("no numbers"))?;
        let number = |field: usize| {
            let word = numbers.split_whitespace().nth(field - 3);
            word.and_then(|word| word.parse::<u64>().ok())
                .unwrap_or_default()
        };
        let ticks = number(14) + number(15);
        let tick = 1.0 / rustix::param::clock_ticks_per_second() as f64;
        let page_kb = rustix::param::page_size() as u64 / 1024;
        Ok(Usage {
            cpu: Duration::from_secs_f64(ticks as f64 * tick),
            resident_kb: number(24) * page_kb,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // If it has ended already, so much the better.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A folder that goes away with its owner.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// On the disk of the working directory, because a folder for temporary files may be no disk at all.
    pub(super) fn new() -> io::Result<Folder> {
        let path = std::env::current_dir()?.join(format!("rookery-bench-{}", std::process::id()));
        std::fs::create_dir(&path)?;
        Ok(Folder(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays, and its name says where it comes from.
        drop(std::fs::remove_dir_all(&self.0));
    }
}
