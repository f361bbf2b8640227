//! `rookery uci`: our players as engines for any chess program. Ordinary chess is what they play unless the option
//! `UCI_Variant` names another of our games; then positions and moves are the setup and action texts of that game.

mod wish;
mod work;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use catalog::{Catalog, Entry};
use search::{FULL_STRENGTH, SearchMemory};

use self::wish::Wish;
use self::work::Work;
use crate::next_line;

const MEGABYTES: usize = 16;
const MAX_MEGABYTES: usize = 512;
const MAX_LINES: usize = 64;
const MAX_THREADS: usize = 64;

/// What UCI calls ordinary chess.
const CHESS: &str = "chess";

type Output = Arc<Mutex<Box<dyn Write + Send>>>;

/// Made when it is first needed.
type Kept = Arc<Mutex<Option<SearchMemory>>>;

pub(crate) fn run(catalog: &Catalog) -> crate::Outcome {
    let out: Output = Arc::new(Mutex::new(Box::new(io::stdout())));
    converse(catalog, io::stdin().lock(), &out)?;
    Ok(ExitCode::SUCCESS)
}

/// Answers line by line. While a search runs, its thread writes too.
fn converse(catalog: &Catalog, mut input: impl BufRead, out: &Output) -> io::Result<()> {
    let mut desk = UciServer::new(catalog, out.clone());
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
    /// What can be played; ordinary chess comes first.
    entries: Vec<Entry>,
    entry: Entry,
    out: Output,
    position: GivenGame,
    settings: Settings,
    search: Option<Running>,
    /// What full strength remembers between moves.
    table: Kept,
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
    /// How many moves are told, the best first.
    lines: usize,
    threads: usize,
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
    fn new(catalog: &Catalog, out: Output) -> UciServer {
        let mut entries: Vec<Entry> = catalog.iter().copied().collect();
        entries.sort_by_key(|entry| !entry.is_known_to_uci());
        let known = entries.iter().find(|entry| entry.is_known_to_uci());
        UciServer {
            entry: *known.unwrap_or(catalog.first()),
            entries,
            out,
            position: GivenGame::default(),
            settings: Settings {
                level: FULL_STRENGTH,
                megabytes: MEGABYTES,
                chess960: false,
                lines: 1,
                threads: 1,
            },
            search: None,
            table: Arc::default(),
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
                self.table = Arc::default();
                Ok(())
            }
            "position" => {
                self.position = read_position(words);
                Ok(())
            }
            "setoption" => self.set(words),
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
            format!("Level type spin default {FULL_STRENGTH} min 1 max {FULL_STRENGTH}"),
            format!("MultiPV type spin default 1 min 1 max {MAX_LINES}"),
            "Ponder type check default false".to_owned(),
            format!("Threads type spin default 1 min 1 max {MAX_THREADS}"),
            "UCI_Chess960 type check default false".to_owned(),
            self.variants(),
        ];
        for option in options {
            say(&self.out, &format!("option name {option}"))?;
        }
        say(&self.out, "uciok")
    }

    /// The option that names our games.
    fn variants(&self) -> String {
        let names = self
            .entries
            .iter()
            .map(|entry| format!(" var {}", uci_name(entry)));
        let names: String = names.collect();
        format!(
            "UCI_Variant type combo default {}{names}",
            uci_name(&self.entry)
        )
    }

    fn set(&mut self, words: &[&str]) -> io::Result<()> {
        let Some((name, value)) = option(words) else {
            return Ok(());
        };
        let number = value.parse::<usize>();
        match (name.to_ascii_lowercase().as_str(), number) {
            ("hash", Ok(size)) => {
                self.stop();
                self.settings.megabytes = size.clamp(1, MAX_MEGABYTES);
                self.table = Arc::default();
            }
            ("threads", Ok(threads)) => self.settings.threads = threads.clamp(1, MAX_THREADS),
            ("level", Ok(level)) => {
                let level = level.clamp(1, usize::from(FULL_STRENGTH));
                self.settings.level = u8::try_from(level).unwrap_or(FULL_STRENGTH);
            }
            ("multipv", Ok(lines)) => self.settings.lines = lines.clamp(1, MAX_LINES),
            ("uci_chess960", _) => self.settings.chess960 = value == "true",
            ("uci_variant", _) => self.choose(&value)?,
            _ => {}
        }
        Ok(())
    }

    /// Plays another of our games. A game that is not ours is named: the next moves would not be its own.
    fn choose(&mut self, name: &str) -> io::Result<()> {
        let mut entries = self.entries.iter();
        match entries.find(|entry| uci_name(entry) == name) {
            Some(entry) => self.entry = *entry,
            None => {
                let kept = uci_name(&self.entry);
                let text =
                    format!("info string there is no variant {name} here, it is still {kept}");
                say(&self.out, &text)?;
            }
        }
        Ok(())
    }

    fn go(&mut self, wish: Wish) {
        let (cancel, hush) = (Arc::default(), Arc::default());
        let work = Work {
            entry: self.entry,
            out: self.out.clone(),
            position: self.position.clone(),
            settings: self.settings,
            wish: wish.clone(),
            cancel: Arc::clone(&cancel),
            hush: Arc::clone(&hush),
            table: Arc::clone(&self.table),
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
        let mut wish = running.wish.clone();
        wish.ponder = false;
        running.hush.store(true, Ordering::Relaxed);
        running.end();
        self.go(wish);
    }
}

/// The name of a game in UCI: that of chess is known to everybody, all others have their own.
fn uci_name(entry: &Entry) -> &'static str {
    match entry.is_known_to_uci() {
        true => CHESS,
        false => entry.id(),
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
