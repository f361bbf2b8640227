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
#[derive(Clone, Copy, Default)]
pub(super) struct Usage {
    pub(super) cpu: Duration,
    /// The part of it that the threads of the store have used.
    pub(super) store_cpu: Duration,
    pub(super) resident_kb: u64,
}

impl Usage {
    /// What was used since, and what is resident now.
    pub(super) fn since(self, before: Usage) -> Usage {
        Usage {
            cpu: self.cpu.saturating_sub(before.cpu),
            store_cpu: self.store_cpu.saturating_sub(before.store_cpu),
            resident_kb: self.resident_kb,
        }
    }

    /// What was used in both, and what is resident after the later.
    pub(super) fn and(self, later: Usage) -> Usage {
        Usage {
            cpu: self.cpu + later.cpu,
            store_cpu: self.store_cpu + later.store_cpu,
            resident_kb: later.resident_kb,
        }
    }
}

/// A line of `/proc` about a process.
struct Stat {
    numbers: Vec<u64>,
}

impl Stat {
    fn read(path: &Path) -> io::Result<Stat> {
        let line = std::fs::read_to_string(path)?;
        let broken = || io::Error::other("no numbers");
        // The name in brackets may hold blanks and brackets.
        let (_, numbers) = line.rsplit_once(')').ok_or_else(broken)?;
        let numbers = numbers.split_whitespace();
        Ok(Stat {
            numbers: numbers
                .map(|word| word.parse().unwrap_or_default())
                .collect(),
        })
    }

    /// A number by its place in the manual, where those after the name begin with the third.
    fn number(&self, field: usize) -> u64 {
        self.numbers.get(field - 3).copied().unwrap_or_default()
    }
}

/// Lets this process and its children have as many open connections as the system allows.
pub(super) fn raise_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let current = maximum;
    // If the system refuses, there are fewer.
    let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
}

/// Takes all limits out of the way.
fn lift_limits(command: &mut Command) {
    let limits = [
        "CONNECTIONS",
        "CONNECTIONS_PER_ADDRESS",
        "REQUESTS_PER_SECOND",
        "CREATIONS_PER_MINUTE",
        "ADDRESS_REQUESTS_PER_SECOND",
        "ADDRESS_CREATIONS_PER_MINUTE",
        "ADDRESS_NEWCOMERS_PER_MINUTE",
        "ADDRESS_CCP_CONNECTIONS_PER_MINUTE",
        "GAMES",
        "CCP_GAMES",
    ];
    for limit in limits {
        command.env(format!("ROOKERY_LIMITS_{limit}"), "1000000");
    }
}

impl Process {
    /// A whole server as it is when nobody configures it.
    pub(super) fn serve_with_limits(data: &Path) -> io::Result<Process> {
        Process::start(Process::serve_command(&std::env::current_exe()?, data))
    }

    fn serve_command(program: &Path, data: &Path) -> Command {
        let mut command = Command::new(program);
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--ccp",
            "127.0.0.1:0",
            "--data",
        ]);
        command.arg(data);
        command
    }

    /// This program as a sink for attacks.
    pub(super) fn sink() -> io::Result<Process> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bench", "sink"]);
        Process::start(command)
    }

    /// A whole server with its limits out of the way.
    pub(super) fn serve(data: &Path) -> io::Result<Process> {
        Process::serve_with(&std::env::current_exe()?, data)
    }

    /// The server of another program, such as an earlier one. Flags and settings keep their names, and a setting
    /// that it does not know yet does no harm.
    pub(super) fn serve_with(program: &Path, data: &Path) -> io::Result<Process> {
        let mut command = Process::serve_command(program, data);
        lift_limits(&mut command);
        Process::start(command)
    }

    /// One of several servers with a common store, its limits out of the way.
    pub(super) fn serve_node(data: &Path, arguments: &[&str]) -> io::Result<Process> {
        let mut command = Process::serve_command(&std::env::current_exe()?, data);
        command.args(arguments);
        lift_limits(&mut command);
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
        let folder = PathBuf::from(format!("/proc/{}", self.child.id()));
        let stat = Stat::read(&folder.join("stat"))?;
        let page_kb = rustix::param::page_size() as u64 / 1024;
        let mut usage = Usage {
            resident_kb: stat.number(24) * page_kb,
            ..Usage::default()
        };
        for thread in std::fs::read_dir(folder.join("task"))? {
            // A thread may end while they are counted.
            let Ok((name, cpu)) = thread_usage(&thread?.path()) else {
                continue;
            };
            usage.cpu += cpu;
            if name.starts_with("store-") {
                usage.store_cpu += cpu;
            }
        }
        Ok(usage)
    }
}

/// The processor time of a process and its children, which may come and go.
pub(super) fn family_cpu(parent: u32) -> io::Result<Duration> {
    let mut cpu = process_cpu(Path::new(&format!("/proc/{parent}")))?;
    for entry in std::fs::read_dir("/proc")? {
        let folder = entry?.path();
        // Most entries are other processes, or none at all.
        let of_parent = |stat: Stat| stat.number(4) == u64::from(parent);
        if Stat::read(&folder.join("stat")).is_ok_and(of_parent) {
            cpu += process_cpu(&folder).unwrap_or_default();
        }
    }
    Ok(cpu)
}

fn process_cpu(folder: &Path) -> io::Result<Duration> {
    let mut cpu = Duration::ZERO;
    for thread in std::fs::read_dir(folder.join("task"))? {
        cpu += thread_usage(&thread?.path()).map_or(Duration::ZERO, |(_, cpu)| cpu);
    }
    Ok(cpu)
}

/// The name of a thread and the time it has run. The system counts it in nanoseconds here; elsewhere it rounds to
/// hundredths of a second, which is much of a turn on a busy machine.
fn thread_usage(folder: &Path) -> io::Result<(String, Duration)> {
    let name = std::fs::read_to_string(folder.join("comm"))?;
    let times = std::fs::read_to_string(folder.join("schedstat"))?;
    let first = times.split_whitespace().next().unwrap_or_default();
    let nanos = first.parse().map_err(io::Error::other)?;
    Ok((name, Duration::from_nanos(nanos)))
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
        Folder::named("bench")
    }

    pub(super) fn named(name: &str) -> io::Result<Folder> {
        let name = format!("rookery-{name}-{}", std::process::id());
        let path = std::env::current_dir()?.join(name);
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
