//! What a player does in a game.

use rules::Seat;

use crate::board::Span;
use crate::failure::{Code, Failure};
use crate::request::Body;
use crate::response::Message;
use crate::table::Table;

/// Does what a player asks for. `seat` is `None` for a client that plays both sides.
pub(super) fn act(
    table: &mut Table,
    body: Body,
    seat: Option<Seat>,
    now: u64,
) -> Result<Vec<Message>, Failure> {
    if table.is_over() {
        return Err(Failure::new(Code::GameOver));
    }
    let needs_turn = matches!(
        body,
        Body::PieceMove { .. } | Body::PromotionChoice(_) | Body::DrawClaim { .. }
    );
    if needs_turn && seat.is_some_and(|seat| seat != table.turn()) {
        return Err(Failure::new(Code::NotYourTurn));
    }
    // A client with both seats may say for which one it speaks; otherwise it is the side to move.
    let speaker = |color: Option<Seat>| seat.or(color);
    match body {
        Body::PieceMove { from, to, choice } => table.piece_move(now, Span { from, to }, choice),
        Body::PromotionChoice(piece) => table.promotion_choice(now, piece),
        Body::Resign { color } => {
            let seat = speaker(color).unwrap_or(table.turn());
            Ok(table.resign(now, seat))
        }
        Body::DrawOffer { color } => {
            let seat = speaker(color).unwrap_or(table.turn());
            Ok(table.draw_offer(seat))
        }
        Body::DrawAccept { color } => table.draw_accept(now, speaker(color)),
        Body::DrawDecline { color } => table.draw_decline(speaker(color)),
        Body::DrawClaim { reason } => table.draw_claim(now, &reason),
        // Handled before: they need no player.
        Body::NewGame(_)
        | Body::JoinGame { .. }
        | Body::Spectate
        | Body::StateRequest
        | Body::LeaveGame => Err(Failure::new(Code::NotAPlayer)),
    }
}
