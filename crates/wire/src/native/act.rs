//! The most frequent call, read without a detour.
//!
//! The kind of a request stands among its fields, so a reader of all requests keeps everything until it
//! has seen the kind, and then reads again what it kept. A reader that knows the kind beforehand needs
//! half the time.

use rules::Seat;
use serde::Deserialize;
use session::{Ask, GameId, Tag};

use super::{Call, Request};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActCall {
    tag: Tag,
    request: AskRequest,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskRequest {
    #[serde(rename = "type")]
    _kind: AskKind,
    game: GameId,
    #[serde(default)]
    seat: Option<Seat>,
    ask: ActAsk,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActAsk {
    #[serde(rename = "type")]
    _kind: ActKind,
    action: String,
    #[serde(default)]
    after: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum AskKind {
    Ask,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ActKind {
    Act,
}

/// The call, if it is an action in a game.
pub(super) fn decode(text: &str) -> Option<Call> {
    let ActCall { tag, request } = serde_json::from_str(text).ok()?;
    let AskRequest {
        game, seat, ask, ..
    } = request;
    let ActAsk { action, after, .. } = ask;
    Some(Call {
        tag,
        request: Request::Ask {
            game,
            seat,
            ask: Ask::Act { action, after },
        },
    })
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
            ask.replace(r#""game":"g1""#, r#""game":"g1","seat":null"#),
            ask.replace(r#""e2e4""#, r#""e2e4","after":3"#),
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
            ask.replace(r#""e2e4""#, "7"),
        ];
        for ask in others {
            let text = format!(r#"{{"tag":"t","request":{ask}}}"#);
            assert_eq!(decode(&text), None, "{text}");
        }
    }
}
