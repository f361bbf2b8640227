//! The command line, run as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod admin;
mod attack;
mod bots;
mod ccp;
mod ccp_hosted;
mod child;
#[cfg(target_os = "linux")]
mod cluster;
mod configuration;
mod data;
mod defaults;
mod deploy;
mod doors;
mod engine;
mod engines;
#[cfg(unix)]
mod first_version;
mod hosted;
mod kill;
mod lan;
mod matches;
mod moves;
mod others;
mod pages;
mod play;
#[cfg(unix)]
mod postgres;
mod programs;
mod skipped;
mod socket;
#[cfg(unix)]
mod stopping;
mod trees;
mod uci;
#[cfg(target_os = "linux")]
mod unread;
mod verify;
mod wisconsin;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `rookery` with these arguments and this input.
pub(crate) fn rookery(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.to_vec();
    // Written beside reading, so that neither side can wait for the other.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

pub(crate) fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect()
}

pub(crate) fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"))
}
