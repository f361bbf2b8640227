//! JSON values that may go over several lines, with a length limit: memory stays bounded whatever arrives.
//!
//! A value begins with the first sign that is not white space and ends where its brackets close. A value without
//! brackets ends with its line. A blank line ends a value whose brackets do not close, so that a mistake does not
//! swallow everything after it.

use std::io::{self, BufRead};

use server::BoundedLine;

use crate::lines::read_chunks;

/// Reads the next value; `None` at the end of the input. A last value that does not end counts.
pub(crate) fn read_value(
    input: &mut impl BufRead,
    limit: usize,
) -> io::Result<Option<BoundedLine>> {
    let mut value = Value::default();
    let is_ended = read_chunks(input, |chunk| {
        chunk.iter().position(|byte| value.add(*byte, limit))
    })?;
    Ok((is_ended || value.has_begun).then(|| value.finish(limit)))
}

/// A value that is being read.
#[derive(Default)]
struct Value {
    bytes: Vec<u8>,
    has_begun: bool,
    /// Brackets that are open.
    depth: usize,
    is_in_text: bool,
    is_escaped: bool,
    is_line_blank: bool,
}

impl Value {
    /// Adds a byte; whether the value ends with it.
    fn add(&mut self, byte: u8, limit: usize) -> bool {
        let is_space = byte.is_ascii_whitespace();
        if !self.has_begun && is_space {
            return false;
        }
        self.has_begun = true;
        // One byte more than allowed is enough to know that a value is too long.
        if self.bytes.len() <= limit {
            self.bytes.push(byte);
        }
        if byte == b'\n' {
            let is_over = self.depth == 0 || self.is_line_blank;
            self.is_line_blank = true;
            return is_over;
        }
        self.is_line_blank &= is_space;
        self.closes(byte)
    }

    /// Whether the last bracket closes with this byte.
    fn closes(&mut self, byte: u8) -> bool {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.is_in_text => self.is_escaped = true,
            b'"' => self.is_in_text = !self.is_in_text,
            _ if self.is_in_text => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }

    fn finish(mut self, limit: usize) -> BoundedLine {
        while self.bytes.last().is_some_and(u8::is_ascii_whitespace) {
            self.bytes.pop();
        }
        match self.bytes.len() > limit {
            true => BoundedLine::TooLong(self.bytes),
            false => BoundedLine::Whole(self.bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, limit: usize) -> Vec<BoundedLine> {
        let mut input = io::BufReader::with_capacity(3, text.as_bytes());
        std::iter::from_fn(|| read_value(&mut input, limit).unwrap()).collect()
    }

    fn whole(texts: &[&str]) -> Vec<BoundedLine> {
        let line = |text: &&str| BoundedLine::Whole(text.as_bytes().to_vec());
        texts.iter().map(line).collect()
    }

    #[test]
    fn values_end_where_their_brackets_close() {
        let text = "\n{\n  \"a\": \"}\\\"{\",\n  \"b\": [1]\n}\r\n\n{}{\"c\":2} [3]\n";
        let values = [
            "{\n  \"a\": \"}\\\"{\",\n  \"b\": [1]\n}",
            "{}",
            "{\"c\":2}",
            "[3]",
        ];
        assert_eq!(all(text, 100), whole(&values));
    }

    #[test]
    fn what_has_no_brackets_ends_with_its_line() {
        assert_eq!(all("e2e4\nnull\n{}", 100), whole(&["e2e4", "null", "{}"]));
    }

    #[test]
    fn a_blank_line_ends_what_does_not_close() {
        let text = "{\"a\": 1,\n\n{\"b\":2}\n{\"c\": \"no end\n \n{}";
        assert_eq!(
            all(text, 100),
            whole(&["{\"a\": 1,", "{\"b\":2}", "{\"c\": \"no end", "{}"])
        );
    }

    #[test]
    fn long_values_are_cut_and_the_next_one_is_read() {
        let text = format!("{{\"a\":\"{}\"}}\n{{}}", "x".repeat(1000));
        let values = all(&text, 10);
        assert_eq!(values.len(), 2);
        assert!(matches!(&values[0], BoundedLine::TooLong(kept) if kept.len() == 11));
        assert_eq!(values[1..], whole(&["{}"]));
    }
}
