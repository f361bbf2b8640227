//! A server that is started again on the same data.

use std::sync::Arc;

use store::{SqliteStore, Store};

use crate::client::Client;
use crate::hall::{Hall, LONG};

#[tokio::test]
async fn games_picks_and_collections_are_there_again_in_the_middle_of_a_promotion() {
    let folder = tempfile::tempdir().unwrap();
    let open = || -> Arc<dyn Store> {
        Arc::new(SqliteStore::open(folder.path().join("test.db")).unwrap())
    };
    let hall = Hall::open_with(open(), LONG, None).await;
    let eve = Client::log_in(hall.address(), "Eve").await;
    let eves_picks = eve.ok("/picks").await;
    let (ada, ben, first) = hall.pair("k'e87/8/8/8/8/8/p'a77/K'e17 w -").await;
    ada.play(first, r#"{"f":0,"t":8}"#).await;
    for client in [&ada, &ben] {
        let reward = client
            .post(&format!("/reward/{first}"), r#"{"re":7}"#)
            .await;
        assert_eq!(reward.status, 200);
        let path = format!("/acknowledge/{first}");
        assert_eq!(client.get(&path).await.status, 200);
    }
    let collection = ada.ok("/collection").await;
    let picks = ada.ok("/picks").await;
    let players = rules::BySeat {
        white: ada.who.clone(),
        black: ben.who.clone(),
    };
    let position = "6k'e81/8/8/8/8/8/3j'd72K'e11/R7 w -";
    let second = hall.arrange(position, players).await;
    assert_ne!(first, second);
    ada.play(second, r#"{"f":0,"t":2}"#).await;
    let board = ben.ok(&format!("/boards/{second}")).await;
    assert_eq!(ada.post("/computer", "[]").await.status, 200);
    hall.close().await;

    let hall = Hall::open_with(open(), LONG, None).await;
    // A session ends with the server, and the password is still known.
    let mut gone = Client::nobody(hall.address());
    gone.proof.clone_from(&eve.proof);
    assert_eq!(gone.get("/picks").await.status, 303);
    let eve = Client::log_in(hall.address(), "Eve").await;
    assert_eq!(eve.ok("/picks").await, eves_picks);
    let ada = Client::with_token(hall.address(), ada.who.unwrap());
    let ben = Client::with_token(hall.address(), ben.who.unwrap());
    assert_eq!(ada.ok("/collection").await, collection);
    assert!(collection.matches(",0").count() >= 19);
    assert_eq!(ada.ok("/picks").await, picks);
    assert_eq!(ada.ok("/peopleid").await, format!(r#"{{"id":{second}}}"#));
    assert_eq!(ben.ok(&format!("/boards/{second}")).await, board);
    assert_eq!(ada.post("/computer", "[]").await.status, 303);
    let mut to_ada = ada.listen(second).await;
    assert_eq!(ben.ok(&format!("/moves/{second}")).await, r#"{"s":1}"#);
    let answer = ben.play(second, r#"{"p":2}"#).await;
    assert!(answer.contains(r#""s":"c""#), "{answer}");
    assert!(to_ada.next().await.unwrap().contains(r#""s":"w""#));
    ben.play(second, r#"{"f":2,"t":1}"#).await;
    assert!(to_ada.next().await.unwrap().contains(r#""d":"#));
    hall.close().await;
}
