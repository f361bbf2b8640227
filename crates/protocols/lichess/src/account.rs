//! Who somebody is, and who is here.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use host::{Host, HostError, Profile, Rejection};
use rules::Seat;
use session::{GameId, PlayerId};
use store::{Page, Stage, Summary};

use crate::call::Call;
use crate::facts::Seen;
use crate::objects::{Count, Done, GameInfo, NowPlaying, User, UserStatus};
use crate::stream::{NDJSON, line};
use crate::users::{self, Users};

/// Pages of a player's games that are looked through for those that go on. Beyond that games by correspondence are
/// not found any more.
const MAX_PAGES: usize = 10;

/// Games that are told at once.
const MAX_PLAYING: usize = 50;

/// Players whose status is asked for at once.
const MAX_STATUSES: usize = 100;

/// The answer of a call that has nothing to say.
pub(crate) fn done() -> Response {
    axum::Json(Done { ok: true }).into_response()
}

/// Who makes the call.
pub(crate) async fn own(call: Call) -> Result<Response, Rejection> {
    let profile = call.host().accounts().profile(call.player()?).await?;
    let who = call.who()?;
    // A player who has done nothing yet is not stored.
    let profile = profile.unwrap_or_else(|| Profile {
        player: who.player.clone(),
        name: who.name.clone(),
        has_account: who.has_account,
        is_bot: who.is_bot,
        created_at: call.host().now(),
    });
    let user = described(&call, profile).await?;
    Ok(axum::Json(user).into_response())
}

/// A player by name or id.
pub(crate) async fn user(call: Call) -> Result<Response, Rejection> {
    let name = call.place("username");
    let profile = call.host().accounts().profile_named(name).await?;
    Ok(axum::Json(described(&call, profile).await?).into_response())
}

async fn described(call: &Call, profile: Profile) -> Result<User, HostError> {
    let games = games(call.host(), &profile.player).await?;
    let count = Count {
        all: games.n_found,
        playing: games.running.len(),
    };
    let mut user = plain(call, &profile);
    user.count = Some(count);
    let is_here = call.host().is_present_anywhere(&profile.player).await?;
    user.seen_at = is_here.then(|| call.host().now().0);
    Ok(user)
}

fn plain(call: &Call, profile: &Profile) -> User {
    let light = users::of_profile(profile);
    let is_here = call.host().is_present(&profile.player);
    User {
        url: format!("{}/@/{}", call.base(), light.id),
        id: light.id,
        username: light.name,
        title: light.title,
        perfs: serde_json::Map::new(),
        created_at: profile.created_at.0,
        seen_at: is_here.then(|| call.host().now().0),
        count: None,
        online: is_here,
    }
}

/// The games of a player, as far as they are looked through.
pub(crate) struct Games {
    pub(crate) running: Vec<Summary>,
    n_found: usize,
}

pub(crate) async fn games(host: &Host, player: &PlayerId) -> Result<Games, HostError> {
    let mut games = Games {
        running: Vec::new(),
        n_found: 0,
    };
    let mut page = Page::first(Page::MAX);
    for _ in 0..MAX_PAGES {
        let found = host.games_of(player, page).await?;
        games.n_found += found.len();
        let next = found.last().map(|last| Page::after(last, Page::MAX));
        let is_last = found.len() < Page::MAX as usize;
        let running = found.into_iter().filter(|one| one.stage == Stage::Running);
        games.running.extend(running);
        match next {
            Some(next) if !is_last => page = next,
            Some(_) | None => break,
        }
    }
    Ok(games)
}

/// Where a player sits in a game.
pub(crate) fn seat_in(summary: &Summary, player: &PlayerId) -> Option<Seat> {
    let sits = |seat: &Seat| {
        let sitter = summary.seats[*seat].as_ref();
        sitter.is_some_and(|sitter| sitter.player == *player)
    };
    Seat::BOTH.into_iter().find(sits)
}

/// A game as one of a player.
pub(crate) async fn info(
    host: &Host,
    users: &mut Users<'_>,
    game: &GameId,
    seat: Seat,
) -> Result<GameInfo, Rejection> {
    let seen = host.look(game, Seen::of).await?;
    Ok(seen.info(users, seat).await?)
}

/// The games of the caller that go on.
pub(crate) async fn playing(call: Call) -> Result<Response, Rejection> {
    let wanted = call.fields.number("nb")?.unwrap_or(MAX_PLAYING as f64);
    let wanted = (wanted.max(0.0) as usize).min(MAX_PLAYING);
    let player = call.player()?;
    let games = games(call.host(), player).await?;
    let mut users = Users::new(call.host());
    let mut infos = Vec::new();
    for summary in games.running.iter().take(wanted) {
        if let Some(seat) = seat_in(summary, player) {
            infos.push(info(call.host(), &mut users, &summary.game, seat).await?);
        }
    }
    let playing = NowPlaying {
        nb_my_turn: infos.iter().filter(|info| info.is_my_turn).count(),
        now_playing: infos,
    };
    Ok(axum::Json(playing).into_response())
}

/// Makes the caller's account one of a program.
pub(crate) async fn upgrade(call: Call) -> Result<Response, Rejection> {
    call.host().accounts().make_bot(call.who()?).await?;
    Ok(done())
}

/// Bots that hold a stream of events.
pub(crate) async fn online_bots(call: Call) -> Result<Response, Rejection> {
    let wanted = call.fields.number("nb")?.unwrap_or(100.0);
    let wanted = wanted.clamp(0.0, 512.0) as usize;
    let mut lines = String::new();
    let mut n_found = 0;
    for player in call.service.events.players() {
        let profile = call.host().accounts().profile(&player).await?;
        if let Some(profile) = profile.filter(|profile| profile.is_bot) {
            lines.push_str(&line(&plain(&call, &profile)));
            n_found += 1;
        }
        if n_found >= wanted {
            break;
        }
    }
    Ok(([(header::CONTENT_TYPE, NDJSON)], lines).into_response())
}

/// Which of these players are here.
pub(crate) async fn statuses(call: Call) -> Result<Response, Rejection> {
    let names = call.fields.text("ids").unwrap_or_default().split(',');
    let names = names.map(str::trim).filter(|name| !name.is_empty());
    let mut statuses = Vec::new();
    for name in names.take(MAX_STATUSES) {
        match call.host().accounts().profile_named(name).await {
            Ok(profile) => statuses.push(status(&call, &profile).await?),
            // Those that nobody has are left out.
            Err(Rejection::Refused(_)) => {}
            Err(failed @ Rejection::Failed(_)) => return Err(failed),
        }
    }
    Ok(axum::Json(statuses).into_response())
}

async fn status(call: &Call, profile: &Profile) -> Result<UserStatus, HostError> {
    let light = users::of_profile(profile);
    let page = Page::first(Page::MAX);
    let games = call.host().games_of(&profile.player, page).await?;
    Ok(UserStatus {
        id: light.id,
        name: light.name,
        title: light.title,
        online: call.host().is_present_anywhere(&profile.player).await?,
        playing: games.iter().any(|one| one.stage == Stage::Running),
    })
}
