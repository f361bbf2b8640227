//! Frames as text.

use std::fmt;

use rules::Refusal;
use serde::{Deserialize, Serialize};
use session::{GameId, JsonText, Tag};

use super::{Answer, MAX_FRAME, Notice, Request, act};

/// What a client sends: a request with the client's own name for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Call {
    /// The client's name for this request. The same player never uses a tag for two different requests;
    /// sent again, it is answered again and not done twice.
    pub tag: Tag,
    /// What is asked for.
    pub request: Request,
}

/// What the server sends: the one reply to a request, or a notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Frame {
    /// The request is done.
    Ok {
        /// Which request.
        tag: Tag,
        /// What came of it.
        answer: Answer,
    },
    /// A lawful no; nothing has changed.
    Refused {
        /// Which request; left out when the frame had no readable tag.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        tag: Option<Tag>,
        /// Why not.
        refusal: Refusal,
    },
    /// The server failed. Sending the same request again later is safe.
    Error {
        /// Which request.
        tag: Tag,
        /// What failed.
        error: Failure,
    },
    /// Something happened.
    Notice {
        /// What.
        notice: Notice,
    },
}

/// A failure of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failure {
    /// A stable word.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}

/// A frame that is not a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecodable {
    /// Its tag, if at least that could be read.
    pub tag: Option<Tag>,
    /// What is wrong with it.
    pub message: String,
}

impl Undecodable {
    /// The reply to it.
    pub fn into_frame(self) -> Frame {
        Frame::Refused {
            tag: self.tag,
            refusal: Refusal::new("bad-request", self.message),
        }
    }
}

impl fmt::Display for Undecodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Reads what a client sent.
///
/// # Errors
/// It is too long, no JSON, or no request.
pub fn decode(text: &str) -> Result<Call, Undecodable> {
    if text.len() > MAX_FRAME {
        return Err(Undecodable {
            tag: None,
            message: format!("a frame has at most {MAX_FRAME} bytes"),
        });
    }
    if let Some(call) = act::decode(text) {
        return Ok(call);
    }
    serde_json::from_str(text).map_err(|why| Undecodable {
        tag: tag_of(text),
        message: why.to_string(),
    })
}

/// The tag of a frame that is otherwise wrong, so that its reply can be told from others.
fn tag_of(text: &str) -> Option<Tag> {
    #[derive(Deserialize)]
    struct Tagged {
        tag: Tag,
    }
    serde_json::from_str::<Tagged>(text)
        .ok()
        .map(|tagged| tagged.tag)
}

/// Writes what the server sends.
pub fn encode(frame: &Frame) -> String {
    match frame {
        Frame::Ok {
            tag,
            answer: Answer::Asked { game, seq },
        } => encode_asked(tag, game, *seq),
        // Every frame has a text: no map in it has keys other than strings, and nothing else can fail.
        Frame::Ok { .. } | Frame::Refused { .. } | Frame::Error { .. } | Frame::Notice { .. } => {
            serde_json::to_string(frame).unwrap_or_default()
        }
    }
}

/// The most frequent reply.
fn encode_asked(tag: &Tag, game: &GameId, seq: u64) -> String {
    let mut text = JsonText::with_room(128);
    text.raw(r#"{"type":"ok","tag":"#).string(tag.as_str());
    text.raw(r#","answer":{"type":"asked","game":"#);
    text.string(game.as_str());
    text.raw(r#","seq":"#).number(seq).raw("}}");
    text.finish()
}

/// Writes a notice that many may get, without copying it into a frame.
pub fn encode_notice(notice: &Notice) -> String {
    #[derive(Serialize)]
    struct Borrowed<'a> {
        r#type: &'static str,
        notice: &'a Notice,
    }
    let r#type = "notice";
    serde_json::to_string(&Borrowed { r#type, notice }).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reply_to_an_action_is_that_of_a_serializer() {
        for (tag, game) in [("t-1", "abc"), ("\"", "\\")] {
            let frame = Frame::Ok {
                tag: Tag::new(tag).unwrap(),
                answer: Answer::Asked {
                    game: GameId::new(game).unwrap(),
                    seq: 12,
                },
            };
            assert_eq!(encode(&frame), serde_json::to_string(&frame).unwrap());
        }
    }
}
