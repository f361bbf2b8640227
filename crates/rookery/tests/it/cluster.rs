//! `cargo xtask cluster` as a newcomer uses it: several nodes at one address, of which one is killed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use store::testkit::PostgresServer;

use crate::child::{Api, value};
use crate::skipped::skip;

/// The program of `cargo xtask`, which lies beside ours.
fn xtask() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_rookery")).with_file_name("xtask")
}

/// What the command announces.
struct Trial {
    child: Child,
    address: SocketAddr,
    nodes: Vec<String>,
    lines: std::io::Lines<BufReader<std::process::ChildStderr>>,
}

impl Trial {
    fn start(store: &str) -> Trial {
        let program = env!("CARGO_BIN_EXE_rookery");
        let mut command = Command::new(xtask());
        command.args(["cluster", "--nodes", "2", "--listen", "127.0.0.1:0"]);
        command.args(["--program", program, "--store", store]);
        // A group of its own, as a terminal makes one.
        command.process_group(0).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let (mut address, mut nodes) = (None, Vec::new());
        while let Some(Ok(line)) = lines.next() {
            if let Some((_, process)) = line.split_once(", process ") {
                nodes.push(process.to_owned());
            }
            if let Some((_, place)) = line.split_once("nodes play at http://") {
                address = place.parse().ok();
            }
            if line.starts_with("Ctrl-C") {
                break;
            }
        }
        Trial {
            child,
            address: address.expect("it says where to play"),
            nodes,
            lines,
        }
    }

    /// As the terminal does it when somebody presses Ctrl-C; everything that it says until it has ended.
    fn interrupt(&mut self) -> (Option<i32>, Vec<String>) {
        kill("INT", &format!("-{}", self.child.id()));
        let said = self.lines.by_ref().map_while(Result::ok).collect();
        (self.child.wait().unwrap().code(), said)
    }
}

/// A test that fails leaves no nodes behind: they are stopped when the shell is gone.
impl Drop for Trial {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn kill(signal: &str, whom: &str) {
    let sent = Command::new("kill")
        .args(["-s", signal, "--", whom])
        .status();
    assert!(sent.unwrap().success());
}

fn is_running(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

/// A request by a new connection through the balancer.
fn ask(address: SocketAddr, line: &str, token: &str, body: &str) -> serde_json::Value {
    let mut api = Api::connect(address).unwrap();
    let (status, answer) = api.ask(line, token, "ask", body).unwrap();
    assert_eq!(status, 200, "{line}: {answer}");
    value(&answer)
}

#[test]
fn a_trial_goes_on_when_a_node_is_killed_and_ends_cleanly() {
    let test = "a_trial_goes_on_when_a_node_is_killed_and_ends_cleanly";
    let Some(server) = PostgresServer::shared(test) else {
        return;
    };
    if !xtask().is_file() {
        return skip(test, "no xtask: cargo build --package xtask");
    }
    let mut trial = Trial::start(&server.new_database());
    assert_eq!(trial.nodes.len(), 2);
    let hello = ask(trial.address, "POST /api/hello", "", "{}");
    let token = hello["token"].as_str().unwrap().to_owned();
    kill("KILL", &trial.nodes[0]);
    while is_running(&trial.nodes[0]) {
        std::thread::sleep(Duration::from_millis(5));
    }
    // Connections take turns, so one of these would have gone to the dead node.
    for _ in 0..4 {
        let me = ask(trial.address, "GET /api/me", &token, "");
        assert_eq!(me["player"], hello["player"]);
    }
    let survivor = trial.nodes[1].clone();
    assert!(is_running(&survivor));
    let (code, said) = trial.interrupt();
    assert_eq!(code, Some(0), "{said:?}");
    assert!(said.iter().any(|line| line.contains("stopping all nodes")));
    assert!(!is_running(&survivor));
}
