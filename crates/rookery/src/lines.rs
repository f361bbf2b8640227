//! Lines of bytes with a length limit, for protocols: memory stays bounded whatever arrives.

use std::io::{self, BufRead};

/// One line that arrived.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end.
    Whole(Vec<u8>),
    /// A line longer than allowed; only its beginning was kept.
    TooLong(Vec<u8>),
}

/// Reads the next line; `None` at the end of the input. A last line without an end counts.
pub(crate) fn read_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut has_begun = false;
    let is_ended = read_chunks(input, |chunk| {
        has_begun = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        // Two bytes more than allowed are enough to know that a line is too long.
        let room = (limit + 2).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        end
    })?;
    Ok((is_ended || has_begun).then(|| finish(line, limit)))
}

/// Gives chunks of the input to `end_of` until it finds the place where something ends; the input goes on after that
/// place. Whether there was one before the input ended.
pub(crate) fn read_chunks(
    input: &mut impl BufRead,
    mut end_of: impl FnMut(&[u8]) -> Option<usize>,
) -> io::Result<bool> {
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(false);
        }
        let end = end_of(chunk);
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

fn finish(mut line: Vec<u8>, limit: usize) -> Line {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    if line.len() > limit {
        Line::TooLong(line)
    } else {
        Line::Whole(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], limit: usize) -> Vec<Line> {
        let mut input = io::BufReader::with_capacity(3, text);
        std::iter::from_fn(|| read_line(&mut input, limit).unwrap()).collect()
    }

    #[test]
    fn lines_end_in_lf_or_crlf_or_with_the_input() {
        let whole = |text: &str| Line::Whole(text.into());
        assert_eq!(
            all(b"a\nbc\r\n\nd", 10),
            [whole("a"), whole("bc"), whole(""), whole("d")]
        );
    }

    #[test]
    fn a_long_line_is_told_and_the_next_one_read() {
        let lines = all(b"123456789\nok\n12345\n123456\r\n", 5);
        let long = |line: &Line| matches!(line, Line::TooLong(_));
        assert_eq!(
            lines.iter().map(long).collect::<Vec<_>>(),
            [true, false, false, true]
        );
    }
}
