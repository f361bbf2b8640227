//! Lines of a text whose ends may be those of any system.

/// What ends a line.
pub(super) const ENDS: [char; 2] = ['\n', '\r'];

/// How many lines end in this part of a text; both signs of `\r\n` are one end.
pub(super) fn count(part: &str, next: Option<char>) -> usize {
    let bytes = part.as_bytes();
    let followed = |index: usize| match bytes.get(index + 1) {
        Some(byte) => *byte == b'\n',
        None => next == Some('\n'),
    };
    let is_end = |(index, byte): &(usize, &u8)| match **byte {
        b'\n' => true,
        b'\r' => !followed(*index),
        _ => false,
    };
    bytes.iter().enumerate().filter(is_end).count()
}

/// The next line that surely begins a game, after the one in which `from` lies: `[Event "`, or another tag after an empty
/// line. The end of the text if there is none.
pub(super) fn next_game(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(length) = text[at..].find(ENDS) {
        let is_blank = text[at..at + length].trim().is_empty();
        let end = &text[at + length..];
        at += length + if end.starts_with("\r\n") { 2 } else { 1 };
        if begins_tag(&text[at..]) && (is_blank || text[at..].starts_with("[Event ")) {
            return at;
        }
    }
    text.len()
}

/// Whether a text begins like `[White "`.
fn begins_tag(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('[') else {
        return false;
    };
    let name = inside.trim_start_matches(is_of_name);
    name.len() < inside.len() && name.trim_start_matches([' ', '\t']).starts_with('"')
}

fn is_of_name(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

/// A tag at the beginning of a text.
pub(super) struct Tag<'t> {
    pub(super) name: &'t str,
    pub(super) value: String,
    /// How much of the text it takes.
    pub(super) length: usize,
}

impl<'t> Tag<'t> {
    /// Reads `[White "Name"]`. Quotes in the name should be marked by a backslash; many are not.
    pub(super) fn read(text: &'t str) -> Option<Tag<'t>> {
        let line = &text[..text.find(ENDS).unwrap_or(text.len())];
        let (name, after) = line.strip_prefix('[')?.split_once('"')?;
        let name = name.trim();
        if name.is_empty() || !name.chars().all(is_of_name) {
            return None;
        }
        let (value, rest) = quoted(after).or_else(|| as_it_stands(after))?;
        Some(Tag {
            name,
            value,
            length: line.len() - rest.len(),
        })
    }
}

/// What stands before the first quote that is followed by `]`, and what comes after that.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        match (sign, closed(&text[at..])) {
            ('"', Some(rest)) => return Some((value, rest)),
            ('\\', _) => {
                let marked = signs.next_if(|(_, next)| matches!(next, '"' | '\\'));
                value.push(marked.map_or('\\', |(_, next)| next));
            }
            _ => value.push(sign),
        }
    }
    None
}

/// What follows a quote and a bracket, if the text begins with them.
fn closed(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.trim_start().strip_prefix(']')
}

/// The same where a backslash at the end was meant as one.
fn as_it_stands(text: &str) -> Option<(String, &str)> {
    let quotes = text.match_indices('"');
    let mut ends = quotes.filter_map(|(at, _)| Some((at, closed(&text[at..])?)));
    let (at, rest) = ends.next()?;
    Some((text[..at].to_owned(), rest))
}
