//! `rookery uci`: our player of ordinary chess as an engine for any chess program.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use catalog::{Catalog, Entry};
use rules::Refusal;
use search::{AnyBot, Choice, Level, Limits, STRONGEST, Thinking};

use crate::{fail, next_line};

/// Time that is kept back for sending the answer.
const OVERHEAD: Duration = Duration::from_millis(30);
/// Moves that the rest of a game is expected to take.
const MOVES_TO_GO: u32 = 30;
/// About how many states fit into a megabyte of the table.
const ENTRIES_PER_MEGABYTE: usize = 16 * 1024;
const MEGABYTES: usize = 16;
const MAX_MEGABYTES: usize = 512;

type Output = Arc<Mutex<Box<dyn Write + Send>>>;

pub(crate) fn run(catalog: &Catalog) -> crate::Outcome {
    let Some(entry) = catalog.iter().find(|entry| entry.is_known_to_uci()) else {
        let none = Refusal::new(
            "no-bot",
            "programs that speak UCI know no game of this catalog",
        );
        return Ok(fail(&none));
    };
    let out: Output = Arc::new(Mutex::new(Box::new(io::stdout())));
    converse(*entry, io::stdin().lock(), &out)?;
    Ok(ExitCode::SUCCESS)
}

/// Answers line by line. While a search runs, its thread writes too.
fn converse(entry: Entry, mut input: impl BufRead, out: &Output) -> io::Result<()> {
    let mut desk = UciServer::new(entry, out.clone());
    while let Some(line) = next_line(&mut input)? {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            Some("quit") => break,
            Some(command) => desk.obey(command, &words[1..])?,
            None => {}
        }
    }
    // At the end of the input the last search is stopped and heard, as at `quit`.
    desk.stop();
    Ok(())
}

struct UciServer {
    entry: Entry,
    out: Output,
    position: GivenGame,
    settings: Settings,
    search: Option<Running>,
}

#[derive(Clone, Default)]
struct GivenGame {
    /// Empty is the usual start.
    fen: String,
    moves: Vec<String>,
}

#[derive(Clone, Copy)]
struct Settings {
    level: u8,
    megabytes: usize,
    chess960: bool,
}

struct Running {
    cancel: Arc<AtomicBool>,
    /// Set to end it without a word.
    hush: Arc<AtomicBool>,
    wish: Wish,
    thread: JoinHandle<()>,
}

impl Running {
    fn end(self) {
        self.cancel.store(true, Ordering::Relaxed);
        // A search that failed has nothing to say any more.
        let _ = self.thread.join();
    }
}

impl UciServer {
    fn new(entry: Entry, out: Output) -> UciServer {
        UciServer {
            entry,
            out,
            position: GivenGame::default(),
            settings: Settings {
                level: STRONGEST,
                megabytes: MEGABYTES,
                chess960: false,
            },
            search: None,
        }
    }

