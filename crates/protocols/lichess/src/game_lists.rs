//! Many games at once, as a stream: they are read one after the other while the client takes them.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::response::Response;
use host::{Host, HostError, Rejection};
use rules::Seat;
use server::Peer;
use session::{GameId, Millis, PlayerId};
use store::{Page, Stage, Summary};
use tokio::sync::OwnedSemaphorePermit;

use crate::account::seat_in;
use crate::body::Fields;
use crate::call::Call;
use crate::exports::{PGN, Wanted, load};
use crate::service::Service;
use crate::stream::{self, Lines, NDJSON, line};
use crate::variants::Speed;

/// Games that can be asked for by their ids at once.
const MAX_IDS: usize = 300;

/// Games of a player that are put in another order than the newest first.
const MAX_SORTED: usize = 10_000;

/// Which games of a player are wanted.
struct Filter {
    player: PlayerId,
    since: Option<Millis>,
    until: Option<Millis>,
    versus: Option<PlayerId>,
    seat: Option<Seat>,
    speed: Option<String>,
    has_running: bool,
    has_finished: bool,
}

impl Filter {
    async fn new(call: &Call, player: PlayerId) -> Result<Filter, Rejection> {
        let fields = &call.fields;
        let versus = match fields.text("vs") {
            Some(name) => {
                let accounts = call.host().accounts();
                Some(accounts.profile_named(name).await?.player)
            }
            None => None,
        };
        let moment = |name: &str| -> Result<Option<Millis>, Rejection> {
            let number = fields.number(name)?;
            Ok(number.map(|number| Millis(number.max(0.0) as u64)))
        };
        Ok(Filter {
            player,
            since: moment("since")?,
            until: moment("until")?,
            versus,
            seat: match fields.text("color") {
                Some("white") => Some(Seat::White),
                Some("black") => Some(Seat::Black),
                Some(_) | None => None,
            },
            speed: fields.text("perfType").map(str::to_owned),
            has_running: fields.flag("ongoing").unwrap_or(false),
            has_finished: fields.flag("finished").unwrap_or(true),
        })
    }

    fn fits(&self, summary: &Summary) -> bool {
        let seat = seat_in(summary, &self.player);
        let opponent = seat.and_then(|seat| summary.seats[!seat].as_ref());
        let is_stage = match summary.stage {
            Stage::Running => self.has_running,
            Stage::Over { .. } => self.has_finished,
            Stage::Open => false,
        };
        let is_speed = |wanted: &String| {
            let speed = Speed::of(summary.clock).key();
            let mut wanted = wanted.split(',');
            wanted.any(|wanted| wanted == speed || wanted == summary.variant)
        };
        let is_versus = |wanted: &PlayerId| opponent.is_some_and(|sitter| sitter.player == *wanted);
        is_stage
            && self.since.is_none_or(|since| summary.created_at >= since)
            && self.until.is_none_or(|until| summary.created_at <= until)
            && self.versus.as_ref().is_none_or(is_versus)
            && self.seat.is_none_or(|wanted| seat == Some(wanted))
            && self.speed.as_ref().is_none_or(is_speed)
    }
}

/// Where the games of a stream come from.
enum Source {
    /// These.
    Ids,
    /// More pages of a player's games.
    Pages { filter: Box<Filter>, page: Page },
}

/// The reader of a stream of games.
struct Reading {
    service: Arc<Service>,
    wanted: Wanted,
    source: Source,
    waiting: VecDeque<GameId>,
    /// How many more.
    n_left: usize,
    _permit: OwnedSemaphorePermit,
    peer: Peer,
}

impl Reading {
    /// The next game, if there is one.
    async fn next_id(&mut self) -> Result<Option<GameId>, HostError> {
        loop {
            if let Some(id) = self.waiting.pop_front() {
                return Ok(Some(id));
            }
            let Source::Pages { filter, page } = &mut self.source else {
                return Ok(None);
            };
            let found = self
                .service
                .context
                .host
                .games_of(&filter.player, *page)
                .await?;
            let fitting = found.iter().filter(|summary| filter.fits(summary));
            self.waiting.extend(fitting.map(|one| one.game.clone()));
            let is_past = |last: &Summary| filter.since.is_some_and(|it| last.created_at < it);
            match found.last() {
                Some(last) if found.len() >= page.limit as usize && !is_past(last) => {
                    *page = Page::after(last, page.limit);
                }
                Some(_) | None => self.source = Source::Ids,
            }
        }
    }

