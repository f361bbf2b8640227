//! Serves requests, over a WebSocket or HTTP.

use crate::message::{Answer, Format, Lobby, MAX_PREPARED, Opened, Start};
use explorer::ExplorerRefusal;
use host::{Asking, Host, HostError, Rejection, Wish};
use rules::{CellId, Premove, Reach, Refusal, Seat, refusals};
use session::{
    Ask, GameId, Imprint, Millis, PlayerId, Session, Tag, to_file, to_json_lines, to_pgn,
};
use store::Page;

use crate::caller::Caller;
use crate::family::{
    AdviceKind, AdviceRequest, ArrangeRequest, AskRequest, Family, Inquiry, InquiryRequest,
    ListRequest, ListedGames, PlainRequest, SubscriptionRequest,
};
use crate::service::Service;
use crate::{account, encoders, study, translate};
use server::Address;

/// Games listed in a lobby's first answer.
const LOBBY_GAMES: usize = 30;

/// Games on a page when the request does not say how many.
const PAGE: u32 = 50;

refusals! {
    /// Why this protocol refuses a request.
    pub(crate) enum NativeRefusal {
        HelloFirst = "hello-first" => Unauthorized, "say hello first";
        NoChat = "no-chat", "at this server players do not talk";
        NoFile = "no-file", "this game has no file of its own";
    }
}

impl From<NativeRefusal> for Rejection {
    fn from(refusal: NativeRefusal) -> Rejection {
        Rejection::Refused(Refusal::from_illegal(&refusal))
    }
}

/// Serves a request of a client without a connection: a subscription is answered once.
pub(crate) async fn serve_once(
    service: &Service,
    caller: &mut Caller,
    tag: &Tag,
    request: Family,
) -> Result<Answer, Rejection> {
    match request {
        Family::Subscription(SubscriptionRequest::WatchLobby) => {
            lobby(service, caller).await.map(Answer::Lobby)
        }
        Family::Subscription(SubscriptionRequest::Open { game, .. }) => {
            open(service, caller, &game).await
        }
        Family::Subscription(
            SubscriptionRequest::LeaveLobby | SubscriptionRequest::Close { .. },
        ) => Ok(Answer::Done),
        Family::Plain(request) => serve(service, caller, tag, request).await,
    }
}

/// Serves a request that needs no connection.
pub(crate) async fn serve(
    service: &Service,
    caller: &mut Caller,
    tag: &Tag,
    request: PlainRequest,
) -> Result<Answer, Rejection> {
    let host = &service.context.host;
    match request {
        PlainRequest::Account(request) => {
            let identity = account::identify(service, caller, request).await?;
            let token = caller.token_to_show(&identity);
            let chat = service.settings.chat;
            let answer = translate::welcome(&identity, token, host.now(), chat);
            caller.identity = Some(identity);
            Ok(answer)
        }
        PlainRequest::Sessions => account::sessions(service, caller).await,
        PlainRequest::EndSession { id } => {
            host.end_session(caller.who()?, &id).await?;
            Ok(Answer::Done)
        }
        PlainRequest::Access(request) => account::access(service, caller, request).await,
        PlainRequest::Review { game } => {
            let state = host.review(&game, caller.address.name()).await?;
            Ok(translate::review(game, state))
        }
        PlainRequest::Keep(request) => account::keep(service, caller, request).await,
        PlainRequest::User { name } => {
            let profile = host.accounts().profile_named(&name).await?;
            let is_present = host.is_present_anywhere(&profile.player).await?;
            Ok(translate::user(profile, is_present))
        }
        PlainRequest::Ping => Ok(Answer::Pong { now: host.now() }),
        PlainRequest::Puzzle(request) => service.puzzles.answer(request, host.now()),
        PlainRequest::Study(request) => study::serve(service, caller, request).await,
        PlainRequest::Arrange(request) => arrange(service, caller, tag, request).await,
        PlainRequest::Ask(AskRequest { game, seat, ask }) => {
            let seq = self::ask(service, caller, tag, &game, (seat, ask)).await?;
            Ok(Answer::Asked { game, seq })
        }
        PlainRequest::Say { game, text } => {
            let who = caller.who()?;
            if !service.settings.chat {
                return Err(NativeRefusal::NoChat.into());
            }
            host.say(&who.player, &game, &text).await?;
            Ok(Answer::Done)
        }
        PlainRequest::Inquire(request) => inquire(service, caller, request).await,
        PlainRequest::Advise(request) => {
            advise(host, caller.player().cloned(), &caller.address, request).await
        }
        PlainRequest::List(request) => list(service, caller, request).await,
        PlainRequest::Seeks { after } => {
            let page = host.seeks(after);
            Ok(Answer::Seeks {
                seeks: page.seeks,
                next: page.next,
            })
        }
        PlainRequest::Export { game, format } => export(service, caller, &game, format).await,
    }
}

