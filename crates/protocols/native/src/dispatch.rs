//! Does what requests ask for, whatever door they came through.

use std::sync::Arc;

use crate::message::{Answer, Audience, Format, Lobby, Opened, Request, Start};
use host::{Host, HostError, Identity, Opponent, Wish};
use rules::{Refusal, Seat};
use session::{Ask, GameId, Imprint, PlayerId, Session, Tag, to_file, to_json_lines, to_pgn};
use store::Page;

use crate::service::Service;
use crate::{encoders, study, translate};
use server::Address;

/// Games listed in a lobby's first answer.
const LOBBY_GAMES: u32 = 30;

/// Games listed when nobody says how many.
const PAGE: u32 = 50;

/// Somebody at the door.
pub(crate) struct Caller {
    /// Who it is, once that is known.
    pub(crate) identity: Option<Identity>,
    /// A token that came with the connection rather than with a request.
    pub(crate) cookie: Option<String>,
    /// Where it comes from, for limits.
    pub(crate) address: Arc<Address>,
}

impl Caller {
    /// Whether the caller's token was ended since it came.
    pub(crate) fn is_ended(&self, service: &Service) -> bool {
        let is_ended = |who: &Identity| service.context.host.people().was_ended(&who.token);
        self.identity.as_ref().is_some_and(is_ended)
    }

    pub(crate) fn who(&self) -> Result<&Identity, HostError> {
        self.identity
            .as_ref()
            .ok_or_else(|| HostError::refused("hello-first", "say hello first"))
    }
}

/// Does what a request asks for. Requests to subscribe are for whoever has a connection; here they are
/// answered once.
pub(crate) async fn serve(
    service: &Service,
    caller: &mut Caller,
    tag: &Tag,
    request: Request,
) -> Result<Answer, HostError> {
    match request {
        Request::Hello { .. }
        | Request::Rename { .. }
        | Request::Register { .. }
        | Request::LogIn { .. }
        | Request::LogOut
        | Request::EndSessions => {
            let identity = identify(service, caller, request).await?;
            let answer =
                translate::welcome(&identity, service.context.host.now(), service.settings.chat);
            caller.identity = Some(identity);
            Ok(answer)
        }
        Request::Ping => Ok(Answer::Pong {
            now: service.context.host.now(),
        }),
        Request::Variants
        | Request::SceneAfter { .. }
        | Request::Look { .. }
        | Request::Import { .. } => study::serve(service, request).await,
        Request::Create { .. }
        | Request::Pair { .. }
        | Request::Join { .. }
        | Request::Cancel { .. } => arrange(service, caller, tag, request).await,
        Request::Ask { game, seat, ask } => {
            let seq = self::ask(service, caller, tag, &game, (seat, ask)).await?;
            Ok(Answer::Asked { game, seq })
        }
        Request::Say { game, text } => {
            let who = caller.who()?;
            if !service.settings.chat {
                let message = "at this server players do not talk";
                return Err(HostError::refused("no-chat", message));
            }
            service.context.host.say(&who.player, &game, &text).await?;
            Ok(Answer::Done)
        }
        Request::WatchLobby => lobby(service, caller).await.map(Answer::Lobby),
        Request::LeaveLobby | Request::Close { .. } => Ok(Answer::Done),
        Request::Open { game, .. } => open(service, caller, &game).await,
        Request::Offers { .. }
        | Request::Explain { .. }
        | Request::Preview { .. }
        | Request::SceneAt { .. }
        | Request::Read { .. } => inquire(service, request).await,
        Request::Hint { .. } | Request::Evaluate { .. } => {
            let player = caller.identity.as_ref().map(|who| who.player.clone());
            advise(&service.context.host, player, request).await
        }
        Request::MyGames { before, limit } => {
            let player = caller.who()?.player.clone();
            let games = service
                .context
                .host
                .games_of(&player, page(before, limit))
                .await?;
            Ok(list(games, limit))
        }
        Request::LiveGames { before, limit } => {
            let games = service.context.host.live_games(page(before, limit)).await?;
            Ok(list(games, limit))
        }
        Request::Export { game, format } => export(service, &game, format).await,
    }
}

