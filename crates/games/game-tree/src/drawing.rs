//! Arrows and circles, as programs put them into comments: `[%cal Ge2e4]`, `[%csl Rd5]`.

use serde::{Deserialize, Serialize};

/// The most arrows and circles of one position.
const MAX_DRAWINGS: usize = 64;

/// An arrow; a circle where both ends are the same place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawing {
    /// Where it begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// Its colour.
    pub colour: Colour,
}

/// The colour of an arrow or circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Colour {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `B`.
    Blue,
    /// `Y`.
    Yellow,
}

impl Colour {
    const fn letter(self) -> char {
        match self {
            Colour::Green => 'G',
            Colour::Red => 'R',
            Colour::Blue => 'B',
            Colour::Yellow => 'Y',
        }
    }

    const fn read(letter: char) -> Option<Colour> {
        match letter {
            'G' => Some(Colour::Green),
            'R' => Some(Colour::Red),
            'B' => Some(Colour::Blue),
            'Y' => Some(Colour::Yellow),
            _ => None,
        }
    }
}

/// A comment without its arrows and circles, and these. What cannot be understood stays in the comment.
pub(crate) fn take_drawings(comment: &str) -> (String, Vec<Drawing>) {
    let (mut rest, mut drawings) = (String::with_capacity(comment.len()), Vec::new());
    let mut text = comment;
    while let Some(at) = text.find("[%c") {
        let (before, command) = text.split_at(at);
        rest.push_str(before);
        let end = command.find(']').map_or(command.len(), |end| end + 1);
        match read_command(&command[..end]) {
            Some(found) => drawings.extend(found),
            None => rest.push_str(&command[..end]),
        }
        text = &command[end..];
    }
    rest.push_str(text);
    drawings.truncate(MAX_DRAWINGS);
    (
        rest.split_whitespace().collect::<Vec<_>>().join(" "),
        drawings,
    )
}

fn read_command(command: &str) -> Option<Vec<Drawing>> {
    let inner = command.strip_prefix("[%")?.strip_suffix(']')?;
    let (name, list) = inner.split_once(' ')?;
    let read = match name {
        "csl" => read_circle,
        "cal" => read_arrow,
        _ => return None,
    };
    list.split(',').map(|one| read(one.trim())).collect()
}

fn read_circle(word: &str) -> Option<Drawing> {
    let (colour, cell) = coloured(word)?;
    let (from, to) = (cell.to_owned(), cell.to_owned());
    Some(Drawing { from, to, colour })
}

fn read_arrow(word: &str) -> Option<Drawing> {
    let (colour, cells) = coloured(word)?;
    let (from, to) = match cells.split_once('-') {
        Some(both) => both,
        // Two squares of an ordinary board stand without a sign between them.
        None => cells.split_at_checked(2).filter(|_| cells.len() == 4)?,
    };
    let (from, to) = (from.to_owned(), to.to_owned());
    Some(Drawing { from, to, colour })
}

fn coloured(word: &str) -> Option<(Colour, &str)> {
    let mut letters = word.chars();
    let colour = Colour::read(letters.next()?)?;
    Some((colour, letters.as_str())).filter(|(_, cells)| !cells.is_empty())
}

/// A comment with arrows and circles in front. Places whose names PGN cannot hold are left out.
pub(crate) fn with_drawings(comment: &str, drawings: &[Drawing]) -> String {
    let is_name = |name: &str| {
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.');
        !name.is_empty() && name.chars().all(is_sign)
    };
    let drawn = drawings.iter().take(MAX_DRAWINGS);
    let drawn = drawn.filter(|one| is_name(&one.from) && is_name(&one.to));
    let (circles, arrows): (Vec<&Drawing>, Vec<&Drawing>) =
        drawn.partition(|one| one.from == one.to);
    let circle = |one: &&Drawing| format!("{}{}", one.colour.letter(), one.from);
    let arrow = |one: &&Drawing| {
        let gap = if one.from.len() == 2 && one.to.len() == 2 {
            ""
        } else {
            "-"
        };
        format!("{}{}{gap}{}", one.colour.letter(), one.from, one.to)
    };
    let command = |name: &str, words: Vec<String>| {
        (!words.is_empty()).then(|| format!("[%{name} {}]", words.join(",")))
    };
    let parts = [
        command("csl", circles.iter().map(circle).collect()),
        command("cal", arrows.iter().map(arrow).collect()),
        (!comment.is_empty()).then(|| comment.to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(from: &str, to: &str, colour: Colour) -> Drawing {
        let (from, to) = (from.to_owned(), to.to_owned());
        Drawing { from, to, colour }
    }

    #[test]
    fn drawings_are_taken_out_of_comments_and_put_back() {
        let text = "[%csl Rd5] [%cal Ge2e4,Bb2W-b4N] the idea [%clk 0:01:00]";
        let (rest, drawings) = take_drawings(text);
        assert_eq!(rest, "the idea [%clk 0:01:00]");
        let wanted = [
            drawing("d5", "d5", Colour::Red),
            drawing("e2", "e4", Colour::Green),
            drawing("b2W", "b4N", Colour::Blue),
        ];
        assert_eq!(drawings, wanted);
        assert_eq!(with_drawings(&rest, &drawings), text);
    }

    #[test]
    fn what_is_not_understood_stays() {
        for text in [
            "[%cal Ge2e4e5]",
            "[%csl d5",
            "[%cal Xe2e4]",
            "[%clk 0:01:00]",
            "[%csl G]",
        ] {
            assert_eq!(take_drawings(text), (text.to_owned(), Vec::new()), "{text}");
        }
        let odd = [
            drawing("a]b", "c", Colour::Red),
            drawing("", "", Colour::Red),
        ];
        assert_eq!(with_drawings("text", &odd), "text");
    }
}
