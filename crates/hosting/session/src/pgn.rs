//! A game as people keep it: tags and a score sheet.

use rules::{Refusal, Seat, Written};

use crate::{Clock, Ending, Millis, Session, reason};

/// What a PGN-like text says about where it was made.
#[derive(Clone, Copy, Debug)]
pub struct Imprint<'a> {
    /// What the game was part of.
    pub event: &'a str,
    /// Where it can be found.
    pub site: &'a str,
    /// Whether the clocks stand behind the moves.
    pub has_clocks: bool,
}

/// Writes a game as tags, an empty line, and the movetext of its variant with the result.
///
/// # Errors
/// The variant cannot write down the game, which it always can for a game it allowed.
pub fn to_pgn(session: &Session, imprint: Imprint<'_>) -> Result<String, Refusal> {
    let game = written(session, imprint);
    let notes = match imprint.has_clocks {
        true => clocks(session),
        false => Vec::new(),
    };
    let result = score(session.ending());
    session.variant().sheet_with(&game, &notes, result)
}

/// What each player had left after each move, in the form that chess programs read. Days are not counted like this.
fn clocks(session: &Session) -> Vec<Option<String>> {
    match session.created().clock {
        Clock::Untimed | Clock::Correspondence { .. } => Vec::new(),
        Clock::Fischer { .. } | Clock::Delay { .. } => {
            let left = session.played().iter().map(|played| played.left);
            left.map(|left| left.map(clock)).collect()
        }
    }
}

fn clock(left: Millis) -> String {
    let seconds = left.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("[%clk {hours}:{minutes:02}:{:02}]", seconds % 60)
}

/// Writes a game as a file in the form of its variant, where that has one.
///
/// # Errors
/// The variant cannot write down the game, which it always can for a game it allowed.
pub fn to_file(session: &Session, imprint: Imprint<'_>) -> Result<Option<String>, Refusal> {
    session.variant().file(&written(session, imprint))
}

fn written(session: &Session, imprint: Imprint<'_>) -> Written {
    let played = session.played().iter();
    Written {
        tags: tags(session, imprint),
        setup: session.created().setup.clone(),
        actions: played.map(|played| played.action.clone()).collect(),
    }
}

fn tags(session: &Session, imprint: Imprint<'_>) -> Vec<(String, String)> {
    let at = session.created_at();
    let name = |seat: Seat| match &session.seats()[seat] {
        Some(sitter) => sitter.name.clone(),
        None => "?".to_owned(),
    };
    let tags = [
        ("Event", imprint.event.to_owned()),
        ("Site", imprint.site.to_owned()),
        ("Date", at.date()),
        ("Round", "-".to_owned()),
        ("White", name(Seat::White)),
        ("Black", name(Seat::Black)),
        ("Result", score(session.ending()).to_owned()),
        // The seven tags before this one come first in every PGN.
        ("GameId", session.id().to_string()),
        ("UTCDate", at.date()),
        ("UTCTime", at.time_of_day()),
        ("TimeControl", time_control(session.created().clock)),
        ("Termination", termination(session.ending()).to_owned()),
    ];
    let titles = Seat::BOTH.into_iter().filter_map(|seat| {
        let tag = match seat {
            Seat::White => "WhiteTitle",
            Seat::Black => "BlackTitle",
        };
        let is_bot = session.seats()[seat].as_ref()?.bot;
        is_bot.then(|| (tag, "BOT".to_owned()))
    });
    let tags = tags.into_iter().chain(titles);
    tags.map(|(name, value)| (name.to_owned(), value)).collect()
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
