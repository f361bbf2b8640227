//! JSON piece by piece, for the few texts that every move makes.
//!
//! A serializer finds out at every field what is known beforehand here, which takes longer than judging
//! the move. The texts are the same; tests compare them.

use serde::Serialize;

/// A JSON text that grows. It is kept as bytes, because that is what serializers write.
#[derive(Debug, Default)]
pub struct JsonText(Vec<u8>);

impl JsonText {
    /// An empty text, with room for about so many bytes.
    pub fn with_room(bytes: usize) -> JsonText {
        JsonText(Vec::with_capacity(bytes))
    }

    /// Adds JSON as it is: names, brackets, commas.
    pub fn raw(&mut self, json: &str) -> &mut JsonText {
        self.0.extend_from_slice(json.as_bytes());
        self
    }

    /// Adds a string.
    pub fn string(&mut self, text: &str) -> &mut JsonText {
        let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
        // Without a way out of the middle, many bytes are looked at together.
        let all_plain = text.bytes().fold(true, |all, byte| all & is_plain(byte));
        match all_plain {
            true => self.raw("\"").raw(text).raw("\""),
            false => self.value(&text),
        }
    }

    /// Adds a number.
    pub fn number(&mut self, number: u64) -> &mut JsonText {
        self.raw(itoa::Buffer::new().format(number))
    }

    /// Adds anything else.
    pub fn value(&mut self, value: &impl Serialize) -> &mut JsonText {
        // What is sent and stored has a text: no map in it has keys other than strings.
        drop(serde_json::to_writer(&mut self.0, value));
        self
    }

    /// The text.
    pub fn finish(self) -> String {
        // Only text was added, so this takes what is there.
        String::from_utf8(self.0).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_written_as_a_serializer_writes_them() {
        for text in ["", "e2e4", "a \"b\"", "c\\d", "\n\u{7f}\u{0}", "é ♔"] {
            let mut written = JsonText::default();
            written.string(text);
            assert_eq!(written.finish(), serde_json::to_string(text).unwrap());
        }
    }
}
