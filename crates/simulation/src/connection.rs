//! A client's connection, as the server sees it: requests one after the other, and what happens in between.

use std::collections::BTreeMap;
use std::time::Duration;

use host::{Game, Host, Identity, PlayerEvent, Push, Subscriber};
use session::{GameId, Tag};
use tokio::sync::mpsc;

use crate::call::{Call, Caller, Reply, Request, serve};
use crate::world::World;

/// How long the server waits for a client to read.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a server sends to a client.
#[derive(Debug)]
pub(crate) enum Down {
    Reply(Tag, Reply),
    Push(Push),
    /// The token is not valid any more.
    SentAway,
}

/// The server's end of a connection.
pub(crate) struct Visit {
    pub(crate) world: World,
    pub(crate) host: Host,
    pub(crate) identity: Identity,
    pub(crate) inbox: mpsc::Receiver<Call>,
    pub(crate) outbox: mpsc::Sender<Down>,
    /// Messages that may wait for the client.
    pub(crate) queue: usize,
}

impl Visit {
    /// Serves the client until one of them ends the connection. A client that has gone is noticed only when the
    /// request that is being served is done.
    pub(crate) async fn run(mut self) {
        if !self.is_welcome().await {
            return;
        }
        let (subscriber, mut pushes) = Subscriber::new(self.queue);
        let _presence = self.host.connect(&self.identity.player, &subscriber);
        let mut games: BTreeMap<GameId, Game> = BTreeMap::new();
        loop {
            let is_open = tokio::select! {
                biased;
                call = self.inbox.recv() => match call {
                    Some(call) => self.answer(call, &subscriber, &mut games).await,
                    None => false,
                },
                push = pushes.recv() => match push {
                    Some(Push::Player(event)) if *event == PlayerEvent::TokensEnded => {
                        self.is_welcome().await
                    }
                    Some(push) => self.send(Down::Push(push)).await,
                    None => false,
                },
            };
            if !is_open {
                break;
            }
        }
        for game in games.values() {
            game.close(subscriber.id());
        }
    }

    /// Whether the client's session goes on. Where the store cannot say so the client comes back and is asked again.
    async fn is_welcome(&self) -> bool {
        match self.host.accounts().identify(&self.identity.token).await {
            Ok(Some(_)) => true,
            Ok(None) => {
                self.send(Down::SentAway).await;
                false
            }
            Err(_) => false,
        }
    }

    async fn answer(
        &mut self,
        call: Call,
        subscriber: &Subscriber,
        games: &mut BTreeMap<GameId, Game>,
    ) -> bool {
        if let Request::Close(game) = &call.request
            && let Some(game) = games.remove(game)
        {
            game.close(subscriber.id());
        }
        let caller = Caller {
            identity: &self.identity,
            subscriber: Some(subscriber),
        };
        let (reply, game) = serve(&self.world, &self.host, &caller, &call).await;
        games.extend(game.map(|game| (game.id().clone(), game)));
        self.send(Down::Reply(call.tag, reply)).await
    }

    /// Whether the client takes it in time.
    async fn send(&self, down: Down) -> bool {
        self.world.touch().await;
        let sent = tokio::time::timeout(PATIENCE, self.outbox.send(down)).await;
        matches!(sent, Ok(Ok(())))
    }
}
