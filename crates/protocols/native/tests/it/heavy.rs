//! Positions that offer very much: who may make them, what is told of them, and what that costs.

use std::sync::Arc;

use host::{Audience, Host, Joined, Wish};
use native::message::{Answer, Detail, Frame, Request, SeatChoice, Start, WantedOpponent};
use rules::{AnyGame, CellId, Seat};
use session::{Ask, Clock, GameId, Tag};
use store::MemoryStore;

use crate::support::{Setup, settings, start, start_with};
use native::testkit::client::Client;

const GAME: &str = "timetravel";

/// A position with as many moves as there can be, and a history of blanks that can be filled with any of them.
fn rich_setup(n_blanks: usize, horizon: usize) -> Start {
    let board = "R6R/3Q4/1Q4Qp/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1_w_-_-_0_1";
    let (blanks, turn) = (",_".repeat(n_blanks), n_blanks + 2);
    let text = format!("TT1;{board};Kf1g2{blanks};{turn};-/-;0/0;-;-;wb;99/{horizon}/-;*");
    Start::Setup { text }
}

fn look(start: Start) -> Request {
    Request::Look {
        variant: GAME.to_owned(),
        start,
        actions: Vec::new(),
        moment: None,
    }
}

fn seek(start: Start) -> Request {
    Request::Create {
        variant: GAME.to_owned(),
        start,
        clock: Clock::Untimed,
        seat: SeatChoice::White,
        audience: WantedOpponent::Anybody,
    }
}

#[tokio::test]
async fn nobody_makes_a_game_of_a_position_that_offers_too_much() {
    let server = start().await;
    let mut client = Client::hello(server.address(), None).await;
    for (n_blanks, horizon) in [(1997, 2000), (597, 600)] {
        let setup = rich_setup(n_blanks, horizon);
        for request in [look(setup.clone()), seek(setup)] {
            assert_eq!(client.refused(request).await.code, "setup-too-complex");
        }
    }
    server.stop().await;
}

/// What is too much to list is found by pointing.
#[tokio::test]
async fn offers_are_told_in_parts_where_there_are_many() {
    let server = start().await;
    let mut ada = Client::hello(server.address(), None).await;
    let mut ben = Client::hello(server.address(), None).await;
    let Answer::Looked { offers, more, .. } = ada.ok(look(rich_setup(41, 600))).await else {
        panic!();
    };
    assert!(offers.len() < 1000 && more.len() > 10, "{}", offers.len());
    let Answer::Seeking { seek } = ada.ok(seek(rich_setup(41, 600))).await else {
        panic!();
    };
    let game = seek.game;
    ben.ok(Request::Join { game: game.clone() }).await;
    let open = Request::Open {
        game: game.clone(),
        from: None,
        detail: Detail::Full,
    };
    let Answer::Opened(opened) = ben.ok(open).await else {
        panic!();
    };
    let view = opened.view.unwrap();
    assert_eq!((view.offers, &view.more), (offers, &more));
    let tap: CellId = more.into_iter().next().unwrap();
    let behind = Request::Offers {
        game,
        taps: vec![tap],
        labels: false,
    };
    let Answer::Offers { offers, .. } = ben.ok(behind).await else {
        panic!();
    };
    assert!(!offers.offers.is_empty() || !offers.more.is_empty());
    server.stop().await;
}

/// Few requests that take long cost as much as many that do not.
#[tokio::test]
async fn work_is_charged_when_it_is_done() {
    let mut settings = settings();
    settings.limits.requests_per_second = 20;
    let server = start_with(Arc::new(MemoryStore::new()), settings).await;
    let mut client = Client::hello(server.address(), None).await;
    let mut n_served = 0;
    let refusal = loop {
        client
            .send("look", look(rich_setup(169, 600)))
            .await
            .unwrap();
        match client.next_frame().await.unwrap() {
            Frame::Ok { .. } => n_served += 1,
            Frame::Refused { refusal, .. } => break refusal,
            other => panic!("{other:?}"),
        }
        assert!(n_served < 20, "that costs nothing");
    };
    assert_eq!(refusal.code, "rate-limited");
    // Somebody else is served.
    let mut other = Client::hello(server.address(), None).await;
    other.ok(Request::Ping).await;
    server.stop().await;
}

/// An action after which the game goes on, and the game then.
fn playable(state: &dyn AnyGame) -> (String, Box<dyn AnyGame>) {
    let seat = state.status().to_act().unwrap();
    let actions = state.legal().into_iter();
    let mut goes_on = actions.filter_map(|action| {
        let next = state.apply(seat, &action).ok()?.game;
        next.status().to_act()?;
        Some((action, next))
    });
    goes_on.next().unwrap()
}

/// Lets two players begin a game from this position.
async fn begin(host: &Host, setup: String, players: [&Client; 2]) -> GameId {
    let mut identities = Vec::new();
    for player in players {
        let known = host.accounts().identify(&player.token()).await;
        identities.push(known.unwrap().unwrap());
    }
    let wish = Wish {
        variant: GAME.to_owned(),
        preset: None,
        setup,
        clock: Clock::Untimed,
        seat: SeatChoice::White,
        audience: Audience::Invited,
        origin: None,
    };
    let tag = Tag::new("heavy").unwrap();
    let made = host.create(&identities[0], &tag, wish, || Ok(())).await;
    let Joined::Waiting(seek) = made.unwrap() else {
        panic!();
    };
    host.join(&identities[1], &seek.game).await.unwrap();
    seek.game.clone()
}

/// A player who moves in a game in which a move takes long may move less often.
#[tokio::test]
async fn actions_are_charged_where_they_take_long() {
    let mut setup = Setup::default();
    setup.settings.limits.requests_per_second = 20;
    let (server, host) = setup.start(Arc::new(MemoryStore::new())).await;
    let mut ada = Client::hello(server.address(), None).await;
    let mut ben = Client::hello(server.address(), None).await;
    // A game with a history in which nearly every move can be replaced.
    let variants = catalog::standard().variants();
    let mut state = variants.find(GAME).unwrap().start("").unwrap();
    for _ in 0..80 {
        (_, state) = playable(&*state);
    }
    // It begins without a request, so that nothing has been charged before.
    let game = begin(&host, state.setup(), [&ada, &ben]).await;
    // Somebody watches who is told everything after each move.
    let mut eve = Client::hello(server.address(), None).await;
    let detail = Detail::Full;
    let open = Request::Open {
        game: game.clone(),
        from: None,
        detail,
    };
    eve.ok(open).await;
    // Neither of them makes more requests than may come at once.
    for _ in 0..30 {
        let seat = state.status().to_act().unwrap();
        let (action, next) = playable(&*state);
        let request = Request::Ask {
            game: game.clone(),
            seat: Some(seat),
            ask: Ask::Act {
                action,
                after: None,
            },
        };
        let player = match seat {
            Seat::White => &mut ada,
            Seat::Black => &mut ben,
        };
        match player.call(request).await {
            Frame::Ok { .. } => state = next,
            Frame::Refused { refusal, .. } => {
                assert_eq!(refusal.code, "rate-limited");
                return server.stop().await;
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("that costs nothing");
}
