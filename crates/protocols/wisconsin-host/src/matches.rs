//! Requests that begin games, and the pages around them.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use host::{Host, Rejection, Subscriber, is_computer};
use rules::BySeat;
use session::{GameId, Phase};
use tokio::time::Instant;

use crate::alerts::EDITIONS;
use crate::games;
use crate::json::{Id, Open};
use crate::matchmaking::{Begun, Found, Sides, Waiting, Wish};
use crate::nodes;
use crate::openings::Contender;
use crate::original_pages;
use crate::pages;
use crate::profile::Profile;
use crate::random;
use crate::request_error::{RequestError, see_other};
use crate::service::{Call, HttpResult, Service, read, uninterrupted};
use crate::storage::Refused;

/// Names the hosted game in answers whose bodies have no room for it.
const GAME_HEADER: &str = "rookery-game";

/// Longest word of a meeting, in bytes.
const MAX_WORD: usize = 64;

/// How long a page waits for the computer to move.
const ITS_TURN: Duration = Duration::from_secs(5);

/// Changes of a game that may wait for such a page. With more of them it waits no longer.
const CHANGES: usize = 16;

fn with_game(mut response: Response, game: &GameId) -> Response {
    if let Ok(value) = game.as_str().parse() {
        response.headers_mut().insert(GAME_HEADER, value);
    }
    response
}

/// The army somebody asks for.
async fn army(body: Body) -> Result<Vec<i64>, RequestError> {
    serde_json::from_slice(&read(body).await?).map_err(|_| RequestError::Bad)
}

impl Call {
    async fn profile(&self) -> Result<Profile, RequestError> {
        Ok(self.service.storage.profile(&self.who.player).await?)
    }

    /// The player's record, unless a game with a person is on: that comes first.
    async fn free_profile(&self) -> Result<Profile, RequestError> {
        let profile = self.profile().await?;
        match profile.people {
            Some(number) => Err(RequestError::Elsewhere {
                location: format!("{}/people/{number}", self.sender.base()),
            }),
            None => Ok(profile),
        }
    }

    fn may_create(&self) -> Result<(), RequestError> {
        match self.sender.may_create(&self.who.player) {
            true => Ok(()),
            false => Err(RequestError::TooMany),
        }
    }
}

/// Waits for the opponent who is named, who must name this player too. The player who completes the pair is White.
pub(crate) async fn people(call: Call, query: Option<&str>, body: Body) -> HttpResult {
    let opponent = field(query, "o").ok_or(RequestError::Bad)?;
    let opponent = opponent
        .filter(|name| !name.is_empty())
        .ok_or(RequestError::Bad)?;
    find_opponent(call, Wish::Named(opponent), body).await
}

/// Waits for a player who gives the same word; without one, for anybody. Sides are drawn by lot.
pub(crate) async fn meet(call: Call, query: Option<&str>, body: Body) -> HttpResult {
    let word = field(query, "w")
        .ok_or(RequestError::Bad)?
        .unwrap_or_default();
    if word.len() > MAX_WORD {
        return Err(RequestError::Bad);
    }
    find_opponent(call, Wish::Word(word), body).await
}

/// How many wait for anybody.
pub(crate) fn meeting(call: &Call) -> HttpResult {
    let n = call.service.matchmaking.n_open();
    Ok(Json(Open { n }).into_response())
}

async fn find_opponent(call: Call, wish: Wish, body: Body) -> HttpResult {
    let request = army(body).await?;
    call.free_profile().await?;
    let contender = Contender {
        who: call.who.clone(),
        request,
    };
    call.service.storage.check(&contender).await?;
    call.may_create()?;
    let sides = wish.sides();
    let entered = call
        .service
        .matchmaking
        .enter(contender.clone(), wish.clone());
    let begun = match entered {
        Found::Oneself => None,
        Found::Nobody(wait) => {
            let met = wait.end(call.service.patience, call.sender.stopped());
            tokio::select! {
                met = met => met?,
                () = nodes::announce(&call.service.host, contender, wish) => None,
            }
        }
        Found::Opponent(other) => {
            let service = Arc::clone(&call.service);
            uninterrupted(begin(service, contender, *other, sides)).await?
        }
    };
    let id = begun.as_ref().map_or(0, |begun| begun.number);
    let response = Json(Id { id }).into_response();
    Ok(match begun {
        Some(begun) => with_game(response, &begun.game),
        None => response,
    })
}

/// What stands behind a name in a query: outer `None` if it stands there twice, inner if it does not.
fn field(query: Option<&str>, wanted: &str) -> Option<Option<String>> {
    let fields = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let mut values = fields.filter(|(name, _)| name == wanted);
    let value = values.next().map(|(_, value)| value.into_owned());
    values.next().is_none().then_some(value)
}

