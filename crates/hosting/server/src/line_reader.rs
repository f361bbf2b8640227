//! Lines of bytes with a length limit, for protocols: memory stays bounded whatever arrives.

/// What ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// LF or CR LF.
    Lf,
    /// LF, CR LF or a lone CR.
    Any,
}

/// One line that arrived, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundedLine {
    /// All of it.
    Whole(Vec<u8>),
    /// Longer than allowed; only its beginning was kept.
    TooLong(Vec<u8>),
}

/// Cuts a stream into lines, wherever the stream is cut into segments.
#[derive(Debug)]
pub struct LineReader {
    limit: usize,
    end: LineEnd,
    begun: Vec<u8>,
    after_cr: bool,
}

impl LineReader {
    /// Reads lines of at most so many bytes.
    pub fn new(limit: usize, end: LineEnd) -> LineReader {
        LineReader {
            limit,
            end,
            begun: Vec::new(),
            after_cr: false,
        }
    }

    /// The next line that ends in these bytes; what was read is taken off them. A line is given as soon as its end is
    /// there: whether an LF follows a CR is found out later.
    pub fn next_line(&mut self, bytes: &mut &[u8]) -> Option<BoundedLine> {
        if self.after_cr && !bytes.is_empty() {
            self.after_cr = false;
            if let Some(rest) = bytes.strip_prefix(b"\n") {
                *bytes = rest;
            }
        }
        let ends = |byte: &u8| *byte == b'\n' || (*byte == b'\r' && self.end == LineEnd::Any);
        let end = bytes.iter().position(ends);
        let part = &bytes[..end.unwrap_or(bytes.len())];
        // Two bytes more than allowed are enough to know that a line is too long, whatever ends it.
        let room = (self.limit + 2).saturating_sub(self.begun.len());
        self.begun.extend_from_slice(&part[..part.len().min(room)]);
        let Some(end) = end else {
            *bytes = &[];
            return None;
        };
        self.after_cr = bytes[end] == b'\r';
        *bytes = &bytes[end + 1..];
        Some(self.line())
    }

    /// The last line, if the stream ended without ending it.
    pub fn finish(&mut self) -> Option<BoundedLine> {
        (!self.begun.is_empty()).then(|| self.line())
    }

    fn line(&mut self) -> BoundedLine {
        let mut line = std::mem::take(&mut self.begun);
        if self.end == LineEnd::Lf && line.last() == Some(&b'\r') {
            line.pop();
        }
        match line.len() > self.limit {
            true => BoundedLine::TooLong(line),
            false => BoundedLine::Whole(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> BoundedLine {
        BoundedLine::Whole(text.into())
    }

    /// All lines of a stream that comes in pieces.
    fn all(stream: &[u8], limit: usize, end: LineEnd, size: usize) -> Vec<BoundedLine> {
        let mut reader = LineReader::new(limit, end);
        let mut lines = Vec::new();
        for mut piece in stream.chunks(size) {
            lines.extend(std::iter::from_fn(|| reader.next_line(&mut piece)));
            assert!(piece.is_empty());
        }
        lines.extend(reader.finish());
        lines
    }

    #[test]
    fn lines_end_alike_however_the_stream_is_cut() {
        let stream = b"a\nb\r\nc\rd\r\r\n\n\re";
        let any = ["a", "b", "c", "d", "", "", "", "e"].map(whole);
        let lf = ["a", "b", "c\rd\r", "", "\re"].map(whole);
        for size in 1..stream.len() {
            assert_eq!(all(stream, 10, LineEnd::Any, size), any, "{size}");
            assert_eq!(all(stream, 10, LineEnd::Lf, size), lf, "{size}");
        }
    }

    #[test]
    fn a_lone_cr_ends_a_line_at_once() {
        let mut reader = LineReader::new(10, LineEnd::Any);
        assert_eq!(reader.next_line(&mut &b"x\r"[..]), Some(whole("x")));
    }

    #[test]
    fn a_long_line_is_told_and_the_next_one_read() {
        let lines = all(b"123456789\nok\n12345\r\n123456\r\n", 5, LineEnd::Lf, 3);
        let is_long = |line: &BoundedLine| matches!(line, BoundedLine::TooLong(_));
        let long: Vec<_> = lines.iter().map(is_long).collect();
        assert_eq!(long, [true, false, false, true]);
    }

    #[test]
    fn an_endless_line_needs_no_memory() {
        let mut reader = LineReader::new(256, LineEnd::Any);
        for _ in 0..100 {
            assert_eq!(reader.next_line(&mut &[b'x'; 1000][..]), None);
        }
        assert!(reader.begun.capacity() <= 2 * 256 + 4);
        assert!(matches!(reader.finish(), Some(BoundedLine::TooLong(_))));
        assert_eq!(reader.finish(), None);
    }
}
