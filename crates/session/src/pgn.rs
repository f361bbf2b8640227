//! A game as people keep it: tags and a score sheet.

use rules::{Refusal, Seat};

use crate::{Clock, Ending, Millis, Session, reason};

/// What a PGN-like text says about where it was made.
#[derive(Clone, Copy, Debug)]
pub struct Imprint<'a> {
    /// What the game was part of.
    pub event: &'a str,
    /// Where it can be found.
    pub site: &'a str,
}

/// Writes a game as tags, an empty line, and the movetext of its variant with the result.
///
/// # Errors
/// The variant cannot write down the game, which it always can for a game it allowed.
pub fn to_pgn(session: &Session, imprint: Imprint<'_>) -> Result<String, Refusal> {
    let actions: Vec<String> = session
        .played()
        .iter()
        .map(|played| played.action.clone())
        .collect();
    let setup = &session.created().setup;
    let movetext = session.variant().movetext(setup, &actions)?;
    let mut tags = tags(session, imprint);
    let start = session.variant().start(setup)?.setup();
    if start != session.variant().start("")?.setup() {
        tags.extend([("FEN", start), ("SetUp", "1".to_owned())]);
    }
    let mut text = String::new();
    for (name, value) in tags {
        text.push_str(&format!("[{name} \"{}\"]\n", escaped(&value)));
    }
    text.push('\n');
    let ends_with_comment = |line: &str| line.contains(';');
    let glue = match movetext.lines().last().is_some_and(ends_with_comment) {
        true => "\n",
        false => " ",
    };
    let body = [movetext.trim(), score(session.ending())].join(glue);
    for line in body.trim_start().lines() {
        push_wrapped(&mut text, line);
    }
    Ok(text)
}

/// Longer lines than this are not to be written, so PGN says.
const MAX_WIDTH: usize = 79;

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

fn tags(session: &Session, imprint: Imprint<'_>) -> Vec<(&'static str, String)> {
    let at = session.created_at();
    let name = |seat: Seat| match &session.seats()[seat] {
        Some(sitter) => sitter.name.clone(),
        None => "?".to_owned(),
    };
    vec![
        ("Event", imprint.event.to_owned()),
        ("Site", imprint.site.to_owned()),
        ("GameId", session.id().to_string()),
        ("Date", at.date()),
        ("Round", "-".to_owned()),
        ("White", name(Seat::White)),
        ("Black", name(Seat::Black)),
        ("Result", score(session.ending()).to_owned()),
        ("UTCDate", at.date()),
        ("UTCTime", at.time_of_day()),
        ("Variant", session.variant().meta().name.to_owned()),
        ("TimeControl", time_control(session.created().clock)),
        ("Termination", termination(session.ending()).to_owned()),
    ]
}

fn score(ending: Option<&Ending>) -> &'static str {
    ending.map_or("*", |ending| ending.score.as_str())
}

/// The word PGN has for how a game ended.
fn termination(ending: Option<&Ending>) -> &'static str {
    let Some(ending) = ending else {
        return "Unterminated";
    };
    let abandoned = [reason::ABANDONMENT, reason::ABORTED];
    let time_forfeit = [reason::TIMEOUT, reason::TIMEOUT_INSUFFICIENT_MATERIAL];
    if abandoned.contains(&ending.reason) {
        "Abandoned"
    } else if time_forfeit.contains(&ending.reason) {
        "Time forfeit"
    } else {
        "Normal"
    }
}

/// The time control in seconds. PGN has no form for a delay; `300d3` follows its form for increments.
fn time_control(clock: Clock) -> String {
    match clock {
        Clock::Untimed => "-".to_owned(),
        Clock::Fischer { initial, increment } => {
            format!("{}+{}", seconds(initial), seconds(increment))
        }
        Clock::Delay { initial, delay } => format!("{}d{}", seconds(initial), seconds(delay)),
        Clock::Correspondence { days } => {
            format!("1/{}", Millis::from_days(days.into()).as_secs())
        }
    }
}

/// Seconds with as many decimals as it takes.
fn seconds(span: Millis) -> String {
    match span.0 % 1000 {
        0 => span.as_secs().to_string(),
        rest => format!("{}.{rest:03}", span.as_secs())
            .trim_end_matches('0')
            .to_owned(),
    }
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
