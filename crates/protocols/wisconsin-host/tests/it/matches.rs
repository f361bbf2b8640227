//! How players come together.

use std::sync::Arc;
use std::time::Duration;

use store::MemoryStore;

use crate::client::in_time;
use crate::hall::{Hall, LONG};

#[tokio::test]
async fn two_who_name_each_other_play_and_the_second_is_white() {
    let hall = Hall::open().await;
    let (ada, ben) = (hall.guest("Ada").await, hall.guest("Ben").await);
    // Of two requests of one player, one is turned away: then the other waits.
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..2 {
        let ada = ada.clone();
        requests.spawn(async move { ada.post("/people?o=Ben", "[]").await });
    }
    let turned_away = requests.join_next().await.unwrap().unwrap();
    assert_eq!(turned_away.body, r#"{"id":0}"#);
    let first = in_time(ben.post("/people?o=ada", "[0,0]")).await;
    let second = requests.join_next().await.unwrap().unwrap();
    assert_eq!(first.body, second.body);
    let number = first.json()["id"].as_u64().unwrap();
    let players = ada.ok(&format!("/players/{number}")).await;
    assert_eq!(players, r#"{"w":"Ben","b":"Ada","a":0}"#);
    let game = first.header("rookery-game").unwrap();
    assert_eq!(second.header("rookery-game"), Some(game));
    // It is a game like all others.
    let mut page = ada.clone();
    page.base = "";
    let opened = page.ok(&format!("/api/games/{game}")).await;
    assert!(opened.contains(r#""variant":"wisconsin""#), "{opened}");
    assert!(page.ok("/api/games").await.contains(game));
    for client in [&ada, &ben] {
        assert_eq!(
            client.ok("/peopleid").await,
            format!(r#"{{"id":{number}}}"#)
        );
        for path in ["/", "/match", "/computer", "/nothing"] {
            let response = client.get(path).await;
            let to = format!("/wisconsin/people/{number}");
            assert_eq!(
                (response.status, response.header("location")),
                (307, Some(to.as_str())),
                "{path}"
            );
        }
        assert_eq!(client.post("/people?o=Cem", "[]").await.status, 307);
    }
    hall.close().await;
}

/// Time passes by itself here while nothing happens.
#[tokio::test]
async fn nobody_waits_for_ever_and_nobody_waits_twice() {
    let patience = Duration::from_secs(30);
    let hall = Hall::open_with(Arc::new(MemoryStore::new()), patience, None).await;
    let ada = hall.guest("Ada").await;
    tokio::time::pause();
    let began = tokio::time::Instant::now();
    let twice = tokio::join!(
        ada.post("/people?o=Ben", "[]"),
        ada.post("/people?o=Ben", "[]")
    );
    assert!(began.elapsed() >= patience);
    for response in [twice.0, twice.1] {
        assert_eq!(
            (response.status, response.body.as_str()),
            (200, r#"{"id":0}"#)
        );
    }
    tokio::time::resume();
    assert_eq!(ada.ok("/peopleid").await, r#"{"id":0}"#);
    hall.close().await;
}

#[tokio::test]
async fn requests_for_a_match_that_make_no_sense_are_refused_at_once() {
    let hall = Hall::open_with(Arc::new(MemoryStore::new()), LONG, None).await;
    let ada = hall.guest("Ada").await;
    for (path, body) in [
        ("/people", "[]"),
        ("/people?o=", "[]"),
        ("/people?o=Ben&o=Cem", "[]"),
        ("/people?o=Ben", ""),
        ("/people?o=Ben", "nonsense"),
        ("/people?o=Ben", "{}"),
        ("/people?o=Ben", "[\"0\"]"),
        ("/people?o=Ben", "[1]"),
        ("/people?o=Ben", "[22]"),
        ("/people?o=Ben", "[-3]"),
        ("/people?o=Ben", "[0,0,0,0,0,0,0,0,0,0,0,-1]"),
        ("/computer", ""),
        ("/computer", "[-3]"),
        ("/computer", "[22]"),
        ("/computer", "[-9223372036854775808]"),
        ("/computer", "[1]"),
        ("/computer", "[0,0,0,0,0,0,0,0,0,0,0,0,-2]"),
    ] {
        let response = ada.post(path, body).await;
        assert_eq!(
            (response.status, response.body.as_str()),
            (400, ""),
            "{path} {body}"
        );
    }
    assert_eq!(ada.get("/computer").await.status, 404);
    hall.close().await;
}

/// Waits until so many people wait for anybody.
async fn until_open(client: &crate::client::Client, n: u32) {
    in_time(async {
        while client.ok("/meet").await != format!(r#"{{"n":{n}}}"#) {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_player_who_goes_away_while_waiting_is_not_paired() {
    let hall = Hall::open().await;
    let (ada, ben) = (hall.guest("Ada").await, hall.guest("Ben").await);
    let wait = |client: &crate::client::Client| {
        let client = client.clone();
        tokio::spawn(async move { client.post("/meet", "[]").await })
    };
    let waiting = wait(&ada);
    until_open(&ben, 1).await;
    // Its connection is closed, which the server notices.
    waiting.abort();
    until_open(&ben, 0).await;
    let waiting = wait(&ben);
    until_open(&ada, 1).await;
    let cem = hall.guest("Cem").await;
    let met = in_time(cem.post("/meet", "[]")).await;
    assert_ne!(met.json()["id"], 0);
    assert_eq!(waiting.await.unwrap().body, met.body);
    assert_eq!(ada.ok("/peopleid").await, r#"{"id":0}"#);
    hall.close().await;
}

#[tokio::test]
async fn two_who_give_the_same_word_play() {
    let hall = Hall::open().await;
    let (ada, ben) = (hall.guest("Ada").await, hall.guest("Ben").await);
    let twice = ada.post("/meet?w=x&w=y", "[]").await;
    assert_eq!((twice.status, twice.body.as_str()), (400, ""));
    let not_owned = ada.post("/meet?w=sparrow", "[1]").await;
    assert_eq!(not_owned.status, 400);
    let waiting = {
        let ada = ada.clone();
        tokio::spawn(async move { ada.post("/meet?w=sparrow", "[0,0]").await })
    };
    // A player who waits for a friend is not shown to others.
    assert_eq!(ben.ok("/meet").await, r#"{"n":0}"#);
    let second = in_time(ben.post("/meet?w=sparrow", "[]")).await;
    let first = waiting.await.unwrap();
    let game = second.header("rookery-game").unwrap();
    assert_eq!(first.header("rookery-game"), Some(game));
    let number = second.json()["id"].as_u64().unwrap();
    assert_eq!(ada.ok("/peopleid").await, second.body);
    let page = ada.get(&format!("/people/{number}")).await;
    assert_eq!(page.header("rookery-game"), Some(game));
    let players: serde_json::Value =
        serde_json::from_str(&ada.ok(&format!("/players/{number}")).await).unwrap();
    let mut names = [
        players["w"].as_str().unwrap(),
        players["b"].as_str().unwrap(),
    ];
    names.sort_unstable();
    assert_eq!(names, ["Ada", "Ben"]);
    hall.close().await;
}

#[tokio::test]
async fn who_waits_for_anybody_is_counted_and_found() {
    let hall = Hall::open().await;
    let (ada, ben) = (hall.guest("Ada").await, hall.guest("Ben").await);
    let waiting = {
        let ada = ada.clone();
        tokio::spawn(async move { ada.post("/meet", "[]").await })
    };
    until_open(&ben, 1).await;
    let second = in_time(ben.post("/meet", "[]")).await;
    assert_eq!(waiting.await.unwrap().body, second.body);
    assert_eq!(ben.ok("/meet").await, r#"{"n":0}"#);
    assert_ne!(second.json()["id"].as_u64().unwrap(), 0);
    let busy = ada.post("/meet", "[]").await;
    assert_eq!(busy.status, 307);
    let long = format!("/meet?w={}", "x".repeat(65));
    assert_eq!(hall.guest("Cem").await.post(&long, "[]").await.status, 400);
    hall.close().await;
}
