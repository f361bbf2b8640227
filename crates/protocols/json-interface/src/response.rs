//! Responses and broadcasts: what the engine says. Members stand in the order in which they are sent.

use std::collections::BTreeMap;

use rules::{Outcome, Seat};
use serde::Serialize;

use super::board::{Piece, Span, Square};
use super::clock::ClockFace;
use super::failure::{Code, Failure};
use super::request::RequestId;

/// Where each piece of the side to move can go.
pub(super) type Moves = BTreeMap<Square, Vec<Square>>;

/// One message to a client.
#[derive(Clone, Serialize)]
#[serde(tag = "message_type", rename_all = "snake_case")]
pub(super) enum Message {
    NextLegalMoveset {
        moves: Moves,
        events: Events,
        turn: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        last_move: Option<Span>,
        #[serde(flatten)]
        stamp: Stamp,
    },
    PromotionPrompt {
        space: Square,
        #[serde(flatten)]
        stamp: Stamp,
    },
    GameEnd {
        #[serde(flatten)]
        result: GameResult,
        #[serde(flatten)]
        stamp: Stamp,
    },
    Failure {
        failure: &'static str,
        code: Code,
        #[serde(skip_serializing_if = "Option::is_none")]
        detail: Option<String>,
        #[serde(flatten)]
        stamp: Stamp,
    },
    GameState(Box<GameState>),
    DrawOffered {
        by: Seat,
        #[serde(flatten)]
        stamp: Stamp,
    },
    DrawDeclined {
        by: Seat,
        #[serde(flatten)]
        stamp: Stamp,
    },
}

/// Members that depend on who gets the message and on what it answers.
#[derive(Clone, Default, Serialize)]
pub(super) struct Stamp {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<ClockFace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) request_id: Option<RequestId>,
}

/// What the move just played did.
#[derive(Clone, Default, Serialize)]
pub(super) struct Events {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) capture: Option<Square>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) en_passant_capture: Option<Square>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) promote: Option<Promote>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) also_move_rook: Option<Span>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) check: Option<Check>,
}

#[derive(Clone, Serialize)]
pub(super) struct Promote {
    pub(super) space: Square,
    pub(super) piece: Piece,
}

#[derive(Clone, Serialize)]
pub(super) struct Check {
    pub(super) in_check: Seat,
    pub(super) threats: Vec<Square>,
    pub(super) king_space: Square,
}

/// Who won and why.
#[derive(Clone, Serialize)]
pub(super) struct GameResult {
    victor: &'static str,
    reason: String,
}

impl From<&Outcome> for GameResult {
    fn from(outcome: &Outcome) -> GameResult {
        GameResult {
            victor: outcome.winner.map_or("draw", Seat::as_str),
            reason: outcome.reason.to_string(),
        }
    }
}

/// Everything about a game.
#[derive(Clone, Serialize)]
pub(super) struct GameState {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_id: Option<String>,
    pub(super) fen: String,
    pub(super) turn: Seat,
    pub(super) moves: Moves,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) check: Option<Check>,
    pub(super) history: Vec<Played>,
    pub(super) promotion_pending: bool,
    pub(super) draw_offer_by: Option<Seat>,
    pub(super) result: Option<GameResult>,
    pub(super) seat: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<ClockFace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) request_id: Option<RequestId>,
}

/// A move of the past.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Played {
    #[serde(flatten)]
    pub(super) span: Span,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) piece_choice: Option<Piece>,
}

impl Message {
    pub(super) fn failure(failure: Failure, request_id: Option<RequestId>) -> Message {
        Message::Failure {
            failure: "illegal move, please retry",
            code: failure.code,
            detail: failure.detail,
            stamp: Stamp {
                request_id,
                ..Stamp::default()
            },
        }
    }

    /// Says which game and request this message belongs to.
    pub(super) fn stamp(&mut self, id: Option<&str>, request: Option<RequestId>) {
        let (game_id, request_id) = match self {
            Message::NextLegalMoveset { stamp, .. }
            | Message::PromotionPrompt { stamp, .. }
            | Message::GameEnd { stamp, .. }
            | Message::Failure { stamp, .. }
            | Message::DrawOffered { stamp, .. }
            | Message::DrawDeclined { stamp, .. } => (&mut stamp.game_id, &mut stamp.request_id),
            Message::GameState(state) => (&mut state.game_id, &mut state.request_id),
        };
        *game_id = id.map(str::to_owned);
        *request_id = request;
    }

    pub(super) fn to_text(&self) -> String {
        // These types hold nothing that JSON cannot express.
        serde_json::to_string(self).unwrap_or_default()
    }
}
