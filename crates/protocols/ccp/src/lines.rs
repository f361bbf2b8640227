//! Lines of text, as clients send them.

use server::{BoundedLine, LineEnd, LineReader};

/// The longest line, in bytes. Longer ones are unknown messages.
pub const MAX_LINE: usize = 256;

/// One line that arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextLine {
    /// A line without its end.
    Text(String),
    /// A line that is too long or not UTF-8.
    Unreadable,
}

impl From<BoundedLine> for TextLine {
    fn from(line: BoundedLine) -> TextLine {
        let BoundedLine::Whole(bytes) = line else {
            return TextLine::Unreadable;
        };
        String::from_utf8(bytes).map_or(TextLine::Unreadable, TextLine::Text)
    }
}

/// Cuts a stream into lines. LF, CR LF and a lone CR end a line.
#[derive(Debug)]
pub struct Lines(LineReader);

impl Default for Lines {
    fn default() -> Lines {
        Lines(LineReader::new(MAX_LINE, LineEnd::Any))
    }
}

impl Lines {
    /// The lines that end in these bytes.
    pub fn push(&mut self, mut bytes: &[u8]) -> Vec<TextLine> {
        let next = || self.0.next_line(&mut bytes).map(TextLine::from);
        std::iter::from_fn(next).collect()
    }

    /// The last line, if the stream ended without ending it.
    pub fn finish(&mut self) -> Option<TextLine> {
        self.0.finish().map(TextLine::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_or_no_text_is_passed_over() {
        let text = |line: &str| TextLine::Text(line.to_owned());
        let mut stream = vec![b'x'; MAX_LINE];
        stream.extend(b"\r");
        stream.extend(vec![b'y'; MAX_LINE + 1]);
        stream.extend(b"\n\xff\nz\n");
        let whole = text(&"x".repeat(MAX_LINE));
        let expected = [whole, TextLine::Unreadable, TextLine::Unreadable, text("z")];
        assert_eq!(Lines::default().push(&stream), expected);
    }
}