    async fn text_of(&self, id: &GameId) -> Result<String, Rejection> {
        let host = &self.service.context.host;
        let session = load(host, id).await?;
        let (text, work) = match self.wanted.is_json {
            true => (line(&self.wanted.json(host, &session).await?), None),
            false => {
                let (pgn, work) = host::measured(|| self.wanted.pgn(&session));
                // Two empty lines stand between games.
                (pgn? + "\n\n", Some(work))
            }
        };
        self.peer.address.charge(work.unwrap_or_default());
        Ok(text)
    }
}

impl Lines for Reading {
    async fn next(&mut self) -> Option<String> {
        while self.n_left > 0 {
            let id = self.next_id().await.ok()??;
            if self.service.context.is_stopping() {
                return None;
            }
            // A game that cannot be read does not keep the others back.
            if let Ok(text) = self.text_of(&id).await {
                self.n_left -= 1;
                return Some(text);
            }
        }
        None
    }
}

async fn respond(
    call: Call,
    source: Source,
    ids: VecDeque<GameId>,
    n_left: usize,
) -> Result<Response, Rejection> {
    let is_json = call.accepts("json");
    let permit = Arc::clone(&call.service.exports).acquire_owned().await;
    let permit = permit.map_err(|_| HostError::Stopping)?;
    let reading = Reading {
        wanted: Wanted::new(&call.fields, is_json, call.base()),
        service: Arc::clone(&call.service),
        source,
        waiting: ids,
        n_left,
        _permit: permit,
        peer: call.peer,
    };
    let kind = match is_json {
        true => NDJSON,
        false => PGN,
    };
    Ok(stream::respond(reading, kind))
}

/// How many games are wanted at most.
fn most(fields: &Fields) -> Result<usize, Rejection> {
    let most = fields.number("max")?;
    Ok(most.map_or(usize::MAX, |most| most.max(0.0) as usize))
}

/// The games of a player, newest first unless it is asked for otherwise.
pub(crate) async fn of_user(call: Call) -> Result<Response, Rejection> {
    let name = call.place("username");
    let player = call.host().accounts().profile_named(name).await?.player;
    let filter = Filter::new(&call, player).await?;
    let most = most(&call.fields)?;
    if call.fields.text("sort") == Some("dateAsc") {
        let ids = oldest_first(call.host(), &filter).await?;
        return respond(call, Source::Ids, ids, most).await;
    }
    let source = Source::Pages {
        filter: Box::new(filter),
        page: Page::first(50),
    };
    respond(call, source, VecDeque::new(), most).await
}

async fn oldest_first(host: &Host, filter: &Filter) -> Result<VecDeque<GameId>, Rejection> {
    let mut ids = VecDeque::new();
    let mut page = Page::first(Page::MAX);
    while ids.len() < MAX_SORTED {
        let found = host.games_of(&filter.player, page).await?;
        for summary in found.iter().filter(|summary| filter.fits(summary)) {
            ids.push_front(summary.game.clone());
        }
        match found.last() {
            Some(last) if found.len() >= Page::MAX as usize => page = Page::after(last, Page::MAX),
            Some(_) | None => break,
        }
    }
    Ok(ids)
}

/// Games by their ids.
pub(crate) async fn by_ids(call: Call) -> Result<Response, Rejection> {
    let text = String::from_utf8_lossy(&call.body).into_owned();
    let ids = text.trim().split(',').map(str::trim);
    let ids: VecDeque<GameId> = ids.filter_map(|id| GameId::new(id).ok()).collect();
    if ids.len() > MAX_IDS {
        let why = format!("at most {MAX_IDS} games are given at once");
        return Err(server::bad_request(why).into());
    }
    respond(call, Source::Ids, ids, MAX_IDS).await
}
