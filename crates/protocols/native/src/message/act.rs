//! The most frequent call, read without a detour.
//!
//! The kind of a request stands among its fields, so a reader of all requests keeps everything until it
//! has seen the kind, and then reads again what it kept. A reader that knows the kind beforehand, and
//! leaves whatever is unusual to the other one, needs a small part of the time.

use session::{Ask, GameId, Tag};

use super::{Call, Request};

/// The call, if it is an action in a game and written without escapes.
pub(super) fn decode(text: &str) -> Option<Call> {
    let mut reader = Reader { rest: text };
    let call = reader.call()?;
    reader.skip_blanks();
    reader.rest.is_empty().then_some(call)
}

/// Reads what it knows and gives nothing for everything else, right or wrong.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn call(&mut self) -> Option<Call> {
        let (mut tag, mut request) = (None, None);
        self.object(|reader, key| match key {
            "tag" => fill(&mut tag, Tag::new(reader.string()?).ok()),
            "request" => fill(&mut request, reader.request()),
            _ => None,
        })?;
        Some(Call {
            tag: tag?,
            request: request?,
        })
    }

    fn request(&mut self) -> Option<Request> {
        let (mut kind, mut game, mut seat, mut ask) = (None, None, None, None);
        self.object(|reader, key| match key {
            "type" => fill(&mut kind, reader.string()),
            "game" => fill(&mut game, GameId::new(reader.string()?).ok()),
            "seat" => fill(&mut seat, reader.string()?.parse().ok()),
            "ask" => fill(&mut ask, reader.act()),
            _ => None,
        })?;
        let (game, ask) = (game?, ask?);
        (kind == Some("ask")).then_some(Request::Ask { game, seat, ask })
    }

    fn act(&mut self) -> Option<Ask> {
        let (mut kind, mut action, mut after) = (None, None, None);
        self.object(|reader, key| match key {
            "type" => fill(&mut kind, reader.string()),
            "action" => fill(&mut action, reader.string()),
            "after" => fill(&mut after, reader.number()),
            _ => None,
        })?;
        let action = action?.to_owned();
        (kind == Some("act")).then_some(Ask::Act { action, after })
    }

    /// An object with at least one field; each is read as `field` likes it.
    fn object(&mut self, mut field: impl FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        self.sign('{')?;
        loop {
            let key = self.string()?;
            self.sign(':')?;
            field(self, key)?;
            if self.sign(',').is_none() {
                return self.sign('}');
            }
        }
    }

    /// A string without escapes.
    fn string(&mut self) -> Option<&'a str> {
        self.sign('"')?;
        let is_special = |&byte: &u8| matches!(byte, b'"' | b'\\' | ..b' ');
        let length = self.rest.as_bytes().iter().position(is_special)?;
        let (string, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest.strip_prefix('"')?;
        Some(string)
    }

    /// A number that is not negative and has no fraction.
    fn number(&mut self) -> Option<u32> {
        self.skip_blanks();
        let is_other = |byte: &u8| !byte.is_ascii_digit();
        let length = self.rest.as_bytes().iter().position(is_other)?;
        let (digits, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        match digits.starts_with('0') && length > 1 {
            true => None,
            false => digits.parse().ok(),
        }
    }

    fn sign(&mut self, sign: char) -> Option<()> {
        self.skip_blanks();
        self.rest = self.rest.strip_prefix(sign)?;
        Some(())
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }
}

/// Every field stands at most once.
fn fill<T>(field: &mut Option<T>, value: Option<T>) -> Option<()> {
    match field {
        Some(_) => None,
        None => {
            *field = Some(value?);
            Some(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is read here is read in the same way by the reader of all requests.
    #[test]
    fn it_reads_nothing_that_is_not_in_the_protocol() {
        let act = r#"{"type":"act","action":"e2e4"}"#;
        let ask = format!(r#"{{"type":"ask","game":"g1","ask":{act}}}"#);
        let asks = [
            ask.clone(),
            ask.replace(r#""game":"g1""#, r#""seat":"black","game":"g1""#),
            ask.replace(r#""e2e4""#, r#""e2e4","after":3"#),
            ask.replace(r#""e2e4""#, r#""e2e4","after": 4294967295 "#),
            ask.replace("e2e4", "é ♞"),
            ask.replace(',', " ,\t").replace(':', "\n:\r"),
            format!(r#"{{"ask":{act},"game":"g1","type":"ask"}}"#),
        ];
        for ask in asks {
            let text = format!(r#" {{"request":{ask},"tag":"t"}} "#);
            let call = decode(&text);
            assert!(call.is_some(), "{text}");
            assert_eq!(call, serde_json::from_str(&text).ok(), "{text}");
        }
        let others = [
            ask.replace(r#""act""#, r#""resign""#),
            ask.replace(r#""ask","#, r#""open","#),
            ask.replace(r#""game":"g1""#, r#""game":"""#),
            ask.replace(r#""game":"g1""#, r#""game":"g1","more":1"#),
            ask.replace(r#""game":"g1""#, r#""game":"g1","game":"g2""#),
            ask.replace(r#""e2e4""#, r#""e2e4","after":-1"#),
            ask.replace(r#""e2e4""#, r#""e2e4","after":4294967296"#),
            ask.replace(r#""e2e4""#, r#""e2e4","after":03"#),
            ask.replace(r#""e2e4""#, r#""e2e4","after":3.0"#),
            ask.replace(r#""e2e4""#, "7"),
            ask.replace("e2e4", "e2\ne4"),
            ask.replace(r#"{"type""#, r#"{,"type""#),
            format!("{ask},"),
            format!("{ask}}}"),
            "{}".to_owned(),
        ];
        for ask in others {
            let text = format!(r#"{{"tag":"t","request":{ask}}}"#);
            assert_eq!(decode(&text), None, "{text}");
        }
    }

    /// One character more, less or other anywhere: both readers agree, or this one has no opinion.
    #[test]
    fn it_never_disagrees_with_the_reader_of_all_requests() {
        let text = r#"{"tag":"t","request":{"type":"ask","game":"g1","seat":"black","ask":{"type":"act","action":"e2e4","after":10}}}"#;
        let mut n_read = 0;
        for (at, found) in text.char_indices() {
            let (before, rest) = text.split_at(at);
            let after = &rest[found.len_utf8()..];
            for sign in r#" "\{}:,0a-.é"#.chars().map(String::from).chain([String::new()]) {
                for text in [
                    format!("{before}{sign}{after}"),
                    format!("{before}{sign}{rest}"),
                ] {
                    if let Some(call) = decode(&text) {
                        assert_eq!(Some(call), serde_json::from_str(&text).ok(), "{text}");
                        n_read += 1;
                    }
                }
            }
        }
        assert!(n_read > 100, "{n_read}");
    }

    /// What is lawful but unusual is read by the other reader.
    #[test]
    fn it_leaves_what_is_unusual() {
        let unusual = [
            r#""seat":null,"ask":{"type":"act","action":"e2e4"}"#,
            r#""ask":{"type":"act","action":"e2\u00654"}"#,
            r#""ask":{"type":"act","action":"e2e4","after":null}"#,
        ];
        for rest in unusual {
            let text = format!(r#"{{"tag":"t","request":{{"type":"ask","game":"g1",{rest}}}}}"#);
            assert_eq!(decode(&text), None, "{text}");
            assert!(super::super::decode(&text).is_ok(), "{text}");
        }
    }
}
