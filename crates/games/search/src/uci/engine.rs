//! A running engine.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use super::spec::{EngineSpec, Pace};

/// How long an engine may take to say hello.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much longer than agreed an engine may think.
const GRACE: Duration = Duration::from_secs(5);
/// How long an engine with a limit other than time may think.
const LONGEST: Duration = Duration::from_secs(120);
/// Lines read ahead; an engine that talks more has to wait.
const READ_AHEAD: usize = 256;
/// A longer line is not UCI.
const LONGEST_LINE: u64 = 64 * 1024;

/// An engine process. Dropping it ends the process.
pub struct Engine {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    pace: Pace,
    chess960: bool,
    name: String,
    /// States a second, as it said last.
    speed: Option<u64>,
}

/// What an engine is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Where the game began.
    pub fen: &'a str,
    /// What has been played since.
    pub moves: &'a [String],
    /// How long to think.
    pub pace: Pace,
    /// Whether castling is written as the king taking its rook.
    pub chess960: bool,
}

/// Why an engine is of no use.
#[derive(Debug)]
pub enum EngineError {
    /// It could not be started, or does not read.
    Io(io::Error),
    /// It did not answer in time.
    Silent {
        /// What was waited for.
        waiting_for: &'static str,
    },
    /// It ended.
    Gone,
    /// It gave up or has no move.
    NoMove,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Io(error) => write!(f, "the engine cannot be used: {error}"),
            EngineError::Silent { waiting_for } => {
                write!(f, "the engine did not answer with `{waiting_for}` in time")
            }
            EngineError::Gone => f.write_str("the engine has ended"),
            EngineError::NoMove => f.write_str("the engine knows no move"),
        }
    }
}

impl std::error::Error for EngineError {}

impl From<io::Error> for EngineError {
    fn from(error: io::Error) -> EngineError {
        EngineError::Io(error)
    }
}

impl Engine {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// It cannot be started, or does not speak UCI.
    pub fn start(spec: &EngineSpec) -> Result<Engine, EngineError> {
        let (program, arguments) = spec.command();
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Gone);
        };
        let mut engine = Engine {
            child,
            stdin,
            lines: read_ahead(BufReader::new(stdout)),
            pace: spec.pace,
            chess960: false,
            name: spec.program.clone(),
            speed: None,
        };
        engine.say("uci")?;
        while let Some(line) = engine.line_until("uciok", Instant::now() + PATIENCE)? {
            if let Some(name) = line.strip_prefix("id name ") {
                engine.name = name.trim().to_owned();
            }
        }
        for (name, value) in &spec.options {
            engine.say(&format!("setoption name {name} value {value}"))?;
        }
        engine.say("ucinewgame")?;
        engine.wait_until_ready()?;
        Ok(engine)
    }

    /// What the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The engine's move after these moves from a FEN of ordinary chess, at its usual pace.
    ///
    /// # Errors
    /// As for [`Engine::answer`].
    pub fn choose(&mut self, fen: &str, moves: &[String]) -> Result<String, EngineError> {
        self.answer(&Question {
            fen,
            moves,
            pace: self.pace,
            chess960: false,
        })
    }

    /// How long it thinks about a move, as it was configured.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// The engine's move, as text that the rules have yet to judge.
    ///
    /// # Errors
    /// It fails to answer in time, or has no move. An engine that is too late is ended: its answer must
    /// not be taken for that to the next question.
    pub fn answer(&mut self, question: &Question<'_>) -> Result<String, EngineError> {
        let answer = self.ask(question);
        if let Err(EngineError::Silent { .. }) = answer {
            self.end();
        }
        answer
    }

    /// How many states a second the engine says that it looked at, if it says so.
    ///
    /// # Errors
    /// As for [`Engine::answer`].
    pub fn speed(&mut self, question: &Question<'_>) -> Result<Option<u64>, EngineError> {
        self.answer(question)?;
        Ok(self.speed)
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<String, EngineError> {
        self.speed = None;
        let Question {
            fen,
            moves,
            pace,
            chess960,
        } = *question;
        if chess960 != self.chess960 {
            self.say(&format!("setoption name UCI_Chess960 value {chess960}"))?;
            self.chess960 = chess960;
        }
        let moves = match moves.is_empty() {
            true => String::new(),
            false => format!(" moves {}", moves.join(" ")),
        };
        self.say(&format!("position fen {fen}{moves}"))?;
        self.say(&pace.command())?;
        let time = match pace {
            Pace::Time(time) => time + GRACE,
            Pace::Nodes(_) | Pace::Depth(_) => LONGEST,
        };
        let deadline = Instant::now() + time;
        loop {
            let line = self.next_line("bestmove", deadline)?;
            let mut words = line.split_whitespace();
            let mut after_nps = line.split_whitespace().skip_while(|word| *word != "nps");
            let speed = after_nps.nth(1).and_then(|speed| speed.parse().ok());
            self.speed = speed.or(self.speed);
            if words.next() == Some("bestmove") {
                let best = words
                    .next()
                    .filter(|best| !matches!(*best, "(none)" | "0000"));
                return best.map(str::to_owned).ok_or(EngineError::NoMove);
            }
        }
    }

    fn say(&mut self, line: &str) -> Result<(), EngineError> {
        writeln!(self.stdin, "{line}")?;
        Ok(self.stdin.flush()?)
    }

    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        self.say("isready")?;
        while self
            .line_until("readyok", Instant::now() + PATIENCE)?
            .is_some()
        {}
        Ok(())
    }

    /// The next line, or nothing if it is the last one waited for.
    fn line_until(
        &mut self,
        last: &'static str,
        deadline: Instant,
    ) -> Result<Option<String>, EngineError> {
        let line = self.next_line(last, deadline)?;
        Ok((line.trim() != last).then_some(line))
    }

    fn next_line(
        &mut self,
        waiting_for: &'static str,
        deadline: Instant,
    ) -> Result<String, EngineError> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => EngineError::Silent { waiting_for },
            RecvTimeoutError::Disconnected => EngineError::Gone,
        })
    }
}

impl Engine {
    fn end(&mut self) {
        // It may have ended by itself; then there is nothing to do but to collect it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.end();
    }
}

/// Lines are read on a thread of its own, because a pipe cannot be read with a time-out. The thread ends
/// with the process or with the engine.
fn read_ahead(mut input: impl BufRead + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = sync_channel(READ_AHEAD);
    std::thread::spawn(move || {
        loop {
            let mut line = Vec::new();
            let read = io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line);
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            if !matches!(read, Ok(1..)) || sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}
