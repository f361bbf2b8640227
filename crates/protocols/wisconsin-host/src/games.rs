//! Requests about the board of one game.

use axum::Json;
use axum::body::Body;
use axum::response::IntoResponse;
use host::Asking;
use rules::Seat;
use session::{Ask, Session};
use wisconsin::{Action, Kind, Move, Square, State};

use crate::json::{FullSquare, MoveRequest, Moves, Players, Signal, orientation};
use crate::original_pages;
use crate::pages::{self, GamePage};
use crate::replay::{self, PlayedAction};
use crate::request_error::RequestError;
use crate::service::{Call, GameCall, HttpResult, read};

impl GameCall {
    /// Looks at the hosted game.
    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Session) -> Option<T> + Clone + Send + 'static,
    ) -> Result<T, RequestError> {
        let game = self.stored.game();
        let seen = self
            .call
            .service
            .host
            .look(game, |session, _| look(session));
        // A stored game always reads; should one not, that is our failure.
        seen.await?.ok_or(RequestError::Failed)
    }
}

/// All pieces with their squares.
pub(crate) async fn boards(game: &GameCall) -> HttpResult {
    let state = game.look(|session| replay::state(session).cloned()).await?;
    let pieces = state.board().pieces();
    let squares: Vec<FullSquare> = pieces
        .map(|(square, piece)| FullSquare::new(square, piece))
        .collect();
    Ok(Json(squares).into_response())
}

/// Who plays, and who is to act.
pub(crate) async fn players(game: &GameCall) -> HttpResult {
    let state = game.look(|session| replay::state(session).cloned()).await?;
    let players = Players {
        w: game.stored.name(Seat::White).to_owned(),
        b: game.stored.name(Seat::Black).to_owned(),
        a: orientation(state.active()),
    };
    Ok(Json(players).into_response())
}

/// What the side to act can do. Between people, the player who waits hears of check and of the end.
pub(crate) async fn moves(game: &GameCall) -> HttpResult {
    let between_people = !game.stored.is_against_computer();
    let alerts = std::sync::Arc::clone(&game.call.service.alerts);
    let look = move |session: &Session| {
        let state = replay::state(session)?;
        // Said while the game stands still, so that it comes before the alert about the next move.
        let is_told = between_people && replay::is_by_rules(session, state);
        if let Some(signal) = signal_of(state).filter(|_| is_told) {
            let position = session.game().setup();
            alerts.signal(session.id(), !state.active(), &position, signal);
        }
        let number = replay::state_number(session, state);
        let moves = match session.ending() {
            Some(_) => Vec::new(),
            None => state.legal(),
        };
        Some((moves, number))
    };
    let (actions, number) = game.look(look).await?;
    let moves = actions.into_iter().filter_map(|action| match action {
        Action::Move(step) => Some(step),
        Action::Promote(_) => None,
    });
    Ok(Json(Moves::new(moves, number)).into_response())
}

fn signal_of(state: &State) -> Option<Signal> {
    match state.standing().number() {
        2 => Some(Signal::Check),
        3 => Some(Signal::Checkmate),
        4 => Some(Signal::Draw),
        _ => None,
    }
}

/// A move or a promotion.
pub(crate) async fn play(game: &GameCall, body: Body) -> HttpResult {
    let body = read(body).await?;
    let request: MoveRequest = serde_json::from_slice(&body).map_err(|_| RequestError::Bad)?;
    let action = action(request).ok_or(RequestError::Bad)?;
    let asking = Asking {
        player: &game.call.who.player,
        seat: Some(game.seat),
        tag: None,
        ask: Ask::Act {
            action: action.to_string(),
            after: None,
        },
    };
    // Seen before the opponent can answer, so the last action is this one.
    let answer = |session: &Session, _| Some(PlayedAction::last(session)?.answer());
    let host = &game.call.service.host;
    let answer = host.ask_and_look(game.stored.game(), asking, answer);
    let answer = answer.await?.ok_or(RequestError::Failed)?;
    Ok(Json(answer).into_response())
}

/// A promotion where there is a kind, otherwise a move.
fn action(request: MoveRequest) -> Option<Action> {
    let MoveRequest { f, t, p } = request;
    if p != 0 {
        let kind = u8::try_from(p).ok().and_then(Kind::from_number)?;
        return Kind::PROMOTIONS
            .contains(&kind)
            .then_some(Action::Promote(kind));
    }
    let square = |index: i64| Square::from_index(usize::try_from(index).ok()?);
    let (from, to) = (square(f)?, square(t)?);
    (from != to).then_some(Action::Move(Move { from, to }))
}

/// The page of a game.
pub(crate) async fn page(game: &GameCall) -> HttpResult {
    let cached = game.call.service.captures.entry(game.stored.game());
    let look = move |session: &Session| {
        let state = replay::state(session)?.clone();
        let number = replay::state_number(session, &state);
        Some((state, number, cached.captures(session)))
    };
    let (state, number, captures) = game.look(look).await?;
    let page = GamePage {
        base: game.call.sender.base(),
        stored: &game.stored,
        own_name: &game.call.who.name,
        state: &state,
        number,
        captures: &captures,
    };
    match game.call.has_original_pages() {
        true => original_pages::game(&game.call.sender, &page),
        false => pages::game(&page),
    }
}

/// The way to this game in the web client.
pub(crate) async fn in_web_client(call: Call, number: &str) -> HttpResult {
    let game = call.about(number).await?;
    let path = format!("/game/{}", game.stored.game());
    Ok(pages::web_client(&game.call, &path))
}
