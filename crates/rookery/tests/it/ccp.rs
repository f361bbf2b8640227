//! The terminal client of CCP, against a scripted server and against a real one.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use crate::{lines, rookery};

/// Plays a server: lines to send, and after `<` the lines to expect.
fn scripted(script: &'static [&'static str]) -> (u16, thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        let mut reader = BufReader::new(stream.try_clone().expect("a handle"));
        script
            .iter()
            .for_each(|line| speak(&stream, &mut reader, line));
    });
    (port, server)
}

fn speak(mut stream: &TcpStream, reader: &mut impl BufRead, line: &str) {
    let Some(expected) = line.strip_prefix("< ") else {
        return writeln!(stream, "{line}").expect("the client listens");
    };
    let mut got = String::new();
    reader.read_line(&mut got).expect("the client speaks");
    assert_eq!(got, format!("{expected}\n"));
}

fn play(script: &'static [&'static str], typed: &str) -> (String, bool) {
    let (port, server) = scripted(script);
    let port = port.to_string();
    let output = rookery(&["ccp", "--ascii", "--port", &port], typed.as_bytes());
    server.join().expect("the script is kept");
    (lines(&output).join("\n"), output.status.success())
}

#[test]
fn a_mate_and_a_vote() {
    let script = &[
        "COLOR BLACK",
        "MOVE 5 1 5 2",
        "< MOVE 4 6 4 4",
        "MOVE 6 1 6 3",
        "< MOVE 3 7 7 3",
        "< REPLAY Yes",
        "REPLAY Yes",
        "MOVE 4 1 4 3",
        "< ERROR 6",
    ];
    let (shown, success) = play(script, "e9\ne5\nQh4\nperhaps\nyes\nquit\n");
    assert!(success);
    assert!(shown.contains("You have black"), "{shown}");
    assert!(shown.contains("white plays f3"), "{shown}");
    assert!(shown.contains("0-1 (checkmate)"), "{shown}");
    assert!(shown.contains("white plays e4"), "{shown}");
}

#[test]
fn promotions_of_both_sides_are_two_lines() {
    let script = &[
        "COLOR WHITE",
        "< MOVE 0 1 0 3",
        "MOVE 7 6 7 4",
        "< MOVE 0 3 0 4",
        "MOVE 7 4 7 3",
        "< MOVE 0 4 0 5",
        "MOVE 7 3 7 2",
        "< MOVE 0 5 1 6",
        "MOVE 7 2 6 1",
        "< MOVE 1 6 0 7",
        "< PROMOTION 2 0 7",
        "MOVE 6 1 7 0",
        "PROMOTION 4 7 0",
        "< ERROR 6",
    ];
    let (shown, _) = play(script, "a4\na5\na6\naxb7\nbxa8=N\nquit\n");
    assert!(shown.contains("black plays gxh1=Q"), "{shown}");
}

#[test]
fn an_opponent_who_leaves_is_told() {
    for script in [&["COLOR BLACK", "ERROR 6"] as &[&str], &["COLOR BLACK"]] {
        let (shown, success) = play(script, "");
        assert!(shown.contains("The other player is gone."), "{shown}");
        assert!(success);
    }
}

#[test]
fn a_server_that_cheats_is_not_followed() {
    for line in ["MOVE 4 1 4 4", "HELLO", "ERROR 1", "PROMOTION 4 0 0"] {
        let script: &'static [&'static str] = match line {
            "MOVE 4 1 4 4" => &["COLOR BLACK", "MOVE 4 1 4 4"],
            "HELLO" => &["COLOR BLACK", "HELLO"],
            "ERROR 1" => &["COLOR BLACK", "ERROR 1"],
            _ => &["COLOR BLACK", "PROMOTION 4 0 0"],
        };
        assert!(!play(script, "").1, "{line}");
    }
}
