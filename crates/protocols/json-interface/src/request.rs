//! Requests: what a client may say. Reading one needs no game.

use rules::Seat;

use crate::MAX_MESSAGE;
use crate::board::{Piece, Square};
use crate::clock::Timing;
use crate::failure::{Code, Failure};
use crate::strict_json::{self, Json};

/// A request with the members that every request may have.
pub(crate) struct Request {
    pub(crate) body: Body,
    pub(crate) game_id: Option<String>,
}

/// What is asked for.
pub(crate) enum Body {
    PieceMove {
        from: Square,
        to: Square,
        choice: Option<Piece>,
    },
    PromotionChoice(Piece),
    /// One of the texts of the member `actions`.
    Action(String),
    NewGame(NewGame),
    JoinGame {
        /// What to sit on; with a token, the token says it.
        seat: Option<SeatWish>,
        /// Proves that the seat is the client's.
        token: Option<String>,
    },
    Spectate,
    StateRequest,
    Resign {
        color: Option<Seat>,
    },
    DrawOffer {
        color: Option<Seat>,
    },
    DrawAccept {
        color: Option<Seat>,
    },
    DrawDecline {
        color: Option<Seat>,
    },
    DrawClaim {
        reason: String,
    },
    LeaveGame,
}

/// What a client wants to play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeatWish {
    Both,
    One(Seat),
}

impl SeatWish {
    fn read(text: &str) -> Option<SeatWish> {
        match text {
            "both" => Some(SeatWish::Both),
            text => text.parse().ok().map(SeatWish::One),
        }
    }
}

/// Who says that a position has come for the third time, or that fifty moves have passed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DrawRules {
    Automatic,
    Claim,
}

/// The members of `new_game`.
pub(crate) struct NewGame {
    pub(crate) fen: Option<String>,
    pub(crate) variant: String,
    pub(crate) seat: SeatWish,
    pub(crate) draw_rules: DrawRules,
    pub(crate) timing: Option<Timing>,
}

/// What an answer repeats so that a client can tell which request it belongs to.
#[derive(Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub(crate) enum RequestId {
    Text(String),
    Number(i64),
}

type Fits = fn(&Json<'_>) -> bool;

/// Every member this interface knows, and whether its value has the right kind.
const MEMBERS: [(&str, Fits); 15] = [
    ("message_type", is_text),
    ("from", is_text),
    ("to", is_text),
    ("piece_choice", is_text),
    ("fen", is_text),
    ("variant", is_text),
    ("seat", is_text),
    ("seat_token", is_text),
    ("action", is_text),
    ("draw_rules", is_text),
    ("clock", is_object),
    ("game_id", is_text),
    ("request_id", is_request_id),
    ("color", is_text),
    ("reason", is_text),
];

fn is_text(value: &Json<'_>) -> bool {
    matches!(value, Json::Text(_))
}

fn is_object(value: &Json<'_>) -> bool {
    matches!(value, Json::Object(_))
}

fn is_request_id(value: &Json<'_>) -> bool {
    match value {
        Json::Text(text) => text.chars().count() <= 64,
        other @ (Json::Integer(_) | Json::Object(_) | Json::Other) => {
            matches!(other, Json::Integer(_))
        }
    }
}

/// Reads a message. The request id is given even where the rest is refused.
pub(crate) fn read(message: &[u8]) -> (Option<RequestId>, Result<Request, Failure>) {
    let members = match members(message) {
        Ok(members) => members,
        Err(failure) => return (None, Err(failure)),
    };
    let id = match members.get("request_id").filter(|id| is_request_id(id)) {
        Some(Json::Text(text)) => Some(RequestId::Text(text.clone().into_owned())),
        Some(Json::Integer(number)) => Some(RequestId::Number(*number)),
        _ => None,
    };
    (id, members.request())
}

fn members(message: &[u8]) -> Result<Members<'_>, Failure> {
    if message.len() > MAX_MESSAGE {
        return Err(Failure::new(Code::TooLarge));
    }
    let text = std::str::from_utf8(message).map_err(|_| Failure::new(Code::NotUtf8))?;
    match strict_json::parse(text)? {
        Json::Object(members) => Ok(Members(members)),
        Json::Text(_) | Json::Integer(_) | Json::Other => Err(Failure::new(Code::NotAnObject)),
    }
}

struct Members<'t>(Vec<(std::borrow::Cow<'t, str>, Json<'t>)>);

