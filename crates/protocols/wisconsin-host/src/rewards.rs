//! Requests about the end of a game and what players get out of it.

use axum::Json;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use rules::Seat;
use session::{Ask, GameId};
use wisconsin::Claim;

use crate::json::{CollectionAnswer, Hosted, PicksAnswer, RewardRequest};
use crate::original_pages;
use crate::pages;
use crate::request_error::RequestError;
use crate::service::{Call, GameCall, HttpResult, read, uninterrupted};
use crate::stored_game::StoredGame;

fn done() -> HttpResult {
    Ok(StatusCode::OK.into_response())
}

pub(crate) async fn picks(call: &Call) -> HttpResult {
    let profile = call.service.storage.profile(&call.who.player).await?;
    let picks = profile.picks();
    let answer = PicksAnswer {
        l: picks.left.number(),
        r: picks.right.number(),
    };
    Ok(Json(answer).into_response())
}

pub(crate) async fn collection(call: &Call) -> HttpResult {
    let profile = call.service.storage.profile(&call.who.player).await?;
    let answer = CollectionAnswer {
        c: profile.collection().numbers(),
    };
    Ok(Json(answer).into_response())
}

/// The player gives up and leaves the game.
pub(crate) async fn concede(game: GameCall) -> HttpResult {
    uninterrupted(async move {
        let Call { service, who, .. } = &game.call;
        let asked = service.host.ask(
            game.stored.game(),
            &who.player,
            Some(game.seat),
            None,
            Ask::Resign,
        );
        asked.await?;
        // Looking at the player's record leaves games that were given up.
        service.storage.profile(&who.player).await?;
        done()
    })
    .await
}

/// The player has seen how the game ended.
pub(crate) async fn acknowledge(game: GameCall) -> HttpResult {
    uninterrupted(async move {
        let Call { service, who, .. } = &game.call;
        let number = game.stored.number;
        service.storage.acknowledge(number, &who.player).await?;
        done()
    })
    .await
}

/// The player takes something into the collection.
pub(crate) async fn claim(game: GameCall, body: Body) -> HttpResult {
    let body = read(body).await?;
    let request: RewardRequest = serde_json::from_slice(&body).map_err(|_| RequestError::Bad)?;
    let wanted = Claim {
        left: request.l,
        right: request.r,
        reward: request.re,
    };
    uninterrupted(async move {
        let Call { service, who, .. } = &game.call;
        let number = game.stored.number;
        service.storage.claim(number, &who.player, &wanted).await?;
        done()
    })
    .await
}

/// What there is to choose from after a game.
pub(crate) async fn page(game: &GameCall) -> HttpResult {
    let call = &game.call;
    let prospects = prospects(call, &game.stored, game.seat).await?;
    let profile = call.service.storage.profile(&call.who.player).await?;
    match call.has_original_pages() {
        true => original_pages::reward(&call.sender, &call.who.name, &prospects, &profile),
        false => Ok(pages::reward(
            call.sender.base(),
            &prospects,
            &profile.collection(),
        )),
    }
}

async fn prospects(call: &Call, stored: &StoredGame, seat: Seat) -> Result<Hosted, RequestError> {
    let storage = &call.service.storage;
    let profile = storage.profile(&call.who.player).await?;
    let ending = storage.ending(stored).await?;
    let prizes = stored.prizes(seat);
    let taken = profile.has_taken(stored.number);
    let is_free = ending.is_some_and(|ending| stored.spoils(seat, &ending).is_some());
    Ok(Hosted {
        id: stored.number,
        reward: prizes.reward,
        left: prizes.left,
        right: prizes.right,
        claimable: is_free && !taken,
        taken,
        acknowledged: stored.is_acknowledged(seat),
    })
}

/// What the protocol knows of a game of this server, for the player who asks.
pub(crate) async fn hosted(call: &Call, name: &str) -> HttpResult {
    let game = GameId::new(name).map_err(|_| RequestError::NotFound)?;
    let stored = call.service.storage.hosted(&game).await?;
    let stored = stored.ok_or(RequestError::NotFound)?;
    let seat = stored
        .seat_of(&call.who.player)
        .ok_or(RequestError::NotFound)?;
    Ok(Json(prospects(call, &stored, seat).await?).into_response())
}
