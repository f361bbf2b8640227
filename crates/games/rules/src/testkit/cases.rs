//! Cases: small text files a player can read, one rule each.
//!
//! ```text
//! case     a pinned bishop may not leave the king's file
//! rule     O-4.3
//! setup    4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1
//! board    . . . . r . k .
//!          ...                       # the picture, checked against the scene
//! refuse   white e2d3 = pinned ~ rook on e8
//! do       e1f1
//! to-act   black
//! ```
//!
//! Statements run from top to bottom. What they mean:
//!
//! | statement | meaning |
//! |---|---|
//! | `case TITLE`, `rule ID ...` | what is shown; clauses of the rules document |
//! | `setup TEXT` | where it starts; without it, the usual start |
//! | `board` with lines | the picture now, letters as in position texts |
//! | `do [SEAT] ACTION ...` | played by SEAT, or by the seat to act |
//! | `to-act SEAT`, `over SEAT REASON`, `over draw REASON` | the status now |
//! | `position TEXT` | the canonical position text now |
//! | `legal ACTION ...`, `count N` | exactly these actions; exactly so many |
//! | `has ACTION ...`, `lacks ACTION ...` | among the legal actions; not among them |
//! | `offers CELL: ACTION ...` | exactly the actions whose first tap is CELL |
//! | `event TYPE KEY=VALUE ...` | happened in the last action, in this order |
//! | `no-event TYPE` | did not happen in the last action |
//! | `refuse SEAT ACTION = CODE ~ WORDS` | refused with this code, and these words in the sentence |
//! | `refuse-setup TEXT = CODE ~ WORDS` | no position of this game |
//! | `refuse-new TEXT = CODE ~ WORDS` | no new game begins with it |
//! | `new TEXT` | a new game may begin with it |
//! | `token CELL = LABEL`, `token CELL = -` | stands there now; nothing does |
//! | `badge PLACE = KIND`, `no-badge PLACE = KIND` | a sign on a token, board or moment |
//! | `explain CELL = CODE ~ WORDS` | one of the notes about CELL |
//! | `preview ACTION = loses N ...` | moments that would lose their move |
//! | `reads TEXT = ACTION`, `writes ACTION = TEXT` | score-sheet notation |
//! | `refuse-read TEXT = CODE ~ WORDS` | typed like this, it is refused |
//! | `can-win SEAT = yes`, `can-win SEAT = no` | what a lost clock is worth |

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{AnyGame, AnyVariant, Refusal, Scene, Seat, Status, draw};

/// What a folder of cases showed.
#[derive(Debug, Default)]
pub struct Shown {
    /// How many cases ran.
    pub cases: usize,
    /// The clauses they name.
    pub clauses: BTreeSet<String>,
}

/// Runs every `.case` file of a folder and its folders.
///
/// # Errors
/// Lists every statement of every case that does not hold, with file and line.
pub fn check(variant: &dyn AnyVariant, folder: &Path) -> Result<Shown, String> {
    let mut shown = Shown::default();
    let mut wrong = String::new();
    for file in case_files(folder)? {
        let text =
            std::fs::read_to_string(&file).map_err(|why| format!("{}: {why}", file.display()))?;
        let case = Case::run(variant, &text);
        for (line, why) in &case.wrong {
            // Writing to a string cannot fail.
            let _ = writeln!(wrong, "{}:{line}: {why}", file.display());
        }
        shown.cases += 1;
        shown.clauses.extend(case.clauses);
    }
    if wrong.is_empty() {
        Ok(shown)
    } else {
        Err(wrong)
    }
}

fn case_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fail = |why: std::io::Error| format!("{}: {why}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.is_dir() {
            files.extend(case_files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "case") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

struct Case<'v> {
    variant: &'v dyn AnyVariant,
    game: Option<Box<dyn AnyGame>>,
    events: Vec<Value>,
    /// How many events of the last action `event` statements have matched.
    seen: usize,
    clauses: BTreeSet<String>,
    titled: bool,
    wrong: Vec<(usize, String)>,
}

