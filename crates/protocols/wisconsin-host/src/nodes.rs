//! What this protocol tells itself at the other nodes of the server: signals for connections there, and players who wait.

use std::sync::Arc;
use std::time::Duration;

use host::{Host, Identity};
use rules::Seat;
use serde::{Deserialize, Serialize};
use session::{GameId, PlayerId};
use tokio::sync::broadcast::error::RecvError;

use crate::json::Signal;
use crate::matches::begin;
use crate::matchmaking::{Begun, Wish};
use crate::openings::Contender;
use crate::service::Service;

/// How often a player who waits is told of again: messages get lost.
const AGAIN: Duration = Duration::from_secs(2);

/// A message to other nodes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum News {
    /// How the opponent of a seat stands.
    Signal {
        game: GameId,
        seat: Seat,
        position: String,
        signal: Signal,
    },
    /// A player waits at a node.
    Waiting { node: String, player: Box<Waiter> },
    /// The game of a player who waits has begun.
    Met {
        player: PlayerId,
        number: u64,
        game: GameId,
    },
}

/// A player who waits, without what is secret.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Waiter {
    id: PlayerId,
    name: String,
    has_account: bool,
    is_bot: bool,
    army: Vec<i64>,
    wish: Wish,
}

impl Waiter {
    pub(crate) fn new(contender: &Contender, wish: &Wish) -> Waiter {
        Waiter {
            id: contender.who.player.clone(),
            name: contender.who.name.clone(),
            has_account: contender.who.has_account,
            is_bot: contender.who.is_bot,
            army: contender.request.clone(),
            wish: wish.clone(),
        }
    }

    fn into_parts(self) -> (Contender, Wish) {
        let who = Identity {
            player: self.id,
            name: self.name,
            has_account: self.has_account,
            is_bot: self.is_bot,
            token: String::new(),
        };
        let request = self.army;
        (Contender { who, request }, self.wish)
    }
}

/// Tells all other nodes.
pub(crate) fn tell(host: &Host, news: &News) {
    // It always has a text: it has no maps with odd keys.
    let text = serde_json::to_string(news).unwrap_or_default();
    host.tell_protocol(crate::NAME, text);
}

/// Tells other nodes of a player who waits, again and again. It does not come back.
pub(crate) async fn announce(host: &Host, contender: Contender, wish: Wish) {
    if host.node_counts().is_none() {
        return std::future::pending().await;
    }
    loop {
        let player = Box::new(Waiter::new(&contender, &wish));
        let node = host.node_id().to_string();
        tell(host, &News::Waiting { node, player });
        tokio::time::sleep(AGAIN).await;
    }
}

/// Hears what other nodes say, until the server stops.
pub(crate) async fn listen(service: Arc<Service>, stopped: impl Future<Output = ()>) {
    let mut news = service.host.protocol_news();
    let mut stopped = std::pin::pin!(stopped);
    loop {
        let heard = tokio::select! {
            heard = news.recv() => heard,
            () = &mut stopped => return,
        };
        match heard {
            Ok((name, text)) if &*name == crate::NAME => {
                if let Ok(news) = serde_json::from_str(&text) {
                    hear(&service, news);
                }
            }
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

fn hear(service: &Arc<Service>, news: News) {
    match news {
        News::Signal {
            game,
            seat,
            position,
            signal,
        } => service.alerts.signal_here(&game, seat, &position, signal),
        News::Waiting { node, player } => hear_of_waiter(service, &node, *player),
        News::Met {
            player,
            number,
            game,
        } => service.matchmaking.met(&player, Begun { number, game }),
    }
}

/// Somebody here may wait for this player. Of the two nodes that know of both, the one with the earlier name begins the game.
fn hear_of_waiter(service: &Arc<Service>, node: &str, player: Waiter) {
    let (contender, wish) = player.into_parts();
    let own = service.host.node_id().as_str();
    if own > node {
        if let Some((contender, wish)) = service.matchmaking.fitting(&contender, &wish) {
            let player = Box::new(Waiter::new(&contender, &wish));
            let node = own.to_owned();
            tell(&service.host, &News::Waiting { node, player });
        }
        return;
    }
    let Some(other) = service.matchmaking.take_fitting(&contender, &wish) else {
        return;
    };
    let service = Arc::clone(service);
    tokio::spawn(async move {
        let player = contender.who.player.clone();
        let begun = begin(Arc::clone(&service), contender, other, wish.sides()).await;
        if let Ok(Some(Begun { number, game })) = begun {
            tell(
                &service.host,
                &News::Met {
                    player,
                    number,
                    game,
                },
            );
        }
    });
}
