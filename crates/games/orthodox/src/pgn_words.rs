//! The words of a PGN text: tags, moves and results. Comments, variations, move numbers and
//! judgements are passed over; anything that is not PGN is an error, never skipped, because a game that
//! lacks a move is worse than no game.

/// What a PGN text consists of, as far as the rules care.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word<'t> {
    /// `[Name "value"]`.
    Tag(String, String),
    /// Something in the place of a move, without move number and judgement.
    Move(&'t str),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result,
}

/// Reads all words of a text.
pub(crate) fn words(text: &str) -> Result<Vec<Word<'_>>, String> {
    let mut reader = Reader {
        rest: text.trim_start_matches('\u{feff}'),
        depth: 0,
        words: Vec::new(),
    };
    // An escaped line at the very beginning has no line end before it.
    reader.skip_escaped_line();
    while let Some(first) = reader.rest.chars().next() {
        reader.read(first)?;
    }
    match reader.depth {
        0 => Ok(reader.words),
        _ => Err("a variation is not closed with )".to_owned()),
    }
}

struct Reader<'t> {
    rest: &'t str,
    /// How many variations are open.
    depth: usize,
    words: Vec<Word<'t>>,
}

impl<'t> Reader<'t> {
    fn read(&mut self, first: char) -> Result<(), String> {
        match first {
            '{' => self
                .skip_past('}')
                .ok_or("a comment is not closed with }")?,
            ';' => self.skip_line(),
            '[' => self.tag()?,
            '(' => {
                self.depth += 1;
                self.skip(first);
            }
            ')' => {
                let outer = self.depth.checked_sub(1);
                self.depth = outer.ok_or("a variation is closed that was not opened")?;
                self.skip(first);
            }
            '\n' => {
                self.skip(first);
                self.skip_escaped_line();
            }
            _ if first.is_whitespace() => self.skip(first),
            _ => self.word(),
        }
        Ok(())
    }

    fn skip(&mut self, first: char) {
        self.rest = &self.rest[first.len_utf8()..];
    }

    fn skip_past(&mut self, end: char) -> Option<()> {
        self.rest = self.rest.split_once(end)?.1;
        Some(())
    }

    fn skip_line(&mut self) {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        self.rest = &self.rest[end..];
    }

    /// A line that begins with `%` is not PGN but a message to some program.
    fn skip_escaped_line(&mut self) {
        if self.rest.starts_with('%') {
            self.skip_line();
        }
    }

    fn tag(&mut self) -> Result<(), String> {
        let line = self.rest.lines().next().unwrap_or_default();
        let wrong = || format!("`{}` is not a tag like [White \"Name\"]", shortened(line));
        let inside = self.rest[1..].trim_start();
        let (name, value) = inside.split_once('"').ok_or_else(wrong)?;
        let name = name.trim_end();
        let plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(wrong());
        }
        let (value, rest) = quoted(value).ok_or_else(wrong)?;
        self.rest = rest.trim_start().strip_prefix(']').ok_or_else(wrong)?;
        self.words.push(Word::Tag(name.to_owned(), value));
        Ok(())
    }

    fn word(&mut self) {
        let is_end = |sign: char| sign.is_whitespace() || "(){}[];".contains(sign);
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        // A bracket that closes nothing stands for itself, so that reading goes on.
        let end = end.max(self.rest.chars().next().map_or(0, char::len_utf8));
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if self.depth == 0 {
            self.words.extend(meaning(word));
        }
    }
}

/// What stands between quotes, and what follows; a backslash takes the next sign literally.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '"' => return Some((value, &text[at + 1..])),
            '\n' => return None,
            '\\' => value.push(signs.next()?.1),
            _ => value.push(sign),
        }
    }
    None
}

fn meaning(word: &str) -> Option<Word<'_>> {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "*") {
        return Some(Word::Result);
    }
    let bare = without_number(word).trim_end_matches(['!', '?']);
    // A judgement may be glued to the move as in `e4$1`.
    let bare = bare.split('$').next().unwrap_or_default();
    match bare {
        "" | "e.p." => None,
        _ => Some(Word::Move(bare)),
    }
}

/// `12.` and `12...` may stand alone or before the move. A number without a dot is a number too, but
/// `0-0` is a move.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if after.is_empty() || after.starts_with('.') {
        after.trim_start_matches('.')
    } else {
        word
    }
}

/// The beginning of a text, for a sentence about it.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<&str> {
        let words = words(text).unwrap();
        let only_moves = words.into_iter().filter_map(|word| {
            let Word::Move(text) = word else {
                return None;
            };
            Some(text)
        });
        only_moves.collect()
    }

    #[test]
    fn moves_are_found_among_everything_else() {
        let text = "%escaped e4\n1. e4! {x (y} e5 $1 (1... c5 (2. a3) 2. Nf3) 2.Nf3?! Nc6$2\n%no\n3 0-0 ; d5\nd6 e.p. *";
        assert_eq!(moves(text), ["e4", "e5", "Nf3", "Nc6", "0-0", "d6"]);
    }

    #[test]
    fn tags_keep_escaped_quotes() {
        let tag = Word::Tag("White".to_owned(), "A \"B\" \\ C".to_owned());
        assert_eq!(words(r#"[White "A \"B\" \\ C"]"#).unwrap(), [tag]);
    }

    #[test]
    fn broken_text_is_an_error() {
        for text in [
            "{",
            "(e4",
            "e4)",
            "[White]",
            "[White \"x",
            "[White \"x\" y]",
            "[ \"x\"]",
        ] {
            assert!(words(text).is_err(), "{text}");
        }
    }
}