/// Does something in a game, and gives the number of the first record it made.
pub(crate) async fn ask(
    service: &Service,
    caller: &Caller,
    tag: &Tag,
    game: &GameId,
    (seat, ask): (Option<Seat>, Ask),
) -> Result<u64, Rejection> {
    let who = caller.who()?;
    let ask = if let Ask::Sit { seat, .. } = ask {
        let name = who.name.clone();
        Ask::Sit { seat, name }
    } else {
        ask
    };
    let asking = Asking {
        player: &who.player,
        seat,
        tag: Some(tag.clone()),
        ask,
    };
    let (asked, work) = service.context.host.ask_measured(game, asking).await;
    caller.charge(service, work);
    Ok(asked?.seq)
}

/// Brings players together.
async fn arrange(
    service: &Service,
    caller: &Caller,
    tag: &Tag,
    request: ArrangeRequest,
) -> Result<Answer, Rejection> {
    let (host, who) = (&service.context.host, caller.who()?);
    let admit = || {
        service
            .context
            .budgets
            .creation(&who.player, &caller.address)
    };
    match request {
        ArrangeRequest::Create {
            variant,
            start,
            clock,
            seat,
            audience,
        } => {
            let (preset, setup) = match start {
                Start::Usual => (usual_preset(host, &variant)?, String::new()),
                Start::Preset { id } => (Some(id), String::new()),
                Start::Setup { text } => (None, text),
            };
            let wish = Wish {
                variant,
                preset,
                setup,
                clock,
                seat,
                audience: host.find_opponent(audience).await?,
                origin: Some(caller.address.name().into()),
            };
            let joined = host.create(who, tag, wish, admit).await?;
            Ok(translate::joined(joined))
        }
        ArrangeRequest::Pair {
            variant,
            preset,
            clock,
        } => {
            let preset = match preset {
                None => usual_preset(host, &variant)?,
                Some(id) => Some(id),
            };
            let wish = Wish {
                variant,
                preset,
                setup: String::new(),
                clock,
                seat: host::SeatChoice::Random,
                audience: host::Audience::Anybody,
                origin: Some(caller.address.name().into()),
            };
            let joined = host.pair(who, tag, wish, admit).await?;
            Ok(translate::joined(joined))
        }
        ArrangeRequest::Join { game } => {
            let joined = host.join(who, &game).await?;
            Ok(translate::joined(joined))
        }
        ArrangeRequest::Cancel { game } => {
            host.cancel(&who.player, &game).await?;
            Ok(Answer::Done)
        }
    }
}

/// What a game begins with when the player has chosen nothing. Its text is stored with the game, unlike the empty
/// setup, which means what it meant in the first version.
fn usual_preset(host: &host::Host, variant: &str) -> Result<Option<String>, rules::Refusal> {
    let variant = host::find_variant(host.variants(), variant)?;
    Ok(variant.usual_start(0).preset.map(str::to_owned))
}

pub(crate) async fn lobby(service: &Service, caller: &Caller) -> Result<Lobby, Rejection> {
    let view = service.context.host.watch_lobby(caller.player());
    lobby_of(service, &view).await
}

pub(crate) async fn lobby_of(
    service: &Service,
    view: &host::LobbyView,
) -> Result<Lobby, Rejection> {
    let host = &service.context.host;
    let mut games = host.live_games(Page::first(Page::MAX)).await?;
    games.retain(|game| host.is_attended(game));
    games.truncate(LOBBY_GAMES);
    Ok(Lobby {
        number: view.number,
        seeks: view.listed.seeks.clone(),
        next_seeks: view.listed.next,
        own: view.own.clone(),
        n_running: host.counts().running,
        games,
        results: view.results.clone(),
    })
}

/// A game at one moment, without a subscription.
async fn open(service: &Service, caller: &Caller, game: &GameId) -> Result<Answer, Rejection> {
    if let Some(seek) = service.context.host.waiting_seek(game).await? {
        return Ok(Answer::Seeking { seek });
    }
    let view = look(service, caller, game, Session::view).await?;
    let player = caller.player();
    let seats = rules::Seat::BOTH.into_iter().filter(|&seat| {
        let sitter = view.seats[seat].player.as_ref();
        player.is_some() && sitter == player
    });
    Ok(Answer::Opened(Opened {
        game: game.clone(),
        seq: view.seq,
        now: view.now,
        seats: seats.collect(),
        missed: None,
        view: Some(Box::new(view)),
        checksum: None,
        offers: None,
    }))
}

/// Looks at a game, and charges the caller for the time that takes.
pub(crate) async fn look<T: Send + 'static>(
    service: &Service,
    caller: &Caller,
    game: &GameId,
    look: impl FnOnce(&Session, Millis) -> T + Clone + Send + 'static,
) -> Result<T, Rejection> {
    let look = move |session: &Session, now| host::measured(|| look(session, now));
    let (seen, work) = service.context.host.look(game, look).await?;
    caller.charge(service, work);
    Ok(seen)
}

