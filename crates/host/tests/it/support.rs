//! A host and two players.

use std::sync::Arc;

use host::{Audience, Computer, Host, Identity, Joined, SeatChoice, Settings, Wish};
use session::{Ask, Clock, GameId, Tag};
use store::{MemoryStore, Store};

pub(crate) async fn start(store: &Arc<MemoryStore>, computer: Option<Arc<dyn Computer>>) -> Host {
    start_on(Arc::clone(store) as Arc<dyn Store>, computer).await
}

pub(crate) async fn start_on(store: Arc<dyn Store>, computer: Option<Arc<dyn Computer>>) -> Host {
    let settings = Settings {
        find: catalog::find,
        max_games: 100,
        computer,
    };
    Host::start(store, settings).await.unwrap()
}

pub(crate) fn wish(clock: Clock, seat: SeatChoice) -> Wish {
    Wish {
        variant: "orthodox".to_owned(),
        preset: None,
        setup: String::new(),
        clock,
        seat,
        audience: Audience::Anybody,
    }
}

/// A game between two newcomers; White first.
pub(crate) async fn begin(host: &Host, clock: Clock) -> (GameId, [Identity; 2]) {
    let white = host.people().newcomer().unwrap();
    let black = host.people().newcomer().unwrap();
    let tag = Tag::new("begin").unwrap();
    let seek = host
        .create(&white, &tag, wish(clock, SeatChoice::White))
        .await
        .unwrap();
    let Joined::Waiting(seek) = seek else {
        panic!("nobody has joined yet")
    };
    host.join(&black, &seek.game).await.unwrap();
    (seek.game.clone(), [white, black])
}

pub(crate) fn act(action: &str) -> Ask {
    Ask::Act {
        action: action.to_owned(),
        after: None,
    }
}
