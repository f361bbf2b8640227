//! Who hears alerts, and in which order.

use std::time::Instant;

use rules::Seat;
use session::{Ask, Proposal};
use tokio_tungstenite::tungstenite::Error;

use crate::client::Client;
use crate::hall::Hall;

const REGULAR: &str = "army:regular/regular";

#[tokio::test]
async fn a_second_connection_takes_the_place_of_the_first() {
    let hall = Hall::open().await;
    let (ada, ben, number) = hall.pair(REGULAR).await;
    let mut first = ben.listen(number).await;
    let mut second = ben.listen(number).await;
    assert_eq!(first.next().await, None);
    ada.play(number, r#"{"f":12,"t":28}"#).await;
    assert!(second.next().await.unwrap().contains(r#""m":"#));
    // A connection of the other player does not matter.
    let mut third = ada.listen(number).await;
    ben.play(number, r#"{"f":52,"t":36}"#).await;
    assert!(third.next().await.unwrap().contains(r#""d":"#));
    ada.play(number, r#"{"f":11,"t":27}"#).await;
    assert!(second.next().await.unwrap().contains(r#""d":"#));
    hall.close().await;
}

#[tokio::test]
async fn alerts_come_in_order_and_after_the_game_has_changed() {
    let hall = Hall::open().await;
    let (ada, ben, number) = hall.pair(REGULAR).await;
    let (mut to_ada, mut to_ben) = (ada.listen(number).await, ben.listen(number).await);
    // Knights out and back: e.g. 1 to 18, 57 to 42.
    for _ in 0..5 {
        for (from, to) in [(1, 18), (18, 1)] {
            ada.play(number, &format!(r#"{{"f":{from},"t":{to}}}"#))
                .await;
            let alert = to_ben.next().await.unwrap();
            let moved = format!(r#""m":{{"f":{{"f":{},"r":{}}}"#, from % 8, from / 8);
            assert!(alert.contains(&moved), "{alert}");
            // What the alert told is there.
            let players = ben.ok(&format!("/players/{number}")).await;
            assert!(players.ends_with(r#""a":1}"#), "{players}");
            let answer = (63 - 6, 42);
            let (from, to) = if from == 1 {
                answer
            } else {
                (answer.1, answer.0)
            };
            ben.play(number, &format!(r#"{{"f":{from},"t":{to}}}"#))
                .await;
        }
    }
    // Nobody read these while they were made: they have waited in order.
    for index in 0..10 {
        let alert = to_ada.next().await.unwrap();
        let from = if index % 2 == 0 { (1, 7) } else { (2, 5) };
        let moved = format!(r#""m":{{"f":{{"f":{},"r":{}}}"#, from.0, from.1);
        assert!(alert.contains(&moved), "{index}: {alert}");
    }
    hall.close().await;
}

#[tokio::test]
async fn only_an_upgrade_from_an_own_page_by_a_player_listens() {
    let hall = Hall::open().await;
    let (ada, _, number) = hall.pair(REGULAR).await;
    let path = format!("/alert/{number}");
    assert_eq!(ada.get(&path).await.status, 400);
    let origin = [("origin", "http://evil.example")];
    assert_eq!(refused(&ada, &path, &origin).await, 403);
    assert_eq!(refused(&ada, "/alert/x", &[]).await, 400);
    let eve = hall.guest("Eve").await;
    assert_eq!(refused(&eve, &path, &[]).await, 400);
    let nobody = Client::nobody(hall.address());
    assert_eq!(refused(&nobody, &path, &[]).await, 303);
    let own = format!("http://{}", hall.address());
    assert!(ada.listen_with(&path, &[("origin", &own)]).await.is_ok());
    hall.close().await;
}

async fn refused(client: &Client, path: &str, headers: &[(&'static str, &str)]) -> u16 {
    match client.listen_with(path, headers).await {
        Err(Error::Http(response)) => response.status().as_u16(),
        Ok(_) => panic!("{path}: there should be no connection"),
        Err(other) => panic!("{path}: {other}"),
    }
}

#[tokio::test]
async fn nobody_hears_of_check_in_a_game_that_was_given_up() {
    let hall = Hall::open().await;
    let (ada, ben, number) = hall.pair("k'e87/8/8/8/8/8/8/K'e16R'h1 w -").await;
    ada.play(number, r#"{"f":7,"t":63}"#).await;
    let mut to_ada = ada.listen(number).await;
    assert_eq!(ben.get(&format!("/concede/{number}")).await.status, 200);
    for client in [&ben, &ada] {
        let moves = client.ok(&format!("/moves/{number}")).await;
        assert_eq!(moves, r#"{"s":5}"#);
    }
    assert!(to_ada.next().await.unwrap().starts_with(r#"{"s":"co""#));
    hall.close().await;
    // The server says goodbye, and nothing before it.
    assert_eq!(to_ada.next().await, None);
}

#[tokio::test]
async fn what_happens_in_the_page_is_told_in_the_words_of_the_protocol() {
    let hall = Hall::open().await;
    let (ada, ben, number) = hall.pair(REGULAR).await;
    let (mut to_ada, mut to_ben) = (ada.listen(number).await, ben.listen(number).await);
    let white = ada.who.clone().unwrap().player;
    let black = ben.who.clone().unwrap().player;
    let games = hall.host.games_of(&white, store::Page::first(10)).await;
    let game = games.unwrap()[0].game.clone();
    let ask = async |seat: Seat, ask: Ask| {
        let player = if seat == Seat::White { &white } else { &black };
        let asked = hall.host.ask(&game, player, Some(seat), None, ask).await;
        asked.unwrap();
    };
    let act = |action: &str| Ask::Act {
        action: action.to_owned(),
        after: None,
    };
    ask(Seat::White, act("e2e4")).await;
    assert!(
        to_ben
            .next()
            .await
            .unwrap()
            .contains(r#""t":{"f":4,"r":3}"#)
    );
    let proposal = Proposal::Takeback { to: 0 };
    ask(Seat::White, Ask::Propose { proposal }).await;
    ask(Seat::Black, Ask::Accept { proposal }).await;
    let board = to_ben.next().await.unwrap();
    assert_eq!(board.matches(r#"{"a":"#).count(), 64, "{board}");
    assert!(board.contains(r#""s":"w""#), "{board}");
    assert!(!to_ada.next().await.unwrap().contains(r#""s""#));
    let proposal = Proposal::Draw;
    ask(Seat::White, Ask::Propose { proposal }).await;
    ask(Seat::Black, Ask::Accept { proposal }).await;
    for alerts in [&mut to_ada, &mut to_ben] {
        assert!(alerts.next().await.unwrap().starts_with(r#"{"s":"dr""#));
    }
    let moves = ada.ok(&format!("/moves/{number}")).await;
    assert_eq!(moves, r#"{"s":4}"#);
    hall.close().await;
}

/// Clients have nothing to say here, and one that says it all the same is read no faster than others.
#[tokio::test]
async fn pings_are_not_free() {
    const N_PINGS: u64 = 2400;
    let hall = Hall::open_limited(100).await;
    let (ada, _ben, number) = hall.pair(REGULAR).await;
    let alerts = ada.listen(number).await;
    let began = Instant::now();
    alerts.ping_and_leave(N_PINGS).await;
    let millis = 3000 + u64::try_from(began.elapsed().as_millis()).unwrap();
    let most = 4096 * 100 * millis / 1000;
    assert!(N_PINGS * (512 + 6) <= most, "{:?}", began.elapsed());
    hall.close().await;
}
