//! A server in a process of its own, and the plain HTTP API as a client of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Limits that would get into the way of a test that is about something else.
const LIMITS: [&str; 5] = [
    "REQUESTS_PER_SECOND",
    "CREATIONS_PER_MINUTE",
    "ADDRESS_REQUESTS_PER_SECOND",
    "ADDRESS_CREATIONS_PER_MINUTE",
    "ADDRESS_NEWCOMERS_PER_MINUTE",
];

/// A running `rookery serve`.
pub(crate) struct Served {
    child: Child,
    pub(crate) web: SocketAddr,
    /// Where CCP is, if it is served.
    pub(crate) ccp: Option<SocketAddr>,
}

impl Served {
    /// Starts a server on ports of its own.
    pub(crate) fn start(data: &Path) -> Served {
        Served::start_with(data, &[])
    }

    /// Starts a server that may use one core only, as on the smallest machines.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_on_one_core(data: &Path) -> Served {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let all = sched_getaffinity(None).expect("this thread has cores");
        let first = (0..CpuSet::MAX_CPU).find(|core| all.is_set(*core));
        let mut one = CpuSet::new();
        one.set(first.expect("at least one"));
        // A child may use the cores of the thread that starts it.
        sched_setaffinity(None, &one).expect("fewer cores are allowed");
        let served = Served::start(data);
        sched_setaffinity(None, &all).expect("as many cores as before are allowed");
        served
    }

    /// Starts a server with further arguments.
    pub(crate) fn start_with(data: &Path, arguments: &[&str]) -> Served {
        Served::start_logging(data, arguments, Stdio::null())
    }

    /// Starts a server with further arguments and a place for its log.
    pub(crate) fn start_logging(data: &Path, arguments: &[&str], log: Stdio) -> Served {
        Served::start_in_environment(data, arguments, &[], log)
    }

    /// The same with these variables in its environment.
    pub(crate) fn start_in_environment(
        data: &Path,
        arguments: &[&str],
        environment: &[(&str, &str)],
        log: Stdio,
    ) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(arguments);
        let has_ccp = arguments.contains(&"--ccp");
        if !has_ccp {
            command.args(["--ccp", "off"]);
        }
        for limit in LIMITS {
            command.env(format!("ROOKERY_LIMITS_{limit}"), "1000000");
        }
        command.envs(environment.iter().copied()).stderr(log);
        Served::spawn(command, has_ccp)
    }

    /// Starts a server with the limits that it has when nobody changes them.
    pub(crate) fn start_limited(data: &Path) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--ccp", "off", "--data"])
            .arg(data)
            .stderr(Stdio::null());
        Served::spawn(command, false)
    }

    /// Starts a server with no other setting than ports of its own, in a working directory.
    pub(crate) fn start_in(directory: &Path) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
        command
            .arg("serve")
            .current_dir(directory)
            .env("ROOKERY_LISTEN", "127.0.0.1:0")
            .env("ROOKERY_CCP", "127.0.0.1:0")
            .stderr(Stdio::null());
        Served::spawn(command, true)
    }

    fn spawn(mut command: Command, has_ccp: bool) -> Served {
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (web, ccp) = addresses(child.stdout.take().expect("it has an output"), has_ccp);
        Served { child, web, ccp }
    }

    /// Asks it to stop, as the system does, and waits until it has. It must be content with itself.
    #[cfg(unix)]
    pub(crate) fn stop(mut self) {
        self.signal("TERM");
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }

    /// Sends it a signal, by its name.
    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.expect("there is a kill").success());
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// How much memory it has, in kilobytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn resident_kb(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
        number.expect("a number").trim().parse().expect("a number")
    }

    /// Waits until it has died by itself.
    #[allow(
        dead_code,
        reason = "only some of the tests that share this file need it"
    )]
    pub(crate) fn wait(mut self) {
        self.child.wait().expect("it ends");
    }

    /// Kills it without a warning.
    pub(crate) fn kill(self) {}
}

/// A test that fails leaves no server behind.
impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Reads the announcement until the addresses are there; that of CCP comes last.
fn addresses(output: ChildStdout, has_ccp: bool) -> (SocketAddr, Option<SocketAddr>) {
    let (mut web, mut ccp) = (None, None);
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        let address = |prefix| line.strip_prefix(prefix)?.parse().ok();
        web = web.or_else(|| address("Play at http://"));
        ccp = ccp.or_else(|| address("CCP at "));
        match web {
            Some(web) if ccp.is_some() == has_ccp => return (web, ccp),
            _ => {}
        }
    }
    panic!("the server does not say where it is")
}

/// An answer to a request.
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// Names are in small letters.
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.as_str())
    }
}

/// One connection to the API.
pub(crate) struct Api {
    stream: BufReader<TcpStream>,
}

impl Api {
    pub(crate) fn connect(address: SocketAddr) -> std::io::Result<Api> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        Ok(Api {
            stream: BufReader::new(stream),
        })
    }

    /// Sends a request and waits for its answer. An error means that there was none.
    pub(crate) fn ask(
        &mut self,
        line: &str,
        token: &str,
        tag: &str,
        body: &str,
    ) -> std::io::Result<(u16, String)> {
        let authorization = match token {
            "" => String::new(),
            token => format!("authorization: Bearer {token}\r\n"),
        };
        let head =
            format!("{authorization}idempotency-key: {tag}\r\ncontent-type: application/json\r\n");
        let reply = self.request(line, &head, body)?;
        Ok((reply.status, reply.body))
    }

    /// Sends a request with these lines in its head, and waits for its answer.
    pub(crate) fn request(&mut self, line: &str, head: &str, body: &str) -> std::io::Result<Reply> {
        let length = body.len();
        let request =
            format!("{line} HTTP/1.1\r\nhost: x\r\n{head}content-length: {length}\r\n\r\n{body}");
        self.stream.get_mut().write_all(request.as_bytes())?;
        self.reply()
    }

    fn reply(&mut self) -> std::io::Result<Reply> {
        let status = self.line()?;
        let status = status.split(' ').nth(1).and_then(|word| word.parse().ok());
        let mut reply = Reply {
            status: status.expect("a status"),
            headers: Vec::new(),
            body: String::new(),
        };
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(": ") else {
                break;
            };
            reply.headers.push((name.to_lowercase(), value.to_owned()));
        }
        let length = reply.header("content-length");
        let length = length.map_or(0, |length| length.parse().expect("a number"));
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        reply.body = String::from_utf8(body).expect("text");
        Ok(reply)
    }

    fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 || !line.ends_with('\n') {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }
}

pub(crate) fn value(body: &str) -> Value {
    serde_json::from_str(body).unwrap_or_else(|why| panic!("{why}: {body}"))
}
