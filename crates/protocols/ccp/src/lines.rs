//! Bytes into lines, with bounded memory.

/// The longest line, in bytes. Longer ones are unknown messages.
pub const MAX_LINE: usize = 256;

/// One line that arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end.
    Text(String),
    /// A line that is too long or not UTF-8.
    Unreadable,
}

/// Cuts a stream into lines. LF, CR LF and a lone CR end a line, wherever the stream is cut into segments.
#[derive(Debug, Default)]
pub struct Lines {
    begun: Vec<u8>,
    too_long: bool,
    after_cr: bool,
}

impl Lines {
    /// The lines that end in these bytes. A line is given as soon as its end is there: whether an LF
    /// follows a CR is found out later.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Line> {
        bytes.iter().filter_map(|byte| self.byte(*byte)).collect()
    }

    /// The last line, if the stream ended without ending it.
    pub fn finish(&mut self) -> Option<Line> {
        let anything = self.too_long || !self.begun.is_empty();
        anything.then(|| self.line())
    }

    fn byte(&mut self, byte: u8) -> Option<Line> {
        let second_half = byte == b'\n' && self.after_cr;
        self.after_cr = byte == b'\r';
        match byte {
            b'\n' if second_half => None,
            b'\n' | b'\r' => Some(self.line()),
            _ if self.begun.len() == MAX_LINE => {
                self.too_long = true;
                None
            }
            _ => {
                self.begun.push(byte);
                None
            }
        }
    }

    fn line(&mut self) -> Line {
        let bytes = std::mem::take(&mut self.begun);
        if std::mem::take(&mut self.too_long) {
            return Line::Unreadable;
        }
        String::from_utf8(bytes).map_or(Line::Unreadable, Line::Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    #[test]
    fn any_line_end_will_do_however_the_stream_is_cut() {
        let stream = b"a\nb\r\nc\rd\r\r\n\n\re";
        let expected = ["a", "b", "c", "d", "", "", "", "e"].map(text);
        for size in 1..stream.len() {
            let mut lines = Lines::default();
            let mut got: Vec<Line> = stream
                .chunks(size)
                .flat_map(|part| lines.push(part))
                .collect();
            got.extend(lines.finish());
            assert_eq!(got, expected, "in pieces of {size}");
        }
    }

    #[test]
    fn a_lone_cr_ends_a_line_at_once() {
        assert_eq!(Lines::default().push(b"x\r"), [text("x")]);
    }

    #[test]
    fn what_is_too_long_or_no_text_is_passed_over() {
        let mut stream = vec![b'x'; MAX_LINE];
        stream.extend(b"\n");
        stream.extend(vec![b'y'; MAX_LINE + 1]);
        stream.extend(b"\n\xff\nz\n");
        let whole = text(&"x".repeat(MAX_LINE));
        let expected = [whole, Line::Unreadable, Line::Unreadable, text("z")];
        assert_eq!(Lines::default().push(&stream), expected);
    }

    #[test]
    fn an_endless_line_needs_no_memory() {
        let mut lines = Lines::default();
        for _ in 0..100 {
            assert!(lines.push(&[b'x'; 1000]).is_empty());
        }
        assert!(lines.begun.capacity() <= 2 * MAX_LINE);
        assert_eq!(lines.finish(), Some(Line::Unreadable));
        assert_eq!(lines.finish(), None);
    }
}
