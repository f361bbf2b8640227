//! Games told by deltas: what a client that follows the picture knows is what is true.

use std::path::Path;

use native::message::{
    Answer, Detail, Notice, OfferSet, Request, SeatChoice, Start, StepNotice, WantedOpponent,
};
use native::testkit::client::Client;
use rules::{AnyGame, CellId, Scene, SceneChecksum, Seat, SplitMix};
use serde_json::{Value, json};
use session::{Clock, GameId};

use crate::support::{BLITZ, act, start};

/// Actions of each recorded game.
const ACTIONS: usize = 24;

/// A game played by chance, as a client follows it.
fn recorded(variant: &'static dyn rules::AnyVariant, seed: u64) -> Value {
    let mut numbers = SplitMix::new(seed);
    let mut game: Box<dyn AnyGame> = variant.start("").unwrap();
    let mut scene = game.scene();
    let mut checksum = SceneChecksum::of(&scene);
    let first = json!(scene);
    let start = checksum.to_string();
    let mut steps = Vec::new();
    while let Some(seat) = game.status().to_act().filter(|_| steps.len() < ACTIONS) {
        let legal = game.legal();
        let action = &legal[numbers.below(legal.len())];
        game = game.apply(seat, action).unwrap().game;
        let after = game.scene();
        let (delta, sum) = scene.delta_to(&after, checksum);
        (scene, checksum) = (after, sum);
        steps.push(json!({"delta": delta, "checksum": checksum.to_string()}));
    }
    json!({"variant": variant.meta().id, "scene": first, "checksum": start, "steps": steps})
}

/// The page's tests follow the same games. `UPDATE_FIXTURES=1` writes them anew.
#[test]
fn the_page_is_tested_with_games_of_today() {
    let catalog = catalog::standard();
    let games: Vec<Value> = catalog
        .iter()
        .map(|entry| recorded(entry.variant(), 7))
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/test/fixtures/deltas.json");
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(&path, serde_json::to_string(&games).unwrap()).unwrap();
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let written: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(written == games, "run again with UPDATE_FIXTURES=1");
}

/// A client that follows the picture of a game.
struct Follower {
    client: Client,
    scene: Scene,
    seq: u64,
    offers: Option<OfferSet>,
}

impl Follower {
    async fn open(mut client: Client, game: &GameId) -> Follower {
        let request = Request::Open {
            game: game.clone(),
            from: None,
            detail: Detail::Delta,
        };
        let Answer::Opened(opened) = client.ok(request).await else {
            panic!("the game is open")
        };
        let view = opened.view.unwrap();
        assert!(view.offers.is_empty());
        let checksum = SceneChecksum::of(&view.scene).to_string();
        assert_eq!(opened.checksum, Some(checksum));
        Follower {
            client,
            scene: view.scene,
            seq: opened.seq,
            offers: opened.offers,
        }
    }

    /// Applies the next notice as the page does.
    async fn follow(&mut self) -> StepNotice {
        let step = self.client.notice(|notice| match notice {
            Notice::Step(step) => Some((**step).clone()),
            _ => None,
        });
        let step = step.await;
        assert_eq!(step.from.unwrap_or(step.seq - 1), self.seq);
        self.seq = step.seq;
        self.scene.apply(&step.scene);
        assert_eq!(SceneChecksum::of(&self.scene).to_string(), step.checksum);
        self.offers.clone_from(&step.offers);
        step
    }
}

/// A game of two who follow it, and a spectator.
async fn followed(
    address: std::net::SocketAddr,
    variant: &str,
    clock: Clock,
) -> (GameId, [Follower; 3]) {
    let mut white = Client::hello(address, None).await;
    let mut black = Client::hello(address, None).await;
    let wish = Request::Create {
        variant: variant.to_owned(),
        start: Start::Usual,
        clock,
        seat: SeatChoice::White,
        audience: WantedOpponent::Invited,
    };
    let Answer::Seeking { seek } = white.ok(wish).await else {
        panic!("the seek waits")
    };
    let game = seek.game;
    black.ok(Request::Join { game: game.clone() }).await;
    let watcher = Client::hello(address, None).await;
    let followers = [
        Follower::open(white, &game).await,
        Follower::open(black, &game).await,
        Follower::open(watcher, &game).await,
    ];
    (game, followers)
}

#[tokio::test]
async fn those_who_follow_a_game_know_what_is_true_and_only_what_concerns_them() {
    let server = start().await;
    for entry in catalog::standard().iter() {
        let (game, mut followers) = followed(server.address(), entry.id(), BLITZ).await;
        let mut state = entry.variant().start("").unwrap();
        // The usual start of a game may be written out when it is made.
        let view = followers[2].client.view(&game).await;
        if state.setup() != view.setup {
            state = entry.variant().start(&view.setup).unwrap();
        }
        let mut watcher = Client::hello(server.address(), None).await;
        let [white, black, _] = followers;
        let spectator = Follower::open(Client::hello(server.address(), None).await, &game).await;
        followers = [white, black, spectator];
        let mut numbers = SplitMix::new(5);
        for _ in 0..12 {
            let Some(seat) = state.status().to_act() else {
                break;
            };
            let legal = state.legal();
            let action = legal[numbers.below(legal.len())].clone();
            state = state.apply(seat, &action).unwrap().game;
            let mover = usize::from(seat == Seat::Black);
            followers[mover].client.ok(act(&game, &action)).await;
            let next = state.status().to_act();
            for (index, follower) in followers.iter_mut().enumerate() {
                let step = follower.follow().await;
                let is_next =
                    next == [Some(Seat::White), Some(Seat::Black), None][index] && index < 2;
                assert_eq!(step.offers.is_some(), is_next, "{} {action}", entry.id());
                assert_eq!(step.moves.len(), 1);
            }
        }
        let view = watcher.view(&game).await;
        for follower in followers {
            assert_eq!(follower.scene.sorted(), view.scene.clone().sorted());
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn offers_behind_what_was_pointed_at_can_be_asked_for() {
    let server = start().await;
    let (game, mut followers) = followed(server.address(), "orthodox", BLITZ).await;
    let all = followers[0].offers.clone().unwrap();
    assert_eq!((all.offers.len(), all.more.len()), (20, 0));
    let taps = vec![CellId::from("b1")];
    let request = Request::Offers {
        game,
        taps: taps.clone(),
        labels: true,
    };
    let Answer::Offers { offers, .. } = followers[0].client.ok(request).await else {
        panic!("offers are answered")
    };
    assert_eq!(offers.offers.len(), 2);
    server.stop().await;
}
