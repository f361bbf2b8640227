//! CCP between real processes: terminal clients, and a server that dies.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::child::{Api, Served, value};
use crate::{lines, rookery};

/// Nothing in these tests takes longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

fn start(data: &std::path::Path) -> (Served, SocketAddr) {
    let served = Served::start_with(data, &["--ccp", "127.0.0.1:0"]);
    let ccp = served.ccp.expect("CCP is served");
    (served, ccp)
}

/// Asks again and again until the answer is as wanted.
fn wait_until(served: &Served, path: &str, is_wanted: impl Fn(&str) -> bool) {
    let began = Instant::now();
    let mut api = Api::connect(served.web).unwrap();
    loop {
        let (_, body) = api.ask(&format!("GET {path}"), "", "wait", "").unwrap();
        if is_wanted(&body) {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "{body}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn two_terminals_play_through_a_server() {
    let data = tempfile::tempdir().unwrap();
    let (served, ccp) = start(data.path());
    let port = ccp.port().to_string();
    let play = |typed: &'static str| {
        let port = port.clone();
        thread::spawn(move || {
            let arguments = ["ccp", "--ascii", "--port", &port];
            let output = rookery(&arguments, typed.as_bytes());
            assert!(output.status.success(), "{output:?}");
            lines(&output).join("\n")
        })
    };
    let white = play("f3\ng4\nno\n");
    // The first who comes has White. The one who asks has a connection, too.
    wait_until(&served, "/metrics", |page| {
        page.contains("rookery_connections 2\n")
    });
    let black = play("e5\nQh4\nno\n");
    let (white, black) = (white.join().unwrap(), black.join().unwrap());
    assert!(white.contains("You have white"), "{white}");
    assert!(white.contains("black plays Qh4#"), "{white}");
    assert!(black.contains("You have black"), "{black}");
    for shown in [&white, &black] {
        assert!(shown.contains("0-1 (checkmate)"), "{shown}");
    }
    served.kill();
}

/// A client who is alone plays the computer, and again after the vote; its typing errors are forgiven.
#[test]
fn a_client_who_is_alone_plays_the_computer_twice() {
    let data = tempfile::tempdir().unwrap();
    let config = data.path().join("rookery.toml");
    // White mates in one move, whatever the computer would have liked to play.
    let setup =
        "ccp_computer_after = 0\nccp_setup = \"7k/R7/6K1/8/8/8/8/8 w - - 0 1; draws=plain\"\n";
    std::fs::write(&config, setup).unwrap();
    let config = config.to_str().unwrap();
    let arguments = [
        "--ccp",
        "127.0.0.1:0",
        "--ccp-computer",
        "1",
        "--config",
        config,
    ];
    let served = Served::start_with(data.path(), &arguments);
    let mut client = Client::connect(served.ccp.expect("CCP is served"));
    client.hear("COLOR WHITE");
    for _ in 0..12 {
        client.say("MOVE 0 6 1 5");
        client.hear("ERROR 3");
    }
    for _ in 0..2 {
        client.say("MOVE 0 6 0 7");
        client.say("REPLAY Yes");
        client.hear("REPLAY Yes");
    }
    // In the third game the computer is allowed a move.
    client.say("MOVE 0 6 0 5");
    client.hear("MOVE 7 7 6 7");
    served.kill();
}

struct Client(BufReader<TcpStream>);

impl Client {
    fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Client(BufReader::new(stream))
    }

    fn say(&mut self, line: &str) {
        writeln!(self.0.get_mut(), "{line}").unwrap();
    }

    fn hear(&mut self, expected: &str) {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        assert_eq!(line, format!("{expected}\n"));
    }
}

/// Nobody can come back to a CCP game, so after a crash none is left as if it were being played.
#[test]
fn a_server_that_was_killed_ends_its_ccp_games_when_it_comes_back() {
    let data = tempfile::tempdir().unwrap();
    let (served, ccp) = start(data.path());
    let (mut white, mut black) = (Client::connect(ccp), Client::connect(ccp));
    white.hear("COLOR WHITE");
    black.hear("COLOR BLACK");
    for line in ["MOVE 4 1 4 3", "MOVE 4 6 4 4", "MOVE 6 0 5 2"] {
        white.say(line);
        black.hear(line);
        std::mem::swap(&mut white, &mut black);
    }
    let is_live = |body: &str| {
        value(body)["games"]
            .as_array()
            .is_some_and(|games| games.len() == 1)
    };
    wait_until(&served, "/api/games", is_live);
    served.kill();

    let (served, _) = start(data.path());
    wait_until(&served, "/api/games", |body| {
        value(body)["games"] == serde_json::json!([])
    });
    served.kill();
}