/// Answers a question about the position of a game.
async fn inquire(
    service: &Service,
    caller: &Caller,
    request: InquiryRequest,
) -> Result<Answer, Rejection> {
    let InquiryRequest { game, inquiry } = request;
    match inquiry {
        Inquiry::Offers { taps, labels } => {
            let asked = taps.clone();
            let look = move |session: &Session, _| {
                let after = u32::try_from(session.played().len()).unwrap_or(u32::MAX);
                let offers = match labels {
                    true => encoders::labelled_offers(session, &asked),
                    false => encoders::offer_set(session, &asked),
                };
                (after, offers)
            };
            let (after, offers) = self::look(service, caller, &game, look).await?;
            Ok(Answer::Offers {
                game,
                after,
                taps,
                offers,
            })
        }
        Inquiry::Reach { seat, prepared } => reach(service, caller, game, seat, prepared).await,
        Inquiry::Explain { cell } => {
            let look = move |session: &Session, _| session.game().explain(cell.as_str());
            let explanation = self::look(service, caller, &game, look).await?;
            Ok(Answer::Explained { explanation })
        }
        Inquiry::Preview { action } => {
            let look = move |session: &Session, _| session.game().preview(&action);
            let preview = self::look(service, caller, &game, look).await??;
            Ok(Answer::Previewed { preview })
        }
        Inquiry::SceneAt { moment } => {
            let look = move |session: &Session, _| session.game().scene_at(moment);
            let scene = self::look(service, caller, &game, look).await?;
            Ok(Answer::Scene { scene })
        }
        Inquiry::Read { text } => {
            let look = move |session: &Session, _| -> Result<(String, String), Refusal> {
                let action = session.game().read(&text)?;
                let notation = session.game().notation(&action)?;
                Ok((action, notation))
            };
            let (action, notation) = self::look(service, caller, &game, look).await??;
            Ok(Answer::Read { action, notation })
        }
    }
}

/// What may be prepared out of turn.
async fn reach(
    service: &Service,
    caller: &Caller,
    game: GameId,
    seat: Seat,
    prepared: Vec<Premove>,
) -> Result<Answer, Rejection> {
    if prepared.len() > MAX_PREPARED {
        let most = MAX_PREPARED;
        return Err(Refusal::from_illegal(&ExplorerRefusal::TooManyPrepared { most }).into());
    }
    let look = move |session: &Session, _| {
        let after = u32::try_from(session.played().len()).unwrap_or(u32::MAX);
        (after, session.game().reach(seat, &prepared))
    };
    let (after, reach) = self::look(service, caller, &game, look).await?;
    Ok(Answer::Reached {
        game,
        after,
        reach: reach.iter().map(line).collect(),
    })
}

/// The places of a listing with spaces between them, as short as can be.
fn line(reach: &Reach) -> String {
    let places = [&reach.from].into_iter().chain(&reach.to);
    let names: Vec<&str> = places.map(CellId::as_str).collect();
    names.join(" ")
}

/// Answers a question that a computer has to think about. That takes a moment, so a connection does not wait for the
/// answer before it reads the next request.
pub(crate) async fn advise(
    host: &Host,
    player: Option<PlayerId>,
    address: &Address,
    request: AdviceRequest,
) -> Result<Answer, Rejection> {
    let AdviceRequest {
        game,
        after,
        wanted,
    } = request;
    let after = after.map(|after| after as usize);
    let advice = host
        .advise(&game, player.as_ref(), after, address.name())
        .await?;
    Ok(match wanted {
        AdviceKind::Hint => translate::hint(game, advice),
        AdviceKind::Evaluation => translate::evaluated(game, &advice),
    })
}

async fn list(
    service: &Service,
    caller: &Caller,
    request: ListRequest,
) -> Result<Answer, Rejection> {
    let host = &service.context.host;
    let page = Page {
        before: request.before,
        limit: request.limit.unwrap_or(PAGE).clamp(1, Page::MAX),
    };
    let mut games = match request.games {
        ListedGames::Own => host.games_of(&caller.who()?.player, page).await?,
        ListedGames::Live => host.live_games(page).await?,
    };
    let is_full = games.len() >= page.limit as usize;
    let last = games.last().map(|game| game.number);
    match request.games {
        ListedGames::Own => {}
        ListedGames::Live => games.retain(|game| host.is_attended(game)),
    }
    Ok(Answer::Games {
        games,
        next: last.filter(|_| is_full),
    })
}

fn imprint(site: &str) -> Imprint<'_> {
    Imprint {
        event: "Rookery",
        site,
        has_clocks: true,
    }
}

async fn export(
    service: &Service,
    caller: &Caller,
    game: &GameId,
    format: Format,
) -> Result<Answer, Rejection> {
    let site = format!("{}/game/{game}", caller.called);
    let text = match format {
        Format::Records => {
            let records = service.context.host.records(game).await?;
            let (lines, work) = host::measured(|| to_json_lines(&records));
            caller.charge(service, work);
            lines.map_err(|why| {
                HostError::Store(store::StoreError::Failed {
                    why: why.to_string(),
                })
            })?
        }
        Format::Pgn => {
            let look = move |session: &Session, _| to_pgn(session, imprint(&site));
            self::look(service, caller, game, look).await??
        }
        Format::File => {
            let look = move |session: &Session, _| to_file(session, imprint(&site));
            let file = self::look(service, caller, game, look).await??;
            file.ok_or(NativeRefusal::NoFile)?
        }
    };
    Ok(Answer::Exported { format, text })
}