pub(crate) async fn begin(
    service: Arc<Service>,
    second: Contender,
    other: Waiting,
    sides: Sides,
) -> Result<Option<Begun>, RequestError> {
    let first = other.contender.clone();
    let is_second_white = match sides {
        Sides::SecondIsWhite => true,
        Sides::ByLot => random::dice()?.below(2) == 0,
    };
    let (white, black) = match is_second_white {
        true => (second, first),
        false => (first, second),
    };
    let played = service.storage.play_people(&BySeat { white, black }).await;
    let begun = played.map(|stored| Begun {
        number: stored.number,
        game: stored.game().clone(),
    });
    other.tell(begun.as_ref().ok().cloned());
    match begun {
        Ok(begun) => Ok(Some(begun)),
        // One of them has changed the collection while waiting, or has found another game.
        Err(Refused::Bad | Refused::Busy) => Ok(None),
        Err(Refused::Host(error)) => Err(error.into()),
    }
}

/// Begins a game with the computer.
pub(crate) async fn play_computer(call: Call, body: Body) -> HttpResult {
    let request = army(body).await?;
    call.may_create()?;
    let base = call.sender.base().to_owned();
    let begun = uninterrupted(async move {
        let who = call.who;
        let contender = Contender { who, request };
        match call.service.storage.play_computer(&contender).await {
            Ok(stored) => Ok(Some(stored.game().clone())),
            Err(Refused::Busy) => Ok(None),
            Err(refused) => Err(refused.into()),
        }
    });
    Ok(match begun.await? {
        Some(game) => with_game(StatusCode::OK.into_response(), &game),
        None => see_other(&format!("{base}/computer")),
    })
}

/// The page of the game with the computer, which moves first if it is its turn.
pub(crate) async fn computer(call: Call) -> HttpResult {
    let profile = call.free_profile().await?;
    let number = profile.computer.ok_or(RequestError::NotFound)?;
    let game = call.about(&number.to_string()).await?;
    let name = game.stored.game().clone();
    let response = {
        let_computer_move(&game.call.service.host, &name).await?;
        games::page(&game).await?
    };
    Ok(with_game(response, &name))
}

/// Waits until it is not the computer's turn, if that does not take long.
async fn let_computer_move(host: &Host, game: &GameId) -> Result<(), Rejection> {
    let (subscriber, mut pushes) = Subscriber::new(CHANGES);
    let opened = host.open(game, None, None, &subscriber, &EDITIONS.white);
    let (_, handle) = opened.await?;
    let deadline = Instant::now() + ITS_TURN;
    while is_computers_turn(host, game).await? {
        match tokio::time::timeout_at(deadline, pushes.recv()).await {
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => break,
        }
    }
    handle.close(subscriber.id());
    Ok(())
}

async fn is_computers_turn(host: &Host, game: &GameId) -> Result<bool, Rejection> {
    let look = |session: &session::Session, _| match session.phase() {
        Phase::Running { to_act } => {
            let sitter = session.seats()[to_act].as_ref();
            sitter.is_some_and(|sitter| is_computer(&sitter.player))
        }
        Phase::Open | Phase::Over { .. } => false,
    };
    host.look(game, look).await
}

/// The page of a game with a person.
pub(crate) async fn people_game(call: Call, number: &str) -> HttpResult {
    let game = call.about(number).await?;
    let page = games::page(&game).await?;
    Ok(with_game(page, game.stored.game()))
}

/// Which game with a person is on.
pub(crate) async fn people_id(call: &Call) -> HttpResult {
    let id = call.profile().await?.people.unwrap_or(0);
    Ok(Json(Id { id }).into_response())
}

pub(crate) async fn match_page(call: &Call) -> HttpResult {
    let (profile, name) = (call.free_profile().await?, &call.who.name);
    match call.has_original_pages() {
        true => original_pages::matches(&call.sender, name, &profile),
        false => Ok(pages::matches(call.sender.base(), name, &profile)),
    }
}

pub(crate) async fn army_page(call: &Call) -> HttpResult {
    let (profile, name) = (call.free_profile().await?, &call.who.name);
    match call.has_original_pages() {
        true => original_pages::army(&call.sender, name, &profile),
        false => Ok(pages::army(call.sender.base(), name, &profile)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_stands_once_or_not_at_all() {
        let found = |query| field(query, "o");
        let ada = Some(Some("Ada Lovelace".to_owned()));
        assert_eq!(found(Some("o=Ada+Lovelace&x=1")), ada);
        assert_eq!(found(Some("o=%C3%84")), Some(Some("Ä".to_owned())));
        assert_eq!(found(Some("o=")), Some(Some(String::new())));
        for query in [None, Some(""), Some("p=a")] {
            assert_eq!(found(query), Some(None), "{query:?}");
        }
        assert_eq!(found(Some("o=a&o=b")), None);
    }
}
