//! Engines of others as opponents at a real server, played by shell scripts and by Stockfish.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::child::{Api, Served, value};
use crate::skipped::skip;

/// How long anything here may take on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine that knows one opening, and ends after every move. It notes that it was asked, and answers only
/// while it may.
const SCRIPT: &str = r#"#!/bin/sh
while read -r line; do
  case "$line" in
    uci) echo uciok;;
    isready) echo readyok;;
    *" moves e2e4") best=e7e5;;
    *" moves e2e4 e7e5 g1f3") best=b8c6;;
    "position fen "*) best=e2e4;;
    go*)
      echo asked >> "$0.asked"
      while [ -e "$0.wait" ]; do sleep 0.05; done
      echo "bestmove $best"
      exit 0;;
  esac
done
"#;

/// An engine that speaks UCI only when it is told to, and castles only when it is told how.
const SCRIPT_WITH_ARGUMENTS: &str = r#"#!/bin/sh
[ "$1 $2" = "--protocol uci" ] || exit 1
best=h1h2
while read -r line; do
  case "$line" in
    uci) echo "option name UCI_Chess960 type check default false"; echo uciok;;
    isready) echo readyok;;
    "setoption name UCI_Chess960 value true") best=b1h1;;
    go*) echo "bestmove $best";;
  esac
done
"#;

/// A folder for a server whose configuration names an engine.
struct Place {
    folder: tempfile::TempDir,
    script: PathBuf,
}

impl Place {
    fn new() -> Place {
        Place::with(SCRIPT)
    }

    fn with(text: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("fish");
        std::fs::write(&script, text).unwrap();
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
        Place { folder, script }
    }

    fn beside(&self, ending: &str) -> PathBuf {
        self.script.with_extension(ending)
    }

    fn serve(&self, command: &Path) -> Served {
        let command = command.display();
        let engine = "id = 'fish'\nname = 'Fish'\nvariant = 'orthodox'\nmovetime = 50";
        let config = format!("[[engine]]\n{engine}\ncommand = '{command}'\n");
        std::fs::write(self.folder.path().join("rookery.toml"), config).unwrap();
        Served::start(self.folder.path())
    }
}

/// A player over the API.
struct Guest {
    api: Api,
    token: String,
    n_asked: u32,
}

impl Guest {
    fn new(served: &Served) -> Guest {
        Guest::with_token(served, String::new())
    }

    /// A known player, or with an empty token a new one.
    fn with_token(served: &Served, token: String) -> Guest {
        let api = Api::connect(served.web).unwrap();
        let mut guest = Guest {
            api,
            token,
            n_asked: 0,
        };
        if guest.token.is_empty() {
            let welcome = guest.ask("POST /api/hello", "{}");
            guest.token = welcome["token"].as_str().unwrap().to_owned();
        }
        guest
    }

    fn ask(&mut self, line: &str, body: &str) -> serde_json::Value {
        self.n_asked += 1;
        let tag = format!("engines-{}-{}", std::process::id(), self.n_asked);
        let (status, text) = self.api.ask(line, &self.token, &tag, body).unwrap();
        assert_eq!(status, 200, "{line}: {text}");
        value(&text)
    }

