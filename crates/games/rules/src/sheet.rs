//! Score sheets: a game as tags, an empty line, its moves and the result, in the manner of PGN.

use crate::erased::refusal;
use crate::pgn::{self, Parentheses, PgnGame};
use crate::{Refusal, Variant, Written};

/// Longer lines than this are not to be written, so PGN says.
const MAX_WIDTH: usize = 79;

/// Writes tags, movetext and result down.
pub fn write(tags: &[(String, String)], movetext: &str, result: &str) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        text.push_str(&format!("[{name} \"{}\"]\n", escaped(value)));
    }
    text.push('\n');
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
    let mut width = 0;
    for word in line.split(' ') {
        let word_width = word.chars().count();
        let fits = line.contains(';') || width + 1 + word_width <= MAX_WIDTH;
        match (width, fits) {
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
pub fn read<V: Variant>(text: &str, style: MoveStyle) -> Result<Vec<Written>, Refusal> {
    let games = pgn::games(text, style.parentheses).map_err(|why| bad(&why))?;
    let read = |game| read_game::<V>(game, style);
    let games: Vec<Written> = games.into_iter().map(read).collect::<Result<_, _>>()?;
    match games.is_empty() {
        true => Err(bad("there is no game in this text")),
        false => Ok(games),
    }
}

fn read_game<V: Variant>(game: PgnGame<'_>, style: MoveStyle) -> Result<Written, Refusal> {
    let name = game.tag("Variant");
    if !name.is_empty() && name != V::META.name {
        return Err(bad(&format!("`{name}` is not {}", V::META.name)));
    }
    let setup = match game.tag("FEN") {
        "" => V::Setup::default(),
        text => text.parse().map_err(refusal::<V>)?,
    };
    let start = V::start(&setup).map_err(refusal::<V>)?;
    let mut state = start.clone();
    let mut actions = Vec::new();
    for word in game.moves.iter().flat_map(|word| (style.actions_of)(word)) {
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

fn fault(played: usize, word: &str, why: &Refusal) -> Refusal {
    let word: String = word.chars().take(20).collect();
    bad(&format!("action {}, {word}: {}", played + 1, why.message))
}

fn bad(why: &str) -> Refusal {
    Refusal::new("bad-sheet", why)
}