/// Does something in a game, and gives the number of the first record it made.
pub(crate) async fn ask(
    service: &Service,
    caller: &Caller,
    tag: &Tag,
    game: &GameId,
    (seat, ask): (Option<Seat>, Ask),
) -> Result<u64, HostError> {
    let who = caller.who()?;
    let ask = match ask {
        Ask::Sit { seat, .. } => Ask::Sit {
            seat,
            name: who.name.clone(),
        },
        ask => ask,
    };
    let tag = Some(tag.clone());
    let asked = service
        .context
        .host
        .ask(game, &who.player, seat, tag, ask)
        .await?;
    Ok(asked.seq)
}

/// Requests that change or prove who the caller is.
async fn identify(
    service: &Service,
    caller: &Caller,
    request: Request,
) -> Result<Identity, HostError> {
    let people = service.context.host.people();
    match request {
        Request::Hello { token } => match (token, &caller.cookie) {
            (Some(token), _) => people.identify(&token).await?.ok_or_else(|| {
                HostError::refused("bad-token", "this token is not valid, or no longer")
            }),
            (None, cookie) => {
                let known = match cookie {
                    Some(cookie) => people.identify(cookie).await?,
                    None => None,
                };
                if let Some(identity) = known {
                    return Ok(identity);
                }
                caller.address.newcomer()?;
                people.newcomer()
            }
        },
        Request::Rename { name } => people.rename(caller.who()?, &name).await,
        Request::Register { name, password } => {
            let who = caller.who()?;
            people
                .register(who, &name, &password, caller.address.name())
                .await
        }
        Request::LogIn { name, password } => {
            let address = caller.address.name();
            people.log_in(&name, &password, address).await
        }
        Request::LogOut => {
            service.context.host.log_out(caller.who()?).await?;
            people.newcomer()
        }
        _ => service.context.host.end_sessions(caller.who()?).await,
    }
}

/// Requests that bring players together.
async fn arrange(
    service: &Service,
    caller: &Caller,
    tag: &Tag,
    request: Request,
) -> Result<Answer, HostError> {
    let (host, who) = (&service.context.host, caller.who()?);
    let admit = || {
        service
            .context
            .budgets
            .creation(&who.player, &caller.address)
    };
    match request {
        Request::Create {
            variant,
            start,
            clock,
            seat,
            audience,
        } => {
            let (preset, setup) = match start {
                Start::Usual => (None, String::new()),
                Start::Preset { id } => (Some(id), String::new()),
                Start::Setup { text } => (None, text),
            };
            let wish = Wish {
                variant,
                preset,
                setup,
                clock,
                seat: translate::seat(seat),
                audience: audience_of(service, audience).await?,
                origin: Some(caller.address.name().into()),
            };
            let joined = host.create(who, tag, wish, admit).await?;
            Ok(translate::joined(host, joined))
        }
        Request::Pair {
            variant,
            preset,
            clock,
        } => {
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
            Ok(translate::joined(host, joined))
        }
        Request::Join { game } => {
            let joined = host.join(who, &game).await?;
            Ok(translate::joined(host, joined))
        }
        Request::Cancel { game } => {
            host.cancel(&who.player, &game).await?;
            Ok(Answer::Done)
        }
        _ => Ok(Answer::Done),
    }
}

async fn audience_of(service: &Service, audience: Audience) -> Result<host::Audience, HostError> {
    Ok(match audience {
        Audience::Anybody => host::Audience::Anybody,
        Audience::Invited => host::Audience::Invited,
        Audience::Computer { level } => host::Audience::Computer {
            opponent: Opponent::Level(level),
        },
        Audience::Engine { id } => host::Audience::Computer {
            opponent: Opponent::Engine(id),
        },
        Audience::Player { name } => host::Audience::Player {
            player: service.context.host.people().find(&name).await?,
        },
    })
}

pub(crate) async fn lobby(service: &Service, caller: &Caller) -> Result<Lobby, HostError> {
    let player = caller.identity.as_ref().map(|who| &who.player);
    let view = service.context.host.watch_lobby(player);
    lobby_of(service, &view).await
}

pub(crate) async fn lobby_of(
    service: &Service,
    view: &host::LobbyView,
) -> Result<Lobby, HostError> {
    let host = &service.context.host;
    let seeks = |seeks: &[host::Seek]| {
        let seeks = seeks.iter().map(|seek| translate::seek(host, seek));
        seeks.collect()
    };
    let games = host.live_games(Page::first(LOBBY_GAMES)).await?;
    Ok(Lobby {
        number: view.number,
        seeks: seeks(&view.seeks),
        own: seeks(&view.own),
        n_running: host.counts().running,
        games: games.into_iter().map(translate::summary).collect(),
    })
}

