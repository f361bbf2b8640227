//! A NATS server of its own, and what a line to it can do to its messages.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rules::SplitMix;
use store::testkit::skip;

/// Where Debian and others have the program.
const PLACES: [&str; 3] = [
    "/usr/sbin/nats-server",
    "/usr/bin/nats-server",
    "/usr/local/bin/nats-server",
];

/// A NATS server that ends with the test.
pub(crate) struct Nats {
    program: &'static str,
    child: Child,
    pub(crate) port: u16,
}

impl Nats {
    /// Without the program the test is skipped.
    pub(crate) fn start(test: &str) -> Option<Nats> {
        let is_there = |place: &&&str| std::path::Path::new(place).is_file();
        let Some(&program) = PLACES.iter().find(is_there) else {
            skip(test, "no nats-server");
            return None;
        };
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let child = spawn(program, port);
        Some(Nats {
            program,
            child,
            port,
        })
    }

    /// It dies, and is there again at the same place.
    pub(crate) fn restart(&mut self) {
        self.end();
        self.child = spawn(self.program, self.port);
    }

    fn end(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn spawn(program: &str, port: u16) -> Child {
    let mut command = Command::new(program);
    command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(began.elapsed() < Duration::from_secs(30), "no NATS server");
        thread::sleep(Duration::from_millis(20));
    }
    child
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.end();
    }
}

/// Loses messages from a stream of the server; everything else passes.
pub(crate) struct Loser {
    numbers: SplitMix,
    percent: usize,
    kept: Vec<u8>,
}

impl Loser {
    pub(crate) fn new(percent: usize) -> Loser {
        Loser {
            numbers: SplitMix::new(7),
            percent,
            kept: Vec::new(),
        }
    }

    /// What is passed on of these bytes and of those that came before.
    pub(crate) fn pass(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.kept.extend_from_slice(bytes);
        let mut passed = Vec::new();
        while let Some((length, is_message)) = next_frame(&self.kept) {
            let frame: Vec<u8> = self.kept.drain(..length).collect();
            let is_lost = is_message && self.numbers.below(100) < self.percent;
            if !is_lost {
                passed.extend(frame);
            }
        }
        passed
    }
}

/// How long the first frame is, and whether it is a message; none if it is not there as a whole.
fn next_frame(bytes: &[u8]) -> Option<(usize, bool)> {
    let end = bytes.windows(2).position(|two| two == b"\r\n")? + 2;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    let is_message = line.starts_with("MSG ") || line.starts_with("HMSG ");
    if !is_message {
        return Some((end, false));
    }
    // The last word is the length of what follows, which ends like a line.
    let length: usize = line.trim_end().rsplit(' ').next()?.parse().ok()?;
    let whole = end + length + 2;
    (bytes.len() >= whole).then_some((whole, true))
}

#[test]
fn only_messages_are_lost_and_only_as_a_whole() {
    let stream = b"INFO {}\r\nMSG a.b 1 5\r\n12\r\n3\r\nPING\r\nMSG c 2 r 0\r\n\r\n+OK\r\n";
    let pass = |percent: usize, step: usize| -> Vec<u8> {
        let mut loser = Loser::new(percent);
        stream
            .chunks(step)
            .flat_map(|some| loser.pass(some))
            .collect()
    };
    for step in [1, 4, 1000] {
        assert_eq!(pass(0, step), stream);
        assert_eq!(pass(100, step), b"INFO {}\r\nPING\r\n+OK\r\n");
    }
}
