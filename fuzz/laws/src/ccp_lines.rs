//! Lines are the same however the stream is cut, take bounded memory, and messages read as they are written.

use ccp::{Lines, MAX_LINE, Message, Request, TextLine};

/// The first byte says into which pieces the rest is cut.
pub(crate) fn check(bytes: &[u8]) {
    let Some((size, stream)) = bytes.split_first() else {
        return;
    };
    let whole = cut(stream, stream.len().max(1));
    assert_eq!(cut(stream, usize::from(*size).max(1)), whole);
    for line in &whole {
        check_line(line);
    }
}

fn cut(stream: &[u8], size: usize) -> Vec<TextLine> {
    let mut lines = Lines::default();
    let pieces = stream.chunks(size);
    let mut found: Vec<TextLine> = pieces.flat_map(|piece| lines.push(piece)).collect();
    found.extend(lines.finish());
    found
}

fn check_line(line: &TextLine) {
    let request = Request::read(line);
    let TextLine::Text(text) = line else {
        assert_eq!(request, Some(Request::Unknown));
        return;
    };
    assert!(text.len() <= MAX_LINE);
    if let Some(message) = Message::read(text) {
        let written = message.to_string();
        assert_eq!(Message::read(&written), Some(message), "{text:?}");
    }
}