    fn play_engine(&mut self, seat: &str) -> String {
        self.play_engine_from(r#"{"type":"usual"}"#, seat)
    }

    fn play_engine_from(&mut self, start: &str, seat: &str) -> String {
        let wish = format!(
            r#"{{"variant":"orthodox","start":{start},"clock":{{"type":"untimed"}},"seat":"{seat}","audience":{{"type":"engine","id":"fish"}}}}"#
        );
        let playing = self.ask("POST /api/games", &wish);
        playing["game"].as_str().unwrap().to_owned()
    }

    fn act(&mut self, game: &str, action: &str) {
        let body = format!(r#"{{"action":"{action}"}}"#);
        self.ask(&format!("POST /api/games/{game}/act"), &body);
    }

    /// The moves of a game once there are so many.
    fn moves(&mut self, game: &str, n: usize) -> Vec<String> {
        let began = Instant::now();
        loop {
            let opened = self.ask(&format!("GET /api/games/{game}"), "");
            let moves = opened["view"]["moves"].as_array().unwrap();
            if moves.len() >= n {
                let action =
                    |played: &serde_json::Value| played["action"].as_str().map(str::to_owned);
                return moves.iter().filter_map(action).collect();
            }
            assert!(began.elapsed() < PATIENCE, "the engine does not move");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn an_engine_is_listed_and_one_that_ends_is_started_again() {
    let place = Place::new();
    let served = place.serve(&place.script);
    let mut guest = Guest::new(&served);
    let variants = guest.ask("GET /api/variants", "");
    assert!(
        variants.to_string().contains(r#""id":"fish""#),
        "{variants}"
    );
    let game = guest.play_engine("white");
    guest.act(&game, "e2e4");
    assert_eq!(guest.moves(&game, 2), ["e2e4", "e7e5"]);
    guest.act(&game, "g1f3");
    assert_eq!(guest.moves(&game, 4)[3], "b8c6");
    served.kill();
}

/// The rights alone say that castling is that of Chess960: the text of the position does not.
#[test]
fn an_engine_with_arguments_is_told_of_chess960() {
    let place = Place::with(SCRIPT_WITH_ARGUMENTS);
    let command = format!("{} --protocol uci", place.script.display());
    let served = place.serve(Path::new(&command));
    let mut guest = Guest::new(&served);
    let start = r#"{"type":"setup","text":"1k6/8/8/8/8/8/8/1K5R w H - 0 1"}"#;
    let game = guest.play_engine_from(start, "black");
    assert_eq!(guest.moves(&game, 1), ["b1h1"]);
    served.kill();
}

#[test]
fn where_an_engine_is_missing_our_own_player_takes_its_seat() {
    let place = Place::new();
    let served = place.serve(Path::new("no-such-engine-anywhere"));
    let mut guest = Guest::new(&served);
    let game = guest.play_engine("black");
    assert_eq!(guest.moves(&game, 1).len(), 1);
    served.kill();
}

#[test]
fn a_computer_that_was_to_move_when_the_server_died_moves_afterwards() {
    let place = Place::new();
    std::fs::write(place.beside("wait"), "").unwrap();
    let served = place.serve(&place.script);
    let mut guest = Guest::new(&served);
    guest.play_engine("black");
    let began = Instant::now();
    while !place.beside("asked").exists() {
        assert!(began.elapsed() < PATIENCE, "the engine is not asked");
        std::thread::sleep(Duration::from_millis(5));
    }
    served.kill();

    std::fs::remove_file(place.beside("wait")).unwrap();
    let served = place.serve(&place.script);
    let mut guest = Guest::with_token(&served, guest.token);
    // A list of games is read from the store and wakes none of them.
    let began = Instant::now();
    while guest.ask("GET /api/me/games", "")["games"][0]["n_actions"] != 1 {
        assert!(began.elapsed() < PATIENCE, "the computer has forgotten it");
        std::thread::sleep(Duration::from_millis(20));
    }
    served.kill();
}

#[test]
fn stockfish_plays_where_it_is_installed() {
    let installed = ["/usr/games/stockfish", "/usr/bin/stockfish"];
    let Some(stockfish) = installed.iter().map(Path::new).find(|path| path.exists()) else {
        skip("stockfish_plays_where_it_is_installed", "no Stockfish");
        return;
    };
    let place = Place::new();
    let served = place.serve(stockfish);
    let mut guest = Guest::new(&served);
    let game = guest.play_engine("white");
    guest.act(&game, "f2f3");
    guest.moves(&game, 2);
    guest.act(&game, "g2g4");
    assert_eq!(guest.moves(&game, 4).len(), 4);
    served.kill();
}
