//! Which engine to start, and how.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// Where Debian puts engines; often not among the folders that are searched for programs.
const GAMES: &str = "/usr/games";

/// An engine as somebody configured it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// A path, or a name to be looked for; arguments may follow it.
    pub program: String,
    /// Options of the engine, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// How long it thinks about a move.
    pub pace: Pace,
}

/// How long an engine thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// So long.
    Time(Duration),
    /// About so many states.
    Nodes(u64),
    /// So many moves ahead.
    Depth(u32),
}

/// Why a text configures no engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not `name=value`, `movetime=50`, `nodes=1000` or `depth=5`",
            self.0
        )
    }
}

impl std::error::Error for SpecError {}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let mut parts = text.split(';').map(str::trim);
        let program = parts.next().filter(|name| !name.is_empty());
        let mut spec = EngineSpec {
            program: program
                .ok_or_else(|| SpecError(text.to_owned()))?
                .to_owned(),
            options: Vec::new(),
            pace: Pace::Time(Duration::from_millis(100)),
        };
        for part in parts {
            let wrong = || SpecError(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(wrong)?;
            // A line break would let an option smuggle in a command.
            if value.contains(['\n', '\r']) || name.contains(['\n', '\r']) {
                return Err(wrong());
            }
            let number = || value.parse::<u64>().map_err(|_| wrong());
            match name {
                "movetime" => spec.pace = Pace::Time(Duration::from_millis(number()?)),
                "nodes" => spec.pace = Pace::Nodes(number()?),
                "depth" => spec.pace = Pace::Depth(value.parse().map_err(|_| wrong())?),
                _ => spec.options.push((name.to_owned(), value.to_owned())),
            }
        }
        Ok(spec)
    }
}

impl EngineSpec {
    /// The program to start, and its arguments. A path may have blanks in it, if such a program is there; otherwise
    /// blanks separate arguments, and quotes keep one together.
    pub fn command(&self) -> (PathBuf, Vec<String>) {
        let whole = found(&self.program);
        if whole.is_file() {
            return (whole, Vec::new());
        }
        let mut words = words(&self.program).into_iter();
        let program = words.next().unwrap_or_default();
        (found(&program), words.collect())
    }
}

/// The words of a command, of which those in quotes stay together.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quote) = (Vec::new(), None);
    let mut word: Option<String> = None;
    for sign in command.chars() {
        match quote {
            Some(open) if sign == open => quote = None,
            None if matches!(sign, '"' | '\'') => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            None if sign.is_whitespace() => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    words
}

/// A bare name that is not in the usual folders is looked for among the games.
fn found(name: &str) -> PathBuf {
    let named = Path::new(name);
    let games = Path::new(GAMES).join(named);
    let bare = named.components().count() == 1;
    if bare && !is_in_path(named) && games.is_file() {
        games
    } else {
        named.to_owned()
    }
}

fn is_in_path(name: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

impl Pace {
    /// The command that makes an engine think.
    pub(crate) fn command(self) -> String {
        match self {
            Pace::Time(time) => format!("go movetime {}", time.as_millis()),
            Pace::Nodes(nodes) => format!("go nodes {nodes}"),
            Pace::Depth(depth) => format!("go depth {depth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_program_options_and_pace() {
        let spec: EngineSpec = "stockfish;UCI_Elo=1350;nodes=500".parse().unwrap();
        assert_eq!(spec.program, "stockfish");
        assert_eq!(spec.options, [("UCI_Elo".to_owned(), "1350".to_owned())]);
        assert_eq!(spec.pace.command(), "go nodes 500");
    }

    #[test]
    fn a_command_has_arguments() {
        let command = |text: &str| {
            let spec: EngineSpec = text.parse().unwrap();
            spec.command()
        };
        let (program, arguments) = command("no-such-engine --uci 'a b' \"\";depth=3");
        assert_eq!(program, Path::new("no-such-engine"));
        assert_eq!(arguments, ["--uci", "a b", ""]);
        let folder = std::env::temp_dir().join(format!("an engine {}", std::process::id()));
        std::fs::write(&folder, "").unwrap();
        let (program, arguments) = command(&folder.to_string_lossy());
        std::fs::remove_file(&folder).unwrap();
        assert_eq!((program, arguments.len()), (folder, 0));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            ";movetime=5",
            "fish;movetime=soon",
            "fish;Hash",
            "fish;a=b\nquit",
        ] {
            assert!(text.parse::<EngineSpec>().is_err(), "{text:?}");
        }
    }
}
