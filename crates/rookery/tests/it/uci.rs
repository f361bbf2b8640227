//! `rookery uci`, talked to as a chess program does.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Nothing in these tests takes longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

struct Program {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    fn start() -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Program {
            child,
            stdin,
            lines,
        }
    }

    fn say(&mut self, lines: &str) {
        writeln!(self.stdin, "{lines}").unwrap();
    }

    /// All lines up to the first that begins like this.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            heard.push(line.unwrap_or_else(|_| panic!("no `{beginning}` after {heard:?}")));
            if heard[heard.len() - 1].starts_with(beginning) {
                return heard;
            }
        }
    }

    /// It is ready to listen and has not answered what it thinks about.
    fn check_it_still_thinks(&mut self) {
        self.say("isready");
        let heard = self.until("readyok");
        assert!(
            !heard.iter().any(|line| line.starts_with("bestmove")),
            "{heard:?}"
        );
    }

    fn best(&mut self, commands: &str) -> String {
        self.say(commands);
        let heard = self.until("bestmove ");
        let best = heard[heard.len() - 1].split(' ').nth(1);
        best.unwrap_or_default().to_owned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let mut program = Program::start();
    program.say("uci\nisready");
    let heard = program.until("readyok");
    assert!(heard[0].starts_with("id name Rookery"), "{heard:?}");
    assert!(!heard[0].ends_with("0.0.0"), "{heard:?}");
    for name in [
        "Hash",
        "Level",
        "MultiPV",
        "Threads",
        "UCI_Chess960",
        "UCI_Variant",
    ] {
        let beginning = format!("option name {name} ");
        assert!(
            heard.iter().any(|line| line.starts_with(&beginning)),
            "{name}"
        );
    }
    assert!(heard.contains(&"uciok".to_owned()));
}

#[test]
fn it_finds_mates_by_every_kind_of_limit() {
    let mut program = Program::start();
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    for go in [
        "go depth 3",
        "go nodes 2000",
        "go movetime 200",
        "go wtime 3000 btime 100 winc 10 binc 10",
        "go wtime 500 btime 500 movestogo 1",
        "go",
    ] {
        assert_eq!(program.best(&format!("{mate}\n{go}")), "a1a8", "{go}");
    }
    program.say(&format!("{mate}\ngo depth 3"));
    let heard = program.until("bestmove");
    assert!(
        heard.iter().any(|line| line.contains("score mate 1")),
        "{heard:?}"
    );
}

