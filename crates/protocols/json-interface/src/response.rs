//! Responses and broadcasts: what the engine says. Members stand in the order in which they are sent.

use rules::{CellId, Seat};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use session::{Ending, Score};

use crate::board::{Piece, Span, Square};
use crate::clock::ClockFace;
use crate::failure::{Code, Failure};
use crate::request::RequestId;

/// Where each piece of the side to move can go, in ascending order.
#[derive(Clone, Default)]
pub(crate) struct Moves(Vec<Span>);

impl Moves {
    pub(crate) fn new(spans: impl IntoIterator<Item = Span>) -> Moves {
        let mut spans: Vec<Span> = spans.into_iter().collect();
        spans.sort_unstable();
        // A pawn that promotes goes to its square in four ways.
        spans.dedup();
        Moves(spans)
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for of_piece in self.0.chunk_by(|one, other| one.from == other.from) {
            if let [first, ..] = of_piece {
                map.serialize_entry(&first.from, &Targets(of_piece))?;
            }
        }
        map.end()
    }
}

struct Targets<'a>(&'a [Span]);

impl Serialize for Targets<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|span| span.to))
    }
}

/// An action that the side to move may send with the request `action`.
#[derive(Clone, Serialize)]
pub(crate) struct ActionOffer {
    pub(crate) action: String,
    pub(crate) label: String,
    pub(crate) places: Vec<CellId>,
}

/// The action just played, in games whose actions are not all simple moves.
#[derive(Clone, Serialize)]
pub(crate) struct PlayedAction {
    pub(crate) action: String,
    pub(crate) label: String,
}

/// A message without the members that depend on who gets it and on what it answers.
pub(crate) struct Message {
    pub(crate) body: Body,
    pub(crate) clock: Option<ClockFace>,
}

/// What a message says.
#[derive(Clone, Serialize)]
#[serde(tag = "message_type", rename_all = "snake_case")]
pub(crate) enum Body {
    NextLegalMoveset {
        moves: Moves,
        #[serde(skip_serializing_if = "Option::is_none")]
        actions: Option<Vec<ActionOffer>>,
        events: Events,
        turn: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        last_move: Option<Span>,
        #[serde(skip_serializing_if = "Option::is_none")]
        last_action: Option<PlayedAction>,
    },
    PromotionPrompt {
        space: Square,
    },
    GameEnd {
        victor: &'static str,
        reason: String,
    },
    Failure {
        failure: &'static str,
        code: Code,
        detail: String,
    },
    GameState(Box<GameState>),
    DrawOffered {
        by: Seat,
    },
    DrawDeclined {
        by: Seat,
    },
    OpponentJoined {
        seat: &'static str,
    },
    OpponentLeft {
        seat: &'static str,
    },
}

/// What the move just played did.
#[derive(Clone, Default, Serialize)]
pub(crate) struct Events {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) capture: Option<Square>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) en_passant_capture: Option<Square>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) promote: Option<Promote>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) also_move_rook: Option<Span>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) check: Option<Check>,
}

#[derive(Clone, Serialize)]
pub(crate) struct Promote {
    pub(crate) space: Square,
    pub(crate) piece: Piece,
}

#[derive(Clone, Serialize)]
pub(crate) struct Check {
    pub(crate) in_check: Seat,
    pub(crate) threats: Vec<Square>,
    pub(crate) king_space: Square,
}

/// Who won and why.
#[derive(Clone, Serialize)]
pub(crate) struct GameResult {
    pub(crate) victor: &'static str,
    pub(crate) reason: String,
}

impl From<&Ending> for GameResult {
    fn from(ending: &Ending) -> GameResult {
        let victor = match ending.score {
            Score::White => Seat::White.as_str(),
            Score::Black => Seat::Black.as_str(),
            // This interface has no word for a game that does not count; the reason says it.
            Score::Draw | Score::None => "draw",
        };
        GameResult {
            victor,
            reason: ending.reason.to_string(),
        }
    }
}

/// Everything about a game.
#[derive(Clone, Serialize)]
pub(crate) struct GameState {
    pub(crate) game_id: String,
    pub(crate) fen: String,
    pub(crate) turn: Seat,
    pub(crate) moves: Moves,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) actions: Option<Vec<ActionOffer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) check: Option<Check>,
    pub(crate) history: Vec<Played>,
    pub(crate) promotion_pending: bool,
    pub(crate) draw_offer_by: Option<Seat>,
    pub(crate) result: Option<GameResult>,
    pub(crate) seat: &'static str,
}

/// A move of the past.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Played {
    Move {
        #[serde(flatten)]
        span: Span,
        #[serde(skip_serializing_if = "Option::is_none")]
        piece_choice: Option<Piece>,
    },
    Action(PlayedAction),
}

/// The members of a message that depend on who gets it and on what it answers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Stamp<'a> {
    pub(crate) game_id: Option<&'a str>,
    pub(crate) seat_token: Option<&'a str>,
    pub(crate) request_id: Option<&'a RequestId>,
}

impl Message {
    pub(crate) fn failure(failure: Failure) -> Message {
        Message {
            body: Body::Failure {
                failure: "illegal move, please retry",
                code: failure.code,
                detail: failure.detail,
            },
            clock: None,
        }
    }

    /// The text before and after the place of the stamp, without the closing brace.
    pub(crate) fn parts(&self) -> (String, String) {
        // These types hold nothing that JSON cannot express.
        let mut head = serde_json::to_string(&self.body).unwrap_or_default();
        head.pop();
        let clock = self.clock.as_ref();
        let clock = clock.and_then(|clock| serde_json::to_string(clock).ok());
        let tail = clock.map(|clock| format!(",\"clock\":{clock}"));
        (head, tail.unwrap_or_default())
    }

    pub(crate) fn to_text(&self, stamp: Stamp<'_>) -> String {
        let (head, tail) = self.parts();
        stamped(&head, &tail, stamp)
    }
}

/// A whole message from the parts that [`Message::parts`] gives.
pub(crate) fn stamped(head: &str, tail: &str, stamp: Stamp<'_>) -> String {
    let mut text = String::with_capacity(head.len() + tail.len() + 64);
    text.push_str(head);
    // Ids and tokens have no characters that JSON would escape.
    for (name, value) in [("game_id", stamp.game_id), ("seat_token", stamp.seat_token)] {
        if let Some(value) = value {
            text.extend([",\"", name, "\":\"", value, "\""]);
        }
    }
    text.push_str(tail);
    if let Some(id) = stamp.request_id {
        text.push_str(",\"request_id\":");
        text.push_str(&serde_json::to_string(id).unwrap_or_default());
    }
    text.push('}');
    text
}
