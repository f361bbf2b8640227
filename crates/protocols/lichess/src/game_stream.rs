//! A game as its players are told of it: the whole once, then every change.

use std::sync::Arc;

use axum::response::Response;
use host::{
    Connection, Edition, Game, Happening, Identity, PlayerEvent, Push, Rejection, Subscriber,
};
use rules::Seat;
use server::Peer;
use session::{Change, Millis, Phase, Session};

use crate::call::Call;
use crate::facts::{Facts, Standing};
use crate::objects::{ChatLine, OpponentGone};
use crate::refusal::ApiRefusal;
use crate::service::Service;
use crate::stream::{self, Inbox, Lines, NDJSON, Next, line};
use crate::users::Users;
use crate::variants;

/// What happens in a game, written once for all who read it.
static EDITION: Edition = Edition {
    encode,
    follows_picture: false,
};

/// The first sign of each line says who reads it.
const FOR_BOTH: char = '*';
const FOR_WHITE: char = 'w';
const FOR_BLACK: char = 'b';

/// The line after which nothing follows.
const END: &str = ".\n";

fn sign_of(seat: Seat) -> char {
    match seat {
        Seat::White => FOR_WHITE,
        Seat::Black => FOR_BLACK,
    }
}

fn encode(happening: &Happening<'_>) -> String {
    let (session, now) = (happening.session, happening.now);
    let mut text = String::new();
    let changes = || happening.records.iter().map(|record| &record.change);
    if changes().any(is_told) {
        let standing = Standing::of_session(session, now);
        text.push(FOR_BOTH);
        text.push_str(&line(&standing.state(variants::is_chess(session.game()))));
    }
    for change in changes() {
        if let Some((seat, gone)) = presence(session, change, now) {
            text.push(sign_of(!seat));
            text.push_str(&line(&gone));
        }
    }
    if session.ending().is_some() {
        text.push_str(END);
    }
    text
}

/// Whether players are told how the game stands after such a change.
fn is_told(change: &Change) -> bool {
    match change {
        Change::Sat { .. }
        | Change::Acted { .. }
        | Change::Proposed { .. }
        | Change::Declined { .. }
        | Change::Withdrawn { .. }
        | Change::TakenBack { .. }
        | Change::Ended { .. } => true,
        Change::Created(_)
        | Change::Renamed { .. }
        | Change::RematchAgreed { .. }
        | Change::Gone { .. }
        | Change::Back { .. }
        | Change::Resumed { .. } => false,
    }
}

/// Who has gone or come back, and what the opponent is told.
fn presence(session: &Session, change: &Change, now: Millis) -> Option<(Seat, OpponentGone)> {
    let (Change::Gone { seat } | Change::Back { seat }) = change else {
        return None;
    };
    Some((*seat, opponent_gone(session.claimable_at(*seat), now)))
}

/// An opponent against whom the game can be claimed from some moment on has gone.
fn opponent_gone(claimable_at: Option<Millis>, now: Millis) -> OpponentGone {
    OpponentGone {
        r#type: "opponentGone".to_owned(),
        gone: claimable_at.is_some(),
        claim_win_in_seconds: claimable_at.map(|moment| (moment - now).0.div_ceil(1000)),
    }
}

/// Begins the stream of a game of the caller.
pub(crate) async fn stream(call: Call) -> Result<Response, Rejection> {
    let (id, who) = (call.game()?, call.who()?.clone());
    let player = who.player.clone();
    let look = move |session: &Session, _| (Facts::of(session), session.seat_of(&player, None));
    let seen = call.host().look(&id, look).await;
    let (facts, seat) = seen.map_err(not_yours)?;
    let seat = seat.ok_or(ApiRefusal::NotYourGame)?;
    let (subscriber, pushes) = stream::subscriber();
    let presence = call.host().connect(&who.player, &subscriber);
    let opened = call
        .host()
        .open(&id, Some(&who.player), None, &subscriber, &EDITION);
    let (opening, game) = opened.await?;
    call.peer.address.charge(opening.work);
    let view = opening.view;
    let state = Standing::of_view(&view).state(facts.is_chess);
    let mut users = Users::new(call.host());
    let full = facts.full(&mut users, state).await?;
    let mut lines = vec![line(&full)];
    let theirs = &view.seats[!seat];
    let is_over = matches!(view.phase, Phase::Over { .. });
    if theirs.claimable_at.is_some() && !is_over {
        lines.push(line(&opponent_gone(theirs.claimable_at, view.now)));
    }
    let names = Seat::BOTH.map(|seat| view.seats[seat].name.clone().unwrap_or_default());
    let reading = Reading {
        service: Arc::clone(&call.service),
        who,
        seat,
        names,
        // Clients leave a game that is over only when its stream ends.
        inbox: Inbox::new(lines, is_over, pushes),
        game,
        subscriber,
        _presence: presence,
        _peer: call.peer,
    };
    Ok(stream::respond(reading, NDJSON))
}

/// A game that is not there is not the caller's either.
pub(crate) fn not_yours(rejection: Rejection) -> Rejection {
    match rejection {
        Rejection::Refused(_) => ApiRefusal::NotYourGame.into(),
        failed @ Rejection::Failed(_) => failed,
    }
}

/// The reader of a stream.
struct Reading {
    service: Arc<Service>,
    who: Identity,
    seat: Seat,
    names: [String; 2],
    inbox: Inbox,
    game: Game,
    subscriber: Subscriber,
    _presence: Connection,
    _peer: Peer,
}

impl Lines for Reading {
    async fn next(&mut self) -> Option<String> {
        loop {
            let push = match self.inbox.next(&self.service).await {
                Next::Line(line) => return Some(line),
                Next::End => return None,
                Next::Push(push) => push,
            };
            match push {
                Push::Text(text) => self.read(&String::from_utf8_lossy(&text)),
                Push::Player(event) => {
                    if !self.hear(&event).await {
                        return None;
                    }
                }
            }
        }
    }
}

impl Reading {
    /// Takes the lines that are for this reader.
    fn read(&mut self, text: &str) {
        let own = sign_of(self.seat);
        for line in text.split_inclusive('\n') {
            if line == END {
                self.inbox.end();
            } else if let Some(line) = line.strip_prefix([FOR_BOTH, own]) {
                self.inbox.add(line.to_owned());
            }
        }
    }

    /// Takes note of what happened to the player; whether the stream goes on.
    async fn hear(&mut self, event: &PlayerEvent) -> bool {
        match event {
            PlayerEvent::Said {
                game, seat, text, ..
            } if game == self.game.id() => {
                let said = ChatLine {
                    r#type: "chatLine".to_owned(),
                    room: "player".to_owned(),
                    username: self.names[usize::from(*seat == Seat::Black)].clone(),
                    text: text.clone(),
                };
                self.inbox.add(line(&said));
                true
            }
            PlayerEvent::TokensEnded => {
                let accounts = self.service.context.host.accounts();
                let access = accounts.access(&self.who.token).await;
                matches!(access, Ok(Some(_)))
            }
            PlayerEvent::Said { .. }
            | PlayerEvent::Started { .. }
            | PlayerEvent::Ended { .. }
            | PlayerEvent::Challenged(_)
            | PlayerEvent::ChallengeMade(_)
            | PlayerEvent::ChallengeGone { .. } => true,
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.game.close(self.subscriber.id());
    }
}