#[test]
fn moves_lead_to_the_position() {
    let mut program = Program::start();
    let fools = "position startpos moves f2f3 e7e5 g2g4\ngo depth 2";
    assert_eq!(program.best(fools), "d8h4");
    // Castling and promotion are written as everybody writes them.
    let promotion = "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q h7g7\ngo depth 2";
    assert_eq!(program.best(promotion).len(), 4);
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped() {
    let mut program = Program::start();
    program.say("position startpos\ngo infinite");
    program.until("info depth 2");
    program.check_it_still_thinks();
    assert_eq!(program.best("stop").len(), 4);
    // Even a search that is done waits for the stop.
    program.say("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\ngo infinite");
    program.until("info depth 1");
    program.check_it_still_thinks();
    assert!(!program.best("stop").is_empty());
}

#[test]
fn weaker_levels_answer_too_and_think_no_longer_than_they_are_told() {
    let mut program = Program::start();
    program.say("setoption name Level value 2\nsetoption name Hash value 4");
    assert_eq!(program.best("position startpos\ngo movetime 100").len(), 4);
    program.say("setoption name Level value 7");
    for go in ["go nodes 1", "go depth 1", "go wtime 1 btime 1"] {
        assert_eq!(program.best(&format!("position startpos\n{go}")).len(), 4);
    }
}

#[test]
fn pondering_ends_with_the_expected_move_or_with_a_stop() {
    let mut program = Program::start();
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let ponder = "go ponder wtime 600 btime 600";
    program.say(&format!("{mate}\n{ponder}"));
    program.until("info depth 1");
    program.check_it_still_thinks();
    assert_eq!(program.best("ponderhit"), "a1a8");
    program.say(&format!("{mate}\n{ponder}"));
    program.until("info depth 1");
    assert_eq!(program.best("stop"), "a1a8");
    // Nothing is left over of the search that was given up.
    program.say("ponderhit\nisready");
    assert_eq!(program.until("readyok"), ["readyok"]);
}

#[test]
fn chess960_castling_takes_the_rook() {
    let mut program = Program::start();
    program.say("setoption name UCI_Chess960 value true");
    let fen = "position fen 7k/8/8/8/8/8/5PPP/5KR1 w G - 0 1 moves f1g1\ngo depth 2";
    let best = program.best(fen);
    assert_eq!(best.len(), 4, "{best}");
}

#[test]
fn where_a_draw_can_be_claimed_a_move_is_answered() {
    let mut program = Program::start();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    let best = program.best(&format!("position startpos moves {shuffle}\ngo depth 2"));
    assert_ne!(best, "claim");
    assert_eq!(best.len(), 4);
    let late = "position fen 7k/8/8/8/8/8/8/KR6 w - - 120 90\ngo depth 2";
    assert_eq!(program.best(late).len(), 4);
}

#[test]
fn only_the_moves_that_are_asked_for_are_searched() {
    let mut program = Program::start();
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let best = program.best(&format!("{mate}\ngo searchmoves a1b1 e1e2 depth 3"));
    assert!(["a1b1", "e1e2"].contains(&best.as_str()), "{best}");
    for level in ["8", "2"] {
        program.say(&format!("setoption name Level value {level}"));
        let best = program.best(&format!("{mate}\ngo depth 2 searchmoves a1c1"));
        assert_eq!(best, "a1c1");
    }
    assert_eq!(
        program.best(&format!("{mate}\ngo searchmoves a1h8 depth 2")),
        "0000"
    );
}

#[test]
fn several_lines_are_told_the_best_first() {
    let mut program = Program::start();
    program.say("setoption name MultiPV value 3");
    program.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo depth 3");
    let heard = program.until("bestmove ");
    assert!(
        heard[heard.len() - 1].starts_with("bestmove a1a8"),
        "{heard:?}"
    );
    let move_of = |line: usize| {
        let told = format!("multipv {line} ");
        let last = heard.iter().rfind(|heard| heard.contains(&told)).unwrap();
        last.split(" pv ").nth(1).unwrap().to_owned()
    };
    let moves = [1, 2, 3].map(move_of);
    assert_eq!(moves[0], "a1a8");
    assert!(
        moves[1] != moves[0] && moves[2] != moves[0] && moves[1] != moves[2],
        "{moves:?}"
    );
    assert!(!heard.iter().any(|line| line.contains("multipv 4 ")));
}

/// The score in a line, the higher the better.
fn score(line: &str) -> i32 {
    let words = line.split(' ').skip_while(|word| *word != "score").skip(1);
    let words: Vec<&str> = words.take(2).collect();
    let number: i32 = words[1].parse().unwrap();
    match words[0] {
        "cp" => number,
        _ => number.signum() * 100_000 - number,
    }
}

#[test]
fn lines_of_a_depth_are_in_order_and_the_first_is_played() {
    let mut program = Program::start();
    program.say("setoption name MultiPV value 4");
    for level in [9, 8, 3] {
        program.say(&format!("setoption name Level value {level}"));
        for moves in ["e2e4", "e2e4 e7e5 g1f3", "d2d4 d7d5 c2c4 d5c4 e2e4"] {
            program.say(&format!("position startpos moves {moves}\ngo depth 4"));
            let heard = program.until("bestmove ");
            let told: Vec<&String> = heard.iter().filter(|line| line.contains(" pv ")).collect();
            for lines in told.chunks(4) {
                let scores: Vec<i32> = lines.iter().map(|line| score(line)).collect();
                assert!(scores.is_sorted_by(|one, other| one >= other), "{lines:?}");
            }
            let first = told.iter().rfind(|line| line.contains("multipv 1 "));
            let first = first.unwrap().split(" pv ").nth(1).unwrap();
            let first = first.split(' ').next();
            let best = heard[heard.len() - 1].split(' ').nth(1);
            assert_eq!(first, best, "level {level}: {heard:?}");
        }
    }
}

#[test]
fn every_level_tells_what_it_thinks_and_what_it_expects() {
    let mut program = Program::start();
    for level in [1, 4, 8] {
        program.say(&format!("setoption name Level value {level}"));
        program.say("position startpos moves e2e4\ngo depth 2");
        let heard = program.until("bestmove ");
        assert!(
            heard.iter().any(|line| line.starts_with("info depth ")),
            "{heard:?}"
        );
        let words: Vec<&str> = heard[heard.len() - 1].split(' ').collect();
        assert_eq!((words.len(), words[2]), (4, "ponder"), "{words:?}");
    }
    // After mate nothing is expected.
    program.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo depth 3");
    let heard = program.until("bestmove ");
    assert_eq!(heard[heard.len() - 1], "bestmove a1a8");
}

#[test]
fn full_strength_tells_whole_variations_on_several_threads() {
    let mut program = Program::start();
    program.say("setoption name Threads value 2\nsetoption name Hash value 1");
    for _ in 0..2 {
        program.say("position startpos moves e2e4\ngo depth 4");
        let heard = program.until("bestmove ");
        let last = heard
            .iter()
            .rev()
            .find(|line| line.starts_with("info depth 4 "));
        let (_, variation) = last.unwrap().split_once(" pv ").unwrap();
        let actions: Vec<&str> = variation.split(' ').collect();
        assert!(actions.len() >= 2, "{heard:?}");
        let answer = format!("bestmove {} ponder {}", actions[0], actions[1]);
        assert_eq!(heard[heard.len() - 1], answer);
    }
}

#[test]
fn our_other_games_are_played_by_their_names() {
    let mut program = Program::start();
    for entry in catalog::standard().iter().skip(1) {
        let id = entry.id();
        program.say(&format!(
            "setoption name UCI_Variant value {id}\nucinewgame"
        ));
        let mut game = entry
            .variant()
            .start(&entry.variant().usual_start(0).setup)
            .unwrap();
        let mut moves = String::new();
        for _ in 0..4 {
            let seat = game.status().to_act().unwrap();
            let best = program.best(&format!("position startpos{moves}\ngo nodes 200"));
            game = game
                .apply(seat, &best)
                .unwrap_or_else(|no| panic!("{id}: {no}"))
                .game;
            let separator = if moves.is_empty() { " moves " } else { " " };
            moves += &format!("{separator}{best}");
        }
        // The same by the text of the position.
        let best = program.best(&format!("position fen {}\ngo nodes 200", game.setup()));
        assert!(game.legal().contains(&best), "{id}: {best}");
    }
    program.say("setoption name UCI_Variant value chess");
    program.say("setoption name UCI_Variant value crazyhouse");
    let told = program.until("info string there is no variant crazyhouse here");
    assert!(told[told.len() - 1].ends_with("still chess"), "{told:?}");
    assert_eq!(program.best("position startpos\ngo nodes 200").len(), 4);
}

#[test]
fn nonsense_is_survived() {
    let mut program = Program::start();
    program.say("hello\nsetoption\nposition\ngo depth many\nposition fen x y z");
    program.until("bestmove");
    assert_eq!(
        program.best("position startpos moves e2e5\ngo depth 1"),
        "0000"
    );
    assert_eq!(program.best("position startpos\ngo depth 1").len(), 4);
    program.say("quit");
    assert!(program.child.wait().unwrap().success());
}