impl<'v> Case<'v> {
    fn run(variant: &'v dyn AnyVariant, text: &str) -> Case<'v> {
        let mut case = Case {
            variant,
            game: None,
            events: Vec::new(),
            seen: 0,
            clauses: BTreeSet::new(),
            titled: false,
            wrong: Vec::new(),
        };
        for (line, statement) in statements(text) {
            if let Err(why) = case.statement(&statement) {
                case.wrong.push((line, why));
            }
        }
        if !case.titled || case.clauses.is_empty() {
            case.wrong
                .push((1, "a case has a `case` line and a `rule` line".to_owned()));
        }
        case
    }

    fn statement(&mut self, lines: &[&str]) -> Result<(), String> {
        let (word, rest) = lines[0]
            .split_once(char::is_whitespace)
            .unwrap_or((lines[0], ""));
        let rest = rest.trim();
        if lines.len() > 1 && word != "board" {
            return Err(format!("`{word}` takes one line"));
        }
        match word {
            "case" => self.titled = true,
            "rule" => self
                .clauses
                .extend(rest.split_whitespace().map(str::to_owned)),
            "setup" => {
                self.game = Some(
                    self.variant
                        .start(rest)
                        .map_err(|no| format!("refused: {no}"))?,
                );
            }
            "refuse-setup" => return self.refuse_setup(rest),
            "refuse-new" => return self.refuse_new(rest),
            "new" => drop(self.variant.begin(rest).map_err(|no| no.to_string())?),
            "do" => return self.act(rest),
            "board" => return self.board(rest, &lines[1..]),
            _ => return self.look(word, rest),
        }
        Ok(())
    }

    /// The statements that only look at the game.
    fn look(&mut self, word: &str, rest: &str) -> Result<(), String> {
        match word {
            "to-act" | "over" => same(
                &status_text(&self.game()?.status()),
                &format!("{word} {rest}"),
            ),
            "position" => same(&self.game()?.setup(), rest),
            "legal" => same_set(self.game()?.legal(), words(rest)),
            "count" => same(&self.game()?.legal().len().to_string(), rest),
            "has" | "lacks" => self.membership(rest, word == "has"),
            "offers" => self.offers(rest),
            "event" => self.event(rest),
            "no-event" => match self.events.iter().find(|event| event["type"] == rest) {
                Some(event) => Err(format!("it did happen: {event}")),
                None => Ok(()),
            },
            "refuse" => self.refuse(rest),
            "token" => self.token(rest),
            "badge" | "no-badge" => self.badge(rest, word == "badge"),
            "explain" => self.explain(rest),
            "preview" => self.preview(rest),
            "reads" => self.reads(rest),
            "refuse-read" => self.refuse_read(rest),
            "writes" => self.writes(rest),
            "can-win" => self.can_win(rest),
            _ => Err(format!("`{word}` is not a word of cases")),
        }
    }

    fn game(&mut self) -> Result<&dyn AnyGame, String> {
        if self.game.is_none() {
            self.game = Some(
                self.variant
                    .start("")
                    .map_err(|no| format!("refused: {no}"))?,
            );
        }
        self.game
            .as_deref()
            .ok_or_else(|| "there is no game".to_owned())
    }

    fn act(&mut self, rest: &str) -> Result<(), String> {
        let (seat, actions) = match rest
            .split_once(' ')
            .map(|(seat, rest)| (seat.parse(), rest))
        {
            Some((Ok(seat), rest)) => (Some(seat), rest),
            _ => (None, rest),
        };
        for action in words(actions) {
            let game = self.game()?;
            let refused = |no| format!("{action} refused: {no}");
            let seat = match seat {
                Some(seat) => seat,
                None => game.status().seat_to_act().map_err(refused)?,
            };
            let step = game.apply(seat, action).map_err(refused)?;
            self.game = Some(step.game);
            self.events = step.events.to_json();
            self.seen = 0;
        }
        Ok(())
    }

    fn board(&mut self, first: &str, more: &[&str]) -> Result<(), String> {
        let drawn = draw(&self.game()?.scene(), |token| token.letter);
        let wanted: Vec<&str> = std::iter::once(first)
            .chain(more.iter().map(|line| line.trim()))
            .collect();
        let drawn: Vec<&str> = drawn.iter().map(|line| line.trim()).collect();
        if drawn == wanted {
            Ok(())
        } else {
            Err(format!("the board is\n{}", drawn.join("\n")))
        }
    }

    fn membership(&mut self, rest: &str, wanted: bool) -> Result<(), String> {
        let legal = self.game()?.legal();
        match words(rest).find(|action| legal.iter().any(|other| other == action) != wanted) {
            Some(action) if wanted => Err(format!("{action} is not legal")),
            Some(action) => Err(format!("{action} is legal")),
            None => Ok(()),
        }
    }

    fn offers(&mut self, rest: &str) -> Result<(), String> {
        // The id of a cell may itself hold a colon.
        let (cell, actions) = rest
            .split_once(": ")
            .or_else(|| Some((rest.strip_suffix(':')?, "")))
            .ok_or("write `offers CELL: ACTION ...`")?;
        let offers = self.game()?.offers().into_iter();
        let from =
            offers.filter(|offer| offer.taps.first().is_some_and(|tap| tap.as_str() == cell));
        same_set(from.map(|offer| offer.action).collect(), words(actions))
    }

    fn event(&mut self, rest: &str) -> Result<(), String> {
        let mut parts = words(rest);
        let kind = parts.next().ok_or("write `event TYPE KEY=VALUE ...`")?;
        let fields: Vec<(&str, &str)> = parts
            .map(|part| {
                part.split_once('=')
                    .ok_or(format!("`{part}` is not KEY=VALUE"))
            })
            .collect::<Result<_, _>>()?;
        let fits = |event: &Value| {
            event["type"] == kind
                && fields
                    .iter()
                    .all(|(key, value)| plain(&event[*key]) == *value)
        };
        match self.events[self.seen..].iter().position(fits) {
            Some(index) => self.seen += index + 1,
            None => return Err(format!("did not happen (any more); {}", list(&self.events))),
        }
        Ok(())
    }

    fn refuse(&mut self, rest: &str) -> Result<(), String> {
        let (asked, wanted) = rest
            .split_once(" = ")
            .ok_or("write `refuse SEAT ACTION = CODE`")?;
        let (seat, action) = asked
            .split_once(' ')
            .ok_or("write `refuse SEAT ACTION = CODE`")?;
        let seat: Seat = seat
            .parse()
            .map_err(|()| format!("`{seat}` is not a seat"))?;
        match self.game()?.apply(seat, action.trim()) {
            Ok(_) => Err("it is allowed".to_owned()),
            Err(no) => fits_refusal(&no, wanted),
        }
    }

    fn refuse_setup(&mut self, rest: &str) -> Result<(), String> {
        let (setup, wanted) = rest
            .rsplit_once(" = ")
            .ok_or("write `refuse-setup TEXT = CODE`")?;
        match self.variant.start(setup) {
            Ok(_) => Err("it is a position of this game".to_owned()),
            Err(no) => fits_refusal(&no, wanted),
        }
    }

    fn refuse_new(&mut self, rest: &str) -> Result<(), String> {
        let (setup, wanted) = rest
            .rsplit_once(" = ")
            .ok_or("write `refuse-new TEXT = CODE`")?;
        match self.variant.begin(setup) {
            Ok(_) => Err("a new game may begin with it".to_owned()),
            Err(no) => fits_refusal(&no, wanted),
        }
    }

    fn token(&mut self, rest: &str) -> Result<(), String> {
        let (cell, label) = rest.split_once(" = ").ok_or("write `token CELL = LABEL`")?;
        let scene = self.game()?.scene();
        same(
            scene
                .token_at(cell.trim())
                .map_or("-", |token| &token.label),
            label.trim(),
        )
    }

    fn badge(&mut self, rest: &str, wanted: bool) -> Result<(), String> {
        let (place, kind) = rest.split_once(" = ").ok_or("write `badge PLACE = KIND`")?;
        let found = badges(&self.game()?.scene(), place.trim());
        if found.iter().any(|badge| badge == kind.trim()) == wanted {
            Ok(())
        } else {
            Err(format!("the badges are {found:?}"))
        }
    }

    fn explain(&mut self, rest: &str) -> Result<(), String> {
        let (cell, wanted) = rest
            .split_once(" = ")
            .ok_or("write `explain CELL = CODE ~ WORDS`")?;
        let explanation = self
            .game()?
            .explain(cell.trim())
            .ok_or("there is nothing to say")?;
        let notes = explanation.notes.iter();
        let fits = |note: &crate::Note| {
            fits_refusal(&Refusal::new(&note.code, note.text.clone()), wanted).is_ok()
        };
        if notes.clone().any(fits) {
            return Ok(());
        }
        let found: Vec<String> = notes
            .map(|note| format!("{} ~ {}", note.code, note.text))
            .collect();
        Err(format!("the notes are: {}", found.join("; ")))
    }

    fn preview(&mut self, rest: &str) -> Result<(), String> {
        let usage = "write `preview ACTION = loses N ...`";
        let (action, lost) = rest.split_once(" = ").ok_or(usage)?;
        let lost = lost.trim().strip_prefix("loses").ok_or(usage)?;
        let preview = self
            .game()?
            .preview(action.trim())
            .map_err(|no| no.to_string())?;
        let preview = preview.ok_or("there is no preview in this game")?;
        same_set(
            preview.lost.iter().map(ToString::to_string).collect(),
            words(lost),
        )
    }

    fn reads(&mut self, rest: &str) -> Result<(), String> {
        let (text, action) = rest
            .rsplit_once(" = ")
            .ok_or("write `reads TEXT = ACTION`")?;
        let read = self
            .game()?
            .read(text.trim())
            .map_err(|no| format!("refused: {no}"))?;
        same(&read, action.trim())
    }

    fn refuse_read(&mut self, rest: &str) -> Result<(), String> {
        let (text, wanted) = rest
            .rsplit_once(" = ")
            .ok_or("write `refuse-read TEXT = CODE`")?;
        match self.game()?.read(text.trim()) {
            Ok(action) => Err(format!("it means {action}")),
            Err(no) => fits_refusal(&no, wanted),
        }
    }

    fn writes(&mut self, rest: &str) -> Result<(), String> {
        let (action, text) = rest
            .split_once(" = ")
            .ok_or("write `writes ACTION = TEXT`")?;
        let written = self
            .game()?
            .notation(action.trim())
            .map_err(|no| format!("refused: {no}"))?;
        same(&written, text.trim())
    }

    fn can_win(&mut self, rest: &str) -> Result<(), String> {
        let (seat, answer) = rest.split_once(" = ").ok_or("write `can-win SEAT = yes`")?;
        let seat: Seat = seat
            .trim()
            .parse()
            .map_err(|()| format!("`{seat}` is not a seat"))?;
        same(
            if self.game()?.can_win(seat) {
                "yes"
            } else {
                "no"
            },
            answer.trim(),
        )
    }
}

/// Statements with their line numbers: a line that begins with a blank continues the one above.
fn statements(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut statements: Vec<(usize, Vec<&str>)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = without_comment(line);
        if line.trim().is_empty() {
            continue;
        }
        match statements.last_mut() {
            Some((_, lines)) if line.starts_with(char::is_whitespace) => {
                lines.push(line.trim_end());
            }
            _ => statements.push((index + 1, vec![line.trim_end()])),
        }
    }
    statements
}