impl Members<'_> {
    fn get(&self, name: &str) -> Option<&Json<'_>> {
        self.0
            .iter()
            .find(|(member, _)| member == name)
            .map(|(_, value)| value)
    }

    fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Json::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn request(&self) -> Result<Request, Failure> {
        if self.get("message_type").is_none() {
            return Err(Failure::new(Code::MissingMessageType));
        }
        for (name, fits) in MEMBERS {
            if self.get(name).is_some_and(|value| !fits(value)) {
                return Err(Failure::new(Code::WrongType).detail(name));
            }
        }
        let written = self.text("message_type").unwrap_or_default();
        let body = self
            .body(&normalised(written))
            .unwrap_or_else(|| Err(Failure::new(Code::UnknownMessageType).detail(written)))?;
        Ok(Request {
            body,
            game_id: self.text("game_id").map(str::to_owned),
        })
    }

    /// `None` if there is no such request.
    fn body(&self, message_type: &str) -> Option<Result<Body, Failure>> {
        Some(match message_type {
            "piece_move" => self.piece_move(),
            "piece_promotion_choice" => self
                .required("piece_choice")
                .and_then(|_| self.piece())
                .and_then(|piece| piece.ok_or(Failure::new(Code::BadPieceChoice)))
                .map(Body::PromotionChoice),
            "action" => self
                .required("action")
                .map(|action| Body::Action(action.to_owned())),
            "new_game" => self.new_game().map(Body::NewGame),
            "join_game" => self.join_game(),
            "spectate" => self.required("game_id").map(|_| Body::Spectate),
            "state_request" => Ok(Body::StateRequest),
            "resign" => self.color().map(|color| Body::Resign { color }),
            "draw_offer" => self.color().map(|color| Body::DrawOffer { color }),
            "draw_accept" => self.color().map(|color| Body::DrawAccept { color }),
            "draw_decline" => self.color().map(|color| Body::DrawDecline { color }),
            "draw_claim" => self.draw_claim(),
            "leave_game" => Ok(Body::LeaveGame),
            _ => return None,
        })
    }

    fn required(&self, name: &str) -> Result<&str, Failure> {
        self.text(name)
            .ok_or_else(|| Failure::new(Code::MissingField).detail(name))
    }

    /// One of a few words; another word is a value of the wrong kind.
    fn word<T>(&self, name: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Failure> {
        match self.text(name) {
            None => Ok(None),
            Some(text) => match read(text) {
                Some(value) => Ok(Some(value)),
                None => Err(Failure::new(Code::WrongType).detail(name)),
            },
        }
    }

    fn color(&self) -> Result<Option<Seat>, Failure> {
        self.word("color", |text| text.parse().ok())
    }

    fn square(&self, name: &str) -> Result<Square, Failure> {
        let bad = || Failure::new(Code::BadSquare).detail(name);
        Square::read(self.required(name)?).ok_or_else(bad)
    }

    fn piece(&self) -> Result<Option<Piece>, Failure> {
        match self.text("piece_choice") {
            None => Ok(None),
            Some(text) => match Piece::read(text) {
                Some(piece) => Ok(Some(piece)),
                None => Err(Failure::new(Code::BadPieceChoice)),
            },
        }
    }

    fn piece_move(&self) -> Result<Body, Failure> {
        self.required("from").and(self.required("to"))?;
        let (from, to) = (self.square("from")?, self.square("to")?);
        Ok(Body::PieceMove {
            from,
            to,
            choice: self.piece()?,
        })
    }

    fn join_game(&self) -> Result<Body, Failure> {
        self.required("game_id")?;
        let token = self.text("seat_token").map(str::to_owned);
        if token.is_none() {
            self.required("seat")?;
        }
        let seat = self.word("seat", SeatWish::read)?;
        Ok(Body::JoinGame { seat, token })
    }

    fn draw_claim(&self) -> Result<Body, Failure> {
        let known = ["threefold_repetition", "fifty_move_rule"];
        let reason = self.required("reason")?.to_owned();
        if known.contains(&reason.as_str()) {
            Ok(Body::DrawClaim { reason })
        } else {
            Err(Failure::new(Code::WrongType).detail("reason"))
        }
    }

    fn new_game(&self) -> Result<NewGame, Failure> {
        let draw_rules = self.word("draw_rules", |text| match text {
            "automatic" => Some(DrawRules::Automatic),
            "claim" => Some(DrawRules::Claim),
            _ => None,
        })?;
        Ok(NewGame {
            fen: self.text("fen").map(str::to_owned),
            variant: self.text("variant").unwrap_or("standard").to_owned(),
            seat: self.word("seat", SeatWish::read)?.unwrap_or(SeatWish::Both),
            draw_rules: draw_rules.unwrap_or(DrawRules::Automatic),
            timing: self.timing()?,
        })
    }

    fn timing(&self) -> Result<Option<Timing>, Failure> {
        let Some(Json::Object(members)) = self.get("clock") else {
            return Ok(None);
        };
        let number = |name: &str, least: i64, most: i64| match members
            .iter()
            .find(|(member, _)| member == name)
            .map(|(_, value)| value)
        {
            None => Ok(None),
            Some(Json::Integer(number)) if (least..=most).contains(number) => {
                Ok(u64::try_from(*number).ok())
            }
            Some(_) => Err(Failure::new(Code::WrongType).detail(format!("clock.{name}"))),
        };
        let initial_ms = number("initial_ms", 1, 86_400_000)?
            .ok_or_else(|| Failure::new(Code::MissingField).detail("clock.initial_ms"))?;
        let increment_ms = number("increment_ms", 0, 3_600_000)?.unwrap_or(0);
        Ok(Some(Timing {
            initial_ms,
            increment_ms,
        }))
    }
}

/// The canonical spelling of a message type: case, blanks, hyphens, the sketch's `peice` and its two
/// reversed names do not matter.
fn normalised(written: &str) -> String {
    let lower = written.trim().to_lowercase();
    let is_gap = |sign: char| matches!(sign, ' ' | '-' | '_');
    let mut name = String::with_capacity(lower.len());
    for sign in lower.chars() {
        match sign {
            sign if !is_gap(sign) => name.push(sign),
            _ if name.ends_with('_') => {}
            _ => name.push('_'),
        }
    }
    let name = name.replace("peice", "piece");
    match name.as_str() {
        "move_piece" => "piece_move".to_owned(),
        "promotion_choice" => "piece_promotion_choice".to_owned(),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_message_type() {
        for spelling in [
            "peice move",
            "Piece-Move",
            " piece__move ",
            "move_piece",
            "MOVE PEICE",
        ] {
            assert_eq!(normalised(spelling), "piece_move", "{spelling}");
        }
        assert_eq!(normalised("promotion choice"), "piece_promotion_choice");
        assert_eq!(normalised("castle"), "castle");
    }
}
