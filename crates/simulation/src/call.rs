//! What clients ask of a server, and what they are answered.

use std::sync::Arc;

use host::{Audience, Edition, Happening, Host, Identity, Joined, Opening, Rejection, SeatChoice};
use host::{Game, Subscriber};
use session::{Ask, Clock, GameId, Sealed, Tag};

use crate::oracle;
use crate::world::World;

/// A request with the name its sender gave it.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) tag: Tag,
    pub(crate) request: Request,
}

/// What a player wants to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wish {
    pub(crate) variant: &'static str,
    pub(crate) clock: Clock,
    pub(crate) seat: SeatChoice,
    pub(crate) audience: Audience,
}

impl Wish {
    pub(crate) fn to_host(&self) -> host::Wish {
        host::Wish {
            variant: self.variant.to_owned(),
            preset: None,
            setup: String::new(),
            clock: self.clock,
            seat: self.seat,
            audience: self.audience.clone(),
            origin: None,
        }
    }
}

/// What clients ask of a server.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Pair(Wish),
    Create(Wish),
    Join(GameId),
    Cancel(GameId),
    Ask { game: GameId, ask: Ask },
    Open { game: GameId, from: Option<u64> },
    Close(GameId),
    Records(GameId),
    Lobby,
}

/// What they are answered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    Joined(Joined),
    Asked(u64),
    Opened(Box<Opened>),
    Records(Vec<Sealed>),
    Lobby(Vec<GameId>),
    Done,
    Refused(String),
    Failed(String),
    /// The token is not valid any more.
    SentAway,
}

/// What a client learns of a game that it opens.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Opened {
    pub(crate) seq: u64,
    pub(crate) missed: Option<Vec<String>>,
}

impl From<Opening> for Opened {
    fn from(opening: Opening) -> Opened {
        let texts =
            |records: Vec<session::Record>| records.iter().map(session::Record::to_text).collect();
        Opened {
            seq: opening.view.seq,
            missed: opening.missed.map(texts),
        }
    }
}

/// How subscribers are told: the game, how many records it has now, and the texts of the new ones.
pub(crate) static EDITION: Edition = Edition {
    encode,
    follows_picture: false,
};

fn encode(happening: &Happening<'_>) -> String {
    let session = happening.session;
    let mut text = format!("{}\n{}", session.id(), session.seq());
    for record in happening.records {
        text.push('\n');
        text.push_str(&record.to_text());
    }
    text
}

/// Who sends a request: a player, and where its connection is told what happens if it came over one.
pub(crate) struct Caller<'a> {
    pub(crate) identity: &'a Identity,
    pub(crate) subscriber: Option<&'a Subscriber>,
}

/// Serves a request as the protocols do, and notes the answer before it is sent.
pub(crate) async fn serve(
    world: &World,
    host: &Host,
    caller: &Caller<'_>,
    call: &Call,
) -> (Reply, Option<Game>) {
    let begun = world.ledger().next_step();
    let who = &caller.identity.player;
    oracle::check_kept_out(world, who, caller.subscriber.is_some());
    let (reply, game) = match try_serve(host, caller, call).await {
        Ok(reply) => reply,
        Err(Rejection::Refused(refusal)) => (Reply::Refused(refusal.code.to_string()), None),
        Err(Rejection::Failed(error)) => (Reply::Failed(error.to_string()), None),
    };
    world.touch().await;
    world.trace(format_args!(
        "served {who} {} {}: {}",
        call.tag,
        short(&call.request),
        outcome(&reply)
    ));
    world
        .ledger()
        .note_reply(who, &call.tag, &call.request, begun, &reply);
    (reply, game)
}

async fn try_serve(
    host: &Host,
    caller: &Caller<'_>,
    call: &Call,
) -> Result<(Reply, Option<Game>), Rejection> {
    let (who, tag) = (caller.identity, &call.tag);
    Ok(match &call.request {
        Request::Pair(wish) => (
            Reply::Joined(host.pair(who, tag, wish.to_host(), || Ok(())).await?),
            None,
        ),
        Request::Create(wish) => (
            Reply::Joined(host.create(who, tag, wish.to_host(), || Ok(())).await?),
            None,
        ),
        Request::Join(game) => (Reply::Joined(host.join(who, game).await?), None),
        Request::Cancel(game) => {
            host.cancel(&who.player, game).await?;
            (Reply::Done, None)
        }
        Request::Ask { game, ask } => {
            let tag = Some(tag.clone());
            let asked = host.ask(game, &who.player, None, tag, ask.clone()).await?;
            (Reply::Asked(asked.seq), None)
        }
        Request::Open { game, from } => {
            let deaf = Subscriber::deaf();
            let subscriber = caller.subscriber.unwrap_or(&deaf);
            let player = Some(&who.player);
            let (opening, handle) = host.open(game, player, *from, subscriber, &EDITION).await?;
            if caller.subscriber.is_none() {
                handle.close(deaf.id());
            }
            (Reply::Opened(Box::new(opening.into())), Some(handle))
        }
        Request::Close(_) => (Reply::Done, None),
        Request::Records(game) => (Reply::Records(host.records(game).await?), None),
        Request::Lobby => {
            let view = host.watch_lobby(Some(&who.player));
            let seeks = view.listed.seeks.iter().chain(&view.own);
            (
                Reply::Lobby(seeks.map(|seek| seek.game.clone()).collect()),
                None,
            )
        }
    })
}

/// A request in one line.
pub(crate) fn short(request: &Request) -> String {
    match request {
        Request::Pair(wish) => format!("pair {:?}", wish.clock),
        Request::Create(wish) => format!("create {:?} {:?}", wish.clock, wish.audience),
        Request::Join(game) => format!("join {game}"),
        Request::Cancel(game) => format!("cancel {game}"),
        Request::Ask { game, ask } => format!("ask {game} {ask:?}"),
        Request::Open { game, from } => format!("open {game} from {from:?}"),
        Request::Close(game) => format!("close {game}"),
        Request::Records(game) => format!("records {game}"),
        Request::Lobby => "lobby".to_owned(),
    }
}

fn outcome(reply: &Reply) -> String {
    match reply {
        Reply::Joined(Joined::Waiting(seek)) => format!("waiting {}", seek.game),
        Reply::Joined(Joined::Playing { game, seat }) => format!("playing {game} {seat:?}"),
        Reply::Asked(seq) => format!("record {seq}"),
        Reply::Opened(opened) => format!("opened at {}", opened.seq),
        Reply::Records(records) => format!("{} records", records.len()),
        Reply::Lobby(seeks) => format!("{} seeks", seeks.len()),
        Reply::Done => "done".to_owned(),
        Reply::Refused(code) => format!("refused {code}"),
        Reply::Failed(why) => format!("failed: {why}"),
        Reply::SentAway => "sent away".to_owned(),
    }
}

/// What a push says: the game, how many records it has now, and the new ones.
pub(crate) fn read_push(text: &[u8]) -> Option<(GameId, u64, Vec<Arc<str>>)> {
    let text = std::str::from_utf8(text).ok()?;
    let mut lines = text.lines();
    let game = GameId::new(lines.next()?).ok()?;
    let seq = lines.next()?.parse().ok()?;
    Some((game, seq, lines.map(Arc::from).collect()))
}
