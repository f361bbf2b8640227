//! Score sheets: a game as tags, an empty line, its moves and the result, in the manner of PGN.

use crate::erased::refusal;
use crate::{Refusal, Variant, Written};

/// Longer lines than this are not to be written, so PGN says.
const MAX_WIDTH: usize = 79;

/// What stands for the result of a game that is not over.
const UNFINISHED: &str = "*";

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

/// Reads the games of a text: tags, then moves as [`Variant::read`] understands them. `parts` divides a
/// word that stands for several actions.
///
/// # Errors
/// There is no game in the text, it is one of another kind, or a move is refused.
pub fn read<V: Variant>(
    text: &str,
    parts: impl Fn(&str) -> Vec<String>,
) -> Result<Vec<Written>, Refusal> {
    let mut games = Vec::new();
    for (tags, moves) in sections(text)? {
        games.push(read_game::<V>(tags, &moves, &parts)?);
    }
    match games.is_empty() {
        true => Err(bad("there is no game in this text")),
        false => Ok(games),
    }
}

type Section = (Vec<(String, String)>, Vec<String>);

/// The tags and the words of each game. A tag after a move begins the next game.
fn sections(text: &str) -> Result<Vec<Section>, Refusal> {
    let mut sections: Vec<Section> = Vec::new();
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        let is_tag = !in_comment && line.starts_with('[');
        let wants_new = |(_, words): &Section| is_tag && !words.is_empty();
        if sections.last().is_none_or(wants_new) && !line.is_empty() {
            sections.push(Section::default());
        }
        let Some((tags, words)) = sections.last_mut() else {
            continue;
        };
        match is_tag {
            true => tags.push(tag(line).ok_or_else(|| bad(&format!("`{line}` is not a tag")))?),
            false => words.extend(words_of(line, &mut in_comment)),
        }
    }
    if in_comment {
        return Err(bad("a comment is not closed"));
    }
    Ok(sections)
}

fn tag(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(char::is_whitespace)?;
    let value = rest.trim().strip_suffix(']')?.trim_end();
    let value = value.strip_prefix('"')?.strip_suffix('"')?;
    Some((name.to_owned(), plain(value)))
}

/// The other way round than [`escaped`].
fn plain(value: &str) -> String {
    let mut letters = value.chars();
    let mut text = String::with_capacity(value.len());
    while let Some(letter) = letters.next() {
        text.extend(match letter {
            '\\' => letters.next(),
            letter => Some(letter),
        });
    }
    text
}

/// The words of a line without comments.
fn words_of(line: &str, in_comment: &mut bool) -> Vec<String> {
    let mut kept = String::new();
    for sign in line.chars() {
        match sign {
            '}' if *in_comment => *in_comment = false,
            _ if *in_comment => {}
            '{' => {
                *in_comment = true;
                kept.push(' ');
            }
            ';' => break,
            sign => kept.push(sign),
        }
    }
    kept.split_whitespace().map(str::to_owned).collect()
}

fn read_game<V: Variant>(
    tags: Vec<(String, String)>,
    words: &[String],
    parts: impl Fn(&str) -> Vec<String>,
) -> Result<Written, Refusal> {
    let tag = |wanted: &str| tags.iter().find(|(name, _)| name == wanted);
    if let Some((_, name)) = tag("Variant").filter(|(_, name)| name != V::META.name) {
        return Err(bad(&format!("`{name}` is not {}", V::META.name)));
    }
    let setup = tag("FEN").map_or("", |(_, text)| text.as_str());
    let setup = match setup {
        "" => V::Setup::default(),
        text => text.parse().map_err(refusal::<V>)?,
    };
    let start = V::start(&setup).map_err(refusal::<V>)?;
    let mut state = start.clone();
    let mut actions = Vec::new();
    let moves = words.iter().map(|word| without_number(word));
    for word in moves.filter(|word| !is_sign(word)).flat_map(parts) {
        let refused = |no| fault(actions.len(), &word, &refusal::<V>(no));
        let over = |no: Refusal| fault(actions.len(), &word, &no);
        let seat = V::status(&state).seat_to_act().map_err(over)?;
        let (action, step) = V::read_and_apply(&state, seat, &word).map_err(refused)?;
        state = step.state;
        actions.push(action.to_string());
    }
    let setup = V::setup(&start).to_string();
    Ok(Written {
        tags,
        setup,
        actions,
    })
}

/// `12.e4` is `e4`, `12...` is nothing.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    match rest.len() < word.len() && rest.starts_with('.') {
        true => rest.trim_start_matches('.'),
        false => word,
    }
}

/// Whether a word is no move: a result, a remark in numbers, or nothing.
fn is_sign(word: &str) -> bool {
    let results = ["1-0", "0-1", "1/2-1/2", UNFINISHED];
    word.is_empty() || word.starts_with('$') || results.contains(&word)
}

fn fault(played: usize, word: &str, why: &Refusal) -> Refusal {
    let word: String = word.chars().take(20).collect();
    bad(&format!("action {}, {word}: {}", played + 1, why.message))
}

fn bad(why: &str) -> Refusal {
    Refusal::new("bad-sheet", why)
}
