//! Score sheets: a game as tags, an empty line, its moves and the result, in the manner of PGN.

use crate::erased::refusal;
use crate::pgn::{self, Parentheses, PgnGame};
use crate::{Refusal, Seat, Variant, Written};

/// Longer lines than this are not to be written, so PGN says.
const MAX_WIDTH: usize = 79;

/// Writes tags, movetext and result down.
pub fn write(tags: &[(String, String)], movetext: &str, result: &str) -> String {
    let mut text = written_tags(tags);
    let ends_with_comment = |line: &str| line.contains(';');
    let glue = match movetext.lines().last().is_some_and(ends_with_comment) {
        true => "\n",
        false => " ",
    };
    let body = [movetext.trim(), result].join(glue);
    for line in body.trim_start().lines() {
        push_wrapped(&mut text, line);
    }
    text
}

/// The same with words that stay whole, such as comments.
pub fn write_words(tags: &[(String, String)], words: &[String], result: &str) -> String {
    let mut text = written_tags(tags);
    push_words(&mut text, words.iter().map(String::as_str).chain([result]));
    text
}

fn written_tags(tags: &[(String, String)]) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        text.push_str(&format!("[{name} \"{}\"]\n", escaped(value)));
    }
    text.push('\n');
    text
}

/// A tag value: quotes and backslashes are marked, and nothing ends the line early.
fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            letter if letter.is_control() => text.push(' '),
            letter => text.push(letter),
        }
    }
    text
}

/// Adds a line, broken between words where it is too long. A line with a `;` stays whole: what follows
/// the sign is a comment only up to the end of the line.
fn push_wrapped(text: &mut String, line: &str) {
    match line.contains(';') {
        true => {
            text.push_str(line);
            text.push('\n');
        }
        false => push_words(text, line.split(' ')),
    }
}

fn push_words<'w>(text: &mut String, words: impl Iterator<Item = &'w str>) {
    let mut width = 0;
    for word in words {
        let word_width = word.chars().count();
        match (width, width + 1 + word_width <= MAX_WIDTH) {
            (0, _) => {}
            (_, true) => {
                text.push(' ');
                width += 1;
            }
            (_, false) => {
                text.push('\n');
                width = 0;
            }
        }
        text.push_str(word);
        width += word_width;
    }
    text.push('\n');
}

/// What stands between the tags of a score sheet and its result.
#[derive(Clone, Copy, Debug)]
pub enum SheetForm {
    /// The moves of the game, one after the other.
    Moves(MoveStyle),
    /// Something else, which only the game itself reads.
    Own,
}

/// A word of a score sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetMove {
    /// The number of the move and whose it is, for a word with which a turn begins.
    pub turn: Option<(u32, Seat)>,
    /// The word.
    pub word: String,
    /// How many of the actions are written with it and before it.
    pub n_actions: usize,
}

/// The words of a movetext. Notes are comments, one for each action or none at all.
pub fn words(moves: &[SheetMove], notes: &[Option<String>]) -> Vec<String> {
    let mut words = Vec::new();
    let mut is_apart = true;
    for one in moves {
        match one.turn {
            Some((number, Seat::White)) => words.push(format!("{number}.")),
            Some((number, Seat::Black)) if is_apart => words.push(format!("{number}...")),
            Some((_, Seat::Black)) | None => {}
        }
        words.push(one.word.clone());
        let index = one.n_actions.checked_sub(1);
        let note = index.and_then(|index| notes.get(index)?.as_ref());
        words.extend(note.map(|note| format!("{{ {note} }}")));
        is_apart = note.is_some();
    }
    words
}

/// How a game writes its moves on a score sheet.
#[derive(Clone, Copy, Debug)]
pub struct MoveStyle {
    /// What parentheses mean in them.
    pub parentheses: Parentheses,
    /// Divides a word that stands for several actions.
    pub actions_of: fn(&str) -> Vec<String>,
}

impl MoveStyle {
    /// One action a word, variations in parentheses.
    pub const PLAIN: MoveStyle = MoveStyle {
        parentheses: Parentheses::Variations,
        actions_of: |word| vec![word.to_owned()],
    };
}

/// Reads the games of a text: tags, then moves as [`Variant::read`] understands them.
///
/// # Errors
/// There is no game in the text, it is one of another kind, or a move is refused.
pub fn read<V: Variant>(text: &str) -> Result<Vec<Written>, Refusal> {
    let style = match V::SHEET {
        SheetForm::Moves(style) => style,
        SheetForm::Own => MoveStyle::PLAIN,
    };
    let games = pgn::games(text, style.parentheses).map_err(|why| bad(&why.to_string()))?;
    let read = |game| read_game::<V>(game, style);
    let games: Vec<Written> = games.into_iter().map(read).collect::<Result<_, _>>()?;
    match games.is_empty() {
        true => Err(bad("there is no game in this text")),
        false => Ok(games),
    }
}

fn read_game<V: Variant>(game: PgnGame<'_>, style: MoveStyle) -> Result<Written, Refusal> {
    let start = V::start(&V::read_tags(&game.tags)?).map_err(refusal::<V>)?;
    let mut state = start.clone();
    let mut actions = Vec::new();
    for word in game.moves().flat_map(style.actions_of) {
        let fault = |why: Refusal| fault(actions.len(), &word, &why);
        let seat = V::status(&state).seat_to_act().map_err(fault)?;
        let (action, step) = V::read_and_apply(&state, seat, &word)
            .map_err(|illegal| fault(refusal::<V>(illegal)))?;
        state = step.state;
        actions.push(action.to_string());
    }
    Ok(Written {
        tags: game.tags,
        setup: V::setup(&start).to_string(),
        actions,
    })
}

/// The setup that tags tell of, as [`Variant::tags`] writes them where a game has no way of its own.
///
/// # Errors
/// They are those of another game, or what they say is not a position.
pub fn read_tags<V: Variant>(tags: &[(String, String)]) -> Result<V::Setup, Refusal> {
    let name = pgn::tag(tags, "Variant");
    if !name.is_empty() && name != V::META.name {
        return Err(bad(&format!("`{name}` is not {}", V::META.name)));
    }
    match pgn::tag(tags, "FEN") {
        "" => Ok(V::Setup::default()),
        text => text.parse().map_err(refusal::<V>),
    }
}

fn fault(played: usize, word: &str, why: &Refusal) -> Refusal {
    let word: String = word.chars().take(20).collect();
    bad(&format!("action {}, {word}: {}", played + 1, why.message))
}

fn bad(why: &str) -> Refusal {
    Refusal::new("bad-sheet", why)
}