/// A game at one moment, without a subscription.
async fn open(service: &Service, caller: &Caller, game: &GameId) -> Result<Answer, HostError> {
    if let Some(seek) = service.context.host.seek(game) {
        let seek = translate::seek(&service.context.host, &seek);
        return Ok(Answer::Seeking { seek });
    }
    let view = service.context.host.look(game, Session::view).await?;
    let player = caller.identity.as_ref().map(|who| &who.player);
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

/// Questions about the position of a game.
async fn inquire(service: &Service, request: Request) -> Result<Answer, HostError> {
    let host = &service.context.host;
    match request {
        Request::Offers { game, taps, labels } => {
            let asked = taps.clone();
            let look = move |session: &Session, _| {
                let after = u32::try_from(session.played().len()).unwrap_or(u32::MAX);
                let offers = match labels {
                    true => encoders::labelled_offers(session, &asked),
                    false => encoders::offer_set(session, &asked),
                };
                (after, offers)
            };
            let (after, offers) = host.look(&game, look).await?;
            Ok(Answer::Offers {
                game,
                after,
                taps,
                offers,
            })
        }
        Request::Explain { game, cell } => {
            let look = move |session: &Session, _| session.game().explain(cell.as_str());
            let explanation = host.look(&game, look).await?;
            Ok(Answer::Explained { explanation })
        }
        Request::Preview { game, action } => {
            let look = move |session: &Session, _| session.game().preview(&action);
            let preview = host.look(&game, look).await??;
            Ok(Answer::Previewed { preview })
        }
        Request::SceneAt { game, moment } => {
            let look = move |session: &Session, _| session.game().scene_at(moment);
            let scene = host.look(&game, look).await?;
            Ok(Answer::Scene { scene })
        }
        Request::Read { game, text } => {
            let look = move |session: &Session, _| -> Result<(String, String), Refusal> {
                let action = session.game().read(&text)?;
                let notation = session.game().notation(&action)?;
                Ok((action, notation))
            };
            let (action, notation) = host.look(&game, look).await??;
            Ok(Answer::Read { action, notation })
        }
        _ => Ok(Answer::Done),
    }
}

/// Questions that a computer has to think about. They take a moment, so whoever has a connection does not
/// wait for the answer before it hears the next request.
pub(crate) async fn advise(
    host: &Host,
    player: Option<PlayerId>,
    request: Request,
) -> Result<Answer, HostError> {
    let count = |after: Option<u32>| after.map(|after| after as usize);
    match request {
        Request::Hint { game, after } => {
            let advice = host.advise(&game, player.as_ref(), count(after)).await?;
            Ok(translate::hint(game, advice))
        }
        Request::Evaluate { game, after } => {
            let advice = host.advise(&game, player.as_ref(), count(after)).await?;
            Ok(translate::evaluated(game, &advice))
        }
        _ => Ok(Answer::Done),
    }
}

fn page(before: Option<u64>, limit: Option<u32>) -> Page {
    Page {
        before,
        limit: limit.unwrap_or(PAGE).clamp(1, Page::MAX),
    }
}

fn list(games: Vec<store::Summary>, limit: Option<u32>) -> Answer {
    let is_full = games.len() >= page(None, limit).limit as usize;
    let last = games.last().map(|game| game.number);
    Answer::Games {
        games: games.into_iter().map(translate::summary).collect(),
        next: last.filter(|_| is_full),
    }
}

const IMPRINT: Imprint<'static> = Imprint {
    event: "Rookery",
    site: "Rookery",
};

async fn export(service: &Service, game: &GameId, format: Format) -> Result<Answer, HostError> {
    let text = match format {
        Format::Records => {
            let records = service.context.host.records(game).await?;
            to_json_lines(&records).map_err(|why| {
                HostError::Store(store::StoreError::Failed {
                    why: why.to_string(),
                })
            })?
        }
        Format::Pgn => {
            let look = |session: &Session, _| to_pgn(session, IMPRINT);
            service.context.host.look(game, look).await??
        }
        Format::File => {
            let look = |session: &Session, _| to_file(session, IMPRINT);
            let file = service.context.host.look(game, look).await??;
            file.ok_or_else(|| HostError::refused("no-file", "this game has no file of its own"))?
        }
    };
    Ok(Answer::Exported { format, text })
}