    /// Unknown commands are ignored, as the protocol demands.
    fn obey(&mut self, command: &str, words: &[&str]) -> io::Result<()> {
        match command {
            "uci" => self.introduce(),
            "isready" => say(&self.out, "readyok"),
            "ucinewgame" => {
                self.stop();
                self.position = GivenGame::default();
                Ok(())
            }
            "position" => {
                self.position = read_position(words);
                Ok(())
            }
            "setoption" => {
                self.set(words);
                Ok(())
            }
            "go" => {
                self.stop();
                self.go(Wish::read(words));
                Ok(())
            }
            "stop" => {
                self.stop();
                Ok(())
            }
            "ponderhit" => {
                self.ponderhit();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn introduce(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        say(&self.out, &format!("id name Rookery {version}"))?;
        say(&self.out, "id author the Rookery authors")?;
        let options = [
            format!("Hash type spin default {MEGABYTES} min 1 max {MAX_MEGABYTES}"),
            format!("Level type spin default {STRONGEST} min 1 max {STRONGEST}"),
            "UCI_Chess960 type check default false".to_owned(),
        ];
        for option in options {
            say(&self.out, &format!("option name {option}"))?;
        }
        say(&self.out, "uciok")
    }

    fn set(&mut self, words: &[&str]) {
        let Some((name, value)) = option(words) else {
            return;
        };
        let number = value.parse::<usize>();
        match (name.to_ascii_lowercase().as_str(), number) {
            ("hash", Ok(size)) => self.settings.megabytes = size.clamp(1, MAX_MEGABYTES),
            ("level", Ok(level)) => {
                let level = level.clamp(1, usize::from(STRONGEST));
                self.settings.level = u8::try_from(level).unwrap_or(STRONGEST);
            }
            ("uci_chess960", _) => self.settings.chess960 = value == "true",
            _ => {}
        }
    }

    fn go(&mut self, wish: Wish) {
        let (cancel, hush) = (Arc::default(), Arc::default());
        let work = Work {
            entry: self.entry,
            out: self.out.clone(),
            position: self.position.clone(),
            settings: self.settings,
            wish,
            cancel: Arc::clone(&cancel),
            hush: Arc::clone(&hush),
        };
        let thread = std::thread::spawn(move || work.search());
        self.search = Some(Running {
            cancel,
            hush,
            wish,
            thread,
        });
    }

    /// Ends the search, which then says its best move.
    fn stop(&mut self) {
        if let Some(running) = self.search.take() {
            running.end();
        }
    }

    /// The opponent has played the expected move: the same search begins again, now by the clock.
    fn ponderhit(&mut self) {
        let Some(running) = self.search.take_if(|running| running.wish.ponder) else {
            return;
        };
        let wish = Wish {
            ponder: false,
            ..running.wish
        };
        running.hush.store(true, Ordering::Relaxed);
        running.end();
        self.go(wish);
    }
}

fn say(out: &Output, line: &str) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(out, "{line}")?;
    out.flush()
}

/// `startpos` or `fen FEN`, then perhaps `moves` and moves.
fn read_position(words: &[&str]) -> GivenGame {
    let mut halves = words.split(|word| *word == "moves");
    let start = halves.next().unwrap_or_default();
    let moves = halves.next().unwrap_or_default();
    let fen = match start {
        ["fen", fen @ ..] => fen.join(" "),
        _ => String::new(),
    };
    GivenGame {
        fen,
        moves: moves.iter().map(ToString::to_string).collect(),
    }
}

/// `name N value V`; either may be several words.
fn option(words: &[&str]) -> Option<(String, String)> {
    let (name, value) = match words.iter().position(|word| *word == "value") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &words[..0]),
    };
    let name = name.strip_prefix(&["name"])?;
    Some((name.join(" "), value.join(" ")))
}

/// What a `go` command asks for.
#[derive(Clone, Copy, Default)]
struct Wish {
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<u64>,
    /// White's clock and Black's, in milliseconds.
    clocks: [Option<u64>; 2],
    increments: [u64; 2],
    moves_to_go: Option<u32>,
    infinite: bool,
    /// Thinks while the opponent does: without end until the expected move comes.
    ponder: bool,
}

impl Wish {
    fn read(words: &[&str]) -> Wish {
        let mut wish = Wish::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let value = words
                .clone()
                .next()
                .and_then(|text| text.parse::<i64>().ok());
            // A clock can have run below zero.
            let number = value.map(|value| u64::try_from(value).unwrap_or(0));
            let small = || number.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
            match *word {
                "depth" => wish.depth = small(),
                "nodes" => wish.nodes = number,
                "movetime" => wish.movetime = number,
                "wtime" => wish.clocks[0] = number,
                "btime" => wish.clocks[1] = number,
                "winc" => wish.increments[0] = number.unwrap_or(0),
                "binc" => wish.increments[1] = number.unwrap_or(0),
                "movestogo" => wish.moves_to_go = small(),
                "infinite" => wish.infinite = true,
                "ponder" => wish.ponder = true,
                _ => {}
            }
        }
        wish
    }

    fn is_endless(&self) -> bool {
        self.infinite || self.ponder
    }

    /// How long to think, if time is what limits.
    fn time(&self, white_to_move: bool) -> Option<Duration> {
        if self.is_endless() {
            return None;
        }
        let side = usize::from(!white_to_move);
        let ms = match (self.movetime, self.clocks[side]) {
            (Some(time), _) => time,
            (None, Some(clock)) => {
                let moves = u64::from(self.moves_to_go.unwrap_or(MOVES_TO_GO).max(1)) + 1;
                // Never more than half of what is left, whatever the increment promises.
                (clock / moves + self.increments[side] * 3 / 4).min(clock / 2)
            }
            (None, None) => return None,
        };
        Some(
            Duration::from_millis(ms)
                .saturating_sub(OVERHEAD)
                .max(Duration::from_millis(1)),
        )
    }
}