/// A comment begins with `#` at the start of a line or after a blank; `Qh7#` is not one.
fn without_comment(line: &str) -> &str {
    if line.starts_with('#') {
        return "";
    }
    line.find(" #").map_or(line, |end| &line[..end])
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
}

fn same(found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("it is `{found}`, not `{wanted}`"))
    }
}

fn same_set<'t>(found: Vec<String>, wanted: impl Iterator<Item = &'t str>) -> Result<(), String> {
    let found: BTreeSet<String> = found.into_iter().collect();
    let wanted: BTreeSet<String> = wanted.map(str::to_owned).collect();
    if found == wanted {
        return Ok(());
    }
    let missing: Vec<&String> = wanted.difference(&found).collect();
    let extra: Vec<&String> = found.difference(&wanted).collect();
    Err(format!("missing {missing:?}, not expected {extra:?}"))
}

fn fits_refusal(no: &Refusal, wanted: &str) -> Result<(), String> {
    let (code, fragment) = wanted.split_once('~').unwrap_or((wanted, ""));
    if no.code == code.trim() && no.message.contains(fragment.trim()) {
        Ok(())
    } else {
        Err(format!("it says `{} ~ {}`", no.code, no.message))
    }
}

fn status_text(status: &Status) -> String {
    match status {
        Status::ToAct(seat) => format!("to-act {seat}"),
        Status::Over(outcome) => {
            format!(
                "over {} {}",
                outcome.winner.map_or("draw", Seat::as_str),
                outcome.reason
            )
        }
    }
}

fn badges(scene: &Scene, place: &str) -> Vec<String> {
    let tokens = scene
        .tokens
        .iter()
        .filter(|token| token.cell.as_str() == place);
    let boards = scene.boards.iter().filter(|board| board.id == place);
    let moments = scene.timeline.iter().flat_map(|timeline| &timeline.moments);
    let moments = moments.filter(|moment| moment.tap.as_str() == place);
    tokens
        .flat_map(|token| &token.badges)
        .chain(boards.flat_map(|board| &board.badges))
        .chain(moments.flat_map(|moment| &moment.badges))
        .map(|badge| badge.kind.to_string())
        .collect()
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn list(events: &[Value]) -> String {
    let events: Vec<String> = events.iter().map(Value::to_string).collect();
    format!("the events were {}", events.join(" "))
}
