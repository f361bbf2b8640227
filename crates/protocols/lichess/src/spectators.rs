//! A game as spectators are told of it: what it is, then a line for each position, and what became of it.

use std::sync::Arc;

use axum::response::Response;
use host::{Edition, Game, Happening, Push, Rejection, Subscriber};
use rules::Seat;
use serde_json::{Map, Value, json};
use server::Peer;
use session::{Change, Millis, Phase, Session};

use crate::call::Call;
use crate::exports::head;
use crate::facts::{self, Facts};
use crate::game_stream::not_yours;
use crate::service::Service;
use crate::stream::{self, Inbox, Lines, NDJSON, Next, line};
use crate::users::Users;
use crate::variants;

static EDITION: Edition = Edition {
    encode,
    follows_picture: false,
};

/// The line after which the game is told once more, and nothing follows.
const END: &str = ".\n";

fn encode(happening: &Happening<'_>) -> String {
    let session = happening.session;
    let is_new =
        |change: &Change| matches!(change, Change::Acted { .. } | Change::TakenBack { .. });
    let mut changes = happening.records.iter().map(|record| &record.change);
    let mut text = match changes.any(is_new) {
        true => line(&Value::Object(position(session, happening.now))),
        false => String::new(),
    };
    if session.ending().is_some() {
        text.push_str(END);
    }
    text
}

/// The position now, with the last action and what is left on the clocks in seconds.
fn position(session: &Session, now: Millis) -> Map<String, Value> {
    let mut told = Map::from_iter([("fen".to_owned(), json!(variants::position(session.game())))]);
    let is_chess = variants::is_chess(session.game());
    if let Some(last) = facts::told(session.played(), is_chess).next_back() {
        told.insert("lm".to_owned(), json!(last.action));
    }
    if let Some(left) = session.clocks(now).left {
        told.insert("wc".to_owned(), json!(left[Seat::White].as_secs()));
        told.insert("bc".to_owned(), json!(left[Seat::Black].as_secs()));
    }
    told
}

/// Begins a stream. Nothing in it is secret, so nobody has to prove anything.
pub(crate) async fn stream(call: Call) -> Result<Response, Rejection> {
    let id = call.game()?;
    let (subscriber, pushes) = stream::subscriber();
    let opened = call.host().open(&id, None, None, &subscriber, &EDITION);
    let (opening, game) = opened.await.map_err(not_yours)?;
    call.peer.address.charge(opening.work);
    let is_over = matches!(opening.view.phase, Phase::Over { .. });
    let mut reading = Reading {
        service: Arc::clone(&call.service),
        inbox: Inbox::new([], is_over, pushes),
        game,
        subscriber,
        _peer: call.peer,
    };
    reading.tell_game().await?;
    Ok(stream::respond(reading, NDJSON))
}

/// The reader of a stream.
struct Reading {
    service: Arc<Service>,
    inbox: Inbox,
    game: Game,
    subscriber: Subscriber,
    _peer: Peer,
}

impl Reading {
    /// What the game is and how it stands.
    async fn tell_game(&mut self) -> Result<(), Rejection> {
        let host = &self.service.context.host;
        let look = |session: &Session, now| (session.clone(), now);
        let (session, now) = host.look(self.game.id(), look).await?;
        let facts = Facts::of(&session);
        let mut told = head(&mut Users::new(host), &facts, &session).await?;
        let status = facts::status(&session.phase());
        let tag = &facts.variant;
        told.insert("variant".to_owned(), json!(tag));
        told.insert("status".to_owned(), json!(status));
        let n_moves = facts::told(session.played(), facts.is_chess).count();
        told.insert("turns".to_owned(), json!(n_moves));
        if let Some(player) = session.game().status().to_act() {
            told.insert("player".to_owned(), json!(player));
        }
        told.extend(position(&session, now));
        self.inbox.add(line(&Value::Object(told)));
        Ok(())
    }
}

impl Lines for Reading {
    async fn next(&mut self) -> Option<String> {
        loop {
            let push = match self.inbox.next(&self.service).await {
                Next::Line(line) => return Some(line),
                Next::End => return None,
                Next::Push(push) => push,
            };
            let Push::Text(text) = push else {
                continue;
            };
            for line in String::from_utf8_lossy(&text).split_inclusive('\n') {
                match line == END {
                    true => {
                        self.inbox.end();
                        self.tell_game().await.ok()?;
                    }
                    false => self.inbox.add(line.to_owned()),
                }
            }
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.game.close(self.subscriber.id());
    }
}