/// One search, on a thread of its own.
struct Work {
    entry: Entry,
    out: Output,
    position: GivenGame,
    settings: Settings,
    wish: Wish,
    cancel: Arc<AtomicBool>,
    hush: Arc<AtomicBool>,
}

impl Work {
    fn search(&self) {
        let answer = match self.best() {
            Ok(choice) => format!("bestmove {}", choice.action),
            Err(refusal) => {
                // The reader may have gone; then nobody misses it.
                let _ = say(&self.out, &format!("info string {refusal}"));
                "bestmove 0000".to_owned()
            }
        };
        // An endless search answers only when it is stopped.
        while self.wish.is_endless() && !self.cancel.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(2));
        }
        if !self.hush.load(Ordering::Relaxed) {
            let _ = say(&self.out, &answer);
        }
    }

    fn best(&self) -> Result<Choice, Refusal> {
        let bot = self.entry.bot();
        let (setup, moves) = self.playable()?;
        let white = is_white_to_move(&setup, &moves);
        let limits = self.limits(white);
        match self.settings.level {
            STRONGEST => self.think(bot, &setup, &moves, limits),
            // A weak player thinks as little as its level demands, or less if it is told to.
            level => bot.choose_within(&setup, &moves, level, 0, &limits, &self.cancel),
        }
    }

    fn limits(&self, white: bool) -> Limits {
        let time = self.wish.time(white);
        let unlimited = time.is_none()
            && self.wish.depth.is_none()
            && self.wish.nodes.is_none()
            && !self.wish.is_endless();
        let level = Level::find(self.settings.level).filter(|_| unlimited);
        let limits = level.map_or(Limits::default(), |level| level.limits(1, 0));
        Limits {
            depth: self.wish.depth.unwrap_or(limits.depth),
            nodes: self.wish.nodes.unwrap_or(limits.nodes),
            deadline: time.map(|time| Instant::now() + time),
            table: self.settings.megabytes * ENTRIES_PER_MEGABYTE,
            ..limits
        }
    }

    fn think(
        &self,
        bot: &dyn AnyBot,
        setup: &str,
        moves: &[String],
        limits: Limits,
    ) -> Result<Choice, Refusal> {
        let began = Instant::now();
        let mut report = |choice: &Choice| {
            let Choice {
                action,
                score,
                depth,
                nodes,
            } = choice;
            let ms = began.elapsed().as_millis();
            let line =
                format!("info depth {depth} score {score} nodes {nodes} time {ms} pv {action}");
            let _ = say(&self.out, &line);
        };
        let thinking = Thinking {
            limits,
            cancel: &self.cancel,
            report: &mut report,
        };
        bot.think(setup, moves, thinking)
    }

    /// The game as our rules read it. Chess programs know no claims: where a draw can be claimed the game
    /// goes on from the bare position, with the clock of quiet moves set back.
    fn playable(&self) -> Result<(String, Vec<String>), Refusal> {
        let castling = match self.settings.chess960 {
            true => "; castling=chess960",
            false => "",
        };
        let fen = match self.position.fen.as_str() {
            "" => "startpos",
            fen => fen,
        };
        let setup = format!("{fen}{castling}");
        let start = self.entry.variant().start(&setup)?;
        let moves = self.position.moves.iter().map(String::as_str);
        let game = rules::Replay::last_state(start, moves)?;
        if !game.legal().iter().any(|action| action == "claim") {
            return Ok((setup, self.position.moves.clone()));
        }
        let now = game.setup();
        let (fen, options) = now.split_once(';').unwrap_or((&now, ""));
        let mut fields: Vec<&str> = fen.split_whitespace().collect();
        if let Some(clock) = fields.get_mut(4) {
            *clock = "0";
        }
        Ok((format!("{};{options}", fields.join(" ")), Vec::new()))
    }
}

fn is_white_to_move(setup: &str, moves: &[String]) -> bool {
    let white_begins = setup.split_whitespace().nth(1) != Some("b");
    white_begins == moves.len().is_multiple_of(2)
}
