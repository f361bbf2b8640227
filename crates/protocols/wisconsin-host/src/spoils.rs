//! Requests about the end of a game and what players get out of it.

use axum::Json;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use rules::Seat;
use session::{Ask, GameId};
use wisconsin::Claim;

use crate::desk::{Answer, Call, GameCall, read, uninterrupted};
use crate::fault::Fault;
use crate::fixture::Fixture;
use crate::json::{CollectionAnswer, Hosted, PicksAnswer, RewardRequest};
use crate::pages;

fn done() -> Answer {
    Ok(StatusCode::OK.into_response())
}

pub(crate) async fn picks(call: &Call) -> Answer {
    let profile = call.desk.ledger.profile(&call.who.player).await?;
    let picks = profile.picks();
    let answer = PicksAnswer {
        l: picks.left.number(),
        r: picks.right.number(),
    };
    Ok(Json(answer).into_response())
}

pub(crate) async fn collection(call: &Call) -> Answer {
    let profile = call.desk.ledger.profile(&call.who.player).await?;
    let answer = CollectionAnswer {
        c: profile.collection().numbers(),
    };
    Ok(Json(answer).into_response())
}

/// The player gives up and leaves the game.
pub(crate) async fn concede(game: GameCall) -> Answer {
    uninterrupted(async move {
        let Call { desk, who, .. } = &game.call;
        let asked = desk.host.ask(
            game.fixture.game(),
            &who.player,
            Some(game.seat),
            None,
            Ask::Resign,
        );
        asked.await?;
        // Looking at the player's record leaves games that were given up.
        desk.ledger.profile(&who.player).await?;
        done()
    })
    .await
}

/// The player has seen how the game ended.
pub(crate) async fn acknowledge(game: GameCall) -> Answer {
    uninterrupted(async move {
        let Call { desk, who, .. } = &game.call;
        let number = game.fixture.number;
        desk.ledger.acknowledge(number, &who.player).await?;
        done()
    })
    .await
}

/// The player takes something into the collection.
pub(crate) async fn claim(game: GameCall, body: Body) -> Answer {
    let body = read(body).await?;
    let request: RewardRequest = serde_json::from_slice(&body).map_err(|_| Fault::Bad)?;
    let wanted = Claim {
        left: request.l,
        right: request.r,
        reward: request.re,
    };
    uninterrupted(async move {
        let Call { desk, who, .. } = &game.call;
        let number = game.fixture.number;
        desk.ledger.claim(number, &who.player, &wanted).await?;
        done()
    })
    .await
}

/// What there is to choose from after a game.
pub(crate) async fn page(game: &GameCall) -> Answer {
    let call = &game.call;
    let prospects = prospects(call, &game.fixture, game.seat).await?;
    let profile = call.desk.ledger.profile(&call.who.player).await?;
    let collection = profile.collection();
    Ok(pages::reward(call.sender.base(), &prospects, &collection))
}

async fn prospects(call: &Call, fixture: &Fixture, seat: Seat) -> Result<Hosted, Fault> {
    let ledger = &call.desk.ledger;
    let profile = ledger.profile(&call.who.player).await?;
    let ending = ledger.ending(fixture).await?;
    let prizes = fixture.prizes(seat);
    let taken = profile.has_taken(fixture.number);
    let is_free = ending.is_some_and(|ending| fixture.spoils(seat, &ending).is_some());
    Ok(Hosted {
        id: fixture.number,
        reward: prizes.reward,
        left: prizes.left,
        right: prizes.right,
        claimable: is_free && !taken,
        taken,
        acknowledged: fixture.is_acknowledged(seat),
    })
}

/// What the protocol knows of a game of this server, for the player who asks.
pub(crate) async fn hosted(call: &Call, name: &str) -> Answer {
    let game = GameId::new(name).map_err(|_| Fault::NotFound)?;
    let fixture = call.desk.ledger.hosted(&game).await?;
    let fixture = fixture.ok_or(Fault::NotFound)?;
    let seat = fixture.seat_of(&call.who.player).ok_or(Fault::NotFound)?;
    Ok(Json(prospects(call, &fixture, seat).await?).into_response())
}
