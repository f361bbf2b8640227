//! What happens to a player, as a stream: games that begin and end, challenges that come and go.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use axum::response::Response;
use host::{ChallengeFate, Connection, Identity, PlayerEvent, Push, Pushes, Rejection, SeekView};
use rules::Seat;
use server::Peer;
use session::GameId;
use tokio::sync::Notify;

use crate::account::{self, games, seat_in};
use crate::call::Call;
use crate::challenges::{Told, is_challenge, with_fate};
use crate::facts::COMPAT;
use crate::objects::Event;
use crate::service::Service;
use crate::stream::{self, KEEP_ALIVE, Lines, NDJSON, empty_line, line};
use crate::users::Users;

/// Running games that are told at the beginning.
const MAX_GAMES: usize = 200;

/// Begins a stream, which ends the older one of the same token.
pub(crate) async fn stream(call: Call) -> Result<Response, Rejection> {
    let who = call.who()?.clone();
    let (subscriber, pushes) = stream::subscriber();
    let presence = call.host().connect(&who.player, &subscriber);
    let (id, replaced) = call.service.events.begin(&who.token, &who.player);
    let mut reading = Reading {
        base: call.base(),
        service: Arc::clone(&call.service),
        id,
        replaced,
        waiting: VecDeque::new(),
        told_games: HashSet::new(),
        told_challenges: HashSet::new(),
        who,
        pushes,
        _presence: presence,
        _peer: call.peer,
    };
    reading.tell_all().await?;
    Ok(stream::respond(reading, NDJSON))
}

/// The reader of a stream.
struct Reading {
    service: Arc<Service>,
    base: String,
    who: Identity,
    id: u64,
    /// Told when another stream takes the place of this one.
    replaced: Arc<Notify>,
    /// Lines that are ready.
    waiting: VecDeque<String>,
    /// What was told at the beginning, and may be among what happens since the stream was opened. A challenge and its
    /// game have the same id.
    told_games: HashSet<GameId>,
    told_challenges: HashSet<GameId>,
    pushes: Pushes,
    _presence: Connection,
    _peer: Peer,
}

impl Lines for Reading {
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(line) = self.waiting.pop_front() {
                return Some(line);
            }
            let push = tokio::select! {
                push = self.pushes.recv() => push?,
                () = self.service.context.stopped() => return None,
                () = self.replaced.notified() => return None,
                () = tokio::time::sleep(KEEP_ALIVE) => return Some(empty_line()),
            };
            let Push::Player(event) = push else {
                continue;
            };
            match self.hear(&event).await {
                Ok(true) => {}
                // The token has ended, or what happened cannot be read: the client comes back and reads it all.
                Ok(false) | Err(_) => return None,
            }
        }
    }
}

impl Reading {
    /// What goes on already: running games and open challenges.
    async fn tell_all(&mut self) -> Result<(), Rejection> {
        let service = Arc::clone(&self.service);
        let host = &service.context.host;
        let mut users = Users::new(host);
        let player = self.who.player.clone();
        let running = games(host, &player).await?.running;
        for summary in running.iter().take(MAX_GAMES) {
            if let Some(seat) = seat_in(summary, &player) {
                let game = account::info(host, &mut users, &summary.game, seat).await?;
                let game = Box::new(game);
                self.waiting.push_back(line(&Event::GameStart { game }));
                self.told_games.insert(summary.game.clone());
            }
        }
        let own = host.watch_lobby(Some(&player)).own;
        for seek in own.iter().filter(|seek| is_challenge(seek)) {
            self.tell_challenge(seek).await?;
            self.told_challenges.insert(seek.game.clone());
        }
        // Something is sent at once, so that a client with nothing to hear knows that it is connected.
        if self.waiting.is_empty() {
            self.waiting.push_back(empty_line());
        }
        Ok(())
    }

    /// Takes note of what happened; whether the stream goes on.
    async fn hear(&mut self, event: &PlayerEvent) -> Result<bool, Rejection> {
        match event {
            PlayerEvent::Started { game, seat } => {
                if !self.told_games.remove(game) {
                    self.tell_game(game, *seat, |game| Event::GameStart { game })
                        .await?;
                }
            }
            PlayerEvent::Ended { game, seat, .. } => {
                self.tell_game(game, *seat, |game| Event::GameFinish { game })
                    .await?;
            }
            PlayerEvent::Challenged(seek) | PlayerEvent::ChallengeMade(seek) => {
                if !self.told_challenges.remove(&seek.game) {
                    self.tell_challenge(seek).await?;
                }
            }
            PlayerEvent::ChallengeGone { seek, fate } => {
                self.told_challenges.remove(&seek.game);
                self.tell_gone(seek, fate).await?;
            }
            PlayerEvent::Said { .. } => {}
            PlayerEvent::TokensEnded => {
                let accounts = self.service.context.host.accounts();
                return Ok(accounts.access(&self.who.token).await?.is_some());
            }
        }
        Ok(true)
    }

    async fn tell_game(
        &mut self,
        game: &GameId,
        seat: Seat,
        event: impl FnOnce(Box<crate::objects::GameInfo>) -> Event,
    ) -> Result<(), Rejection> {
        let host = &self.service.context.host;
        let info = account::info(host, &mut Users::new(host), game, seat).await?;
        self.waiting.push_back(line(&event(Box::new(info))));
        Ok(())
    }

    async fn tell_challenge(&mut self, seek: &SeekView) -> Result<(), Rejection> {
        let challenge = Box::new(self.challenge(seek).await?);
        let event = Event::Challenge {
            challenge,
            compat: COMPAT,
        };
        self.waiting.push_back(line(&event));
        Ok(())
    }

    /// One that was accepted is told by its game alone: a client would take the game off its books.
    async fn tell_gone(&mut self, seek: &SeekView, fate: &ChallengeFate) -> Result<(), Rejection> {
        let Some(challenge) = with_fate(self.challenge(seek).await?, fate) else {
            return Ok(());
        };
        let challenge = Box::new(challenge);
        let event = match fate {
            ChallengeFate::Declined { .. } => Event::ChallengeDeclined { challenge },
            ChallengeFate::Cancelled | ChallengeFate::Accepted => {
                Event::ChallengeCanceled { challenge }
            }
        };
        self.waiting.push_back(line(&event));
        Ok(())
    }

    async fn challenge(&self, seek: &SeekView) -> Result<crate::objects::Challenge, Rejection> {
        let host = &self.service.context.host;
        let told = Told {
            host,
            base: &self.base,
        };
        let mut users = Users::new(host);
        let player = Some(&self.who.player);
        Ok(told.challenge(&mut users, seek, player).await?)
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.service.events.end(&self.who.token, self.id);
    }
}
