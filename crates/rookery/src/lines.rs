//! Lines of an input that is waited for.

use std::io::{self, BufRead};

use server::{BoundedLine, LineEnd, LineReader};

/// Reads the next line; `None` at the end of the input. A last line without an end counts.
pub(crate) fn read_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<BoundedLine>> {
    let mut reader = LineReader::new(limit, LineEnd::Lf);
    let mut line = None;
    read_chunks(input, |chunk| {
        let mut rest = chunk;
        line = reader.next_line(&mut rest);
        line.as_ref().map(|_| chunk.len() - rest.len() - 1)
    })?;
    Ok(line.or_else(|| reader.finish()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_lf_or_crlf_or_with_the_input() {
        let mut input = io::BufReader::with_capacity(3, &b"a\nbc\r\n\n123456\nd"[..]);
        let lines = std::iter::from_fn(|| read_line(&mut input, 5).unwrap());
        let whole = |text: &str| BoundedLine::Whole(text.into());
        let long = BoundedLine::TooLong("123456".into());
        let expected = [whole("a"), whole("bc"), whole(""), long, whole("d")];
        assert_eq!(lines.collect::<Vec<_>>(), expected);
    }
}
