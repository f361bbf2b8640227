//! One puzzle and how it is written down.

use std::fmt;
use std::str::FromStr;

use rules::mix;

/// The hardest grade; the easiest is 1.
pub const HARDEST: u8 = 5;

/// Letters of ids, which people may have to read out.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const ID_LETTERS: u32 = 7;
/// Stands before replies.
const REPLY: &str = "..";

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A win by force within so many own actions, as fast as possible.
    Mate(u32),
    /// A position that wins, where everything else does not.
    Win,
    /// A position that holds, where everything else loses.
    Save,
}

/// A position in which exactly one action is good, at every turn of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// A short name that depends on the position alone.
    pub id: String,
    /// What is to be reached.
    pub goal: Goal,
    /// How deep one has to look: 1 to [`HARDEST`].
    pub grade: u8,
    /// What it is an example of: a stable word of its game.
    pub theme: String,
    /// The position.
    pub setup: String,
    /// The solution.
    pub solution: Vec<Turn>,
}

/// An action of the solver and what the opponent replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The only good action.
    pub action: String,
    /// The reply: nothing at the end, or where the solver goes on; several where a promotion is a decision of
    /// its own.
    pub replies: Vec<String>,
}

impl Puzzle {
    /// All actions in the order in which they are played, and whether they are the solver's.
    pub(crate) fn line(&self) -> impl Iterator<Item = (&str, bool)> {
        self.solution.iter().flat_map(|turn| {
            let replies = turn.replies.iter().map(|reply| (reply.as_str(), false));
            std::iter::once((turn.action.as_str(), true)).chain(replies)
        })
    }

    /// The id of a position.
    pub fn id_of(setup: &str) -> String {
        let number = setup
            .bytes()
            .fold(0, |number, byte| mix(number ^ u64::from(byte)));
        let letter = |place| char::from(LETTERS[(number >> (5 * place)) as usize % LETTERS.len()]);
        (0..ID_LETTERS).map(letter).collect()
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Mate(actions) => write!(f, "mate {actions}"),
            Goal::Win => f.write_str("win"),
            Goal::Save => f.write_str("save"),
        }
    }
}

impl FromStr for Goal {
    type Err = BadPuzzle;

    fn from_str(text: &str) -> Result<Goal, BadPuzzle> {
        match text.split_once(' ') {
            None if text == "win" => Ok(Goal::Win),
            None if text == "save" => Ok(Goal::Save),
            Some(("mate", actions)) => actions.parse().map(Goal::Mate).map_err(|_| BadPuzzle::Goal),
            _ => Err(BadPuzzle::Goal),
        }
    }
}

impl fmt::Display for Puzzle {
    /// One line with a tab between the fields: id, goal, grade, theme, setup, solution. Replies have two dots before
    /// them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle {
            id,
            goal,
            grade,
            theme,
            setup,
            solution: _,
        } = self;
        let word = |(action, is_own)| format!("{}{action}", if is_own { "" } else { REPLY });
        let words: Vec<String> = self.line().map(word).collect();
        write!(
            f,
            "{id}\t{goal}\t{grade}\t{theme}\t{setup}\t{}",
            words.join(" ")
        )
    }
}

/// Why a line is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadPuzzle {
    /// There are not six fields.
    Fields,
    /// The id is not that of the setup.
    Id,
    /// The goal is none.
    Goal,
    /// The grade is none.
    Grade,
    /// There is no solution.
    Solution,
}

impl fmt::Display for BadPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadPuzzle::Fields => "a puzzle has six fields with tabs between them",
            BadPuzzle::Id => "the id does not belong to the setup",
            BadPuzzle::Goal => "a goal is `mate N`, `win` or `save`",
            BadPuzzle::Grade => "a grade is a number from 1 to 5",
            BadPuzzle::Solution => "there is no solution",
        })
    }
}

impl FromStr for Puzzle {
    type Err = BadPuzzle;

    fn from_str(text: &str) -> Result<Puzzle, BadPuzzle> {
        let fields: Vec<&str> = text.split('\t').collect();
        let [id, goal, grade, theme, setup, line] = fields[..] else {
            return Err(BadPuzzle::Fields);
        };
        let puzzle = Puzzle {
            id: id.to_owned(),
            goal: goal.parse()?,
            grade: grade.parse().map_err(|_| BadPuzzle::Grade)?,
            theme: theme.to_owned(),
            setup: setup.to_owned(),
            solution: turns(line).ok_or(BadPuzzle::Solution)?,
        };
        if !(1..=HARDEST).contains(&puzzle.grade) {
            return Err(BadPuzzle::Grade);
        }
        match Puzzle::id_of(setup) == id {
            true => Ok(puzzle),
            false => Err(BadPuzzle::Id),
        }
    }
}

/// The turns of a written solution, which ends with an action of the solver.
fn turns(text: &str) -> Option<Vec<Turn>> {
    let mut turns: Vec<Turn> = Vec::new();
    for word in text.split_whitespace() {
        match word.strip_prefix(REPLY) {
            Some(reply) => turns.last_mut()?.replies.push(reply.to_owned()),
            None => turns.push(Turn {
                action: word.to_owned(),
                replies: Vec::new(),
            }),
        }
    }
    turns.last()?.replies.is_empty().then_some(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> Puzzle {
        let setup = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
        Puzzle {
            id: Puzzle::id_of(setup),
            goal: Goal::Mate(1),
            grade: 1,
            theme: "check".to_owned(),
            setup: setup.to_owned(),
            solution: turns("a1a7 ..g8h8 a7a8").unwrap(),
        }
    }

    #[test]
    fn a_line_is_read_as_it_is_written() {
        let line = puzzle().to_string();
        assert_eq!(line.parse(), Ok(puzzle()));
        assert!(line.ends_with("\ta1a7 ..g8h8 a7a8"), "{line}");
        assert_eq!("win".parse(), Ok(Goal::Win));
        assert_eq!("save".parse(), Ok(Goal::Save));
        assert_eq!("mate 3".parse(), Ok(Goal::Mate(3)));
    }

    #[test]
    fn bad_lines_say_what_is_wrong() {
        let line = puzzle().to_string();
        let read = |line: String| line.parse::<Puzzle>();
        assert_eq!(read(line.replace("mate 1", "mate")), Err(BadPuzzle::Goal));
        assert_eq!(read(line.replace("\t1\t", "\t6\t")), Err(BadPuzzle::Grade));
        assert_eq!(read(line.replace("R3K3", "R2K4")), Err(BadPuzzle::Id));
        assert_eq!(read(line.replace("a7a8", "")), Err(BadPuzzle::Solution));
        assert_eq!(read(line.replace("a1a7", "")), Err(BadPuzzle::Solution));
        assert_eq!(read("e4".to_owned()), Err(BadPuzzle::Fields));
    }
}
